"""What somebody can ask the others for, and say to them, from either front end."""

from __future__ import annotations

import asyncio

import pytest

from gamenight.app.screens.dialogs import LineDialog, PickDialog
from gamenight.app.screens.ending import EndingPage
from gamenight.app.screens.table import TablePage
from gamenight.core import registry
from gamenight.core.record import Seat
from gamenight.match.table import NotHere, NotPossible
from gamenight.match.words import words_at
from gamenight.online import protocol
from tests.app.screens import screen_text
from tests.app.tables import asked, at_table, question, run, until
from tests.online.fakes import FakeServer
from tests.online.test_app import joined as joined_app
from tests.online.test_plain import joined as joined_plain
from tests.online.test_remote import joined

OWARE, THIEF = registry.game("oware"), registry.game("thief")
ASKED = "Waiting for Ben's answer."
ANN, BEN, CAT = Seat("Ann"), Seat("Ben"), Seat("Cat")


def test_the_match_ends_when_everybody_wants_it() -> None:
    async def test() -> None:
        server = FakeServer(OWARE, [ANN, BEN])
        ann, ben = await joined(server, 0), await joined(server, 1)
        while not ann.mirror.places[1].here:
            await asyncio.sleep(0)
        (end,) = ann.proposals
        assert end.told == "nobody wins; Ben has to say yes"
        assert await ann.propose(end.words) == ASKED
        assert ann.asking == ASKED
        while not ben.offers:
            await asyncio.sleep(0)
        assert ben.offers[0].sentence == "Ann would like to end the match"
        assert not ann.offers
        await ben.answer(ben.offers[0].id, True)
        assert ben.result is not None
        assert [one.words for one in ben.proposals] == ["round"]

    run(test)


def test_a_machine_plays_for_somebody_who_is_gone() -> None:
    async def test() -> None:
        server = FakeServer(THIEF, [ANN, BEN, CAT])
        ann, cat = await joined(server, 0), await joined(server, 2)
        assert [one.words for one in cat.proposals] == ["end", "machine Ben"]
        for words in ("machine Ben", " MACHINE  ben ", "2"):
            await cat.propose(words)
            assert server.heard[-1] == protocol.Offer(server.heard[-1].id, "stand_in", 1)
        while not ann.offers:
            await asyncio.sleep(0)
        assert ann.offers[0].sentence == "Cat would like to let a machine play for Ben"

    run(test)


@pytest.mark.parametrize("words", ["", "machine Ann", "round", "undo", "tea"])
def test_what_cannot_be_proposed(words: str) -> None:
    async def test() -> None:
        table = await joined(FakeServer(OWARE, [ANN, BEN]), 0)
        with pytest.raises(NotPossible, match=r"\(possible: end, machine Ben\)"):
            await table.propose(words)

    run(test)


def test_a_spectator_proposes_nothing_and_says_nothing() -> None:
    async def test() -> None:
        table = await joined(FakeServer(OWARE, [ANN, BEN], chat=True))
        assert table.proposals == ()
        assert not {"offer", "say", "resign", "undo", "now", "yes"} & {*words_at(table)}
        assert table.watching == "You are watching: the match has begun."
        with pytest.raises(NotPossible, match="nothing that you could propose now"):
            await table.propose("end")
        with pytest.raises(NotHere):
            await table.say("hello")

    run(test)


def test_among_machines_there_is_nobody_to_ask() -> None:
    async def test() -> None:
        table = await joined(FakeServer(OWARE, [ANN, Seat("Rob", "random")]), 0)
        assert table.proposals == ()

    run(test)


def test_the_menu_asks_the_others() -> None:
    async def test() -> None:
        server = FakeServer(OWARE, [ANN, BEN])
        async with joined_app(server, 0) as (app, pilot):
            await asked(app, pilot)
            names = {entry.key: entry.name for entry in at_table(app).entries()}
            assert names["e"] == "Let us end it"
            assert names["2"] == "A machine for Ben"
            assert not {"i", "o", "b"} & {*names}
            await pilot.press("escape")
            await until(pilot, lambda: isinstance(app.screen, PickDialog))
            await pilot.press("e")
            await until(pilot, lambda: ASKED in screen_text(app))
            assert not at_table(app).play.note.text, "which goes when it is no longer so"
            assert isinstance(server.heard[-1], protocol.Offer)
            await until(pilot, lambda: question(app) is not None)
            server._answered(protocol.Answer(1, server.offers[0].id, True))
            await until(pilot, lambda: isinstance(app.screen, EndingPage))
            keys = {key for key, _ in app.screen.keys()}  # type: ignore[attr-defined]  # noqa: SIM118
            assert "n" in keys
            assert not {"c", "u"} & keys

    run(test)


def test_who_comes_later_uses_the_code() -> None:
    async def test() -> None:
        server = FakeServer(THIEF, [ANN, BEN, CAT], {"open_table": True})
        async with joined_app(server, 0) as (app, pilot):
            await until(pilot, lambda: isinstance(app.screen, TablePage))
            table = at_table(app).table
            while table.turn().kind in ("ready", "roll"):
                await table.ready(0)
                await until(pilot, lambda: table.last == len(server.played.plies))
            names = {entry.key: entry for entry in at_table(app).entries()}
            assert "i" not in names, "nobody could sit down"
            ben = await joined(server, 1)
            await ben.leave(1)
            await until(pilot, lambda: table.absent == (1,))
            (joins,) = [one for one in at_table(app).entries() if one.key == "i"]
            assert joins.told.endswith("join K7QM3 --server http://h:1")
            await ben.join(BEN)
            await until(pilot, lambda: not table.absent)
            assert names["o"].name == "Leave the table"
            for key in "ny":
                names["o"].deed()
                await until(pilot, lambda: isinstance(app.screen, PickDialog))
                await pilot.pause()
                assert "do you really want to leave the table?" in screen_text(app)
                assert "the others play on" in screen_text(app)
                await pilot.press(key)
                await until(pilot, lambda: isinstance(app.screen, TablePage))
                assert not table.absent or key == "y"
            await until(pilot, lambda: table.absent == (0,))
            (back,) = [one for one in at_table(app).entries() if one.key == "b"]
            assert back.name == "Come back"

    run(test)


def test_whoever_gave_up_can_sit_down_again() -> None:
    async def test() -> None:
        server = FakeServer(THIEF, [ANN, BEN, CAT])
        async with joined_app(server, 1) as (app, pilot):
            await until(pilot, lambda: isinstance(app.screen, TablePage))
            table = at_table(app).table
            await table.resign(1)
            assert table.resting == (1,)
            (back,) = [one for one in at_table(app).entries() if one.key == "b"]
            back.deed()
            await until(pilot, lambda: isinstance(server.heard[-1], protocol.Back))

    run(test)


def test_plain_words_ask_the_others() -> None:
    server, output = joined_plain(
        lambda: FakeServer(OWARE, [ANN, BEN]), "?\noffer tea\noffer end\nquit\n", 0
    )
    assert "ask the others: offer end, offer machine Ben" in output
    assert "'tea' cannot be proposed now (possible: end, machine Ben)" in output
    assert ASKED in output
    assert isinstance(server.heard[-1], protocol.Offer)


def test_talk_is_in_the_log_of_the_full_screen() -> None:
    async def test() -> None:
        server = FakeServer(OWARE, [ANN, BEN], chat=True)
        async with joined_app(server, 0) as (app, pilot):
            await asked(app, pilot)
            play = at_table(app).play
            await pilot.press("colon")
            await until(pilot, lambda: isinstance(app.screen, LineDialog))
            await pilot.press(*"say", "space", *"hello", "enter")
            await until(pilot, lambda: "Ann: hello" in play.chronicle.lines)
            server.act(0, "C")
            server.tell_all(protocol.Said("Ben", "hi"))
            server.tell_all(protocol.Said("Ben", "hi"))
            await until(pilot, lambda: play.chronicle.lines.count("Ben: hi") == 2)
            await until(pilot, lambda: "house 3" in play.chronicle.latest())
            server.undo()
            await until(pilot, lambda: at_table(app).table.last == 0)
            assert play.chronicle.lines.count("Ben: hi") == 2, "that cannot be taken back"
            assert "hi" not in play.chronicle.latest()

    run(test)


def test_talk_line_by_line() -> None:
    _, output = joined_plain(
        lambda: FakeServer(OWARE, [ANN, BEN], chat=True), "?\nsay hello\nquit\n", 0
    )
    assert "Ann: hello" in output
    assert "  say     say something to everybody at the table" in output


def test_nobody_talks_unless_the_host_wants_it() -> None:
    server, output = joined_plain(lambda: FakeServer(OWARE, [ANN, BEN]), "?\nsay hello\nq\n", 0)
    assert "  say " not in output
    assert "Nobody talks at this table: the host has not turned that on." in output
    assert not any(isinstance(one, protocol.Say) for one in server.heard)
