"""step, replay, sampling and perft over the toy games."""

from __future__ import annotations

import pickle
from collections import Counter
from random import Random

import pytest

import gamenight
from gamenight.core.errors import IllegalAction, InvalidAction, InvalidRecord
from gamenight.core.play import perft, pick, playout, read, replay, sample, step
from gamenight.core.rules import Chance, Decision, Over
from tests.toys.heist import HEIST, Move
from tests.toys.nim import NIM

# Seat 1 holds a dodge and a trap, seat 2 an alarm and a trap.
DEALT = ("deal trap", "deal alarm", "deal dodge", "deal trap")


def test_step_applies_what_a_text_names() -> None:
    rules = NIM.rules()
    state = step(rules, step(rules, rules.initial(), "take 3"), "take 1")
    assert (state.left, state.player) == (8, 0)


@pytest.mark.parametrize(
    ("text", "seat", "sentence"),
    [
        ("take 9", None, "invalid action 'take 9' (legal: take 1, take 2, take 3)"),
        ("", 0, "invalid action '' (legal: take 1, take 2, take 3)"),
        ("take 1", 1, "illegal action 'take 1' (it is seat 1's turn, not seat 2's)"),
        ("\x1b[2J", 0, r"invalid action '\x1b[2J' (legal: take 1, take 2, take 3)"),
    ],
)
def test_a_refusal_names_what_was_given_and_what_is_possible(
    text: str, seat: int | None, sentence: str
) -> None:
    rules = NIM.rules()
    with pytest.raises(InvalidAction) as refused:
        step(rules, rules.initial(), text, seat)
    assert str(refused.value) == sentence
    assert refused.value.given == text


def test_a_refusal_after_the_end() -> None:
    rules = NIM.rules()
    *_, last = replay(rules, ["take 3"] * 4)
    with pytest.raises(IllegalAction, match="the game is over"):
        step(rules, last.after, "take 1")


def test_nobody_chooses_what_chance_decides() -> None:
    rules = HEIST.rules(2)
    with pytest.raises(IllegalAction, match="it is up to chance"):
        step(rules, rules.initial(), "deal trap", seat=0)
    assert step(rules, rules.initial(), "deal trap").hands[0] == ("trap",)


def test_a_refusal_lists_only_what_the_seat_may_see() -> None:
    rules = HEIST.rules(2)
    *_, last = replay(rules, [*DEALT, "loot", "roll 5"])
    assert read(rules, last.after, "2 alarm", 1) == Move("alarm", 1)
    with pytest.raises(InvalidAction) as refused:
        step(rules, last.after, "nonsense", 0)
    assert str(refused.value) == "invalid action 'nonsense' (legal: loot, bank, trap 2)"


def test_replay_tells_who_acted() -> None:
    plies = list(replay(HEIST.rules(2), [*DEALT, "loot", "roll 2", "bank"]))
    assert [ply.actor for ply in plies] == [None, None, None, None, 0, None, 0]


def test_sampling_follows_the_weights() -> None:
    chance = Chance((("a", 1), ("b", 2), ("c", 3)))
    assert [pick(chance, number) for number in range(6)] == ["a", "b", "b", "c", "c", "c"]
    rng = Random(7)
    drawn = Counter(sample(chance, rng) for _ in range(6000))
    assert all(abs(drawn[key] - 1000 * n) < 150 for key, n in (("a", 1), ("b", 2), ("c", 3)))


def test_playout_ends() -> None:
    over, plies = playout(HEIST.rules(3), HEIST.rules(3).initial(), Random(1))
    assert isinstance(over, Over)
    assert plies > 6


def test_perft_counts_lines() -> None:
    rules = NIM.rules()
    assert [perft(rules, rules.initial(), depth) for depth in range(4)] == [1, 3, 9, 27]
    almost = rules.initial()._replace(left=2)
    assert [perft(rules, almost, depth) for depth in range(4)] == [1, 2, 1, 0]


def test_decision_tells_who_may_do_what() -> None:
    decision = Decision(1, ("a",), others=((0, ("b", "c")),), table=((2, ("leave 3",)),))
    assert [decision.of(seat) for seat in range(3)] == [("b", "c"), ("a",), ()]
    assert decision.at_table(2) == ("leave 3",)
    assert [decision.actor(action) for action in ("a", "c", "leave 3")] == [1, 0, 2]
    with pytest.raises(IllegalAction):
        decision.actor("z")


@pytest.mark.parametrize(
    "error",
    [
        InvalidAction("no such thing: 'x'", "x", ("a", "b")),
        InvalidRecord("ply 3: no", "x", (), 3),
        gamenight.LawBroken("text", "two actions have one text", (1, 2), "x"),
    ],
)
def test_errors_survive_pickling(error: gamenight.GamenightError) -> None:
    copy = pickle.loads(pickle.dumps(error))
    assert type(copy) is type(error)
    assert (str(copy), vars(copy)) == (str(error), vars(error))
