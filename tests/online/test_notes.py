"""Notes: what was told beside the plies is there for whoever comes back, also from the store."""

from __future__ import annotations

from unittest.mock import patch

from gamenight.online import protocol as p
from gamenight.online.room import Screen
from gamenight.online.seating import Seating
from tests.online.rooms import FakePeer, Table, idle, run, two

Sitting = tuple[Screen, FakePeer]


async def noted(table: Table) -> list[tuple[int, str]]:
    """As somebody hears of it who comes now."""
    await idle()
    _, peer = await table.enter()
    kept = Seating.read(table.room.seating.write()).notes
    told = peer.last(p.Welcome).notes
    assert told == kept
    return list(told)


async def agreed(table: Table, who: Sitting, other: Sitting, what: p.Offered = "undo") -> None:
    await table.send(who[0], p.Offer, what)
    (offer,) = who[1].of(p.Offers)[-1].offers
    await table.send(other[0], p.Answer, offer.id, True)


def test_whoever_comes_back_reads_what_was_taken_back() -> None:
    """In a row, once; and who plays for whom stays, whatever is taken back."""

    async def work() -> None:
        table, anna, bert = await two()
        names = table.match.names
        first, second = (f"{name} took back a move." for name in names)
        await table.send(anna[0], p.Play, (0, 0), 0, "C")
        await agreed(table, anna, bert)
        assert await noted(table) == [(0, first)]
        await table.send(anna[0], p.Play, (0, 1), 0, "C")
        await table.send(bert[0], p.Play, (1, 1), 1, "c")
        await table.send(anna[0], p.Play, (2, 1), 0, "D")
        await agreed(table, anna, bert)
        assert await noted(table) == [(0, first), (2, first)]
        await agreed(table, bert, anna)
        assert await noted(table) == [(0, first), (1, first), (1, second)]
        await agreed(table, anna, bert)
        assert await noted(table) == [(0, first), (0, second), (0, first)]

    run(work())


def test_whoever_would_join_after_the_roll_that_is_taken_back_is_named() -> None:
    async def work() -> None:
        table, anna, bert = await two()
        assert table.room.playing is not None
        await table.send(anna[0], p.Play, (0, 0), 0, "C")
        with patch.object(type(table.room.playing.course), "waiting", {"Dora": True}):
            await agreed(table, anna, bert)
        told = f"{table.match.names[0]} took back a move, and that Dora joins."
        assert await noted(table) == [(0, told)]

    run(work())


def test_whoever_comes_back_reads_who_plays_for_whom_until_the_next_round() -> None:
    async def work() -> None:
        table, anna, bert = await two()
        assert table.room.playing is not None
        name = table.match.names[1]
        await table.room.playing.stand_in(1)
        assert [told for _, told in await noted(table)] == [f"A machine plays for {name} now."]
        await table.send(anna[0], p.Resign, 0)
        await agreed(table, anna, bert, "next")
        assert table.room.playing.result is None
        assert await noted(table) == []

    run(work())
