"""Shapes: whether what a guest's rules and scenes give is well formed, down to its last part, so
that nothing behind the guard stumbles over it or stores it.

Run it where the guest is watched: looking at somebody else's objects calls their code.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from dataclasses import is_dataclass
from functools import cache
from itertools import islice
from typing import Any, Literal, TypeVar, get_args, get_origin, get_type_hints

from gamenight.core.errors import GamenightError
from gamenight.core.laws.nodes import check_node
from gamenight.core.laws.verdict import is_number, shown
from gamenight.core.limits import LARGEST_NUMBER
from gamenight.core.parts import LONGEST_TEXT
from gamenight.core.play import LONGEST_ACTION
from gamenight.core.rules import Chance, Decision, Over
from gamenight.core.scene import Area, Scene, Step

T = TypeVar("T")
MOST_LINES = 10_000  # of anything that tells or lists
LARGEST_GRID = 1_000  # rows or columns


class Misshapen(GamenightError):
    """Something of a guest's that is not as it has to be."""


def text(what: str, value: Any, longest: int = LONGEST_ACTION) -> str:
    """A text that can be written to a file."""
    if not isinstance(value, str):
        raise Misshapen(f"{what} is {shown(value)}, not text")
    if len(value) > longest:
        raise Misshapen(f"{what} has {len(value):,} characters; at most {longest:,} are possible")
    if not value.isascii():
        value.encode()  # half a character raises
    return value


def action_text(value: Any) -> str:
    """The text of an action: one line, which records hold."""
    line = text("a text", value)
    if not line or len(line.splitlines()) != 1:
        raise Misshapen(f"a text is {shown(line)}, not one line")
    return line


def several(what: str, values: Iterable[T]) -> list[T]:
    """What can be iterated over, unless it is endless."""
    found = list(islice(_one_by_one(values), MOST_LINES + 1))
    if len(found) > MOST_LINES:
        raise Misshapen(f"{what} has no end: more than {MOST_LINES:,}")
    return found


def _one_by_one(values: Iterable[T]) -> Iterator[T]:
    yield from values


def numbers(what: str, values: Any, players: int) -> tuple[int, ...]:
    """Whole numbers that a record can hold, one for each seat."""
    if type(values) is not tuple or len(values) != players or not all(map(is_number, values)):
        raise Misshapen(f"{what} is {shown(values)}, not a tuple of {players} whole numbers")
    if any(abs(value) > LARGEST_NUMBER for value in values):
        raise Misshapen(f"{what} has a number above {LARGEST_NUMBER:,}")
    return values


def seats(what: str, values: Any, players: int) -> tuple[int, ...]:
    """Some of the seats."""
    if type(values) is not tuple or not all(_is_seat(value, players) for value in values):
        raise Misshapen(f"{what} is {shown(values)}, not a tuple of seats from 0 to {players - 1}")
    return values


def _is_seat(value: Any, players: int) -> bool:
    return is_number(value) and 0 <= value < players


def node(rules: Any, state: Any, found: Any) -> Decision[Any] | Chance[Any] | Over:
    """What can happen, by the laws of single states, and what a record can hold of it."""
    if isinstance(found, Decision):
        check_type("`actions`", found.actions, tuple[Any, ...])
        for name, entries in (("`others`", found.others), ("`table`", found.table)):
            check_type(name, entries, tuple[tuple[int, tuple[Any, ...]], ...])
    elif isinstance(found, Chance):
        check_type("`outcomes`", found.outcomes, tuple[Any, ...])
        text("the label of a Chance", found.label)
    elif isinstance(found, Over):
        numbers("Over.scores", found.scores, rules.players)
        if not text("Over.reason", found.reason, LONGEST_TEXT).isprintable():
            raise Misshapen(f"Over.reason is {shown(found.reason)}, which cannot be shown")
    check_node(rules, state, found)
    checked: Decision[Any] | Chance[Any] | Over = found
    return checked


def scene(found: Any, players: int) -> Scene:
    """A scene all of whose parts have their types, and which names seats and spots that exist."""
    check_type("the scene", found, Scene)
    shown_scene: Scene = found
    for row in shown_scene.scores:
        _check_seat(f"the seat of the row {row.key!r}", row.seat, players)
    for area in shown_scene.areas:
        _check_area(area, players)
    keys = {spot.key for area in shown_scene.areas for spot in area.spots}
    keys |= {row.key for row in shown_scene.scores}
    for choice in shown_scene.choices:
        action_text(choice.text)
        _check_known(f"the choice {choice.text!r}", (*choice.on, *choice.reach), keys)
    _check_known("the marks", shown_scene.marks or (), keys)
    return shown_scene


def steps(found: Iterable[Any], players: int) -> tuple[Step, ...]:
    """The steps of one ply."""
    told = tuple(several("tell", found))
    for step in told:
        check_type("a step", step, Step)
        if not 0 <= step.beat <= LARGEST_GRID:
            raise Misshapen(f"the beat of a step is {step.beat}")
        if step.scene is not None:
            scene(step.scene, players)
    return told


def _check_area(area: Area, players: int) -> None:
    if area.below is not None:
        _check_seat(f"the seat below {area.key!r}", area.below, players)
        if all(spot.at is None for spot in area.spots):
            raise Misshapen(f"the area {area.key!r} has a side below, but no spot has a place")
    for spot in area.spots:
        for owner in (spot.owner, *(token.owner for token in spot.tokens)):
            if owner is not None:
                _check_seat(f"the owner on {spot.key!r}", owner, players)
        if any(token.count < 0 for token in spot.tokens):
            raise Misshapen(f"the count of a token on {spot.key!r} is below 0")
        places = (*(spot.at or (0, 0)), *(size - 1 for size in spot.span))
        if not all(0 <= place < LARGEST_GRID for place in places):
            raise Misshapen(f"the spot {spot.key!r} is at {spot.at}, with the span {spot.span}")


def _check_seat(what: str, seat: int, players: int) -> None:
    if not _is_seat(seat, players):
        raise Misshapen(f"{what} is {shown(seat)}, not a seat from 0 to {players - 1}")


def _check_known(what: str, named: Iterable[str], keys: Collection[str]) -> None:
    for key in named:
        if key not in keys:
            raise Misshapen(f"{what} names {key!r}, which does not exist")


def check_type(what: str, value: Any, kind: Any) -> None:
    """Raises Misshapen unless a value, and all that is in it, is of this declared type."""
    origin, parts = _form(kind)
    if kind is str:
        text(what, value)
    elif origin is tuple:
        _check_tuple(what, value, parts)
    elif origin is Literal:
        if not isinstance(value, str) or value not in parts:
            raise Misshapen(f"{what} is {shown(value)}, not one of {parts}")
    elif parts:  # it may be missing
        if value is not None:
            check_type(what, value, parts[0])
    elif kind is not Any and not isinstance(value, (int, float) if kind is float else kind):
        raise Misshapen(f"{what} is {shown(value)}, not {kind.__name__}")
    else:
        for name, words, part in _fields(kind):
            check_type(words, getattr(value, name), part)


def _check_tuple(what: str, value: Any, parts: tuple[Any, ...]) -> None:
    if type(value) is not tuple:
        raise Misshapen(f"{what} is {shown(value)}, not a tuple")
    if parts[-1] is ...:
        parts = () if parts[0] is Any else parts[:1] * len(value)
    elif len(value) != len(parts):
        raise Misshapen(f"{what} is {shown(value)}, not {len(parts)} parts")
    for item, part in zip(value, parts, strict=False):
        check_type(what, item, part)


@cache
def _form(kind: Any) -> tuple[Any, tuple[Any, ...]]:
    return get_origin(kind), get_args(kind)


@cache
def _fields(kind: Any) -> tuple[tuple[str, str, Any], ...]:
    """The fields of a class of ours: name, the words for it, and type."""
    hints = get_type_hints(kind) if is_dataclass(kind) else {}
    return tuple((name, f"`{name}` of a {kind.__name__}", part) for name, part in hints.items())
