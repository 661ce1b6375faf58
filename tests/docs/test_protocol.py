"""`docs/protocol.md` is all that a stranger needs to write a client, and all of it is so.

`python -m tests.docs.test_protocol --write` puts in what a server really says, and the fields of
scenes.
"""

from __future__ import annotations

import ast
import json
import re
import sys
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import MISSING, fields
from itertools import pairwise
from pathlib import Path
from typing import Any, get_args

import msgspec
import pytest
from starlette.routing import Route, WebSocketRoute

import gamenight
from gamenight.core.errors import GamenightError
from gamenight.match import match, undo
from gamenight.match.writer import Writer
from gamenight.online import (
    arranging,
    callers,
    deeds,
    guesses,
    house,
    limits,
    offers,
    playing,
    protocol,
    room,
    seating,
    server,
    tokens,
    wire,
)
from gamenight.online.house import House, NewTable
from gamenight.online.settings import Settings
from tests.docs.conversation import examples
from tests.docs.walkthrough import FENCE
from tests.paths import PROJECT

PATH = PROJECT / "docs" / "protocol.md"
PAGE = PATH.read_text("utf-8")
WIDTH = 100
SENT = (protocol.Hello, *get_args(protocol.Sent))
HEARD = get_args(protocol.Heard)
PARTS = (
    *(protocol.Clocks, protocol.Place, protocol.OpenOffer, protocol.Turn, protocol.Result),
    protocol.Commit,
)
DRAWN = ("Scene", "ScoreRow", "Area", "Spot", "Token", "Choice", "Step", "Glyph")
TABLE = r"(?:\|.*\n)+"
Written = dict[str, Any]


@pytest.fixture(scope="module")
def said(tmp_path_factory: pytest.TempPathFactory) -> Written:
    return examples(tmp_path_factory.mktemp("server"))


def shown() -> Iterator[tuple[str, Any]]:
    """The examples in the page, by label."""
    for language, label, text in FENCE.findall(PAGE):
        if language == "json":
            yield label, json.loads(text)


def test_the_examples_are_what_a_server_says(said: Written) -> None:
    for label, example in shown():
        assert example == said[label], f"{label}: python -m tests.docs.test_protocol --write"


def test_the_examples_can_be_read(said: Written) -> None:
    readers: dict[str, Callable[[str], object]] = {tag(kind): protocol.read_heard for kind in HEARD}
    readers |= {tag(kind): protocol.read_message for kind in SENT}
    readers["hello"] = protocol.read_hello
    read = [readers[example["t"]](json.dumps(example)) for _, example in shown() if "t" in example]
    assert {type(message) for message in read} == {*SENT, *HEARD}, "one of each"
    msgspec.convert(said["table-asked"], NewTable)
    msgspec.convert(said["scene"], gamenight.Scene)


@pytest.mark.parametrize("kind", [*SENT, *HEARD], ids=lambda kind: str(tag(kind)))
def test_every_message_has_a_section_with_its_fields(kind: Any) -> None:
    text = section(f"`{tag(kind)}`")
    assert [name for name in kind.__struct_fields__ if f"`{name}`" not in text] == []
    assert f"```json {tag(kind)}" in text


@pytest.mark.parametrize("kind", [*PARTS, NewTable], ids=lambda kind: str(kind.__name__))
def test_every_part_of_a_message_is_described(kind: Any) -> None:
    part = next(p for p in PAGE.split("\n\n") if f"**{kind.__name__}**" in p)
    assert [name for name in kind.__struct_fields__ if f"`{name}`" not in part] == []


def test_every_word_is_explained() -> None:
    words = [*get_args(protocol.TurnKind), *get_args(protocol.Offered), *get_args(protocol.Want)]
    assert [word for word in words if f"`{word}`" not in PAGE] == []


def test_every_close_code_is_there() -> None:
    numbers = {v for v in vars(protocol).values() if isinstance(v, int) and 1000 <= v < 5000}
    assert numbers == set(map(int, re.findall(r"^\| (\d{4}) \|", PAGE, re.MULTILINE)))


def test_what_is_known_of_a_game(said: Written) -> None:
    told = section("HTTP")
    for part in (said["game"], said["game"]["options"][0], said["game"]["bots"][0]):
        assert [name for name in part if f"`{name}`" not in told] == []
    for glyph in said["game"]["glyphs"].values():
        msgspec.convert(glyph, gamenight.Glyph)


def test_every_code_of_an_error_is_there() -> None:
    modules = (
        arranging,
        callers,
        deeds,
        guesses,
        house,
        offers,
        playing,
        protocol,
        room,
        seating,
        server,
        tokens,
        match,
        undo,
    )
    kinds = list(errors_below(GamenightError))
    ours = {kind.code for kind in kinds if kind.__module__ in [m.__name__ for m in modules]}
    rows = re.findall(r"^\| (`.*?) \|", section("Errors"), re.MULTILINE)
    told = set(re.findall(r"`(\w+)`", " ".join(rows)))
    assert ours <= told <= {kind.code for kind in kinds}


def errors_below(kind: type[GamenightError]) -> Iterator[type[GamenightError]]:
    for one in kind.__subclasses__():
        yield from (one, *errors_below(one))


def test_every_route_is_there(said: Written) -> None:
    app = server.Server(House(Writer(None)), Settings()).app
    paths = {route.path for route in app.routes if isinstance(route, Route | WebSocketRoute)}
    assert len(paths) > 5
    told = {re.sub(r"\{(\w+)\}", lambda found: found[1].upper(), path) for path in paths}
    assert {path for path in told if f"{path}`" not in PAGE} == set()


def test_the_limits_are_as_told() -> None:
    text, usual = section("Limits"), Settings()
    given = (usual.messages, usual.sockets, usual.new_tables, usual.tries, seating.CODE_SECONDS)
    fixed = (protocol.LONGEST_MESSAGE, protocol.MOST_TOKENS, protocol.MOST_QUEUED)
    rest = (protocol.HELLO_SECONDS, server.LARGEST_BODY, limits.RATE_SECONDS)
    hours = given[-1] / 3600
    for number in (*given[:-1], hours, *fixed, *rest):
        assert re.search(rf"\b{number:,.0f}\b", text), number
    assert f"more than {wire.MOST_MISSED}," in section("When the connection is lost")


@pytest.mark.parametrize("name", DRAWN)
def test_the_fields_of_scenes_are_listed(name: str) -> None:
    assert table_of(name) in section(f"`{name}`"), "python -m tests.docs.test_protocol --write"


def tag(kind: Any) -> str:
    return str(kind.__struct_config__.tag)


def section(title: str) -> str:
    """What stands below a heading, up to the next."""
    found = re.search(rf"^#+ {re.escape(title)}\n(.*?)(?=^#|\Z)", PAGE, re.MULTILINE | re.DOTALL)
    assert found is not None, f"there is no heading {title}"
    return found[1]


def table_of(name: str) -> str:
    """The fields of a part of a scene, with what is usual and what they mean."""
    kind, lines = getattr(gamenight, name), ["| field | usual | meaning |", "|---|---|---|"]
    meanings = docstrings(name)
    for field in fields(kind):
        always = field.default is MISSING
        usual = "" if always else f"`{json.dumps(field.default)}`"
        lines.append(f"| `{field.name}` | {usual} | {meanings[field.name]} |")
    return "\n".join(lines) + "\n"


def docstrings(name: str) -> dict[str, str]:
    """The sentences below the fields of a class in `core/scene.py`."""
    source = (Path(gamenight.__file__).parent / "core" / "scene.py").read_text("utf-8")
    body = next(n.body for n in ast.parse(source).body if getattr(n, "name", "") == name)  # type: ignore[attr-defined]
    return {
        ast.unparse(item.target): " ".join(str(following.value.value).split())
        for item, following in pairwise(body)
        if isinstance(item, ast.AnnAssign)
        and isinstance(following, ast.Expr)
        and isinstance(following.value, ast.Constant)
    }


def pretty(value: Any, indent: int = 0, taken: int = 0) -> str:
    """JSON for people: on one line what fits there."""
    line = json.dumps(value, ensure_ascii=False)
    if indent + taken + len(line) < WIDTH or not isinstance(value, dict | list):
        return line
    inner = indent + 2
    if isinstance(value, dict):
        names = {json.dumps(key): one for key, one in value.items()}
        parts = [f"{name}: {pretty(one, inner, len(name) + 2)}" for name, one in names.items()]
    else:
        parts = [pretty(one, inner) for one in value]
    lines = f",\n{' ' * inner}".join(_joined(parts, WIDTH - inner))
    start, end = "{}" if isinstance(value, dict) else "[]"
    return f"{start}\n{' ' * inner}{lines}\n{' ' * indent}{end}"


def _joined(parts: list[str], width: int) -> Iterator[str]:
    """Short parts beside each other."""
    line = ""
    for part in parts:
        if line and ("\n" in part + line or len(line) + len(part) + 2 > width):
            yield line
            line = part
        else:
            line = f"{line}, {part}" if line else part
    yield line


def rewritten(said: Written) -> str:
    page = FENCE.sub(
        lambda found: (
            f"```json {found[2]}\n{pretty(said[found[2]])}\n```" if found[1] == "json" else found[0]
        ),
        PAGE,
    )
    for name in DRAWN:
        page = re.sub(rf"(### `{name}`\n(?:[^|#]*\n)?){TABLE}", rf"\g<1>{table_of(name)}", page)
    return page


if __name__ == "__main__":
    if sys.argv[1:] != ["--write"]:
        sys.exit("usage: python -m tests.docs.test_protocol --write")
    with tempfile.TemporaryDirectory() as folder:
        PATH.write_text(rewritten(examples(Path(folder))), encoding="utf-8")
