"""What one viewer sees, as data: front ends draw it, games never draw themselves.

Any text may mention a seat as `{0}`, `{1}`, ...: rules know seats, not the names of people.
`named` puts the names in, so a game writes `f"{who(seat)} rolls"` and need not know anybody.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, fields, is_dataclass, replace
from functools import cache
from operator import is_
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

Sound: TypeAlias = Literal["", "roll", "drop", "capture", "card", "win", "lose"]
"""What can be heard, where a front end has sounds and somebody wants them:

- empty: nothing.
- `roll`: dice fall.
- `drop`: something is put down, or takes a step.
- `capture`: something is taken.
- `card`: a card is dealt or played.
- `win`: points are safe, or the game is over.
- `lose`: points are lost.
"""


@dataclass(frozen=True, slots=True)
class Glyph:
    """How a face is drawn and read aloud; `help` goes into the legend."""

    emoji: str
    """The sign where the terminal can show it."""

    ascii: str
    """The same in ASCII, for all other terminals."""

    name: str
    """The word for it, spoken and written."""

    help: str = ""
    """What it means, for the legend."""

    short: str = ""
    """A shorter word, where the name has no room."""

    tint: str = ""
    """The colour of a place with this ground, as `#rrggbb`, where a front end has colours."""


@dataclass(frozen=True, slots=True)
class Token:
    """A die, seed, pawn or card; the same `key` in the next scene means that it moved.

    `color` is its material: red, green, yellow, blue, purple, white and black are drawn; any other
    word is written out.
    """

    kind: TokenKind
    """What it is."""

    face: str = ""
    """What it shows: a key of `Game.glyphs`, or ASCII text that is drawn as it is."""

    color: str = ""
    """What it is made of."""

    owner: int | None = None
    """The seat it belongs to."""

    count: int = 1
    """How many lie here that are alike."""

    tone: Tone = ""
    """What it means to the players."""

    key: str = ""
    """Its name from one scene to the next."""


@dataclass(frozen=True, slots=True)
class Spot:
    """A place: `label` is drawn and typed, `name` is read aloud, `face` is the ground."""

    key: str
    """Its name in this scene, by which choices find it; unique among spots and rows."""

    label: str = ""
    """What is drawn on it and typed to touch it."""

    name: str = ""
    """What it is called."""

    tokens: tuple[Token, ...] = ()
    """What lies there."""

    face: str = ""
    """The ground: the sign of a tile."""

    note: str = ""
    """A few words beside it."""

    owner: int | None = None
    """The seat it belongs to."""

    tone: Tone = ""
    """What it means to the players."""

    at: tuple[int, int] | None = None
    """Its row and column in a grid."""

    span: tuple[int, int] = (1, 1)
    """How many rows and columns it takes in a grid."""

    points: int = 0
    """What marking it adds to the stake of the player whose turn it is."""

    staked: bool = False
    """Whether its note tells that stake, and so changes with what is marked."""

    heading: str = ""
    """What stands at the edge of a grid in place of a label; nobody types it."""

    spoken: str = ""
    """What is read aloud in place of its name, where a picture needs no words: which one it is."""


@dataclass(frozen=True, slots=True)
class Area:
    """Spots that belong together."""

    key: str
    """Its name from one scene to the next."""

    title: str
    """Its heading; may be empty."""

    shape: AreaShape
    """How its spots lie."""

    spots: tuple[Spot, ...]
    """Its places, in order."""

    look: AreaLook = "cell"
    """What its spots look like."""

    rank: int = 1
    """0 is the board, which is always shown; where space is short, the highest rank goes first."""

    sign: str = ""
    """A face that stands before the title of a tray."""

    secret: bool = False
    """Whether it is marked as secret: a hand that only its owner sees."""

    below: int | None = None
    """The seat at its lower side, where it has two: somebody else gets the grid turned around."""


@dataclass(frozen=True, slots=True)
class ScoreRow:
    """A player's line on the scoreboard; with a stake it reads `2400 + [700]`."""

    key: str
    """Its name in this scene, by which choices find it; unique among spots and rows."""

    seat: int
    """Whose row it is."""

    name: str
    """The name of the player, written as `who(seat)`."""

    value: int
    """The points that are safe."""

    stake: int | None = None
    """The points that can still be lost."""

    goal: int | None = None
    """The points that win, for a gauge."""

    facts: tuple[str, ...] = ()
    """Whatever else is known of this player, in a few words each."""

    current: bool = False
    """Whether it is this player's turn."""


@dataclass(frozen=True, slots=True)
class Choice:
    """A possible action; `on` are the keys of spots or rows to touch, in order."""

    text: str
    """The text of the action, from `Rules.format`."""

    label: str
    """What the menu says."""

    on: tuple[str, ...] = ()
    """The keys of the spots or rows to touch, in order."""

    key: str = ""
    """A letter that makes this choice at once."""

    hint: str = ""
    """A few words beside the label; the first to go where space is short."""

    default: bool = False
    """Whether Enter makes this choice; at most one does, and nothing is lost by it."""

    reach: tuple[str, ...] = ()
    """The keys of the spots where it may lead, as far as chance decides."""


@dataclass(frozen=True, slots=True)
class Scene:
    """All that one viewer sees of one state.

    `message` is what happened, `ask` what is wanted and of whom. With `marks` (not None)
    the spots of the choices toggle, and a choice is the set of marked ones.
    """

    title: str
    """The name of the game."""

    status: tuple[str, ...] = ()
    """Facts for the first line: whose turn, which round."""

    scores: tuple[ScoreRow, ...] = ()
    """The scoreboard."""

    unit: str = ""
    """What the scores count: points, seeds."""

    areas: tuple[Area, ...] = ()
    """The table."""

    message: str = ""
    """What happened."""

    tone: Tone = ""
    """What the message means to the players."""

    ask: str = ""
    """What is wanted now, and from whom."""

    choices: tuple[Choice, ...] = ()
    """What the viewer may do."""

    marks: tuple[str, ...] | None = None
    """Where a choice is a set of spots, the keys of those that are marked at first."""

    facts_suffice: bool = False
    """Whether the facts of each row tell what its value counts (a lap and a tile), so that the
    value goes first where room is short."""

    def still(self, message: str = "", tone: Tone = "") -> Scene:
        """The same without a question, with this message."""
        asking = self.ask, self.choices, self.marks, self.message, self.tone
        if asking == ("", (), None, message, tone):
            return self
        return replace(self, ask="", choices=(), marks=None, message=message, tone=tone)

    def spot(self, key: str) -> Spot | None:
        """The spot of this key, if there is one."""
        return next((s for area in self.areas for s in area.spots if s.key == key), None)

    def label(self, key: str) -> str:
        """What a person types for a spot or a row of the scoreboard: for a row, its number."""
        found = self.spot(key)
        if found is not None:
            return found.label
        return next((str(row.seat + 1) for row in self.scores if row.key == key), "")

    def player(self, key: str) -> str:
        """The name in a row of the scoreboard, which can be typed for it too; "" for a spot."""
        return next((row.name for row in self.scores if row.key == key), "")


@dataclass(frozen=True, slots=True)
class Step:
    """A moment of a ply: a sentence, and the scene where something moves.

    `beat` is its length; a step of `PAGE` or more is meant to be read before the next one.
    """

    text: str = ""
    """The sentence."""

    scene: Scene | None = None
    """What can be seen then."""

    tone: Tone = ""
    """What it means to the players."""

    beat: float = 1.0
    """How long it lasts."""

    sound: Sound = ""
    """What can be heard then."""


PAGE = 2.0
"""The number of beats from which a step waits until it has been read."""

SEAT = re.compile(r"\{(\d{1,3})\}")


def who(seat: int) -> str:
    """The mention of a seat in any text of a scene."""
    return f"{{{seat}}}"


def fill(text: str, names: Sequence[str]) -> str:
    """The text with names in place of the mentions."""

    def name(match: re.Match[str]) -> str:
        seat = int(match[1])
        return names[seat] if seat < len(names) else match[0]

    return SEAT.sub(name, text) if "{" in text else text


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
    """The value with every text in it changed; what has no such text stays the same object."""
    if isinstance(value, str):
        return change(value)
    if isinstance(value, tuple):
        items = [_map_text(item, change) for item in value]
        return value if all(map(is_, items, value)) else tuple(items)
    names = _fields(value.__class__)
    if not names:
        return value
    changed = {
        name: new
        for name in names
        if (new := _map_text(old := getattr(value, name), change)) is not old
    }
    return replace(value, **changed) if changed else value


@cache
def _fields(kind: type) -> tuple[str, ...]:
    return tuple(field.name for field in fields(kind)) if is_dataclass(kind) else ()
