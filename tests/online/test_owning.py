"""Whose a place and a table are: a host who resumes gets the own ones back, and nothing else."""

from __future__ import annotations

from pathlib import Path

import pytest

from gamenight.match.matches import open_matches
from gamenight.online.hosting import Hosting
from gamenight.online.house import NewTable, NoTable
from tests.online.rooms import run
from tests.online.servers import ask, open_table, screen, serve
from tests.terminal import Terminal, pipe


def host(folder: Path) -> Hosting:
    return serve(folder, tables=False)


def test_the_host_gets_the_own_place_back_and_not_that_of_a_guest(tmp_path: Path) -> None:
    """The guest sat down first."""
    first = host(tmp_path)
    table, tokens = first.open_table(NewTable("thief", places=3))
    code = first.house.code(first.house.rooms[table].seating)
    taken: dict[str, str] = {}

    async def sit() -> None:
        async with screen(first.url, table, *tokens) as own, screen(first.url, table) as guest:
            for who, name in ((guest, "Guest"), (own, "Host"), (own, "Hope")):
                await who.say("claim", name=name, code=code)
                taken[name] = (await who.hear("ok"))["token"]

    run(sit())
    first.stop()
    again = host(tmp_path)
    found = again.reopen_table(table)
    assert found[:-1] == [taken["Host"], taken["Hope"]]
    assert found[-1] == tokens[-1]
    again.stop()


def test_whoever_names_themselves_at_once_gets_that_place_back(tmp_path: Path) -> None:
    first = host(tmp_path)
    table, tokens = first.open_table(NewTable("thief", name="Host"))
    first.stop()
    again = host(tmp_path)
    assert again.reopen_table(table) == tokens
    again.stop()


def test_strangers_open_no_tables_at_a_hosts_program(tmp_path: Path) -> None:
    terminal = Terminal(tmp_path, "host", "oware", "--port=0", "--name=Ann")
    try:
        shown = terminal.wait_for("? > ")
        url = next(w for w in shown.split() if w.startswith("http://")).split("/c/")[0]
        status, told, _ = ask(f"{url}/api/tables", {"game": "oware", "name": "Mallory"})
        assert (status, told["code"]) == (403, "not_here")
    finally:
        terminal.kill()


def test_only_own_tables_are_opened_again(tmp_path: Path) -> None:
    """A stranger's later table on the same store is none of them."""
    first = serve(tmp_path)
    own, _ = first.open_table(NewTable("oware", name="Ann"))
    foreign = open_table(first.url, name="Mallory")
    first.stop()
    matches = open_matches(tmp_path / "matches.sqlite")
    assert [table.id for table in matches.hosted()] == [own]
    matches.close()
    again = host(tmp_path)
    with pytest.raises(NoTable, match="somebody else"):
        again.reopen_table(foreign["id"])
    again.stop()


def test_a_match_at_a_servers_table_is_not_played_on_by_hand(tmp_path: Path) -> None:
    hosting = serve(tmp_path)

    async def begin() -> None:
        table = open_table(hosting.url, machines=["random"])
        async with screen(hosting.url, table["id"], table["token"], table["host"]) as anna:
            await anna.say("begin")
            await anna.hear("ok")

    run(begin())
    hosting.stop()
    (tmp_path / "matches.sqlite").rename(tmp_path / "gamenight.sqlite")
    told = pipe(tmp_path, "resume", "1", status=2)
    assert "match 1 is played at a table of a server: gamenight serve" in told
    assert "at your table" not in pipe(tmp_path, "matches", "--unfinished")


def test_a_code_that_is_too_old_is_not_shown_and_renewed_when_the_table_opens_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = host(tmp_path)
    table, _ = first.open_table(NewTable("oware", name="Host"))
    seating = first.house.rooms[table].seating
    code = first.house.code(seating)
    seating.claim_until -= 90_000
    assert first.house.code(seating) == ""
    first.call(first.house.save(seating))
    first.stop()
    again = host(tmp_path)
    again.reopen_table(table)
    shown = again.house.code(again.house.rooms[table].seating)
    assert shown not in ("", code)
    assert ask(f"{again.url}/api/codes", {"code": shown})[:2] == (200, {"id": table})
    again.stop()
