"""Passes: nobody but another server of the same store can say for whom it asks."""

from __future__ import annotations

import asyncio
from time import time

import pytest
from starlette.requests import HTTPConnection
from websockets.asyncio.client import connect

from gamenight.online import passes, protocol
from gamenight.online.callers import Callers
from gamenight.online.passes import HEADER, Passes
from gamenight.online.settings import Settings
from tests.online.servers import open_table, socket_url
from tests.online.test_several_servers import serve
from tests.postgres import database

KEY, OTHER = bytes(32), bytes([1] * 32)


def request(path: str, given: str = "", **headers: str) -> HTTPConnection:
    named = {"host": "localhost", HEADER: given, **headers}
    return HTTPConnection(
        {
            "type": "http",
            "path": path,
            "headers": [(name.encode(), text.encode()) for name, text in named.items()],
            "client": ("192.0.2.7", 1),
            "server": ("localhost", 80),
            "scheme": "http",
            "query_string": b"",
        }
    )


def test_a_pass_says_for_whom() -> None:
    given = Passes(KEY).write("198.51.100.1", request("/m/t/socket"))
    assert Passes(KEY).caller(request("/m/t/socket", given)) == "198.51.100.1"
    callers = Callers(Settings(), Passes(KEY))
    assert callers.address(request("/m/t/socket", given)) == "198.51.100.1"
    assert callers.address(request("/m/t/socket")) == "192.0.2.7"
    callers.check(request("/m/t/socket", given, host="other.example", origin="http://foreign"))


@pytest.mark.parametrize(
    "forge",
    [
        lambda given: "",
        lambda given: given.replace("198.51.100.1", "198.51.100.2"),
        lambda given: given[:-1] + ("0" if given[-1] != "0" else "1"),
        lambda given: given.rpartition(" ")[0],
        lambda given: given + " x",
        lambda given: "198.51.100.1 nan 00",
    ],
)
def test_nobody_can_forge_one(forge) -> None:  # type: ignore[no-untyped-def]
    given = Passes(KEY).write("198.51.100.1", request("/m/t/socket"))
    forged = request("/m/t/socket", forge(given))
    assert Passes(KEY).caller(forged) is None
    assert Callers(Settings(), Passes(KEY)).address(forged) == "192.0.2.7"


def test_it_is_good_for_a_minute_a_path_and_a_key(monkeypatch: pytest.MonkeyPatch) -> None:
    given = Passes(KEY).write("198.51.100.1", request("/m/t/socket"))
    assert Passes(KEY).caller(request("/m/u/socket", given)) is None
    assert Passes(OTHER).caller(request("/m/t/socket", given)) is None
    late = time() + passes.GOOD_SECONDS + 1
    monkeypatch.setattr(passes, "time", lambda: late)
    assert Passes(KEY).caller(request("/m/t/socket", given)) is None


def test_where_there_is_one_server_no_pass_is_believed() -> None:
    given = Passes(KEY).write("198.51.100.1", request("/m/t/socket"))
    assert Callers(Settings()).address(request("/m/t/socket", given)) == "192.0.2.7"


def test_what_was_passed_on_is_not_passed_on_again() -> None:
    """A table that moves at that moment: whoever came connects again."""
    dsn = database()
    one, other = serve(dsn), serve(dsn)
    table = open_table(one.url)["id"]
    path = f"/m/{table}/socket"

    async def work() -> None:
        given = Passes(one.house.key).write("198.51.100.1", request(path))
        address = socket_url(other.url, table)
        async with connect(address, additional_headers={HEADER: given}) as line:
            await line.wait_closed()
            assert line.close_code == protocol.GOING_AWAY

    asyncio.run(work())
    one.stop()
    other.stop()
