"""Scenes for the tests of pictures: real ones by random play, and random ones by hypothesis."""

from __future__ import annotations

from functools import cache
from random import Random
from typing import Any

from hypothesis import strategies as st

import gamenight
from gamenight.core.rules import Chance, Decision, Over
from gamenight.core.scene import Area, Choice, Glyph, Scene, ScoreRow, Spot, Token
from gamenight.core.view import scene_of
from gamenight.draw.canvas import Picture
from gamenight.draw.context import Focus, choice_key

NAMES = ("Ama", "Kofi", "Cleo", "Dan", "Esi", "Femi")
TABLES: dict[str, tuple[int, dict[str, Any]]] = {
    "oware": (2, {}),
    "zombie": (3, {}),
    "thief": (4, {}),
    "preys": (2, {"escort": "choose"}),
    "circuit": (4, {}),
}


@cache
def played(
    game_id: str, seed: int = 0, decisions: int = 12, names: tuple[str, ...] = ()
) -> tuple[Scene, dict[str, Glyph]]:
    """The scene of a decision some way into a random match, as the one who decides sees it. names:
    who plays, where it is not the usual ones."""
    players, options = TABLES[game_id]
    players = len(names) or players
    names = names or NAMES[:players]
    game = gamenight.game(game_id)
    rules: Any = game.rules(players=players, **options)
    rng = Random(seed)
    state, found = rules.initial(), None
    for _ in range(400):
        node = rules.node(state)
        if isinstance(node, Over):
            break
        if isinstance(node, Chance):
            outcomes, weights = zip(*node.outcomes, strict=True)
            state = rules.apply(state, rng.choices(outcomes, weights)[0])
            continue
        assert isinstance(node, Decision)
        found = state, node.player
        decisions -= 1
        if not decisions:
            break
        state = rules.apply(state, rng.choice(node.actions))
    if found is None:  # a match in which nobody ever had to decide
        return played(game_id, seed + 1, names=names)
    return scene_of(game, rules, *found, names), dict(game.glyphs)


def unreachable(scene: Scene, picture: Picture) -> list[str]:
    """The choices that neither a button nor spots stand for."""
    touchable = {target.key for target in picture.targets}
    return [
        choice.text
        for choice in scene.choices
        if choice_key(choice.text) not in touchable
        and not (choice.on and touchable.issuperset(choice.on if scene.marks else choice.on[:1]))
    ]


def foci(scene: Scene) -> list[Focus]:
    """Every place that one can be at on the way to a choice."""
    paths = {c.on[:size] for c in scene.choices for size in range(len(c.on)) if scene.marks is None}
    cursors = {key for choice in scene.choices for key in (*choice.on, choice_key(choice.text))}
    return [Focus(path=path) for path in sorted(paths)] + [Focus(cursor=c) for c in sorted(cursors)]


words = st.sampled_from(
    ("", "a", "No", "Ama", "Kofi takes all", "émigré", "日本", "🎲", "x" * 24, "to be or not " * 6)
)
tokens = st.builds(
    Token,
    st.sampled_from(("die", "seed", "pawn", "card")),
    face=st.sampled_from(("", "1", "6", "brain", "long face")),
    color=st.sampled_from(("", "red", "green")),
    owner=st.none() | st.integers(0, 3),
    count=st.integers(1, 30),
    tone=st.sampled_from(("", "good", "danger", "held", "muted")),
)


@st.composite
def areas(draw: st.DrawFn, index: int) -> Area:
    count = draw(st.integers(0, 24))
    columns = draw(st.integers(1, 8))
    spots = tuple(
        Spot(
            f"{index}.{number}",
            draw(st.sampled_from(("", f"{index}{number}"))),
            draw(words),
            tuple(draw(st.lists(tokens, max_size=2))),
            draw(st.sampled_from(("", "brain"))),
            draw(st.sampled_from(("", "300", "in the bag"))),
            at=divmod(number, columns),
        )
        for number in range(count)
    )
    return Area(
        f"area {index}",
        draw(words),
        draw(st.sampled_from(("row", "grid", "ring", "pile", "list"))),
        spots,
        look=draw(st.sampled_from(("cell", "pit", "lane", "tray", "tile"))),
        rank=draw(st.integers(0, 3)) if index else 0,
    )


@st.composite
def scenes(draw: st.DrawFn) -> Scene:
    """Any scene that keeps the laws: unique keys, and choices on keys that exist."""
    found = tuple(draw(areas(index)) for index in range(draw(st.integers(0, 3))))
    rows = tuple(
        ScoreRow(
            f"seat {seat}",
            seat,
            draw(words),
            draw(st.integers(-5, 20000)),
            stake=draw(st.none() | st.integers(0, 900)),
            goal=draw(st.none() | st.sampled_from((0, 3, 13, 10000))),
            facts=tuple(draw(st.lists(st.sampled_from(("tile 4", "out")), max_size=3))),
            current=draw(st.booleans()),
        )
        for seat in range(draw(st.integers(0, 9)))
    )
    keys = [spot.key for area in found for spot in area.spots] + [row.key for row in rows]
    touched = st.lists(st.sampled_from(keys), max_size=2, unique=True) if keys else st.just([])
    choices = tuple(
        Choice(
            f"choice {number}",
            draw(words),
            tuple(draw(touched)),
            draw(st.sampled_from(("", chr(97 + number)))),
            draw(words),
            default=number == 0 and draw(st.booleans()),
        )
        for number in range(draw(st.integers(0, 8)))
    )
    return Scene(
        draw(words),
        tuple(draw(st.lists(words, max_size=3))),
        rows,
        draw(st.sampled_from(("", "seeds"))),
        found,
        message=draw(words),
        tone=draw(st.sampled_from(("", "good", "danger"))),
        ask=draw(words),
        choices=choices,
        marks=() if draw(st.booleans()) and all(choice.on for choice in choices) else None,
    )
