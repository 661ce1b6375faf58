"""Colours: mixed, and which letters can be read on them."""

from __future__ import annotations

from functools import lru_cache

DARK_TEXT, LIGHT_TEXT = "#10151b", "#ffffff"


@lru_cache(maxsize=4096)
def mixed(first: str, second: str, share: float) -> str:
    """A colour with this share of a second one; names of colours cannot be mixed."""
    if not (first.startswith("#") and second.startswith("#")):
        return first or second
    pairs = zip(_channels(first), _channels(second), strict=True)
    return "#" + "".join(f"{round(a + (b - a) * share):02x}" for a, b in pairs)


@lru_cache(maxsize=512)
def readable(ground: str) -> str:
    """Dark or light letters, whichever can be read on a ground."""
    if not ground.startswith("#"):
        return DARK_TEXT
    red, green, blue = _channels(ground)
    return DARK_TEXT if 299 * red + 587 * green + 114 * blue > 128_000 else LIGHT_TEXT


def _channels(color: str) -> tuple[int, int, int]:
    return int(color[1:3], 16), int(color[3:5], 16), int(color[5:7], 16)
