"""What happens to a match while a bot prepares or thinks."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from gamenight.core.bot import BotInfo, Limit, no_preparation
from gamenight.core.options import values
from gamenight.core.record import Record, Seat
from gamenight.match.course import Course
from gamenight.match.local import LocalTable
from gamenight.match.match import Match
from gamenight.match.sqlite import SqliteStore
from gamenight.match.turn import Turn
from tests.match.courses import done
from tests.match.matches import ANN, BEN, BOT, CLEO, heist, nim
from tests.toys.heist import HEIST
from tests.toys.nim import NIM


class Meddled:
    """A bot during whose thinking, or preparing, something else happens."""

    def __init__(self, prepares: bool, deed: Callable[[Meddled], object]):
        self.rngs = list[Any]()

        def prepare(rules: Any) -> Any:
            deed(self)
            yield "Preparing ..."

        def thinks(own: Any, rules: Any, view: Any, seat: int, rng: Any, limit: Any) -> Any:
            self.rngs.append(rng)
            if not prepares:
                deed(self)
            return 1

        bot = type("Thinker", (), {"choose": thinks})()
        ready = prepare if prepares else no_preparation
        info = BotInfo("M", "Is meddled with.", bot, prepare=ready)
        game = replace(NIM, bots={"m": info})
        self.match = Match.new(SqliteStore(), game, (ANN, Seat("M", "m")))
        self.table = LocalTable(self.match)
        done(self.table.play("take 1", 0))


@pytest.mark.parametrize("prepares", [False, True])
@pytest.mark.parametrize("what", ["undo", "sit", "resign"])
def test_the_answer_of_a_bot_is_not_wanted_any_more(what: str, prepares: bool) -> None:
    deeds: dict[str, Callable[[Match], object]] = {
        "undo": lambda match: match.undo(),
        "sit": lambda match: match.sit(1, CLEO),
        "resign": lambda match: match.resign(0),
    }
    meddled = Meddled(prepares, lambda meddled: deeds[what](meddled.match))
    assert done(meddled.table.advance()) == ""
    assert len(meddled.match.plies) == (0 if what == "undo" else 1)
    assert all(rng.stopped for rng in meddled.rngs), "nothing thinks on"
    assert bool(meddled.rngs) is not prepares


@pytest.mark.parametrize("prepares", [False, True])
def test_a_bot_that_was_stopped_does_not_play(prepares: bool) -> None:
    meddled = Meddled(prepares, lambda meddled: meddled.table.interrupt())
    done(meddled.table.advance())
    assert len(meddled.match.plies) == 1
    assert meddled.table.turn() == Turn("elsewhere", (1,))


def test_what_is_busy_is_told_until_it_is_done_whatever_else_is() -> None:
    async def whole() -> None:
        course, ends = Course(nim(), think=waiting), [asyncio.Event(), asyncio.Event()]
        tasks = []
        for sentence, end in zip(("A is thinking ...", "Looking ..."), ends, strict=True):
            events[sentence] = end
            tasks.append(asyncio.ensure_future(course.think(sentence, lambda: None)))
            await asyncio.sleep(0)
            assert course.busy == sentence
        ends[0].set()
        await tasks[0]
        assert course.busy == "Looking ..."
        ends[1].set()
        await tasks[1]
        assert course.busy == ""

    events: dict[str, asyncio.Event] = {}

    async def waiting(sentence: str, job: Any) -> Any:
        await events[sentence].wait()
        return job()

    asyncio.run(whole())


def test_draws_are_watched_one_by_one() -> None:
    table = LocalTable(heist(ANN, BEN, CLEO, seed=1))
    done(table.advance(1))
    assert table.last == 1
    done(table.advance())
    assert table.last == 6


def test_all_bots_prepare_before_anybody_could_act_out_of_turn() -> None:
    told: list[str] = []

    def prepare(rules: Any) -> Any:
        yield "Building a table ..."

    async def think(sentence: str, job: Any) -> Any:
        told.append(sentence)
        return job()

    careful = replace(HEIST.bots["careful"], prepare=prepare)
    game = replace(HEIST, bots={"careful": careful})
    table = LocalTable(Match.new(SqliteStore(), game, (ANN, BOT), seed=1), think)
    done(table.advance())
    assert told == ["careful is getting ready ...", "Building a table ..."]
    assert table.turn().kind == "person"


def test_bots_have_the_same_time_out_of_turn_whoever_may_act() -> None:
    """Before a person is asked, bots are listened to once at every moment, also where none can act;
    one that is slow is stopped in time, and passes."""
    for cards in ("alarm", "trap"):
        table, asked = slow_table(cards)
        turns = []
        while (turn := table.turn()).kind != "person":
            turns.append(turn)
            done(table.advance())
        assert turns == [Turn("elsewhere")], "the same steps with the card and without it"
        assert asked == ([1] if cards == "alarm" else [])
        assert table.record().actions[-1].startswith("roll"), "it came too late to act"


class Slow:
    """Thinks for ever out of turn."""

    def __init__(self) -> None:
        self.asked: list[int] = []

    def choose(self, rules: Any, view: Any, seat: int, rng: Random, limit: Limit) -> Any:
        self.asked.append(seat)
        while True:
            rng.random()


def slow_table(card: str) -> tuple[LocalTable, list[int]]:
    """Ann has a stake; the bot holds this card twice."""
    slow = Slow()
    game = replace(HEIST, bots={"slow": BotInfo("slow", "Never ends.", slow)})
    cards = ("trap", card, "trap", card)
    texts = (*(f"deal {one}" for one in cards), "loot", "roll 5")
    seats, options = (Seat("Ann"), Seat("Slow", "slow")), values(HEIST.options())
    record = Record("heist", 1, seats, options, texts)
    table = LocalTable(Match.adopt(SqliteStore(), record, game))
    table.listening = 0.05
    return table, slow.asked


class Eager:
    """Does out of turn whatever it can."""

    def choose(self, rules: Any, view: Any, seat: int, rng: Random, limit: Limit) -> Any:
        return rules.node(view).of(seat)[0]


def test_a_bot_does_not_act_out_of_turn_at_another_moment_than_it_was_asked() -> None:
    """Ann takes her move back while the bots are being listened to."""
    game = replace(HEIST, bots={"eager": BotInfo("eager", "Cannot wait.", Eager())})
    cards = ("trap", "alarm", "trap", "alarm")
    texts = (*(f"deal {card}" for card in cards), "loot", "roll 5")
    seats, options = (Seat("Ann"), Seat("Eager", "eager")), values(HEIST.options())
    match = Match.adopt(SqliteStore(), Record("heist", 1, seats, options, texts), game)
    jobs = []

    async def think(sentence: str, job: Callable[[], Any]) -> Any:
        jobs.append(job)
        result = job()
        if len(jobs) == 3:  # getting ready, choosing, and the rest of the time
            match.undo()
        return result

    course = Course(match, think)
    course.listening = 0.01
    assert course.turn() == Turn("elsewhere")
    done(course.advance())
    assert len(jobs) == 3
    assert match.record.actions == texts[:4], "Ann's move was taken back, and nobody acted"
    assert course.turn() == Turn("elsewhere"), "at this moment they are still to be listened to"
