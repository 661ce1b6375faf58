"""Every choice of every game is reached by arrow keys, clicks and letters."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from random import Random

import pytest

from gamenight.app.selection import Outcome, Selection, activated, moved, touched, typed
from gamenight.core import registry
from gamenight.core.game import Game
from gamenight.core.marks import chosen
from gamenight.core.play import sample
from gamenight.core.rules import Chance, Decision, Over
from gamenight.core.scene import Choice, Scene
from gamenight.core.view import scene_of
from gamenight.draw.canvas import Picture
from gamenight.draw.context import choice_key
from gamenight.draw.layouts.fit import draw
from tests.app.test_selection import LOOK, keys

DIRECTIONS = ("up", "down", "left", "right")
VARIANTS = {
    "thief": ({}, {"cards": True}),
    "circuit": ({}, {"board": 40}),
    "preys": ({"escort": "choose"}, {"escort": "choose"}),
}


def decisions(game: Game) -> Iterator[Scene]:
    """What people are asked in random games, a sample of each."""
    for seed, options in enumerate((*VARIANTS.get(game.id, ({},)), {})):
        possible = game.players(**options)
        players = min(possible[0] + 2 * seed + 1, possible[-1])
        rules, rng = game.rules(players, **options), Random(seed)
        names = [f"P{seat + 1}" for seat in range(players)]
        state, left = rules.initial(), 5
        while left and not isinstance(node := rules.node(state), Over):
            if isinstance(node, Chance):
                state = rules.apply(state, sample(node, rng))
                continue
            assert isinstance(node, Decision)
            seats = [node.player, *(seat for seat, _ in node.others)]
            if rng.random() < 0.2:
                left -= 1
                yield from (scene_of(game, rules, state, seat, names) for seat in seats[:2])
            state = rules.apply(state, rng.choice(node.actions))


def by_arrows(start: Selection, key: str, picture: Picture) -> Selection | None:
    """The selection with the cursor on a key, reached with arrow keys alone."""
    seen, open_ones = {start.cursor}, [start]
    while open_ones:
        here = open_ones.pop(0)
        if here.cursor == key:
            return here
        for direction in DIRECTIONS:
            there = moved(here, direction, picture)
            if there.cursor not in seen:
                seen.add(there.cursor)
                open_ones.append(there)
    return None


def next_key(selection: Selection, choice: Choice, picture: Picture) -> str:
    """The next key to touch for a choice: its button, a mark, or its next spot."""
    marks = selection.scene.marks
    if marks is not None and choice.on:
        meant = chosen(selection.scene)
        if meant is not None and meant.text == choice.text:
            return choice_key(choice.text)
        return next(k for k in selection.live if (k in marks) != (k in choice.on))
    if picture.place(choice_key(choice.text)) is not None:
        return choice_key(choice.text)
    return choice.on[len(selection.path)]


def made_by_touching(scene: Scene, choice: Choice, game: Game, size: tuple[int, int]) -> bool:
    """Whether arrow keys with Enter make the choice; on the way each key is clicked as well."""
    outcome: Outcome = Selection(scene)
    for _ in range(20):
        if not isinstance(outcome, Selection):
            break
        picture = draw(outcome.scene, game.glyphs, LOOK, size, outcome.focus())
        key = next_key(outcome, choice, picture)
        place = picture.place(key)
        assert place is not None, (key, choice)
        there = by_arrows(outcome, key, picture)
        assert there is not None, (key, choice)
        clicked = picture.at(place.x, place.y)
        assert clicked is not None
        by_click = touched(outcome, clicked)
        by_key = typed(there, " ") or activated(there)  # Space marks, Enter takes
        assert _without_cursor(by_click) == _without_cursor(by_key)
        outcome = by_key
    return isinstance(outcome, Choice) and outcome.text == choice.text


def _without_cursor(outcome: Outcome) -> Outcome:
    return replace(outcome, cursor="") if isinstance(outcome, Selection) else outcome


def typed_for(scene: Scene, choice: Choice) -> str:
    """What a person types for a choice; `!` is Enter."""
    if scene.marks is not None and choice.on:
        labels = (
            scene.label(k)
            for k in dict.fromkeys(k for c in scene.choices for k in c.on)
            if (k in scene.marks) != (k in choice.on)
        )
        return "".join(labels) + "!"
    if choice.key:
        return choice.key
    return "".join(scene.label(key) for key in choice.on) or choice.text


@pytest.mark.parametrize("id", registry.games())
def test_every_choice_is_reached_by_arrows_clicks_and_letters(id: str) -> None:
    game = registry.game(id)
    for number, scene in enumerate(decisions(game)):
        size = ((60, 20), (80, 24), (120, 40))[number % 3]
        for choice in scene.choices[:8]:
            assert made_by_touching(scene, choice, game, size), choice
            outcome = keys(Selection(scene), typed_for(scene, choice))
            if isinstance(outcome, Selection) and outcome.typed:
                outcome = activated(outcome)
            assert isinstance(outcome, Choice), choice
            assert outcome.text == choice.text
