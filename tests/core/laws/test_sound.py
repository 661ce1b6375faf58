"""Sound games pass the laws."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import pytest

import gamenight
from gamenight.core.errors import InvalidOption, InvalidPlayers, LawBroken
from gamenight.core.game import Game
from gamenight.core.laws import Play, check
from gamenight.core.laws.replays import Line
from gamenight.core.laws.secrets import Look
from gamenight.core.options import option
from gamenight.core.rules import Decision, Over
from gamenight.core.scene import Choice, Scene, Step
from tests.core.laws.suspects import nim, verdict
from tests.toys.heist import HEIST
from tests.toys.nim import NIM, Heap, NimRules


@pytest.mark.usefixtures("two_processes")
@pytest.mark.parametrize("die", ["loaded", "wild"])
@pytest.mark.parametrize("open_table", [False, True])
def test_heist_is_sound(die: str, open_table: bool) -> None:
    check(HEIST, games=2, die=die, open_table=open_table)


@pytest.mark.usefixtures("in_this_process")
@pytest.mark.parametrize("goal", [5, 100])
def test_heist_is_sound_at_the_edges_of_its_options(goal: int) -> None:
    check(HEIST, games=1, players=2, goal=goal, rounds=2)


def test_nim_is_sound() -> None:
    check(NIM, games=20)


@dataclass(frozen=True)
class BareOptions:
    """Options that only have defaults."""

    heap: int = 12
    name: str = "heap"
    misere: bool = False


@dataclass(frozen=True)
class MayBeEmpty:
    """An option that may be no text at all."""

    opening: str = option("", "what is said first", choices=("", "hello"))


class LongNumbers(NimRules):
    """Texts with more digits than Python reads."""

    def format(self, action: int) -> str:
        return f"take {action:05000}"


SOUND = {
    "an empty choice": replace(NIM, options=MayBeEmpty),
    "long numbers": replace(NIM, make=lambda o, n: LongNumbers(n)),
    "options without anything but defaults": replace(NIM, options=BareOptions),
    "one player": replace(NIM, seats=range(1, 2), make=lambda o, n: NimRules(n)),
    "seats that depend on options": replace(
        NIM, options=BareOptions, seats=lambda options: range(2, 3 + options.misere)
    ),
    "many players": replace(NIM, seats=range(2, 41, 2)),
    "a scene without choices": replace(NIM, scene=lambda rules, state, viewer: Scene("Nim")),
    "a scene with one choice of many": replace(
        NIM, scene=lambda rules, state, viewer: Scene("Nim", choices=(Choice("take 1", "One"),))
    ),
    "steps in a list, without scenes": replace(
        NIM, tell=lambda rules, before, action, viewer: [Step("He takes.")]
    ),
    "no steps": replace(NIM, tell=lambda rules, before, action, viewer: ()),
    "nobody wins": nim(
        node=lambda self, s: Decision(s.player, (1,)) if s.left else Over((-1, -1), (), "All sank.")
    ),
    "the lower score wins": nim(
        node=lambda self, s: (
            Decision(s.player, (1,)) if s.left else Over((1, 9), (0,), "Golf is won by less.")
        )
    ),
}


@pytest.mark.usefixtures("in_this_process")
@pytest.mark.parametrize("name", SOUND)
def test_nothing_is_asked_beyond_the_laws(name: str) -> None:
    check(SOUND[name], games=4)


@pytest.mark.usefixtures("in_this_process")
def test_a_long_game_is_checked() -> None:
    game = nim(
        initial=lambda self: Heap(5_000),
        node=lambda self, s: (
            Decision(s.player, (1,)) if s.left else Over((0, 0), (0, 1), "It took long.")
        ),
    )
    check(game, games=1, max_plies=5_000)
    assert verdict(game, max_plies=4_999).law == "total"


@pytest.mark.usefixtures("in_this_process")
def test_every_number_of_players_is_tried(monkeypatch: pytest.MonkeyPatch) -> None:
    few, many = replace(NIM, seats=range(2, 5)), replace(NIM, seats=range(2, 102))
    assert _tried(monkeypatch, few, 1) == [2, 3, 4]
    assert _tried(monkeypatch, few, 5) == [2, 3, 4, 2, 3]
    assert _tried(monkeypatch, few, 2, players=4) == [4, 4]
    assert _tried(monkeypatch, many, 1) == [2, 21, 41, 61, 81, 101]


def _tried(monkeypatch: pytest.MonkeyPatch, game: Game, games: int, **given: Any) -> list[int]:
    counts: list[int] = []
    play = Play.to_the_end

    def counted(self: Play, max_plies: int) -> Any:
        counts.append(self.rules.players)
        return play(self, max_plies)

    with monkeypatch.context() as patch:
        patch.setattr(Play, "to_the_end", counted)
        check(game, games=games, **given)
    return counts


@pytest.mark.usefixtures("in_this_process")
@pytest.mark.parametrize(("players", "seats"), [(2, {2}), (6, {6}), (7, {5, 6}), (40, {5, 6})])
def test_who_looks_at_a_state(
    monkeypatch: pytest.MonkeyPatch, players: int, seats: set[int]
) -> None:
    """A spectator and every seat; of many, the player and some."""
    looking: dict[Heap, set[int | None]] = {}

    class Spy(Look):
        def check(self, *given: Any) -> None:
            looking.setdefault(self.state, set()).add(self.viewer)
            super().check(*given)

    monkeypatch.setattr("gamenight.core.laws.Look", Spy)
    check(replace(NIM, seats=range(players, players + 1)), games=1)
    assert looking
    for state, viewers in looking.items():
        assert {None, state.player if state.left else 0} <= viewers
        assert len(viewers - {None}) in seats


def test_people_leave_and_join_seldom(monkeypatch: pytest.MonkeyPatch) -> None:
    lines: list[Line] = []
    monkeypatch.setattr("gamenight.core.laws.check_elsewhere", lines.extend)
    check(HEIST, games=4, players=3, open_table=True)
    verbs = [text.split()[0] for line in lines for text in line.texts]
    assert 0 < sum(verb in ("leave", "join") for verb in verbs) < len(verbs) / 10


@pytest.mark.usefixtures("in_this_process")
def test_the_same_seed_finds_the_same() -> None:
    def late(self: NimRules, state: Heap) -> tuple[int, ...]:
        return (0,) * (3 if state.left == 2 and state.player else 2)

    game = nim(scores=late)
    found = [verdict(game, seed=4, games=50) for _ in range(2)]
    assert repr(found[0].args) == repr(found[1].args)


def test_what_the_caller_gives_wrong_is_no_broken_law() -> None:
    with pytest.raises(InvalidOption, match="unknown option 'gaol'"):
        check(HEIST, gaol=5)
    with pytest.raises(InvalidPlayers, match="2 to 4"):
        check(HEIST, players=5)


def test_the_public_names() -> None:
    assert gamenight.check is check
    assert gamenight.LawBroken is LawBroken
