"""Requests about a table that nobody is at."""

from __future__ import annotations

from pathlib import Path
from unittest.mock import patch

from gamenight.online.playing import Playing
from tests.online.servers import ask, serve
from tests.online.test_sweeping import begun


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
