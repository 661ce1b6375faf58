"""What one viewer sees, as data: front ends draw it, games never draw themselves.

Any text may mention a seat as `{0}`, `{1}`, ...: rules know seats, not the names of people.
`named` puts the names in, so a game writes `f"{who(seat)} rolls"` and need not know anybody.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, fields, is_dataclass, replace
from typing import Any, Literal, TypeAlias, TypeVar

T = TypeVar("T")

TokenKind: TypeAlias = Literal["die", "seed", "pawn", "card"]
"""What a token is:

- `die`: shows its face; without one it is blank, and its colour tells it apart.
- `seed`: one of many that are all alike; they are counted.
- `pawn`: stands for its owner; without a face it shows who that is.
- `card`: shows its face; without one it lies face down.
"""

AreaShape: TypeAlias = Literal["row", "grid", "ring", "pile", "list"]
"""How the spots of an area lie:

- `row`: beside each other, in their order.
- `grid`: where `Spot.at` says, row and column.
- `ring`: one after the other, and after the last comes the first.
- `pile`: together; what lies there is counted, its place does not matter.
- `list`: one below the other, each with its name and note written out.
"""

AreaLook: TypeAlias = Literal["cell", "pit", "lane", "tray", "tile"]
"""What the spots of an area look like:

- `cell`: a frame around what lies there.
- `pit`: a hollow with its seeds and how many there are.
- `lane`: a stretch of a track, open to both sides.
- `tray`: what was put aside, all on one line.
- `tile`: a step of a track, with its ground and those who stand on it.
"""

Tone: TypeAlias = Literal["", "good", "danger", "held", "muted"]
"""What something means to the players; front ends show it by colour and sign:

- empty: as usual.
- `good`: a gain, or a chance to take.
- `danger`: a loss, or the threat of one.
- `held`: set aside or picked up, and safe for now.
- `muted`: does not count now.
"""


@dataclass(frozen=True, slots=True)
class Glyph:
    """How a face is drawn and read aloud; `help` goes into the legend."""

    emoji: str
    ascii: str
    name: str
    help: str = ""


@dataclass(frozen=True, slots=True)
class Token:
    """A die, seed, pawn or card; the same `key` in the next scene means that it moved.

    `color` is its material: red, green, yellow, blue, purple, white and black are drawn; any other
    word is written out.
    """

    kind: TokenKind
    face: str = ""
    color: str = ""
    owner: int | None = None
    count: int = 1
    tone: Tone = ""
    key: str = ""


@dataclass(frozen=True, slots=True)
class Spot:
    """A place: `label` is drawn and typed, `name` is read aloud, `face` is the ground."""

    key: str
    label: str = ""
    name: str = ""
    tokens: tuple[Token, ...] = ()
    face: str = ""
    note: str = ""
    owner: int | None = None
    tone: Tone = ""
    at: tuple[int, int] | None = None
    span: tuple[int, int] = (1, 1)


@dataclass(frozen=True, slots=True)
class Area:
    """Spots that belong together; rank 0 is the board, higher ranks are dropped first.

    `at` and `span` of a spot in a grid are (row, column) and (rows, columns).
    """

    key: str
    title: str
    shape: AreaShape
    spots: tuple[Spot, ...]
    look: AreaLook = "cell"
    rank: int = 1
    sign: str = ""
    secret: bool = False


@dataclass(frozen=True, slots=True)
class ScoreRow:
    """A player's line on the scoreboard; with a stake it reads `2400 + [700]`."""

    key: str
    seat: int
    name: str
    value: int
    stake: int | None = None
    goal: int | None = None
    facts: tuple[str, ...] = ()
    current: bool = False


@dataclass(frozen=True, slots=True)
class Choice:
    """A possible action; `on` are the keys of spots or rows to touch, in order."""

    text: str
    label: str
    on: tuple[str, ...] = ()
    key: str = ""
    hint: str = ""
    default: bool = False


@dataclass(frozen=True, slots=True)
class Scene:
    """All that one viewer sees of one state.

    `message` is what happened, `ask` what is wanted and of whom. With `marks` (not None)
    the spots of the choices toggle, and a choice is the set of marked ones.
    """

    title: str
    status: tuple[str, ...] = ()
    scores: tuple[ScoreRow, ...] = ()
    unit: str = ""
    areas: tuple[Area, ...] = ()
    message: str = ""
    tone: Tone = ""
    ask: str = ""
    choices: tuple[Choice, ...] = ()
    marks: tuple[str, ...] | None = None

    def still(self, message: str = "", tone: Tone = "") -> Scene:
        """The same without a question, with this message."""
        return replace(self, ask="", choices=(), marks=None, message=message, tone=tone)

    def spot(self, key: str) -> Spot | None:
        return next((s for area in self.areas for s in area.spots if s.key == key), None)

    def label(self, key: str) -> str:
        """What a person types for a spot or a row of the scoreboard: for a row, its number."""
        found = self.spot(key)
        if found is not None:
            return found.label
        return next((str(row.seat + 1) for row in self.scores if row.key == key), "")


@dataclass(frozen=True, slots=True)
class Step:
    """A moment of a ply: a sentence, and the scene where something moves.

    `beat` is its length; a step of `PAGE` or more is meant to be read before the next one.
    """

    text: str = ""
    scene: Scene | None = None
    tone: Tone = ""
    beat: float = 1.0


PAGE = 2.0
SEAT = re.compile(r"\{(\d{1,3})\}")


def who(seat: int) -> str:
    """The mention of a seat in any text of a scene."""
    return f"{{{seat}}}"


def fill(text: str, names: Sequence[str]) -> str:
    """The text with names in place of the mentions."""

    def name(match: re.Match[str]) -> str:
        seat = int(match[1])
        return names[seat] if seat < len(names) else match[0]

    return SEAT.sub(name, text)


def named(value: T, names: Sequence[str]) -> T:
    """The scene, step or any part of them with names in place of the mentions."""
    changed: Any = _map_text(value, lambda text: fill(text, names))
    return changed  # type: ignore[no-any-return]


def texts(value: Any) -> tuple[str, ...]:
    """Every text in a scene, a step or a part of them."""
    found: list[str] = []
    _map_text(value, lambda text: found.append(text) or text)  # type: ignore[func-returns-value]
    return tuple(found)


def _map_text(value: Any, change: Callable[[str], str]) -> Any:
    if isinstance(value, str):
        return change(value)
    if isinstance(value, tuple):
        return tuple(_map_text(item, change) for item in value)
    if is_dataclass(value) and not isinstance(value, type):
        parts = ((item.name, getattr(value, item.name)) for item in fields(value))
        return replace(value, **{name: _map_text(part, change) for name, part in parts})
    return value
