"""A match on a server, as the people at a screen see it: every view as it would be at one table."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import replace
from random import Random

import pytest

from gamenight.core import registry
from gamenight.core.errors import GamenightError, IllegalAction
from gamenight.core.record import Seat
from gamenight.core.rules import Decision
from gamenight.match.hints import NoHint
from gamenight.match.local import LocalTable
from gamenight.match.match import Match, StaleAction
from gamenight.match.table import NotHere
from gamenight.match.turn import At, Offer, Turn
from gamenight.online import connection, protocol
from gamenight.online.client import Client
from gamenight.online.connection import CONNECTING, TurnedAway, Unreachable
from gamenight.online.links import Address
from gamenight.online.remote import RemoteTable
from tests.online.fakes import TABLE, FakeServer

ANN, BEN, CAT = Seat("Ann"), Seat("Ben"), Seat("Cat")
OWARE = registry.game("oware")


def run(test: Callable[[], Awaitable[None]]) -> None:
    async def whole() -> None:
        async with asyncio.timeout(60):
            await test()

    asyncio.run(whole())


@pytest.fixture(autouse=True)
def _quick_tries(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connection, "SHORTEST", 0.001)


def client(server: FakeServer, *places: int) -> Client:
    address = Address("http://127.0.0.1:1", TABLE, tuple(f"token {place}" for place in places))
    return Client(address, server.dial)


async def joined(server: FakeServer, *places: int) -> RemoteTable:
    found = client(server, *places)
    await found.open()
    assert found.table is not None
    return found.table


async def until(reached: Callable[[], object]) -> None:
    while not reached():
        await asyncio.sleep(0)


async def duel() -> tuple[FakeServer, RemoteTable, RemoteTable]:
    """Oware between Ann, who begins, and Ben at another screen."""
    server = FakeServer(OWARE, [ANN, BEN])
    return server, await joined(server, 0), await joined(server, 1)


class Whole(LocalTable):
    """The match at one table, with somebody below."""

    def __init__(self, match: Match, below: int | None):
        super().__init__(match)
        self._nearest = below

    def _below(self, seats: Sequence[Seat]) -> int | None:
        return self._nearest


def test_two_screens_play_a_match() -> None:
    async def test() -> None:
        server, ann, ben = await duel()
        assert ann.here == (0,)
        assert (ann.turn(), ben.turn()) == (Turn("person", (0,)), Turn("elsewhere"))
        assert ben.busy == "Waiting for Ann ..."
        assert await ann.play("C", 0) == ""
        assert await ben.advance() == ""
        assert (ann.turn(), ben.turn()) == (Turn("elsewhere"), Turn("person", (1,)))
        await until(lambda: ben.last == 1)
        assert ben.steps(1, 1) == Whole(server.played, 1).steps(1, 1)
        told = [step.text for step in ben.steps(1, 1)]
        assert "Ann sows 4 seeds from house 3." in told
        assert ben.names == ("Ann", "Ben")

    run(test)


@pytest.mark.parametrize("game", registry.games())
@pytest.mark.parametrize("places", [(0,), (1,), (0, 1), ()])
def test_every_view_is_as_it_would_be_at_one_table(game: str, places: tuple[int, ...]) -> None:
    """Random play, out of turn too; scenes, tellings and records at every ply."""

    async def test() -> None:
        played = registry.game(game)
        count = 3 if 3 in played.players() else 2
        server = FakeServer(played, [ANN, BEN, CAT][:count])
        table, rng = await joined(server, *places), Random(3)
        whole = Whole(server.played, table.viewer)
        viewers = places if len(places) == 1 else (*places, None)
        while server.played.result is None and len(server.played.plies) < 60:
            node = server.played.node
            if isinstance(node, Decision):
                everyone = [one for one in node.everyone() if one[0] is not None]
                seat, action = rng.choice(everyone)
                server.act(seat, server.played.rules.format(action))
            else:
                before = len(server.played.plies)
                server.played.chance()
                server.publish(before)
            await until(lambda: table.at == server.played.at)
            for viewer in viewers:
                assert table.scene(viewer) == whole.scene(viewer)
                assert table.steps(table.last, viewer) == whole.steps(table.last, viewer)
        viewer = table.viewer
        seen = server.played.record.seen_by(viewer)
        record = table.record()
        assert record.actions == seen.actions
        assert record.result == seen.result
        assert record.partial == server.played.record.hides()

    run(test)


def test_what_is_refused_says_why_and_changes_nothing() -> None:
    async def test() -> None:
        server, ann, ben = await duel()
        with pytest.raises(IllegalAction, match="illegal action 'a'"):
            await ann.play("a", 0)
        with pytest.raises(NotHere):
            await ben.play("C", 0)
        await ann.play("C", 0)
        with pytest.raises(StaleAction, match="comes too late"):
            await ann.play("D", 0, At(0, 0))
        assert server.played.record.actions == ("C",)

    run(test)


def test_what_was_not_answered_is_sent_again_and_done_once() -> None:
    async def test() -> None:
        server, ann, ben = await duel()
        server.deaf = True
        playing = asyncio.ensure_future(ann.play("C", 0))
        await until(lambda: server.heard)
        server.deaf = False
        await server.cut()
        await playing
        assert [type(one) for one in server.heard] == [protocol.Play, protocol.Play]
        assert server.heard[0] == server.heard[1]
        assert server.played.record.actions == ("C",)
        await until(lambda: ben.last == 1)

    run(test)


def test_a_move_whose_answer_was_lost_comes_with_the_next_welcome() -> None:
    async def test() -> None:
        server, ann, _ = await duel()
        server.deaf = True
        playing = asyncio.ensure_future(ann.play("C", 0))
        await until(lambda: server.heard)
        server.played.play("C", 0, At(0, 0))
        server.deaf = False
        await server.cut()
        await playing
        assert (ann.last, server.played.record.actions) == (1, ("C",))
        assert server.hellos[-1].have is not None

    run(test)


def test_what_was_missed_is_caught_up_with() -> None:
    async def test() -> None:
        server, ann, ben = await duel()
        first = ann.plies
        server.act(0, "C")
        await until(lambda: ann.last == 1)
        known = ann.plies[0]
        server.down = True
        await server.cut()
        await until(lambda: ann.trouble == CONNECTING)
        assert ann.busy == CONNECTING
        server.act(1, "a")
        server.act(0, "F")
        server.down = False
        await until(lambda: ann.last == 3)
        assert ann.plies[0] is known
        assert first is ann.plies
        assert ann.trouble == ""
        assert {hello.have for hello in server.hellos[2:]} == {(1, 0)}
        assert ben.here == (1,)

    run(test)


def test_a_gap_makes_everything_come_anew() -> None:
    async def test() -> None:
        server, ann, _ = await duel()
        server.played.play("C", 0, At(0, 0))
        server.act(1, "a")  # of which Ann hears only the second ply
        await until(lambda: ann.last == 2)
        assert server.hellos[-1].have is None

    run(test)


def test_an_undo_is_an_offer() -> None:
    async def test() -> None:
        _, ann, ben = await duel()
        await ann.play("C", 0)
        assert "undo" in ann.can
        assert "undo" not in ben.can
        assert await ann.undo() == "Waiting for Ben's answer."
        await until(lambda: ben.offers)
        (offer,) = ben.offers
        assert offer == Offer(offer.id, "Ann would like to take back a move")
        assert ann.offers == ()
        before = ben.version
        await ben.answer(offer.id, True)
        await until(lambda: ann.last == 0 and ben.last == 0)
        assert ann.at == At(0, 1)
        assert ben.version > before
        assert ben.look() == "Ann took back a move."
        assert ben.offers == ()
        assert ann.turn() == Turn("person", (0,))

    run(test)


def test_the_next_round_begins_when_all_agree() -> None:
    async def test() -> None:
        _, ann, ben = await duel()
        await ann.resign(0)
        await until(lambda: ben.result is not None)
        assert ben.turn() == Turn("over")
        assert ben.can == {"rematch"}
        coming = asyncio.ensure_future(ann.next_round(ann.seats))
        await until(lambda: ben.offers)
        assert ben.offers[0].sentence == "Ann would like to play another round"
        following = await ben.next_round(ben.seats)
        assert following.last == 0
        assert following.turn() == Turn("elsewhere")
        assert (await coming).turn() == Turn("person", (0,))
        assert ann.following is await coming

    run(test)


def test_a_no_to_the_next_round_is_told() -> None:
    async def test() -> None:
        _, ann, ben = await duel()
        await ann.resign(0)
        coming = asyncio.ensure_future(ann.next_round(ann.seats))
        await until(lambda: ben.offers)
        await ben.answer(ben.offers[0].id, False)
        with pytest.raises(GamenightError, match="Ben says no"):
            await coming

    run(test)


def test_who_is_gone_is_known() -> None:
    async def test() -> None:
        server = FakeServer(OWARE, [ANN, BEN])
        ann = await joined(server, 0)
        assert ann.away == (1,)
        await joined(server, 1)
        await until(lambda: not ann.away)

    run(test)


def test_a_machine_plays_on_for_who_gave_up() -> None:
    async def test() -> None:
        game = registry.game("zombie")
        server = FakeServer(game, [ANN, BEN, CAT])
        ben = await joined(server, 1)
        await ben.resign(1)
        await until(lambda: ben.here == ())
        assert ben.viewer == 1
        assert ben.names[1] == "Ben (bot)"
        assert "sit" in ben.can
        assert "resign" not in ben.can

    run(test)


def test_waiting_ends_when_it_is_interrupted() -> None:
    async def test() -> None:
        _, _, ben = await duel()
        waiting = asyncio.ensure_future(ben.advance())
        await asyncio.sleep(0)
        ben.interrupt()
        assert await waiting == ""

    run(test)


@pytest.mark.parametrize("code", [4403, 4404, 4426])
def test_a_server_that_turns_us_away_says_why(code: int) -> None:
    async def test() -> None:
        server, ann, _ = await duel()
        server.refuses = code
        await server.cut()
        await until(lambda: ann.trouble not in ("", CONNECTING))
        with pytest.raises(TurnedAway) as refused:
            await ann.advance()
        assert str(refused.value) == connection.ENDS[code]
        assert ann.turn() == Turn("elsewhere")
        with pytest.raises(TurnedAway):
            await client(server, 0).open()

    run(test)


def test_nobody_answers() -> None:
    async def test() -> None:
        server = FakeServer(OWARE, [ANN, BEN])
        server.down = True
        with pytest.raises(Unreachable, match="no server answers at 127"):
            await client(server, 0).open()

    run(test)


def test_hints_and_odds_are_worked_out_here() -> None:
    async def test() -> None:
        game = registry.game("zombie")
        server = FakeServer(game, [ANN, BEN])
        ann = await joined(server, 0)
        if ann.turn().kind == "ready":
            await ann.ready(0)
        await until(lambda: ann.turn().kind in ("person", "roll"))
        assert "odds" in ann.can
        assert await ann.odds(0) == await LocalTable(server.played).odds(0)
        assert not [m for m in server.heard if not isinstance(m, protocol.Ready)]
        server.hints = False
        other = await joined(server, 1)
        for coming in (other.odds(1), other.hint(1)):
            with pytest.raises(NoHint, match="that was agreed"):
                await coming

    run(test)


def test_marks_are_kept_beside_the_match() -> None:
    async def test() -> None:
        server, ann, _ = await duel()
        before = ann.version
        ann.keep_draft(0, ["C"])
        assert not server.heard, "nobody else learns them"
        assert ann.draft(0) == ("C",)
        assert ann.version > before
        await ann.play("C", 0)
        assert ann.draft(0) is None

    run(test)


def test_the_farewell_leads_back() -> None:
    async def test() -> None:
        _, ann, _ = await duel()
        assert ann.farewell().endswith(f"join http://127.0.0.1:1/m/{TABLE}#token 0")

    run(test)


def test_the_record_of_another_round_is_not_taken_for_this_one() -> None:
    async def test() -> None:
        server, ann, ben = await duel()
        await ann.play("C", 0)
        await ben.resign(1)
        over, told = ann.record(), server.played.record
        answers = [
            "",
            "[]",
            replace(told, result=None).dumps(),
            replace(told, actions=("D",)).dumps(),
        ]
        ann._house.fetch = lambda: answers.pop(0)  # type: ignore[method-assign]
        while answers:
            await ann.reveal()
            assert ann._whole is None
            assert ann.record() == over
        answers.append(told.dumps())
        await ann.reveal()
        assert ann.record() == told
        await ann.reveal()  # and is not asked for again

    run(test)
