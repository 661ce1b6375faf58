"""The bot `best` of Thief: its plan at the table, its opinions, its strength, always stealing."""

from __future__ import annotations

from math import sqrt
from random import Random
from typing import Any

import pytest

import gamenight
from gamenight import Chance, Decision, Limit, Over
from gamenight.bots import bots_for
from gamenight.core.game import lab_of
from gamenight.core.play import sample
from gamenight.games.thief.bots import BOTS, NO_CARDS
from gamenight.games.thief.cards import CardThiefRules
from gamenight.games.thief.lab.best import SOLVED, solved, words
from gamenight.games.thief.policies import TURN
from gamenight.games.thief.rules import STEAL, Options, State, ThiefRules
from tests.games.thief.states import place
from tests.late import late

with late():
    from gamenight.games.thief.lab.compiled import play

GAME = gamenight.game("thief")
BEST: Any = BOTS["best"].bot
RULES = ThiefRules(Options(), 3)


def chosen(state: State, rules: Any = RULES, bot: Any = BEST) -> str:
    node = rules.node(state)
    assert isinstance(node, Decision)
    return str(rules.format(bot.choose(rules, state, node.player, Random(0), Limit())))


@pytest.mark.parametrize(
    ("state", "action"),
    [
        # three or four dice left: predictable would steal them, so it rolls on
        ("0 0 0, roll 12233, to choose", "hold 1"),
        ("0 0 0, pot 900, roll 12233, to choose", "hold 1"),
        ("0 0 0, roll 11223, to choose", "hold 1"),
        # two dice left: from a pot on turn would steal it, and a larger one is worth the risk
        ("0 0 0, roll 22266, to choose", "end"),
        ("0 0 0, pot 300, roll 22266, to choose", "hold 222"),
        ("0 0 0, pot 550, roll 22266, to choose", "end"),
        # one die left
        ("0 0 0, pot 1000, held 111, roll 12, to choose", "end"),
        # it steals everything that there can be
        ("0 0 0, roll 12233, offered to 2", "steal"),
        ("0 0 0, pot 50, held 5, roll 2223, offered to 2", "steal"),
        ("0 0 0, pot 1000, held 111, roll 12, offered to 2", "steal"),
        ("0 0 0, roll 22335, offered to 2", "steal"),
        ("0 0 0, pot 50, roll 22335, offered to 2", "steal"),
    ],
)
def test_what_it_does_among_three(state: str, action: str) -> None:
    assert chosen(place(state)) == action


def test_scores_change_nothing() -> None:
    state = place("0 0 0, pot 300, roll 22266, to choose")
    assert {chosen(state._replace(scores=(9000, n, 50))) for n in (0, 9900)} == {"hold 222"}


def test_it_counts_those_who_are_there() -> None:
    """Between two it steals what it declines among six, whoever is asked."""
    rules = ThiefRules(Options(open_table=True), 6)
    state = place("0 0 0 0 0 0, pot 300, held 333, roll 12, offered to 2")
    assert chosen(state, rules) == "decline"
    state = place("0 0 - - - -, pot 300, held 333, roll 12, offered to 2")
    assert chosen(state, rules) == "steal"


def test_in_the_last_turn_and_beyond_its_model_it_plays_like_turn() -> None:
    last = ThiefRules(Options(turn_limit=4), 3)
    state = place("0 0 0, turn 4, pot 900, roll 12233, to choose")
    assert (chosen(state, last), chosen(state, last, TURN)) == ("end", "end")
    assert chosen(state) == "hold 1"
    high = ThiefRules(Options(target=20_000), 3)
    state = place("0 0 0, pot 9950, roll 12233, to choose")
    assert (chosen(state, high), chosen(state, high, TURN)) == ("end", "end")


def test_with_cards_it_plays_like_turn_and_says_so() -> None:
    rules: Any = CardThiefRules(Options(cards=True), 3)
    rng, asked = Random(3), 0
    turn: Any = TURN
    assert list(BOTS["best"].prepare(rules)) == [NO_CARDS]
    state: Any = rules.initial()
    while asked < 60 and not isinstance(node := rules.node(state), Over):
        if isinstance(node, Chance):
            state = rules.apply(state, sample(node, rng))
            continue
        asked += 1
        view = rules.hide(state, node.player)
        both = [bot.choose(rules, view, node.player, rng, Limit()) for bot in (BEST, turn)]
        assert both[0] == both[1]
        state = rules.apply(state, both[0])
    assert asked > 30


def test_nothing_is_said_of_its_preparation_without_cards() -> None:
    assert list(BOTS["best"].prepare(RULES)) == []


def test_its_opinions_begin_with_its_choice() -> None:
    rng, seen = Random(7), 0
    state = RULES.initial()
    while seen < 200:
        node = RULES.node(state)
        if isinstance(node, Over):
            state = RULES.initial()
        elif isinstance(node, Chance):
            state = RULES.apply(state, sample(node, rng))
        else:
            seen += 1
            opinions = BEST.explain(RULES, state, node.player, rng, Limit())
            assert {one.action for one in opinions} == set(node.actions)
            values = [one.value for one in opinions]
            assert values == sorted(values, reverse=True)
            best = BEST.choose(RULES, state, node.player, rng, Limit())
            assert dict(zip((o.action for o in opinions), values, strict=True))[best] == values[0]
            assert BEST.explain(RULES, state, (node.player + 1) % 3, rng, Limit()) == []
            state = RULES.apply(state, rng.choice(node.actions))


def test_an_opinion_in_words() -> None:
    """To decline gives the owner points and oneself the start: a point of one of two others costs
    half the pace, and the start is the measure."""
    state = place("0 0 0, pot 1000, held 111, roll 12, offered to 2")
    _, declining = BEST.explain(RULES, state, 1, Random(0), Limit())
    assert declining.value == pytest.approx(-1100 * SOLVED[3].points / 2)
    assert declining.words == "1,249 points worse than a new turn"


@pytest.mark.parametrize(
    ("points", "said"),
    [
        (1234.4, "1,234 points better than a new turn"),
        (-0.7, "1 point worse than a new turn"),
        (0.2, "as good as a new turn"),
    ],
)
def test_points_in_words(points: float, said: str) -> None:
    assert words(points) == said


def test_it_is_in_the_menu() -> None:
    assert list(BOTS)[-1] == "best"
    assert bots_for(GAME)["best"].name == "Best"
    assert lab_of(GAME).reference == "turn"


@pytest.mark.parametrize("players", [3, 5])
@pytest.mark.parametrize("others", ["turn", "predictable", "cautious"])
def test_it_wins_more_than_its_share(players: int, others: str) -> None:
    """One against so many, in every seat alike, by more than five standard deviations."""
    games, wins = 400 * players, 0
    rules = ThiefRules(Options(), players)
    for seat in range(players):
        seats = [others] * players
        seats[seat] = "best"
        rows = play(rules, seats, 40 + seat, range(games // players))
        wins += int((rows[:, 1] == 1 << seat).sum())
    share = 1 / players
    assert wins / games > share + 5 * sqrt(share * (1 - share) / games)


class Stealing:
    """Steals whatever is offered, and else plays like another bot."""

    def __init__(self, bot: Any) -> None:
        self.bot = bot

    def choose(self, rules: Any, view: State, seat: int, rng: Random, limit: Limit) -> Any:
        if view.waiting == "offer":
            return STEAL
        return self.bot.choose(rules, view, seat, rng, limit)


@pytest.mark.parametrize("other", ["random", "predictable", "cautious", "turn", "best"])
@pytest.mark.parametrize("style", ["random", "turn"])
def test_who_always_steals_keeps_the_other_from_ever_banking(other: str, style: str) -> None:
    """Between two: the other has nothing until the end, and wins only by the target, which is low
    here so that it happens."""
    target = 600
    rules = ThiefRules(Options(fewest=2, target=target, turn_limit=10_000), 2)
    every = bots_for(GAME)
    bots: list[Any] = [Stealing(every[style].bot), every[other].bot]
    rng, winners = Random(12), []
    for game in range(60):
        thief = game % 2
        state = rules.initial()
        while not isinstance(node := rules.node(state), Over):
            assert state.scores[1 - thief] == 0
            if isinstance(node, Chance):
                state = rules.apply(state, sample(node, rng))
            else:
                bot = bots[node.player != thief]
                state = rules.apply(state, bot.choose(rules, state, node.player, rng, Limit()))
        if node.winners == (1 - thief,):
            assert node.scores[1 - thief] >= target
        winners.append(node.winners == (thief,))
    assert 0 < sum(winners) < len(winners)


def test_best_always_steals_between_two() -> None:
    assert all(answer.steals for answer in solved(2).plan.values())
    rules = ThiefRules(Options(fewest=2), 2)
    for other in ("random", "predictable", "turn"):
        rows = play(rules, ("best", other), 5, range(300))
        banked = rows[:, 3]
        assert ((banked == 0) | (banked >= 10_000)).all()
        assert (rows[:, 1] == 1).mean() > 0.9


def test_what_is_solved_is_told() -> None:
    solve = lab_of(GAME).solve
    assert solve is not None
    lines = list(solve(RULES))
    assert "  345.645985 points per turn from five dice" in lines
    assert any(line.split() == ["1", "2", "3", "4"] for line in lines)
    assert any(line.split()[-4:] == ["200", "200", "400", "950"] for line in lines)
    assert any(line.startswith("  2.270645 points for each point of another") for line in lines)
    assert "  1.252296 points if it plays like turn" in lines
    cards = list(solve(GAME.rules(3, cards=True)))
    assert cards[-1] == "The best response to the others is not worked out for games with cards."
