"""Summaries: what a list says of a table; one whose game fails is listed like all others."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from gamenight.online import protocol as p
from gamenight.online.hosting import Hosting
from gamenight.online.summaries import summary
from tests.faults.guests import guest
from tests.online.rooms import Table, run, two
from tests.online.servers import ask, open_table, serve
from tests.online.servers import two as seated


@pytest.fixture
def hosting(tmp_path: Path) -> Iterator[Hosting]:
    found = serve(tmp_path, public=True)
    yield found
    found.stop()


async def emptied(hosting: Hosting) -> None:
    """All tables leave memory."""
    hosting.house.empty()


def told(table: Table) -> dict[str, Any]:
    return summary(table.room.seating, table.room)


def test_a_place_has_the_seat_of_the_match() -> None:
    """Colours go by it, and after a round another one begins."""

    async def work() -> None:
        table = Table("oware", ["Anna", "Bert"])
        await table.enter()
        assert [place.get("seat") for place in told(table)["places"]] == [None, None]
        await table.begin()
        seats = [table.room.seating.seat_of(place) for place in range(2)]
        assert {*seats} == {0, 1}
        assert [place["seat"] for place in told(table)["places"]] == seats

    run(work())


def test_a_list_says_who_waits_for_another_round() -> None:
    async def work() -> None:
        table, (anna, _), (bert, peer) = await two()
        await table.send(anna, p.Resign, 0)
        assert "again" not in told(table)
        await table.send(anna, p.Offer, "next")
        places = table.place_of(0), table.place_of(1)
        assert told(table)["again"] == {"yes": [places[0]], "asked": [places[1]]}
        (offer,) = peer.of(p.Offers)[-1].offers
        await table.send(bert, p.Answer, offer.id, False)
        assert "again" not in told(table)

    run(work())


@pytest.mark.parametrize("place", ["node", "hide", "apply", "format"])
def test_a_table_whose_plug_in_fails_is_listed(
    hosting: Hosting, tmp_path: Path, place: str
) -> None:
    """While people are there, and when it cannot even be opened; and it costs no other table."""
    with guest(tmp_path, "", "raises") as id:
        other = open_table(hosting.url, public=True)["id"]

        async def begin() -> str:
            async with seated(hosting.url, game=id, public=True) as (table, first, _):
                await first.say("play", n=[0, 0], seat=0, text="take 1")
                await first.hear("ply")
                setattr(sys.modules[f"{id}_module"], "PLACE", place)  # noqa: B010
                for path in ("tables", f"tables/{table['id']}"):
                    status, found, _ = await asyncio.to_thread(ask, f"{hosting.url}/api/{path}")
                    assert status == 200, found
                return table["id"]

        faulty = asyncio.run(begin())
        hosting.call(emptied(hosting))
        status, found, _ = ask(f"{hosting.url}/api/tables/{faulty}")
        assert (status, found["game"], found["state"]) == (200, id, "playing"), found
        assert [place["name"] for place in found["places"]] == ["Anna", "Bert"]
        assert {one["id"] for one in ask(f"{hosting.url}/api/tables")[1]} == {faulty, other}
    status, found, _ = ask(f"{hosting.url}/api/tables/{faulty}")
    assert (status, found["state"]) == (200, "playing"), "also when nobody has that plug-in"


def test_a_damaged_table_costs_no_other_one_the_list(hosting: Hosting) -> None:
    damaged, whole = (open_table(hosting.url, public=True)["id"] for _ in range(2))
    query = f"UPDATE tables SET state = '{{' WHERE id = '{damaged}'"
    hosting.call(hosting.house.writer.do(lambda store: store.within(lambda db: db.execute(query))))
    status, found, _ = ask(f"{hosting.url}/api/tables")
    assert (status, [one["id"] for one in found]) == (200, [whole])
