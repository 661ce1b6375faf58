"""What a match looks like when it is over: replay and review over HTTP, and QR codes."""

from __future__ import annotations

import asyncio
import gzip
import json
from collections.abc import Iterator
from pathlib import Path
from threading import Event
from time import monotonic, sleep
from typing import Any
from urllib.request import Request, urlopen

import msgspec
import pytest

from gamenight.core.lab import READY
from gamenight.core.record import Record
from gamenight.match.playback import ReplayTable
from gamenight.online import afterwards, lookback
from gamenight.online.hosting import Hosting
from gamenight.online.scenes import lean
from gamenight.online.thinkers import Pool
from tests.online.rooms import run
from tests.online.servers import ask, open_table, serve, two

PATIENCE = 120.0  # seconds for a review


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Hosting]:
    hosting = serve(tmp_path_factory.mktemp("server"))
    yield hosting
    hosting.stop()


@pytest.fixture(scope="module")
def table(server: Hosting) -> str:
    return finished(server)


def finished(server: Hosting) -> str:
    """A table whose match is over: somebody gave up soon."""
    ids = []

    async def work() -> None:
        async with two(server.url) as (table, first, second):
            ids.append(table["id"])
            for what in ("replay", "review"):
                early = ask(f"{server.url}/api/tables/{table['id']}/{what}")[:2]
                assert early == (409, {"code": "too_early", "text": "this match is not over yet"})
            await first.say("play", n=[0, 0], seat=0, text="C")
            await second.hear("ply")
            await second.say("play", n=[1, 0], seat=1, text="d")
            await first.hear("ply")
            await first.say("resign", seat=0)
            await first.hear("over")

    run(work())
    return str(ids[0])


def as_sent(scene: Any) -> Any:
    return json.loads(msgspec.json.encode(lean(scene)))


def test_the_replay_is_what_a_spectator_saw(server: Hosting, table: str) -> None:
    status, found, headers = ask(f"{server.url}/api/tables/{table}/replay")
    assert status == 200
    assert "default-src 'self'" in headers["content-security-policy"]
    status, text, _ = ask(f"{server.url}/api/tables/{table}/record")
    replay = ReplayTable(Record.loads(json.dumps(text)))
    assert found["start"] == as_sent(replay.scene(None, 0).still())
    assert [ply["by"] for ply in found["plies"]] == [0, 1]
    for number, ply in enumerate(found["plies"], 1):
        assert ply["scene"] == as_sent(replay.scene(None, number).still())
        assert ply["steps"] == as_sent(replay.steps(number, None))
    assert found["names"] == list(replay.names)
    assert found["result"]["resigned"] == 0
    assert found["moves"] == [0, 1, 2]


def test_a_record_is_shown_like_a_table(server: Hosting, table: str) -> None:
    _, record, _ = ask(f"{server.url}/api/tables/{table}/record")
    status, found, _ = ask(f"{server.url}/api/replays", record)
    assert status == 200
    assert found.pop("dice")["headlines"], "a record brings its proof along"
    assert found == ask(f"{server.url}/api/tables/{table}/replay")[1]


@pytest.mark.parametrize(
    ("body", "code", "words"),
    [
        (b"nonsense", "invalid_record", ""),
        (b"\xff\xfe", "invalid_record", ""),
        (b"[" * 100_000, "invalid_record", ""),
        (b" " * (afterwards.LARGEST_RECORD + 1), "wrong_message", "too long: at most 524,288"),
        ({"schema": 2, "game": "chess"}, "invalid_record", "chess"),
    ],
)
def test_what_is_no_record(server: Hosting, body: Any, code: str, words: str) -> None:
    status, found, _ = ask(f"{server.url}/api/replays", body)
    assert (status, found["code"]) == (400, code)
    assert words in found["text"]


def looked_back(url: str, body: Any = None) -> Any:
    """The review, as soon as it is done."""
    end = monotonic() + PATIENCE
    status, found, _ = ask(url, body)
    while status == 202 and monotonic() < end:
        assert found["done"] is None or 0 <= found["done"] <= 100
        sleep(0.2)
        status, found, _ = ask(url, body)
    assert status == 200, found
    return found


def test_a_record_is_reviewed_like_a_table(server: Hosting, table: str) -> None:
    _, record, _ = ask(f"{server.url}/api/tables/{table}/record")
    found = looked_back(f"{server.url}/api/reviews", record)
    assert found == looked_back(f"{server.url}/api/tables/{table}/review")
    status, found, _ = ask(f"{server.url}/api/reviews", b"nonsense")
    while status == 202:
        sleep(0.2)
        status, found, _ = ask(f"{server.url}/api/reviews", b"nonsense")
    assert (status, found["code"]) == (400, "invalid_record")


def test_the_review_comes_when_it_is_done(server: Hosting, table: str) -> None:
    found = looked_back(f"{server.url}/api/tables/{table}/review")
    assert [moment["ply"] for moment in found["moments"]][:2] == [1, 2]
    label, value, spots = found["moments"][0]["moves"][0]
    assert label.startswith("house")
    assert isinstance(value, float)
    assert len(spots) == 1
    assert all(moment["lost"] > 0 for moment in found["moments"] if moment["line"])
    assert len(found["course"]) == len(found["moments"]) + 1
    assert [account["seat"] for account in found["accounts"]] == [0, 1]
    assert not found["luck"]


def test_a_review_holds_up_nobody_else(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of one address one is worked out at a time, and of all only some wait; replays, which are
    short, have a process of their own."""
    doing: dict[Pool, list[str]] = {}
    go_on = Event()

    async def do(pool: Pool, work: Any, record: str, *note: str) -> Any:
        doing.setdefault(pool, []).append(work.__name__)
        while work is lookback.reviewed and not go_on.is_set():
            await asyncio.sleep(0.01)
        return lookback.replayed(record)

    monkeypatch.setattr(Pool, "do", do)
    monkeypatch.setattr(afterwards, "MOST_REVIEWS", 2)
    server = serve(tmp_path, proxy="127.0.0.1")
    try:
        tables = [finished(server) for _ in range(3)]

        def review(table: int, address: str) -> Any:
            url = f"{server.url}/api/tables/{tables[table]}/review"
            status, found, _ = ask(url, x_forwarded_for=address)
            return status if status == 200 else found["text"]

        anna, bert, cara = ("192.0.2.1", "192.0.2.2", "192.0.2.3")
        assert review(0, anna) == review(0, anna) == review(0, bert) == READY
        assert review(1, anna) == afterwards.OTHERS_FIRST
        assert review(1, bert) == review(1, anna) == READY
        assert review(2, cara) == afterwards.OTHERS_FIRST
        assert ask(f"{server.url}/api/tables/{tables[2]}/replay")[0] == 200
        assert sorted(doing.values()) == [["replayed"], ["reviewed"]], "one by one"
        go_on.set()
        while review(0, anna) != 200 or review(1, anna) != 200:
            sleep(0.01)
        assert review(2, anna) in (READY, 200)
    finally:
        server.stop()


def test_while_others_are_first_no_record_is_counted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    go_on = Event()

    async def do(pool: Pool, work: Any, record: str, *note: str) -> Any:
        while not go_on.is_set():
            await asyncio.sleep(0.01)
        return lookback.replayed(record)

    monkeypatch.setattr(Pool, "do", do)
    monkeypatch.setattr(afterwards, "MOST_RECORDS", 2)
    server = serve(tmp_path)
    try:

        def review(record: bytes) -> Any:
            return ask(f"{server.url}/api/reviews", record)[1].get("text")

        assert review(b"one") == review(b"one") == READY
        assert {review(b"two") for _ in range(4)} == {afterwards.OTHERS_FIRST}
        go_on.set()
        for record in (b"one", b"two"):
            while review(record) in (READY, afterwards.OTHERS_FIRST):
                sleep(0.01)
        for _ in range(2):
            assert "many records" in review(b"three")
        assert "many records" not in review(b"two"), "that is known"
    finally:
        server.stop()


def test_a_review_that_never_ends_is_ended(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A record may come from a stranger, with a goal that nobody reaches."""
    ended, notes = list[Pool](), list[Path]()

    async def do(pool: Pool, work: Any, record: str, note: str) -> Any:
        notes.append(Path(note))
        notes[-1].write_text("7", "ascii")
        while record == "endless":
            await asyncio.sleep(0.01)
        return lookback.replayed(record)

    monkeypatch.setattr(Pool, "do", do)
    monkeypatch.setattr(Pool, "close", lambda pool: ended.append(pool))
    monkeypatch.setattr(afterwards, "REVIEW_SECONDS", 0.5)
    server = serve(tmp_path, proxy="127.0.0.1")
    try:

        def review(record: bytes, address: str) -> Any:
            return ask(f"{server.url}/api/reviews", record, x_forwarded_for=address)

        assert review(b"endless", "192.0.2.1")[0] == 202
        while (answer := review(b"other", "192.0.2.2"))[0] == 202:
            sleep(0.01)
        assert answer[1]["code"] == "invalid_record", "its turn has come"
        status, found, _ = review(b"endless", "192.0.2.1")
        assert (status, found["code"]) == (400, "too_slow")
        assert len(ended) == 1
        assert len(notes) == 2
        assert not any(note.exists() for note in notes)
    finally:
        server.stop()


def test_a_replay_is_not_larger_than_a_server_can_bear(
    server: Hosting, table: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    _, record, _ = ask(f"{server.url}/api/tables/{table}/record")
    text = json.dumps(record)
    assert lookback.replayed(text)[0] == 200
    monkeypatch.setattr(lookback, "MOST_BYTES", 100)
    status, packed = lookback.replayed(text)
    assert (status, json.loads(gzip.decompress(packed))["code"]) == (400, "too_long")


def test_how_far_a_review_is(tmp_path: Path) -> None:
    path = str(tmp_path / "note")
    assert lookback.noted(path) is None
    note = lookback.Note(path)
    note(0, 0)
    assert lookback.noted(path) is None, "nobody knows how much there is"
    note(3, 8)
    assert lookback.noted(path) == 37
    note(4, 8)
    assert lookback.noted(path) == 37, "not so soon again"
    lookback.Note(str(tmp_path / "no" / "folder"))(1, 2)


def test_packed_where_that_is_understood(server: Hosting, table: str) -> None:
    asked = Request(f"{server.url}/api/tables/{table}/replay", headers={"accept-encoding": "gzip"})
    with urlopen(asked) as answer:
        assert answer.headers["content-encoding"] == "gzip"
        found = json.loads(gzip.decompress(answer.read()))
    assert found == ask(f"{server.url}/api/tables/{table}/replay")[1]


def test_the_qr_code_of_a_table(server: Hosting, table: str, monkeypatch: Any) -> None:
    links = []

    def drawn(link: str) -> bytes:
        links.append(link)
        return b"<svg/>"

    monkeypatch.setattr("gamenight.online.library.qr_svg", drawn)
    waiting = open_table(server.url)
    alone = open_table(server.url, machines=["random"])
    for id in (waiting["id"], alone["id"], table):
        status, text, headers = ask(f"{server.url}/api/tables/{id}/qr.svg")
        assert (status, text) == (200, "<svg/>")
        assert headers["content-type"] == "image/svg+xml"
    claiming = f"{server.url}/c/{waiting['code']}"
    assert links == [claiming, f"{server.url}/m/{alone['id']}", f"{server.url}/m/{table}"]
    said = [ask(f"{server.url}/api/tables/{id}/link")[1] for id in (waiting["id"], table)]
    assert said == [{"link": claiming, "code": waiting["code"]}, {"link": links[2], "code": ""}]
    assert ask(f"{server.url}/api/tables/none/qr.svg")[0] == 404
