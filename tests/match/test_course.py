"""The course of a match: who is next, who is asked out of turn, ready, words for later."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from gamenight.core import registry
from gamenight.core.bot import BotInfo
from gamenight.core.errors import GamenightError, InvalidAction
from gamenight.core.record import Seat
from gamenight.core.rules import Decision
from gamenight.match.course import Course
from gamenight.match.local import LocalTable
from gamenight.match.match import Match
from gamenight.match.sqlite import SqliteStore
from gamenight.match.turn import Turn
from tests.match.courses import done, drive
from tests.match.matches import ANN, BEN, BOT, CLEO, again, rolling, with_alarm
from tests.toys.heist import HEIST
from tests.toys.nim import NIM

# Out of turn.


def test_all_who_may_act_are_named_at_once() -> None:
    match = with_alarm(ANN, BEN, CLEO)
    assert Course(match).turn() == Turn("person", (0, 1, 2))
    stake = match.state.stake
    assert match.play("3 alarm", 2, match.at).actor == 2
    assert match.state.stake == stake // 2
    assert Course(match).turn() == Turn("person", (0, 1))
    with pytest.raises(InvalidAction):
        match.play("3 alarm", 1, match.at)


def test_bots_are_asked_once_after_each_ply_in_seat_order() -> None:
    match = with_alarm(ANN, BOT, Seat("Careful 2", "careful"))
    course, passed = Course(match), []
    while (turn := course.turn()).kind == "elsewhere":
        assert turn.seats == (), "whose turn it is is known, and who else could act is not told"
        before = match.at
        done(course.advance())
        assert match.at == before, "this one never sounds an alarm"
        passed.append(match.passed)
    assert passed == [{1}, {1, 2}]
    assert course.turn() == Turn("person", (0,))
    assert Course(again(match)).turn() == Turn("person", (0,)), "nobody is asked twice"


def test_people_are_asked_all_at_once_before_a_bot_plays() -> None:
    match = with_alarm(ANN, BEN, CLEO)
    match.sit(0, BOT)
    course = Course(match)
    assert course.turn() == Turn("offered", (1, 2))
    match.passes(1, match.at)
    assert course.turn() == Turn("offered", (2,))
    assert Course(again(match)).turn() == Turn("offered", (2,)), "nor is anybody forgotten"
    match.play("3 alarm", 2, match.at)
    assert course.turn() == Turn("offered", (1,)), "all are asked anew"
    match.passes(1, match.at)
    assert course.turn() == Turn("elsewhere", (0,))


def test_several_people_at_one_screen_are_not_asked_out_of_turn() -> None:
    match = with_alarm(ANN, BEN, CLEO)
    match.sit(0, BOT)
    assert Course(match, one_screen=True).turn() == Turn("elsewhere", (0,))
    match.sit(2, Seat("Machine", "careful"))
    match.passes(2, match.at)
    assert Course(match, one_screen=True).turn() == Turn("offered", (1,)), "but somebody alone is"


def test_undo_takes_back_a_pass_first_and_then_all_are_asked_again() -> None:
    match = with_alarm(BOT, BEN, CLEO)
    plies = len(match.plies)
    match.passes(1, match.at)
    match.play("3 alarm", 2, match.at)
    match.passes(1, match.at)
    match.undo()
    assert len(match.plies) == plies + 1, "only the pass"
    assert match.passed == frozenset()
    match.undo()
    assert len(match.plies) == plies
    for found in (match, again(match)):
        assert found.passed == frozenset()
        assert Course(found).turn() == Turn("offered", (1, 2))


def test_whoever_sits_down_has_not_passed() -> None:
    match = with_alarm(BOT, BEN, CLEO)
    match.passes(1, match.at)
    match.passes(2, match.at)
    match.sit(1, Seat("Dora"))
    for found in (match, again(match)):
        assert Course(found).turn() == Turn("offered", (1,))


# Ready.


def test_a_persons_roll_waits_for_a_word_and_a_bots_does_not() -> None:
    table = rolling(ANN, BEN)
    assert table.turn() == Turn("ready", (0,))
    assert done(table.advance()) == ""
    assert table.last == 0, "nothing falls before that"
    with pytest.raises(InvalidAction, match="no roll is waiting for Ben"):
        done(table.ready(1))
    done(table.ready(0))
    assert table.turn() == Turn("elsewhere")
    done(table.advance())
    assert table.turn().kind == "person"
    assert rolling(Seat("Machine", "easy"), ANN).turn() == Turn("elsewhere", (0,))


def test_a_game_may_want_the_roll_said_after_ready_after_a_decline_and_in_a_chain() -> None:
    table = LocalTable(Match.new(SqliteStore(), registry.game("thief"), (ANN, BEN, CLEO), seed=1))
    asked: list[str] = []
    while table.last < 60:
        turn = table.turn()
        if turn.kind in ("ready", "roll"):
            asked.append(f"{table.last} {turn.kind}")
            done(table.ready(turn.seats[0]))
        elif turn.kind == "person":
            done(table.play("decline" if table.state().asked is not None else "end", turn.seats[0]))
        else:
            done(table.advance())
    texts = table.record().actions
    assert asked[:2] == ["0 ready", "0 roll"], "nothing of it is in the record"
    for number, text in enumerate(texts[:-1]):
        questions = [line.split()[1] for line in asked if line.startswith(f"{number + 1} ")]
        if text == "decline":
            assert questions == ["ready", "roll"], "whoever declines begins a turn of their own"
    assert "decline" in texts


def test_whoever_chains_rolls_all_dice_on_a_word_of_their_own() -> None:
    """Also where the roll before was the chain: dice that nobody has thrown do not fall."""
    match = Match.new(SqliteStore(), registry.game("thief"), (ANN, BEN, CLEO), seed=5)
    table = LocalTable(match)
    chains = 0
    for _ in range(400):
        turn = table.turn()
        if turn.kind == "roll":
            chains += table.state().pot > 0
        if turn.kind in ("ready", "roll"):
            done(table.ready(turn.seats[0]))
        elif turn.kind == "person":
            assert isinstance(match.node, Decision)
            done(table.play(match.rules.format(match.node.actions[0]), turn.seats[0]))
        elif turn.kind == "over":
            break
        else:
            before = table.last
            done(table.advance())
            assert table.last == before + 1, "one roll for one word"
    assert chains > 3


def test_the_choice_to_roll_is_the_only_one() -> None:
    table = LocalTable(Match.new(SqliteStore(), registry.game("thief"), (ANN, BEN, CLEO), seed=1))
    done(table.ready(0))
    assert table.turn() == Turn("roll", (0,))
    assert [(c.text, c.label, c.default) for c in table.rolling(0).choices] == [
        ("roll", "Roll 5 dice", True)
    ]


def test_ready_is_asked_again_after_an_undo() -> None:
    table = rolling(ANN, Seat("Machine", "easy"))
    done(table.ready(0))
    done(table.advance())
    done(table.play("hold", 0))
    done(table.undo())
    assert table.turn().kind == "person"
    fresh = rolling(ANN, BEN)
    done(fresh.ready(0))
    done(fresh.sit(0, CLEO))
    assert fresh.turn() == Turn("elsewhere"), "the match stands where it stood"


# Bots.


def test_an_answer_that_comes_too_late_is_not_played() -> None:
    class Slow:
        """While it thinks, somebody takes its seat."""

        def choose(self, rules: Any, view: Any, seat: int, rng: Any, limit: Any) -> Any:
            match.sit(seat, Seat("Zoe"))
            return 1

    game = replace(NIM, bots={"slow": BotInfo("Slow", "Dawdles.", Slow())})
    match = Match.new(SqliteStore(), game, (Seat("Slow", "slow"), ANN))
    table = LocalTable(match)
    done(table.advance())
    assert match.plies == []
    assert table.turn() == Turn("person", (0,))


def test_a_bot_that_breaks_is_told_about() -> None:
    class Broken:
        def choose(self, *given: Any) -> Any:
            raise KeyError("nothing here")

    game = replace(NIM, bots={"broken": BotInfo("Broken", "Breaks.", Broken())})
    table = LocalTable(Match.new(SqliteStore(), game, (Seat("Broken", "broken"), ANN)))
    with pytest.raises(GamenightError, match="the bot broken failed"):
        done(table.advance())
    assert table.busy == ""


def test_what_a_bot_prepares_is_told_once() -> None:
    told: list[str] = []

    def prepare(rules: Any) -> Any:
        yield "Building a table ..."
        yield "Almost there ..."

    async def think(sentence: str, job: Any) -> Any:
        told.append(sentence)
        assert table.busy == sentence
        return job()

    random = replace(HEIST.bots["careful"], prepare=prepare)
    game = replace(HEIST, bots={"careful": random})
    match = Match.new(SqliteStore(), game, (BOT, Seat("Careful 2", "careful")), seed=1)
    match.chance()
    table = LocalTable(match, think)
    while table.turn().kind != "over":
        done(table.advance())
    prepared = [text for text in told if text and "thinking" not in text]
    assert prepared == ["careful is getting ready ...", "Building a table ...", "Almost there ..."]
    assert "Careful 2 is thinking ..." in told
    assert "" in told, "who thinks out of turn is not told"


def test_a_bot_is_asked_after_the_player_before_one_that_sits_earlier() -> None:
    asked: list[int] = []

    class Listed:
        """Writes down when it is asked, and never acts out of turn."""

        def choose(self, rules: Any, view: Any, seat: int, rng: Any, limit: Any) -> Any:
            node = rules.node(view)
            if node.player == seat:
                return node.actions[0]
            asked.append(seat)
            return None

    game = replace(HEIST, bots={"listed": BotInfo("Listed", "Lists.", Listed())})
    bots = (Seat("A", "listed"), ANN, Seat("B", "listed"))
    for seed in range(500):
        match = Match.new(SqliteStore(), game, bots, seed=seed)
        drive(match, lambda match: match.state.player == 1 and bool(match.state.stake))
        if match.result is None and {0, 2} <= {seat for seat, _ in match.node.others}:  # type: ignore[union-attr]
            break
    asked.clear()
    course = Course(match)
    while course.turn().kind == "elsewhere":
        done(course.advance())
    assert asked == [2, 0]
