"""A match looked at again: luck, decisions, and what they gave away."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import Any
from zlib import crc32

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gamenight import game, games
from gamenight.core.bot import Interrupted
from gamenight.core.errors import GamenightError, InvalidRecord
from gamenight.core.game import Game
from gamenight.core.judge import Value
from gamenight.core.play import possible_actions
from gamenight.core.record import Change, Record, Result, Seat
from gamenight.core.rules import Decision, Over
from gamenight.draw.style import Style
from gamenight.lab.account import Moment, Review
from gamenight.lab.digest import Digest
from gamenight.lab.review import NOTHING, PLAY_ON, RESIGN, affordable, moment, review, weigh
from gamenight.plain.reviews import judged_odds, review_lines
from tests.lab.judged import (
    BAD,
    BOLD,
    SAFE,
    EvenUntilOver,
    Exact,
    ReadableLottery,
    SnatchRules,
    Taking,
    lottery,
    match,
)
from tests.toys.lottery import LotteryRules, ticket
from tests.toys.nim import NIM

RULES = ReadableLottery((SAFE, BOLD, BAD))
LOTTERY = lottery(RULES)
SNATCH = Game(
    id="snatch",
    title="Snatch",
    summary="Be quick.",
    version=1,
    make=lambda options, players: SnatchRules(),
    seats=range(2, 3),
)


def snatched(*actions: str) -> Review:
    record = Record("snatch", 1, (Seat("Ann"), Seat("Ben")), actions=actions)
    return review(SNATCH, record, EvenUntilOver())


def test_a_match_worked_out_by_hand() -> None:
    found = review(LOTTERY, match("bold", "prize 2 0", "safe", "prize 1 0"), Exact(RULES))
    assert found.start == (0.5, 0.5)
    rows = [
        (1, 0, "bold", "safe", 0.125, (-0.125, 0.125)),
        (2, None, "prize 2 0", None, 0.0, (0.375, -0.375)),
        (3, 1, "safe", "bold", 0.25, (0.25, -0.25)),
        (4, None, "prize 1 0", None, 0.0, (0.0, 0.0)),
    ]
    assert rows == [
        (m.ply, m.actor, m.text, m.best.text if m.best else None, m.lost, m.change)
        for m in found.moments
    ]
    ann, ben = found.accounts
    assert ann == ("Ann", 0.5, 0.375, 0.0, -0.125, 0.0, 0.25, 0.125, 1, 1.0)
    assert ben == ("Ben", 0.5, -0.375, 0.0, -0.25, 0.0, 0.125, 0.25, 1, 0.0)
    assert (ann.corrected, ben.corrected) == (0.625, 0.375)
    assert found.course == ((0.5, 0.5), (0.375, 0.625), (0.75, 0.25), (1.0, 0.0), (1.0, 0.0))
    assert found.result == (1.0, 0.0)
    assert found.moments[0].told == "Ann: bold."


def test_what_would_follow_the_better_move_where_the_judge_can_say_so() -> None:
    record = Record("nim", 1, (Seat("Ann"), Seat("Ben")), actions=("take 2", "take 1", "take 1"))
    best, worse, good = review(NIM, record, Taking()).moments
    assert (best.better, best.line) == ("", ()), "nothing else wins either"
    assert worse.better == "take 2, then take 1, take 3, take 1, take 3"
    assert moment(NIM, record, Taking(), 2).line == worse.line
    assert not good.line
    lost = review(NIM, replace(record, actions=("take 1", "take 3", "take 3", "take 2")), Taking())
    assert lost.moments[3].better == "take 1, then take 1, take 3", "the heap is empty after that"


class Seeds:
    """Counts what is taken: a large last heap is worth more than the match."""

    unit, source = "seeds", "by counting"

    def value(self, state: Any) -> Value:
        return Value((float(state.left), float(-state.left)))


class Careful(Seeds):
    """Sees on a closer look that taking 1 is better than all else by this much, for all it can
    tell; at first it only looks where another choice seems better by more than the doubt."""

    def __init__(self, better: float, error: float = 0.0, doubt: float = 0.0) -> None:
        self.better, self.error, self.doubt = better, error, doubt

    def closer(self, state: Any, action: Any) -> dict[Any, Value]:
        worth = self.better if state.player == 0 else -self.better
        best = Value((worth, -worth), self.error)
        return {1: best, action: best if action == 1 else Value((0.0, 0.0), self.error)}


def nim_record(*actions: str) -> Record:
    return Record("nim", 1, (Seat("Ann"), Seat("Ben")), actions=actions)


def test_who_has_won_by_a_move_gave_nothing_away() -> None:
    found = review(NIM, nim_record(*["take 3"] * 3, "take 2", "take 1"), Seeds())
    assert found.moments[-1].actor == 0
    assert found.moments[-1].lost == 0
    assert found.moments[2].lost > 0, "which is not so of the other moves"


class Winning(Seeds):
    """Knows that in Nim who leaves a multiple of four wins."""

    def wins(self, state: Any, seat: int) -> bool:
        return bool(state.left % 4 == 0 and state.player != seat)


def test_whoever_can_win_for_certain_gave_nothing_away() -> None:
    record = nim_record("take 3", "take 1")
    assert [one.lost for one in review(NIM, record, Seeds()).moments] == [2, 2]
    found = review(NIM, record, Winning()).moments
    assert [one.lost for one in found] == [2, 0]
    assert [one.wins for one in found] == [False, True]
    assert found[1].best is found[1].chosen


def test_what_looks_like_a_mistake_gets_a_closer_look() -> None:
    def lost(judge: Seeds) -> list[float]:
        return [one.lost for one in review(NIM, nim_record("take 3", "take 2"), judge).moments]

    assert lost(Seeds()) == [2, 1]
    assert lost(Careful(better=3)) == [3, 3]
    assert lost(Careful(better=0)) == [0, 0], "all is the same"
    assert lost(Careful(better=3, error=1.5)) == [0, 0], "it cannot tell them apart"
    assert lost(Careful(better=3, doubt=1)) == [3, 0], "a small difference is not worth it"


def test_after_a_closer_look_no_other_move_seems_better_than_the_best() -> None:
    (found,) = review(NIM, nim_record("take 3"), Careful(better=-1)).moments
    assert found.best is found.chosen
    assert {move.text: move.value for move in found.moves} == {
        "take 3": 0.0,
        "take 1": -1.0,
        "take 2": 0.0,
    }


def test_the_moves_of_a_decision_the_best_first() -> None:
    first = moment(LOTTERY, match("bad"), Exact(RULES), 1)
    assert [(move.text, move.value, move.proven) for move in first.moves] == [
        ("safe", 0.5, True),
        ("bold", 0.375, True),
        ("bad", 0.0, True),
    ]
    assert weigh(RULES, Exact(RULES), RULES.initial()) == first.moves
    with pytest.raises(GamenightError, match=r"there is no ply 2 \(possible: 1 to 1\)"):
        moment(LOTTERY, match("bad"), Exact(RULES), 2)


def test_a_best_move_that_was_played_comes_first_among_equals() -> None:
    twice = ReadableLottery((SAFE, ticket("same", {1: 1})))
    for played in ("safe", "same"):
        only = moment(lottery(twice), match(played), Exact(twice), 1)
        assert only.best is only.chosen
        assert only.lost == 0.0


TICKETS = st.lists(
    st.dictionaries(st.integers(0, 3), st.integers(1, 3), min_size=1, max_size=3),
    min_size=1,
    max_size=3,
)


@st.composite
def played(draw: st.DrawFn) -> tuple[LotteryRules, Record]:
    """A lottery and a match of it, not always to its end."""
    tickets = tuple(ticket(f"t{n}", prizes) for n, prizes in enumerate(draw(TICKETS)))
    rules = ReadableLottery(tickets, draw(st.integers(2, 3)))
    state, actions = rules.initial(), list[str]()
    for _ in range(draw(st.integers(0, 6))):
        if isinstance(rules.node(state), Over):
            break
        action: Any = draw(st.sampled_from(possible_actions(rules, state)))
        actions.append(rules.format(action))
        state = rules.apply(state, action)
    return rules, match(*actions, players=rules.players)


@given(played())
def test_start_luck_and_decisions_add_up_to_the_result(played: tuple[LotteryRules, Record]) -> None:
    rules, record = played
    found = review(lottery(rules), record, Exact(rules))
    assert len(found.moments) == len(record.actions)
    for own in found.accounts:
        assert own.start + own.luck + own.own + own.others == pytest.approx(own.result, abs=1e-9)
        assert own.own == pytest.approx(-own.lost, abs=1e-9), "values are exact"
    plies = record.plies(lottery(rules))
    last = plies[-1].after if plies else rules.initial()
    assert found.result == Exact(rules).value(last).seats


@given(played())
def test_a_decision_never_gains_and_the_best_one_gives_nothing_away(
    played: tuple[LotteryRules, Record],
) -> None:
    rules, record = played
    for each in review(lottery(rules), record, Exact(rules)).moments:
        assert each.lost >= 0
        assert (each.best is each.chosen) == (each.lost == 0)
        assert [m.value for m in each.moves] == sorted((m.value for m in each.moves), reverse=True)
        chance = not isinstance(
            rules.node(record.plies(lottery(rules))[each.ply - 1].before), Decision
        )
        assert (each.actor is None) == chance


def test_who_acts_out_of_turn_could_have_done_nothing() -> None:
    only = snatched("snatch").moments[0]
    assert only.actor == 1
    assert {move.text: move.value for move in only.moves} == {"snatch": 1.0, NOTHING: 0.5}
    assert only.lost == 0.0


def test_leaving_the_table_is_no_choice() -> None:
    found = snatched("leave", "wait", "go")
    assert [(m.actor, [move.text for move in m.moves]) for m in found.moments] == [
        (1, []),
        (0, ["go", "wait"]),
        (0, ["go", "wait"]),
    ]
    assert [m.lost for m in found.moments] == [0.0, 0.5, 0.0]
    assert found.accounts[1].choices == 0


def test_a_seat_that_was_handed_over_has_all_their_names() -> None:
    handed = replace(match("bold", "prize 2 0"), changes=(Change(1, 0, Seat("Cleo")),))
    found = review(LOTTERY, handed, Exact(RULES))
    assert found.names == ("Ann / Cleo", "Ben")
    assert [own.name for own in found.accounts] == ["Ann / Cleo", "Ben"]


def test_a_match_that_is_not_over_has_its_last_value_as_result() -> None:
    found = review(LOTTERY, match("bold", "prize 2 0"), Exact(RULES))
    assert found.result == (0.75, 0.25)
    assert review(LOTTERY, match(), Exact(RULES)).result == (0.5, 0.5)


@pytest.mark.parametrize(("seat", "lost"), [(0, 0.75), (1, 0.25)])
def test_giving_up_is_a_decision(seat: int, lost: float) -> None:
    result = Result((2, 0), (1 - seat,), "Somebody resigned.", seat)
    found = review(LOTTERY, match("bold", "prize 2 0", result=result), Exact(RULES))
    last = found.moments[-1]
    assert (last.ply, last.actor, last.text, last.told) == (3, seat, RESIGN, "Somebody resigned.")
    assert [move.text for move in last.moves] == [PLAY_ON, RESIGN]
    assert last.lost == lost
    assert found.result[seat] == 0.0
    own = found.accounts[seat]
    assert own.start + own.luck + own.own + own.others == own.result


def test_giving_up_has_no_value_in_another_unit() -> None:
    result = Result((2, 0), (1,), "Ann resigned.", 0)
    found = review(LOTTERY, match("bold", result=result), Exact(RULES, unit="points"))
    assert [m.text for m in found.moments] == ["bold"]


def test_every_position_is_judged_once() -> None:
    class Counting(Exact):
        def value(self, state: Any) -> Any:
            judged.append(state)
            return super().value(state)

    judged: list[Any] = []
    told: list[tuple[int, int]] = []
    record = match("bold", "prize 2 0", "safe", "prize 1 0")
    review(LOTTERY, record, Counting(RULES), lambda done, total: told.append((done, total)))
    assert len(judged) == len(set(judged)) == 8, "4 states (a forced draw adds none), 4 others"
    assert [*told[:-1]] == [(n, 8) for n in range(8)]
    assert told[-1][0] == told[-1][1]


def test_it_can_be_stopped() -> None:
    answers = iter([False, False, True])
    with pytest.raises(Interrupted):
        review(LOTTERY, match("bold", "prize 2 0"), Exact(RULES), stopped=lambda: next(answers))


def test_what_one_seat_saw_cannot_be_reviewed() -> None:
    partial = match("bold").seen_by(0, LOTTERY)
    with pytest.raises(InvalidRecord, match="cannot be reviewed"):
        review(LOTTERY, partial, Exact(RULES))
    with pytest.raises(InvalidRecord, match="cannot be reviewed"):
        affordable(LOTTERY, partial)


def test_secrets_are_not_told_while_a_match_goes_on() -> None:
    circuit = game("circuit")
    rules = circuit.rules(2)
    state, actions = rules.initial(), list[str]()
    while rules.hide(state, None) == state:
        action = possible_actions(rules, state)[0]
        actions.append(rules.format(action))
        state = rules.apply(state, action)
    record = Record("circuit", 1, (Seat("Ann"), Seat("Ben")), actions=tuple(actions))
    with pytest.raises(GamenightError, match="when it is over"):
        review(circuit, record, Exact(rules))
    with pytest.raises(GamenightError, match="Circuit has no odds while something is hidden"):
        judged_odds(circuit, rules, state, ("Ann", "Ben"))
    over = Result((0, 0), (1,), "Ann resigned.", 0)
    resigned = Record("circuit", 1, record.seats, actions=record.actions, result=over)

    class Even:
        unit, source = "wins", "a guess"

        def value(self, state: Any) -> Any:
            return EvenUntilOver().value("start")

    assert review(circuit, resigned, Even()).source == "a guess; judged with all secrets open"


def estimated(actor: int | None, before: float, after: float) -> Moment:
    """A ply between two values that are only known with these standard errors, the second seat's
    being twice as large; nothing between two that are the same."""
    errors = ((before, 2 * before), (after, 2 * after)) if before or after else ((), ())
    return Moment(1, actor, None, "", "", (0.5, 0.5), (0.5, 0.5), errors)


@pytest.mark.parametrize(
    ("moments", "error"),
    [
        ([estimated(None, 3, 0)], 3),
        ([estimated(None, 0, 3), estimated(None, 3, 4)], 4),
        ([estimated(0, 7, 3), estimated(None, 3, 9), estimated(None, 9, 4)], 5),
        ([estimated(None, 0, 3), estimated(0, 3, 4), estimated(None, 4, 0)], 5),
        ([estimated(None, 0, 3), estimated(0, 0, 0), estimated(None, 3, 0)], 0),
        ([estimated(0, 3, 4)], 0),
    ],
)
def test_between_two_rolls_an_error_cancels_out(moments: list[Moment], error: float) -> None:
    found = Review("toy", ("Ann", "Ben"), "wins", "", (0.5, 0.5), tuple(moments), (0.5, 0.5))
    assert [account.luck_error for account in found.accounts] == [error, 2 * error]


class Restless:
    """A judge to whom every state is worth something else."""

    unit, source = "wins", "a checksum"

    def __init__(self, players: int):
        self.players = players

    def value(self, state: Any) -> Value:
        return Value(
            tuple(crc32(f"{seat} {state!r}".encode()) / 2**32 for seat in range(self.players))
        )


@pytest.mark.parametrize("id", games())
def test_what_chance_does_is_listed_in_words_and_counted_once(id: str) -> None:
    own, rng = game(id), Random(3)
    players = min(max(own.players()[0], 2), own.players()[-1])
    rules = own.rules(players)
    state, actions = rules.initial(), list[str]()
    while not isinstance(node := rules.node(state), Over):
        action = rng.choice(possible_actions(rules, state))
        actions.append(rules.format(action))
        state = rules.apply(state, action)
    seats = tuple(Seat(f"Player {number}") for number in range(players))
    result = Result(node.scores, node.winners, node.reason)
    record = Record(id, own.version, seats, actions=tuple(actions), result=result)
    found = review(own, record, Restless(players))
    listed = [found.moments[index] for index in Digest(found).listed]
    assert [one.text for one in listed if one.actor is None and not one.told] == []
    assert [one.text for one in found.moments if any(one.change) and one not in listed] == []
    raw = {one.text for one in found.moments if one.actor is None and not one.told}
    told = "\n".join(review_lines(found, Style(width=200), everything=True))
    assert [text for text in raw if f"  {text}\n" in f"{told}\n"] == []
    for account in found.accounts:
        total = account.start + account.luck + account.own + account.others
        assert total == pytest.approx(account.result)
