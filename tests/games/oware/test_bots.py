"""The two bots of the original program."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

import gamenight
from gamenight import Decision, Limit
from gamenight.core.wavering import RUNGS
from gamenight.games.oware.bots import BOTS
from gamenight.games.oware.rules import Options, OwareRules, State
from tests.games.oware.boards import board


def choose(name: str, rules: OwareRules, state: State, rng: Random) -> int:
    limit = Limit(simulations=1_000)
    action = BOTS[name].bot.choose(rules, state, state.position.mover, rng, limit)
    assert isinstance(action, int)
    return action


def choices(name: str, picture: str, options: Options | None = None) -> set[str]:
    """All that the bot plays there when it is asked 60 times."""
    rules, state, rng = OwareRules(options or Options()), board(picture), Random(0)
    return {rules.format(choose(name, rules, state, rng)) for _ in range(60)}


def test_the_game_lists_them() -> None:
    own = {name: info.name for name, info in BOTS.items() if name not in RUNGS}
    assert list(own) == ["easy", "hard", "strong", "perfect"]
    assert list(own.values()) == ["Easy", "Grabber", "Strong", "Perfect"]
    assert list(gamenight.game("oware").bots) == list(BOTS)


def test_easy_plays_every_legal_move() -> None:
    assert choices("easy", "N 0 0 0 0 0 1 | 9\n S 1 0 2 0 0 4 | 9 <") == {"A", "C", "F"}


def test_easy_feeds() -> None:
    assert choices("easy", "N 0 0 0 0 0 0 | 9\n S 1 0 4 3 1 1 | 9 <") == {"C", "D", "F"}


@pytest.mark.parametrize(
    ("what", "picture", "chosen"),
    [
        ("three rather than two", "N 4 0 0 2 1 4 | 0\n S 2 0 0 0 3 3 | 0 <", {"F"}),
        ("a chain rather than one house", "N 9 0 0 1 1 1 | 0\n S 0 0 0 0 2 3 | 0 <", {"F"}),
        ("any of the equals", "N 9 0 0 0 1 1 | 0\n S 3 0 0 0 2 0 | 0 <", {"E"}),
        ("ties at random", "N 9 0 1 4 4 1 | 0\n S 3 0 0 0 2 4 | 0 <", {"E", "F"}),
        ("nothing to capture: at random", "N 9 0 0 0 0 0 | 0\n S 1 1 0 1 0 0 | 0 <", {*"ABD"}),
        ("must feed", "N 0 0 0 0 0 0 | 9\n S 1 0 4 3 1 1 | 9 <", {*"CDF"}),
        ("as North", "N 2 0 0 0 0 1 | 0 <\n S 4 2 0 0 0 9 | 0", {"f"}),
    ],
)
def test_hard_takes_the_most(what: str, picture: str, chosen: set[str]) -> None:
    assert choices("hard", picture) == chosen, what


def test_hard_knows_that_a_grand_slam_captures_nothing() -> None:
    slam = "N 0 0 0 1 2 1 | 10\n S 4 0 0 0 1 3 | 10 <"
    assert choices("hard", slam) == {"A", "E", "F"}
    assert choices("hard", slam, options=Options(grand_slam="leave_last")) == {"F"}


@pytest.mark.parametrize("name", BOTS)
def test_every_choice_is_legal_and_seeded(name: str) -> None:
    rules = OwareRules()

    def game(seed: int) -> list[int]:
        state, rng, actions = rules.initial(), Random(seed), list[int]()
        node = rules.node(state)
        while isinstance(node, Decision):
            actions.append(choose(name, rules, state, rng))
            assert actions[-1] in node.actions
            state = rules.apply(state, actions[-1])
            node = rules.node(state)
        return actions

    games = [game(seed) for seed in range(5)]
    assert games == [game(seed) for seed in range(5)]
    assert len({tuple(actions) for actions in games}) > 1


def test_hard_beats_easy() -> None:
    rules, wins = OwareRules(), Counter[str]()
    for seed in range(20):
        seats = ("hard", "easy") if seed % 2 else ("easy", "hard")
        state, rng = rules.initial(), Random(seed)
        node = rules.node(state)
        while isinstance(node, Decision):
            state = rules.apply(state, choose(seats[node.player], rules, state, rng))
            node = rules.node(state)
        wins.update(seats[seat] for seat in node.winners)
    assert wins["hard"] > 15
