"""Fair chance at a table: the commit comes before anybody sits, everybody mixes something in, and
whoever does not stands in the record."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pytest

from gamenight.core.record import Record
from gamenight.core.rules import Decision
from gamenight.match.fair import chain, commit_of, last_salt, next_salt
from gamenight.match.proof import verified
from gamenight.online import protocol as p
from gamenight.online.playing import Pauses
from gamenight.online.room import Screen
from gamenight.online.salting import SECONDS
from tests.online.rooms import FakePeer, Table, idle
from tests.toys.heist import HEIST

NAMES = ("Anna", "Bert", "Cara")
CHAINS = {place: chain(name.encode(), 400) for place, name in enumerate(NAMES)}
Screens = list[tuple[Screen, FakePeer]]


def run(work: Callable[[], Coroutine[Any, Any, None]]) -> None:
    asyncio.run(work())


def new_table(live: bool = True) -> Table:
    return Table(HEIST, NAMES, pauses=Pauses(0.0, 0.0, 0.0), live=live)


async def sit_down(table: Table, who: str = "Anna Bert Cara") -> Screens:
    """Everybody is here; these have mixed something in."""
    screens = [await table.enter(token) for token in table.tokens]
    for place, (screen, peer) in enumerate(screens):
        if NAMES[place] in who:
            of = peer.last(p.Welcome).next.id
            await table.send(screen, p.Tip, place, of, CHAINS[place][0].hex())
            assert isinstance(peer.last(), p.Ok)
    return screens


async def begin(table: Table) -> None:
    host, _ = await table.enter(table.host)
    await table.send(host, p.Begin)
    table.room.leave(host)
    await idle()


async def answer(table: Table, screens: Screens, without: str = "") -> bool:
    """Everybody gives the salts that were asked for last, or the wait for them ends; whether any
    were."""
    asked = False
    for place, (screen, peer) in enumerate(screens):
        for told in peer.of(p.Salts):
            seat = table.room.seating.seat_of(place)
            last = told.last.get(str(seat))
            if last is None:
                continue
            asked = True
            salt = next_salt(CHAINS[place], bytes.fromhex(last))
            if NAMES[place] not in without and salt is not None:
                await table.send(screen, p.GiveSalt, seat, salt.hex())
        peer.sent.clear()
    if asked and without:
        await table.clock.pass_to(table.clock.now() + SECONDS)
    await idle()
    return asked


async def play_on(table: Table, screens: Screens, most: int = 10_000, without: str = "") -> None:
    for _ in range(most):
        if await answer(table, screens, without):
            continue
        match = table.match
        if match.result is not None:
            return
        turn = table.room._turn
        seat = None if turn is None else turn.seat
        node = match.node
        if turn is not None and turn.kind in ("ready", "roll"):
            assert seat is not None
            screen = screens[table.place_of(seat)][0]
            await table.send(screen, p.Ready, match.at, seat)
        elif isinstance(node, Decision):
            screen = screens[table.place_of(node.player)][0]
            text = match.rules.format(node.actions[len(match.plies) % len(node.actions)])
            await table.send(screen, p.Play, match.at, node.player, text)
        await idle()


def report_of(table: Table) -> Any:
    record = Record.loads(table.match.record.dumps(), HEIST)
    return verified(record, HEIST)


def codes(report: Any) -> set[str]:
    return {one.code for one in report.findings}


def test_the_commit_is_there_before_anybody_sits_and_holds() -> None:
    async def work() -> None:
        table = new_table(live=False)
        _, spectator = await table.enter()
        known = spectator.last(p.Welcome).next
        assert known.id == "table/1"
        await sit_down(table)
        await begin(table)
        later = spectator.last(p.Welcome)
        assert (later.fair.id, later.fair.commit) == (known.id, known.commit)
        assert later.next.id == "table/2"
        assert later.next.commit != known.commit
        await play_on(table, [await table.enter(token) for token in table.tokens])
        fair = table.match.record.fair
        assert fair is not None
        assert fair.secret is not None
        assert commit_of(known.id, fair.secret).hex() == known.commit
        report = report_of(table)
        assert report.headline == "proven"
        assert codes(report) == {"commit", "seats", "draws", "salts", "sealed", "record"}

    run(work)


def test_no_message_tells_the_secret_before_the_end() -> None:
    async def work() -> None:
        table = new_table()
        secrets = [table.room.seating.secret]
        screens = await sit_down(table)
        await begin(table)
        secrets.append(table.room.seating.secret)
        sent = list[str]()
        for _ in range(12):
            sent += [text for _, peer in screens for _, text in peer.sent]
            await play_on(table, screens, most=1)
        assert table.match.result is None
        told = "".join([*sent, table.match.record.dumps()])
        assert not any(secret in told for secret in secrets)
        assert secrets[0] not in table.stored.write()  # only the match itself has it now

    run(work)


def test_live_everybody_but_the_actor_gives_a_salt_before_each_roll() -> None:
    async def work() -> None:
        table = new_table()
        screens = await sit_down(table)
        await begin(table)
        await play_on(table, screens)
        report = report_of(table)
        assert report.headline == "proven", report.lines
        assert codes(report) == {"commit", "seats", "draws", "salts", "asked", "live", "record"}

    run(work)


def test_who_gives_nothing_in_time_stands_in_the_record() -> None:
    async def work() -> None:
        table = new_table()
        screens = await sit_down(table)
        await begin(table)
        await play_on(table, screens, without="Bert")
        report = report_of(table)
        assert report.headline == "proven", report.lines
        assert [one.values["names"] for one in report.findings if one.code == "absent"] == ["Bert"]

    run(work)


def test_nobody_waits_for_who_is_gone_or_goes() -> None:
    async def work() -> None:
        table = new_table()
        screens = await sit_down(table)
        await begin(table)
        assert not table.match.plies
        for place, (screen, _) in enumerate(screens):
            if place:
                table.room.leave(screen)
        await answer(table, screens[:1])
        assert table.match.plies, "the others are gone, and nobody waits for them"

    run(work)


def test_a_salt_that_was_not_fixed_before_or_not_asked_for_is_refused() -> None:
    async def work() -> None:
        table = new_table()
        screens = await sit_down(table)
        await begin(table)
        screen, peer = screens[0]
        seat = table.room.seating.seat_of(0)
        assert seat is not None
        for salt in (bytes(32), CHAINS[0][0], CHAINS[0][2]):
            await table.send(screen, p.GiveSalt, seat, salt.hex())
            assert peer.last().code == "wrong_salt"
        await table.send(screen, p.GiveSalt, (seat + 1) % 3, CHAINS[1][1].hex())
        assert peer.last().code == "not_allowed"
        for _ in range(2):  # sent again
            await table.send(screen, p.GiveSalt, seat, CHAINS[0][1].hex())
            assert isinstance(peer.last(), p.Ok)
        await answer(table, screens)
        assert last_salt(table.match, seat) == CHAINS[0][1]
        await table.send(screen, p.GiveSalt, seat, CHAINS[0][2].hex())
        assert peer.last().code == "wrong_salt"

    run(work)


def test_the_first_tip_of_a_place_counts_and_goes_with_its_person() -> None:
    async def work() -> None:
        table = new_table(live=False)
        screens = await sit_down(table, who="Anna")
        screen, peer = screens[0]
        of = peer.last(p.Welcome).next.id
        await table.send(screen, p.Tip, 0, of, CHAINS[0][3].hex())
        assert table.stored.places[0].tip == CHAINS[0][0].hex()
        await table.send(screen, p.Tip, 1, of, CHAINS[0][3].hex())
        assert peer.last().code == "not_allowed"
        host, _ = await table.enter(table.host)
        await table.send(host, p.Machine, 0, "")
        assert table.stored.places[0].tip == ""
        newcomer, _ = await table.enter()
        await table.send(newcomer, p.Claim, "Dora", table.keeper.code(table.room.seating))
        await table.send(newcomer, p.Tip, 0, of, CHAINS[2][0].hex())
        assert table.stored.places[0].tip == CHAINS[2][0].hex()

    run(work)


def test_a_match_that_ends_while_salts_are_waited_for_is_left_as_it_is() -> None:
    async def work() -> None:
        table = Table(HEIST, NAMES[:2], pauses=Pauses(0.0, 0.0, 0.0), live=True)
        screens = await sit_down(table, who="Anna Bert")
        await begin(table)
        while not (table.room.salting._last and table.match.plies):
            await play_on(table, screens, most=1)
        playing, plies = table.room.playing, len(table.match.plies)
        assert playing is not None
        with patch.object(playing, "note") as failed:
            await playing.resign(0)
            await table.clock.passes(SECONDS + 1)
        assert table.match.result is not None
        assert len(table.match.plies) == plies
        failed.assert_not_called()

    run(work)


def test_a_tip_that_comes_late_counts_from_then_on() -> None:
    async def work() -> None:
        table = new_table()
        screens = await sit_down(table, who="Anna Bert")
        await begin(table)
        await play_on(table, screens, most=12)
        screen, peer = screens[2]
        of = table.match.mixing.fair
        assert of is not None
        await table.send(screen, p.Tip, 2, of.id, CHAINS[2][0].hex())
        assert isinstance(peer.last(), p.Ok)
        for id, tip in (("table/0", CHAINS[2][0]), (of.id, CHAINS[2][1])):
            await table.send(screen, p.Tip, 2, id, tip.hex())
            assert peer.last().code == "wrong_salt", "it is not mixed in, and that is said"
        await play_on(table, screens)
        report = report_of(table)
        assert report.headline == "proven", report.lines
        late = [one.values["names"] for one in report.findings if one.code == "late"]
        assert late == ["Cara"]

    run(work)


def test_every_round_has_a_secret_and_tips_of_its_own() -> None:
    async def work() -> None:
        table = new_table(live=False)
        screens = await sit_down(table)
        await begin(table)
        await play_on(table, screens)
        first = table.match.record.fair
        known = table.room.seating.commit
        again = await sit_down(table, who="Bert")
        await table.send(again[0][0], p.Offer, "next")
        for screen, peer in again[1:]:
            offers = peer.last(p.Offers).offers
            if offers:
                await table.send(screen, p.Answer, offers[0].id, True)
        await idle()
        second = table.match.mixing.fair
        assert first is not None
        assert second is not None
        assert (second.id, second.commit.hex()) == (known.id, known.commit)
        assert second.commit != first.commit
        assert [mix.salt for mix in second.mixes] == [CHAINS[1][0]]

    run(work)


@pytest.mark.parametrize("live", [False, True])
def test_taken_up_again_after_every_step_it_is_proven(live: bool) -> None:
    """As after a kill: the match is loaded from the store again."""

    async def work() -> None:
        table = new_table(live)
        screens = await sit_down(table)
        await begin(table)
        for _ in range(500):
            await play_on(table, screens, most=2)
            if table.match.result is not None:
                break
            playing = table.room.playing
            assert playing is not None
            await playing._reload()
            playing.wake()
            await idle()
        report = report_of(table)
        assert report.headline == "proven", report.lines

    run(work)


def test_tables_from_before_get_a_secret(tmp_path: Path) -> None:
    from gamenight.online.house import NewTable
    from tests.online.test_sweeping import a_house

    async def work() -> None:
        house, _ = await a_house(tmp_path)
        opened = await house.new(NewTable("zombie", name="Anna"))
        id = opened.seating.id
        old = json.loads(opened.seating.write())
        for name in ("secret", "round", "live"):
            del old[name]
        await house.writer.do(
            lambda store: store.within(
                lambda db: db.execute(
                    "UPDATE tables SET state = ? WHERE id = ?", (json.dumps(old), id)
                )
            )
        )
        house.rooms.pop(id)
        room = await house.room(id)
        assert len(room.seating.secret) == 64
        await house.close()

    run(work)
