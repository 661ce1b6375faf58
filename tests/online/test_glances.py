"""Requests about a table, by who is not at it."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any
from unittest.mock import patch

from gamenight.core.scene import Scene, who
from gamenight.match.local import LocalTable
from gamenight.match.moves import moves_by_ply
from gamenight.online.playing import Playing
from tests.online.rooms import Table, run
from tests.online.servers import ask, serve
from tests.online.test_sweeping import begun
from tests.toys.heist import HEIST, scene


def test_a_match_is_read_once_for_many_glances(tmp_path: Path) -> None:
    """Every request about a table read all of it again."""
    hosting = serve(tmp_path)
    try:
        house = hosting.house
        room, _ = hosting.call(begun(house))
        address = f"{hosting.url}/api/tables/{room.seating.id}"
        with patch.object(Playing, "open", autospec=True, side_effect=Playing.open) as read:
            for path in (address, f"{address}/record", address):
                assert ask(path)[0] == 200
        assert read.call_count == 1

        async def sweep() -> int:
            return house.sweep()

        assert hosting.call(sweep()) == 1
    finally:
        hosting.stop()


def test_a_summary_names_people_and_is_as_a_spectator_sees_it() -> None:
    def staged(rules: Any, view: Any, viewer: int | None) -> Scene:
        shown = scene(rules, view, viewer)
        facts = [(f"behind {who(1 - seat)}", f"seen by {viewer}", "third") for seat in range(2)]
        rows = [replace(row, facts=facts[row.seat]) for row in shown.scores]
        return replace(shown, scores=tuple(rows), facts_suffice=True)

    async def work() -> None:
        table = Table(replace(HEIST, scene=staged), ["Anna", "Bert"])
        await table.begin()
        facts = table.room.standing()["facts"]
        behind = {"0": "behind Bert", "1": "behind Anna"}
        assert facts == {place: [text, "seen by None"] for place, text in behind.items()}

    run(work())


def test_a_summary_counts_moves_as_the_ending_does() -> None:
    """Where dice have a seat, or nobody has anything to decide, the rolls are the moves."""

    async def work() -> None:
        table = Table("preys", ["Anna"], options={"escort": "choose"})
        await table.begin()
        while not table.match.plies:
            await table.clock.passes(1)
        told = table.room.standing()["moves"]
        assert told == moves_by_ply(LocalTable(table.match))[-1] > 0

    run(work())


def test_a_match_that_may_not_be_the_stored_one_is_not_told_of() -> None:
    async def work() -> None:
        table = Table("oware", ["Anna", "Bert"])
        await table.begin()
        assert table.room.standing()["moves"] == 0
        assert table.room.playing is not None
        table.room.playing._lost = True
        assert table.room.standing() == {}

    run(work())
