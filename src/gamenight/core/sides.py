"""Sides: boards with two sides, as somebody at one of them sees them."""

from __future__ import annotations

from dataclasses import replace

from gamenight.core.scene import Area, Scene


def seen_from(scene: Scene, seat: int) -> Scene:
    """The scene for somebody who sits at this seat: boards with two sides are turned around, so
    that their own side is below. Labels stay: what is typed is the same for everybody."""
    areas = tuple(
        _turned(area, seat) if area.below not in (None, seat) else area for area in scene.areas
    )
    return scene if areas == scene.areas else replace(scene, areas=areas)


def _turned(area: Area, below: int) -> Area:
    """The grid by half a turn: now this seat is below."""
    places = [(*spot.at, *spot.span) for spot in area.spots if spot.at is not None]
    rows, columns = (max(place[n] + place[n + 2] for place in places) for n in (0, 1))
    spots = tuple(
        replace(spot, at=(rows - spot.at[0] - spot.span[0], columns - spot.at[1] - spot.span[1]))
        if spot.at is not None
        else spot
        for spot in reversed(area.spots)
    )
    return replace(area, spots=spots, below=below)
