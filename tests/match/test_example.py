"""The example of a game on home: a moment early in a match."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

import gamenight
from gamenight.core.game import Game
from gamenight.core.rules import Chance, Decision, Over
from gamenight.core.scene import Scene, ScoreRow, who
from gamenight.match.example import early_scene, filled
from tests.toys.nim import NIM, Heap, NimRules


def counted(rules: NimRules, state: Heap, viewer: int | None) -> Scene:
    """A scene that tells how often somebody took from the heap."""
    rows = tuple(ScoreRow(f"row{n}", n, who(n), 0) for n in range(rules.players))
    return Scene(f"{state.left} left", scores=rows)


class Drip(NimRules):
    """One by one from a heap of 100, and where it is the dice's turn they take one too."""

    dice: frozenset[int] = frozenset()
    heap = 100

    def initial(self) -> Heap:
        return Heap(self.heap)

    def node(self, state: Heap) -> Any:
        if state.left in self.dice:
            return Chance(((1, 1),))
        return Decision(state.player, (1,)) if state.left else Over((0, 0), (), "Dry.")


def drip(dice: range = range(0), heap: int = 100) -> Game:
    made = type("Dripping", (Drip,), {"dice": frozenset(dice), "heap": heap})
    return replace(NIM, make=lambda options, players: made(players), scene=counted)


@pytest.mark.parametrize(
    ("game", "title"),
    [
        (drip(), "88 left"),
        (drip(heap=5), "1 left"),
        (drip(dice=range(85, 90)), "84 left"),
        (drip(dice=range(90)), "90 left"),
    ],
    ids=["twelve plies", "not the end", "no roll that waits", "not for ever"],
)
def test_which_moment_it_is(game: Game, title: str) -> None:
    assert early_scene(game).title == title


def test_people_have_names() -> None:
    assert [row.name for row in early_scene(drip()).scores] == ["Ann", "Ben"]
    crowd = replace(drip(), seats=range(7, 9))
    names = [row.name for row in early_scene(crowd).scores]
    assert names == ["Ann", "Ben", "Cleo", "Dan", "Eve", "Finn", "Ann"]


@pytest.mark.parametrize(
    ("id", "least"), [("zombie", 3), ("thief", 5), ("circuit", 2), ("oware", 12)]
)
def test_there_is_much_to_see_on_the_board(id: str, least: int) -> None:
    assert filled(early_scene(gamenight.game(id))) >= least


@pytest.mark.parametrize("id", gamenight.games())
def test_it_is_always_the_same(id: str) -> None:
    game = gamenight.game(id)
    assert early_scene(game) == early_scene(game)
