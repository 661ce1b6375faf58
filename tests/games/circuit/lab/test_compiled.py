"""The bots of Circuit in compiled code choose as those in Python, and whole games end alike."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from math import sqrt
from random import Random
from typing import Any

import numpy as np
import pytest

from gamenight.bots import bots_for
from gamenight.bots.uniform import INTERRUPTS_ONE_IN
from gamenight.core.bot import Limit
from gamenight.core.game import lab_of
from gamenight.core.rules import Decision, Over
from gamenight.games.circuit import GAME, bots
from gamenight.games.circuit.options import Options
from gamenight.games.circuit.rules import ROLL, Action, CircuitRules
from gamenight.games.circuit.state import State
from tests.bots import arena
from tests.effort import times
from tests.games.circuit.lab.walks import BUSY, TABLES, Walk
from tests.games.circuit.sample import MIDDLE, RULES
from tests.late import late

with late():
    from gamenight.games.circuit.lab import compiled

DETERMINED = {name: bots.BOTS[name].bot for name in ("racer", "pilot")}


def asked(rules: CircuitRules, state: State) -> list[int]:
    """Out of turn in seat order after the player, then the player."""
    return [(state.player + 1 + wait) % rules.players for wait in range(rules.players)]


@pytest.mark.parametrize(("players", "options"), TABLES)
@pytest.mark.parametrize("name", DETERMINED)
@pytest.mark.parametrize("bot", ["random", "its own"])
def test_racer_and_pilot_choose_as_in_python_at_every_seat(
    players: int, options: dict[str, Any], bot: str, name: str
) -> None:
    """In games at random, and in games of its own, where all are asked in their order."""
    bot = name if bot == "its own" else bot
    rules, waits, plays = CircuitRules(Options(**options), players), 0, 0
    for number in range(times(3)):
        walk = Walk(rules, [bot] * players, number)
        for before, action, _ in walk.steps():
            node = rules.node(before)
            if not isinstance(node, Decision):
                continue
            there = Walk(rules, [bot] * players, 0, before)
            chosen: list[Action] = []
            for seat in asked(rules, before):
                view = rules.hide(before, seat)
                wanted = DETERMINED[name].choose(rules, view, seat, Random(0), Limit())
                possible = [one for one in node.of(seat) if one != ROLL]
                nth = there.chosen(name, seat)
                assert (possible[nth] if nth >= 0 else None) == (None if wanted == ROLL else wanted)
                chosen += [wanted] if wanted is not None else []
                waits += nth < 0
                plays += nth >= 0
            if bot == name:
                assert action == chosen[0]
    assert bool(plays) == rules.cards
    assert bool(waits) == rules.cards


def chances(rules: CircuitRules, state: State, bot: str) -> dict[Action, Fraction]:
    """What is played next when all seats have this bot, from how it is described."""
    node = rules.node(state)
    assert isinstance(node, Decision)
    left, found = Fraction(1), dict[Action, Fraction]()
    out_of_turn = Fraction(1, INTERRUPTS_ONE_IN if bot == "random" else bots.INSTANT_ONE_IN)
    for seat in asked(rules, state)[:-1]:
        possible = node.of(seat)
        if possible:
            found |= {one: left * out_of_turn / len(possible) for one in possible}
            left -= left * out_of_turn
    cards = [one for one in node.actions if one != ROLL]
    plays = Fraction(len(cards), len(cards) + 1)
    if bot == "easy":
        plays = Fraction(1, bots.CARD_ONE_IN) if cards else Fraction(0)
    found |= {one: left * plays / len(cards) for one in cards}
    return {**found, ROLL: left * (1 - plays)}


@pytest.mark.parametrize("bot", ["random", "easy"])
@pytest.mark.parametrize("player", [0, 1, 2])
def test_random_and_easy_choose_with_their_chances(bot: str, player: int) -> None:
    start, games = MIDDLE._replace(player=player), times(1500)
    drawn = Counter[Action]()
    for number in range(games):
        drawn[next(Walk(RULES, [bot] * 3, number, start).steps()).action] += 1
    expected = chances(RULES, start, bot)
    assert sum(expected.values()) == 1
    assert set(drawn) == set(expected)
    for action, chance in expected.items():
        assert abs(drawn[action] - games * chance) < 4 * sqrt(games * chance * (1 - chance))


@pytest.mark.parametrize(
    ("options", "seats"),
    [
        ({}, ("random", "easy", "racer")),
        ({}, ("pilot", "racer", "pilot")),
        ({"edition": 2, "turn_limit": 9, "board": 60}, ("easy", "racer")),
        ({"laps": 1, "tiles": BUSY}, ("racer", "racer", "random", "racer")),
    ],
)
def test_games_end_as_those_of_python_bots(options: dict[str, Any], seats: tuple[str, ...]) -> None:
    """Lengths, shared wins, wins and scores by seat, within four sigma of each other."""
    rules, games = CircuitRules(Options(**options), len(seats)), 500
    minds = [bots_for(GAME)[name].bot for name in seats]
    ends = [arena.play(rules, minds, number) for number in range(games)]
    slow = np.array([(len(texts), mask(over.winners), *over.scores) for over, texts in ends])
    quick = compiled.play(rules, seats, 3, range(20 * games))
    for ours, theirs in zip(figures(quick), figures(slow), strict=True):
        error = sqrt(ours.var() / len(ours) + theirs.var() / len(theirs))
        assert abs(ours.mean() - theirs.mean()) <= 4 * error


def mask(winners: tuple[int, ...]) -> int:
    return sum(1 << seat for seat in winners)


def figures(rows: Any) -> list[Any]:
    """Of every game: its length, whether several won, who won, the scores."""
    plies, winners, *scores = rows.T
    wins = [winners >> seat & 1 for seat in range(len(scores))]
    return [plies, sum(wins) > 1, *wins, *scores]


def test_a_row_is_the_end_of_its_game() -> None:
    rules = CircuitRules(Options(edition=2, turn_limit=4, board=90), 2)
    shared = 0
    for number, (plies, winners, *scores) in enumerate(
        compiled.play(rules, ["random"] * 2, 5, range(60)).tolist()
    ):
        steps = list(Walk(rules, ["random"] * 2, number).steps())
        end = rules.node(steps[-1].after)
        assert isinstance(end, Over)
        assert (plies, winners, tuple(scores)) == (len(steps), mask(end.winners), end.scores)
        shared += len(end.winners) > 1
    assert shared


@pytest.mark.parametrize("edition", [1, 2, 3])
def test_a_game_follows_from_the_seed_and_its_number(edition: int) -> None:
    rules, seats = CircuitRules(Options(edition=edition), 3), ["random", "racer", "easy"]
    alone = compiled.play(rules, seats, 7, range(1000))
    for threads in (2, 3):
        assert (compiled.play(rules, seats, 7, range(1000), threads) == alone).all()
    for part in (range(3), range(999, 1000), range(400, 901), range(0)):
        assert (compiled.play(rules, seats, 7, part, 2) == alone[part.start : part.stop]).all()
    assert (compiled.play(rules, seats, 8, range(1000)) != alone).any()


def test_games_from_a_state() -> None:
    """A finished one has no plies; of a roll that is under way the dice lie already."""
    rules = CircuitRules(Options(tiles="empty", laps=10, edition=2, dice="1d4+1d2"), 2)
    over = rules.initial()._replace(positions=(9, 11))
    rows = compiled.play(rules, ["racer"] * 2, 1, range(5), state=over)
    assert rows.tolist() == [[0, 2, 9, 11]] * 5
    rolling = rules.initial()._replace(positions=(5, 9), thrown=(4,))
    rows = compiled.play(rules, ["racer"] * 2, 1, range(50), state=rolling)
    assert {tuple(row) for row in rows.tolist()} == {(1, 1, 10, 9), (1, 1, 11, 9)}


def test_which_bots_there_are() -> None:
    lab = lab_of(GAME)
    assert lab.kernel is not None
    assert lab.kernel().play is compiled.play
    assert lab.reference in compiled.bots(RULES) == ("random", "easy", "racer", "pilot")
    assert compiled.bots(CircuitRules(Options(turn_limit=100_001), 2)) == ()
