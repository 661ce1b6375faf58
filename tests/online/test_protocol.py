"""Messages: what is read, and what is refused."""

from __future__ import annotations

import json
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from gamenight.online import protocol as p

GOOD: list[dict[str, Any]] = [
    {"t": "claim", "id": 0, "name": "Anna", "code": "S222-2", "place": 1},
    {"t": "rename", "id": 1, "place": 0, "name": "Anna"},
    {"t": "machine", "id": 1, "place": 0, "bot": "easy"},
    {"t": "places", "id": 1, "count": 3},
    {"t": "tip", "id": 1, "place": 0, "of": "x/1", "tip": "0f" * 32},
    {"t": "salt", "id": 1, "seat": 0, "salt": "0f" * 32},
    {"t": "options", "id": 1, "options": {"a": 1, "b": "x", "c": True, "d": 0.5}},
    {"t": "clock", "id": 1, "clock": "5m+10s"},
    {"t": "code", "id": 1},
    {"t": "begin", "id": 2**53},
    {"t": "play", "id": 1, "n": [3, 0], "seat": 0, "text": "C"},
    {"t": "pass", "id": 1, "n": [3, 0], "seat": 0},
    {"t": "ready", "id": 1, "n": [3, 0], "seat": 0},
    {"t": "resign", "id": 1, "seat": 0},
    {"t": "back", "id": 1, "place": 0},
    {"t": "offer", "id": 1, "what": "undo"},
    {"t": "answer", "id": 1, "offer": 1, "yes": True},
    {"t": "can", "id": 1},
    {"t": "hint", "id": 1, "n": [3, 0], "seat": 0},
    {"t": "odds", "id": 1, "n": [3, 0], "seat": 0, "fractions": True},
    {"t": "say", "id": 1, "text": "hello"},
    {"t": "ping", "id": 1},
]


@pytest.mark.parametrize("message", GOOD, ids=lambda message: message["t"])
def test_every_message_is_read_and_nothing_more(message: dict[str, Any]) -> None:
    read = p.read_message(json.dumps(message))
    assert read.__struct_config__.tag == message["t"]
    with pytest.raises(p.WrongMessage):
        p.read_message(json.dumps({**message, "more": 1}))
    for name in ("id", "t"):
        with pytest.raises(p.WrongMessage):
            p.read_message(json.dumps({k: v for k, v in message.items() if k != name}))


def test_every_kind_of_message_is_tried() -> None:
    kinds = {kind.__struct_config__.tag for kind in p.Message.__subclasses__()}
    assert kinds - {"hello"} == {message["t"] for message in GOOD}


@pytest.mark.parametrize(
    "text",
    [
        "",
        "null",
        "[]",
        '"ping"',
        "{",
        '{"t":"ping"}',
        '{"t":"none","id":1}',
        '{"t":"ping","id":-1}',
        '{"t":"ping","id":1e3}',
        '{"t":"ping","id":9007199254740993}',
        '{"t":"ping","id":"1"}',
        '{"t":"ping","id":true}',
        '{"t":"hello","v":1}',
        '{"t":"play","id":1,"n":[1],"seat":0,"text":"C"}',
        '{"t":"play","id":1,"n":[-1,0],"seat":0,"text":"C"}',
        '{"t":"play","id":1,"n":[1,0],"seat":-1,"text":"C"}',
        '{"t":"offer","id":1,"what":"surrender"}',
        '{"t":"say","id":1,"text":"\\ud800"}',
        "[" * 5000,
        '{"t":' * 1000,
        "\x00",
        "\ufeff{}",
    ],
)
def test_what_is_refused(text: str) -> None:
    with pytest.raises(p.WrongMessage) as error:
        p.read_message(text)
    assert error.value.code == "wrong_message"
    assert len(str(error.value)) < 400


def test_sizes_are_limited() -> None:
    for message in (
        {"t": "claim", "id": 1, "name": "x" * 201},
        {"t": "say", "id": 1, "text": "x" * 501},
        {"t": "play", "id": 1, "n": [0, 0], "seat": 0, "text": "x" * 100_000},
        {"t": "places", "id": 1, "count": 101},
    ):
        with pytest.raises(p.WrongMessage):
            p.read_message(json.dumps(message))
    for tokens in (["x"] * 9, ["x" * 65]):
        with pytest.raises(p.WrongMessage):
            p.read_hello(json.dumps({"t": "hello", "v": 1, "tokens": tokens}))


@given(st.text() | st.binary())
def test_anything_else_is_refused_in_a_sentence(data: str | bytes) -> None:
    for read in (p.read_message, p.read_hello, p.read_heard):
        with pytest.raises(p.WrongMessage):
            read(data)


@given(st.text(max_size=200), st.integers(0, 2**53))
def test_what_is_written_is_read_again(text: str, id: int) -> None:
    for told in (p.No("code", text, id), p.Ok(id, text), p.Said(text, text), p.Bye(text)):
        try:
            written = p.write(told)
        except UnicodeEncodeError:
            continue  # half a character, which nobody can send
        assert p.read_heard(written) == told
        assert msgspec.json.decode(written)["t"] == told.__struct_config__.tag
