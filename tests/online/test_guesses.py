"""Wrong links and codes: few are looked at, and nobody who has a good one pays for others."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from pathlib import Path

import pytest

from gamenight.online import guesses, protocol
from gamenight.online.guesses import Guesses, TooMany
from gamenight.online.hosting import Hosting
from tests.online.rooms import run
from tests.online.servers import ask, open_table, screen, serve, two

WRONG = "S222-2"


@pytest.fixture
def hosting(tmp_path: Path) -> Iterator[Hosting]:
    found = serve(tmp_path, tries=3)
    yield found
    found.stop()


def try_code(hosting: Hosting, code: str) -> int:
    return ask(f"{hosting.url}/api/codes", {"code": code})[0]


async def say_hello(hosting: Hosting, table: str, tokens: str) -> int:
    """The code with which a socket is closed."""
    async with screen(hosting.url, table, hello=False) as guest:
        await guest.line.send(f'{{"t":"hello","v":1,"tokens":[{tokens}]}}')
        return await guest.closed()


def test_wrong_links_are_counted(hosting: Hosting) -> None:
    table = open_table(hosting.url)

    async def work() -> None:
        for _ in range(3):
            assert await say_hello(hosting, table["id"], '"wrong"') == protocol.WRONG_LINK
        assert await say_hello(hosting, table["id"], '"wrong"') == protocol.TOO_MANY
        assert await say_hello(hosting, table["id"], "") == protocol.TOO_MANY
        async with screen(hosting.url, table["id"], table["token"]) as anna:
            assert anna.welcome["yours"] == [0]

    run(work())
    assert ask(f"{hosting.url}/api/tables/{table['id']}")[0] == 429
    assert try_code(hosting, table["code"]) == 200


def test_unknown_tables_are_wrong_links(hosting: Hosting) -> None:
    async def knock() -> int:
        async with screen(hosting.url, "nowhere", hello=False) as guest:
            return await guest.closed()

    async def work() -> None:
        assert [await knock() for _ in range(4)] == [protocol.NO_TABLE] * 3 + [protocol.TOO_MANY]

    run(work())
    assert ask(f"{hosting.url}/api/tables/nowhere")[0] == 429


def test_unknown_tables_are_wrong_links_over_http_too(hosting: Hosting) -> None:
    asked = [ask(f"{hosting.url}/api/tables/nowhere/record")[0] for _ in range(4)]
    assert asked == [404, 404, 404, 429]


def test_wrong_codes_cost_nobody_a_seat(hosting: Hosting) -> None:
    """Players at the address that guesses play on, and come back."""

    async def work() -> None:
        async with two(hosting.url) as (table, first, second):
            for _ in range(3):
                assert await asyncio.to_thread(try_code, hosting, WRONG) == 400
            assert await asyncio.to_thread(try_code, hosting, table["code"]) == 429
            await first.say("play", n=[0, 0], seat=0, text="C")
            assert (await second.hear("ply"))["text"] == "C"
            async with screen(hosting.url, table["id"], table["token"]) as again:
                assert again.welcome["yours"] == [0]

    run(work())


def test_codes_cannot_be_tried_at_a_table_either(hosting: Hosting) -> None:
    """Not even the right one, then."""
    table = open_table(hosting.url)

    async def work() -> None:
        async with screen(hosting.url, table["id"]) as guest:
            told = []
            for code in (WRONG, WRONG, WRONG, table["code"]):
                await guest.say("claim", name="Eve", code=code)
                told.append((await guest.hear("no", "ok")).get("code"))
            assert told == ["wrong_code"] * 3 + ["too_many"]

    run(work())
    assert try_code(hosting, table["code"]) == 429


def test_right_codes_do_not_count(hosting: Hosting) -> None:
    code = open_table(hosting.url)["code"]
    assert [try_code(hosting, code) for _ in range(6)] == [200] * 6


def test_a_picture_of_another_site_tries_no_code(hosting: Hosting) -> None:
    for _ in range(5):
        assert ask(f"{hosting.url}/api/codes")[0] == 405
        assert ask(f"{hosting.url}/api/codes", {"code": WRONG}, Origin="http://evil")[0] == 403
    assert try_code(hosting, open_table(hosting.url)["code"]) == 200


def test_many_addresses_guess_slowly(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(guesses, "MOST_WAITING", 2)
    waited = []

    async def sleep(seconds: float) -> None:
        waited.append(seconds)
        await asyncio.Event().wait()

    async def work() -> None:
        tried = Guesses(3, 5)
        for number in range(5):
            await tried.begin(f"10.0.0.{number}")
        with monkeypatch.context() as patched:
            patched.setattr(asyncio, "sleep", sleep)
            slow = [asyncio.create_task(tried.begin(f"10.0.1.{n}")) for n in range(2)]
            for _ in range(5):
                await asyncio.wait(slow, timeout=0.01)
            assert waited == [guesses.SLOW_SECONDS]  # one after the other
            with pytest.raises(TooMany):
                await tried.begin("10.0.2.1")
            for task in slow:
                task.cancel()
            await asyncio.wait(slow)

    run(work())


def test_a_right_code_that_was_slow_makes_no_room_for_wrong_ones(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(guesses, "SLOW_SECONDS", 0.0)

    async def work() -> None:
        tried = Guesses(100, 1)
        await tried.begin("10.0.0.1")
        for _ in range(3):
            (await tried.begin("10.0.0.2")).right()
        assert tried._all.is_used_up(tried._now())

    run(work())
