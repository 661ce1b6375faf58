"""Positions judged by playing on: reproducible, unbiased, and honest about their errors."""

from __future__ import annotations

from math import hypot
from random import Random
from statistics import mean, stdev
from typing import Any

import pytest

from gamenight import game
from gamenight.core.bot import BotInfo, Limit
from gamenight.core.game import Game
from gamenight.core.judge import Value, shares
from gamenight.core.record import Record, Seat
from gamenight.lab.plan import CLOSER
from gamenight.lab.review import (
    FEWEST_ROLLOUTS,
    MOST_ROLLOUTS,
    affordable,
    match_judge,
    moment,
    review,
)
from gamenight.lab.rollouts import Rollouts, judge_of
from tests.lab.judged import BAD, BOLD, SAFE, Exact, ReadableLottery, lottery, match
from tests.toys.lottery import ticket
from tests.toys.nim import NIM

RULES = ReadableLottery((SAFE, BOLD, BAD))
LOTTERY = lottery(RULES)


def test_the_same_seed_and_stream_give_the_same_value() -> None:
    state = RULES.initial()
    judge = Rollouts(LOTTERY, RULES, 200, seed=1)
    assert judge.value(state) == judge.value(state)
    assert judge.value(state) == Rollouts(LOTTERY, RULES, 200, seed=1).value(state)
    others = {judge.estimate(state, stream).seats for stream in range(5)}
    assert len(others) > 1
    assert judge.value(state) != Rollouts(LOTTERY, RULES, 200, seed=2).value(state)


def test_values_are_what_the_reference_bot_comes_to() -> None:
    """At random Ann has 0, 1 or 2 with the chances 3/6, 2/6, 1/6, and so has Ben."""
    value = Rollouts(LOTTERY, RULES, 4000).value(RULES.initial())
    assert sum(value.seats) == pytest.approx(1)
    assert abs(value.seats[0] - 0.5) < 4 * value.error
    after = RULES.apply(RULES.apply(RULES.initial(), "bold"), RULES.parse("prize 2 0"))
    value = Rollouts(LOTTERY, RULES, 4000).value(after)
    assert abs(value.seats[0] - (5 / 6 + 1 / 12)) < 4 * value.error
    assert value.error == pytest.approx((11 / 144 / 4000) ** 0.5, rel=0.1)
    assert not value.proven


def test_an_end_is_certain_and_nothing_before_it() -> None:
    sure = ReadableLottery((ticket("one", {1: 1}),), goal=1)
    judge = Rollouts(lottery(sure), sure, 50)
    start = judge.value(sure.initial())
    assert start.seats == (1.0, 0.0)
    assert start.error > 0.01, "it only happened every time so far"
    assert not start.proven
    end = sure.apply(sure.apply(sure.initial(), "one"), sure.parse("prize 1 0"))
    assert judge.value(end) == Value((1.0, 0.0), 0.0, True)


def test_a_win_is_shared() -> None:
    assert shares((0, 2), 3) == (0.5, 0.0, 0.5)
    assert shares((), 2) == (0.0, 0.0)


def test_more_games_for_a_closer_look() -> None:
    judge = Rollouts(LOTTERY, RULES, 100)
    rough, close = (judge.estimate(RULES.initial(), times=times) for times in (1, 4))
    assert close.errors[0] == pytest.approx(rough.errors[0] / 2, rel=0.05)


def test_the_judge_of_a_game_comes_first() -> None:
    assert isinstance(judge_of(LOTTERY, RULES, 10), Rollouts)
    unsolved = lottery(RULES, judge=lambda rules: None)
    assert isinstance(judge_of(unsolved, RULES, 10), Rollouts)
    exact = Exact(RULES)
    assert judge_of(lottery(RULES, judge=lambda rules: exact), RULES, 10) is exact


def test_nothing_is_compiled_where_the_game_has_a_judge() -> None:
    def kernel() -> Any:
        raise AssertionError("nobody needs it")

    exact = Exact(RULES)
    known = lottery(RULES, judge=lambda rules: exact, kernel=kernel)
    assert match_judge(known, match("bold")) is exact
    guessed = match_judge(LOTTERY, match("bold"), 7, 3)
    assert isinstance(guessed, Rollouts)
    assert (guessed.games, guessed.seed) == (7, 3)
    usual = match_judge(LOTTERY, match("bold"))
    assert isinstance(usual, Rollouts)
    assert usual.games == affordable(LOTTERY, match("bold"))


def test_decisions_between_equals_give_nothing_away() -> None:
    """Of four equal moves the highest estimate is always too high: that must not count."""
    equal = ReadableLottery(tuple(ticket(f"t{n}", {0: 1, 1: 1, 2: 1}) for n in range(4)), 4)
    record = match("t0", "prize 1 0", "t1", "prize 0 0", "t2", "prize 1 0", players=4)
    lost = [
        each.lost
        for seed in range(20)
        for each in review(
            lottery(equal), record, Rollouts(lottery(equal), equal, 40, seed)
        ).moments
        if each.moves
    ]
    assert len(lost) == 60
    assert sum(each > 0 for each in lost) <= 1


def test_a_blunder_is_found_and_measured() -> None:
    after = moment(LOTTERY, match("bad"), Rollouts(LOTTERY, RULES, 300), 1)
    assert after.best is not None
    assert after.chosen is not None
    assert after.best.text in ("safe", "bold")
    assert abs(after.lost - (2 / 3 - 1 / 4)) < 0.1
    assert after.lost_error == hypot(after.best.error, after.chosen.error)
    assert after.lost > 2 * after.lost_error
    assert after.after[0] == pytest.approx(after.chosen.value, abs=0.1)


class Buyer:
    """Always buys the same ticket."""

    def __init__(self, name: str):
        self.name = name

    def choose(self, rules: Any, view: Any, seat: int, rng: Random, limit: Limit) -> str:
        return self.name


def with_reference(rules: ReadableLottery, name: str) -> Game:
    bots = {"buyer": BotInfo("buyer", f"Buys {name}.", Buyer(name))}
    return lottery(rules, bots=bots, reference="buyer")


def test_what_the_reference_bot_would_do_changes_nothing() -> None:
    toy = with_reference(RULES, "bold")
    record = match("bold", "prize 2 0", "bold", "prize 0 0")
    found = review(toy, record, Rollouts(toy, RULES, 50))
    for number in (0, 2):
        same = found.moments[number]
        assert same.change == (0.0, 0.0), "it is one and the same estimate"
        assert same.error(0) == 0.0
        assert same.moves
    start = Rollouts(toy, RULES, 50).estimate(RULES.apply(RULES.initial(), "bold"), 1, CLOSER)
    assert found.start == start.seats
    for own, error in zip(found.accounts, start.errors, strict=True):
        assert (own.own, own.own_error) == (0.0, 0.0)
        assert own.luck_error == pytest.approx(error), "only the start is uncertain"
    drawn = Rollouts(LOTTERY, RULES, 50)
    assert drawn.usual(RULES.initial()) is None, "the bot random may do anything"


@pytest.mark.parametrize("played", ["safe", "bad"])
def test_by_readable_rules_a_move_is_compared_with_that_of_the_bot(played: str) -> None:
    toy = with_reference(RULES, "safe")
    record = match(played)
    found = review(toy, record, Rollouts(toy, RULES, 50))
    assert {move.text for move in found.moments[0].moves} == {played, "safe"}
    assert found.accounts[0].choices == 1
    said = (
        "the bot buyer plays to the end for everybody, and decisions are compared with that bot's"
    )
    assert found.source.endswith(said)
    whole = moment(toy, record, Rollouts(toy, RULES, 50), 1)
    assert {move.text for move in whole.moves} == {"safe", "bold", "bad"}


def test_each_seat_has_its_own_error() -> None:
    """Of three, one cannot win any more, and the others are about even."""
    three = ReadableLottery((BOLD,), 3)
    state = three.apply(three.apply(three.initial(), "bold"), three.parse("prize 0 0"))
    judge = Rollouts(lottery(three), three, 400)
    state = three.apply(three.apply(state, "bold"), three.parse("prize 2 0"))
    lost, ahead, _ = judge.estimate(state).errors
    assert lost < ahead / 3
    assert judge.value(state).error == max(judge.estimate(state).errors)


def test_luck_differs_from_seed_to_seed_as_much_as_it_says() -> None:
    toy = with_reference(RULES, "safe")
    record = match("bold", "prize 2 0", "safe", "prize 1 0")
    found = [review(toy, record, Rollouts(toy, RULES, 40, seed)).accounts[0] for seed in range(60)]
    said = mean(own.luck_error for own in found)
    assert stdev(own.luck for own in found) == pytest.approx(said, rel=0.3)


def test_a_review_by_rollouts_adds_up_too() -> None:
    record = match("bold", "prize 2 0", "safe", "prize 1 0")
    found = review(LOTTERY, record, Rollouts(LOTTERY, RULES, 50))
    for own in found.accounts:
        assert own.start + own.luck + own.own + own.others == pytest.approx(own.result, abs=1e-9)
        assert own.luck_error > 0
    assert found == review(LOTTERY, record, Rollouts(LOTTERY, RULES, 50))
    assert "50 or more games per position" in found.source


def actions_of(toy: Game, plies: int) -> tuple[str, ...]:
    rules = toy.rules()
    state, texts = rules.initial(), list[str]()
    for _ in range(plies):
        action = rules.node(state).actions[0]  # type: ignore[union-attr]
        texts.append(rules.format(action))
        state = rules.apply(state, action)
    return tuple(texts)


def test_a_long_match_gets_fewer_rollouts() -> None:
    seats = (Seat("Ann"), Seat("Ben"))
    few = affordable(NIM, Record("nim", 1, seats, actions=actions_of(NIM, 1)))
    many = affordable(NIM, Record("nim", 1, seats, actions=actions_of(NIM, 10)))
    assert FEWEST_ROLLOUTS <= many < few <= MOST_ROLLOUTS


def test_a_match_that_has_just_begun_is_still_a_long_one() -> None:
    long = ReadableLottery((ticket("none", {0: 1}), SAFE, BOLD, BAD), 40, goal=100)
    begun = Record("lottery", 1, tuple(Seat(f"p{n}") for n in range(40)), actions=("none",))
    assert Rollouts(lottery(long), long, 1).length(long.initial()) == 80
    assert affordable(lottery(long), begun) < affordable(LOTTERY, match("bold"))


@pytest.mark.parametrize("id", ["circuit", "oware", "preys", "thief", "zombie"])
def test_kernels_and_rules_agree_on_a_position(id: str) -> None:
    pytest.importorskip("numba", reason="the extra lab")
    played = game(id)
    rules = played.rules()
    state = rules.initial()
    compiled = Rollouts(played, rules, 2000)
    assert compiled.kernel is not None
    readable = Rollouts(played, rules, 60)
    readable.kernel = None
    ours, theirs = compiled.value(state), readable.value(state)
    for seat in range(rules.players):
        difference = abs(ours.seats[seat] - theirs.seats[seat])
        assert difference < 4 * hypot(ours.error, theirs.error)
