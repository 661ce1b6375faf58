"""Limits come before work: what is too large, too long or too deep costs a sentence, no time."""

from __future__ import annotations

import json
import tracemalloc
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

import gamenight
from gamenight.core.errors import GamenightError, InvalidName, InvalidOption, InvalidRecord
from gamenight.core.ini import MOST_WARNINGS, read_ini
from gamenight.core.limits import DEEPEST, TooLarge, read_file, read_json
from gamenight.core.parts import Change, Seat
from gamenight.core.play import LONGEST_ACTION, step
from gamenight.core.record import Record, seated, sittings
from gamenight.core.text import clean_name, did_you_mean, visible
from gamenight.games.oware import ogn
from gamenight.match.sqlite import SqliteStore
from tests.patience import within

MEGABYTE = 1024 * 1024
MARKS = "\u0301\u0316"  # their order is not the canonical one, so that they are sorted


def record_of(id: str = "oware", **changes: Any) -> str:
    game = gamenight.game(id)
    seats = [{"name": "Ann"}, {"name": "Ben"}]
    data = {"schema": 1, "game": id, "version": game.version, "options": {}, "seats": seats}
    return json.dumps({**data, "actions": [], **changes}, ensure_ascii=False)


def circuit(**options: str) -> Record:
    return Record.loads(record_of("circuit", options=options))


def seats(*given: dict[str, str]) -> Record:
    return Record.loads(record_of(seats=[*given, {"name": "B"}]))


@contextmanager
def little_memory() -> Iterator[None]:
    """Whatever happens here takes a few megabytes."""
    tracemalloc.start()
    try:
        yield
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert peak < 16 * MEGABYTE, f"{peak:,} bytes"


HOSTILE: dict[str, Callable[[], object]] = {
    "dice": lambda: circuit(dice="+".join(["999d9"] * 90_000)),
    "fewer dice": lambda: circuit(dice="+".join(["999d9"] * 5_000)),
    "tiles": lambda: circuit(tiles="," * MEGABYTE),
    "a name": lambda: seats({"name": "a" + MARKS * 200_000}),
    "a bot": lambda: seats({"name": "A", "bot": "a" + MARKS * 200_000}),
    "seats": lambda: seats(*({"name": f"P{number}"} for number in range(20_000))),
    "an option": lambda: Record.loads(record_of(options={"x" * MEGABYTE: 1})),
    "a game": lambda: gamenight.game("x" * MEGABYTE),
    "an action": lambda: Record.loads(record_of(actions=["x" * MEGABYTE])),
    "a typed name": lambda: clean_name("a" + MARKS * MEGABYTE),
    "a tag": lambda: ogn.read('[A "' + "\\x" * 400_000),
    "a bot in a tag": lambda: ogn.read(f'[SouthBot "a{MARKS * 200_000}"] *'),
}  # fmt: skip


@pytest.mark.parametrize("what", HOSTILE)
def test_what_is_too_large_is_refused_before_work(what: str) -> None:
    with within(seconds=10), little_memory(), pytest.raises(GamenightError) as refused:
        HOSTILE[what]()
    assert len(str(refused.value)) < 1000


def test_matches_of_a_text_are_counted() -> None:
    with within(seconds=20), pytest.raises(InvalidRecord, match="at most 5,000 matches"):
        ogn.read("* " * 200_000)


def test_changes_of_seats_are_read_and_stored_once() -> None:
    """Twenty thousand of them took half a minute, each."""
    changes = [[0, number % 2, {"name": f"P{number}"}] for number in range(20_000)]
    with within(seconds=10):
        record = Record.loads(record_of(changes=changes))
        stored = SqliteStore().create(record, bytes(32))
    assert stored.record.names() == ("P19998", "P19999")


def test_sittings_are_what_seated_says_ply_by_ply() -> None:
    seats = (Seat("Ann"), Seat("Ben"))
    changes = [Change(0, 1, Seat("Cleo")), Change(2, 0, Seat("Dan")), Change(2, 0, Seat("Eve"))]
    assert list(sittings(seats, changes, 3)) == [seated(seats, changes, ply) for ply in range(4)]


def test_values_of_an_ini_file_are_read_without_backtracking() -> None:
    """Twenty kilobytes took 15 seconds."""
    text = f'[Game]\nweak_dice = 5{" " * 60_000}"'
    with within(seconds=10):
        found = read_ini(text, gamenight.game("zombie").options)
    assert not found.values
    assert "cannot be" in found.warnings[0]


def test_only_the_first_warnings_about_an_ini_file_are_told() -> None:
    found = read_ini("wrong\n" * 1000, gamenight.game("zombie").options)
    assert found.warnings[MOST_WARNINGS:] == [f"{1000 - MOST_WARNINGS} more warnings like these"]


def test_marks_on_a_character_are_few_before_they_are_sorted() -> None:
    with within(seconds=10):
        assert visible("a" + MARKS * 200_000) == visible("a" + MARKS * 2)


def test_a_long_word_is_no_slip() -> None:
    assert did_you_mean("oware" * 1000, ["oware"]) == ""
    assert "oware" in did_you_mean("owaer", ["oware"])


@pytest.mark.parametrize("depth", [DEEPEST + 1, 500, 100_000])
def test_deep_json_is_one_sentence(depth: int) -> None:
    for text in ("[" * depth + "]" * depth, '{"a":' * depth + "1" + "}" * depth):
        with pytest.raises(ValueError, match="nested deeper"):
            read_json(text)
        with pytest.raises(InvalidRecord, match="nested deeper"):
            Record.loads(text)


def test_json_may_be_as_deep_as_the_limit() -> None:
    assert read_json("[" * DEEPEST + "]" * DEEPEST)
    assert read_json("1") == 1


def test_a_file_is_read_up_to_its_limit(tmp_path: Path) -> None:
    path = tmp_path / "some"
    path.write_bytes(b"x" * 1000)
    assert len(read_file(path, 1000)) == 1000
    with pytest.raises(TooLarge, match="more than 999 bytes"):
        read_file(path, 999)
    with pytest.raises(OSError, match="null"):
        read_file("a\0b", 999)


def test_numbers_fit_into_64_bits() -> None:
    with pytest.raises(InvalidOption):
        gamenight.game("circuit").rules(players=2, turn_limit=10**30)
    with pytest.raises(InvalidRecord, match="at most"):
        Record.loads(record_of(series=[[["Ann", 10**30, True]]]))


def test_actions_are_short() -> None:
    rules = gamenight.game("oware").rules(players=2)
    with pytest.raises(GamenightError, match="invalid action"):
        step(rules, rules.initial(), "A" * (LONGEST_ACTION + 1))


@pytest.mark.parametrize("text", ["", " ", "\u0301" * 2000])
def test_names_that_cannot_be_seen(text: str) -> None:
    with pytest.raises(InvalidName):
        clean_name(text)
