"""The parts of a record: who sits where, what changed, how it ended, and how each is read."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal, NamedTuple

from gamenight.core.errors import GamenightError, InvalidRecord
from gamenight.core.limits import LARGEST_NUMBER
from gamenight.core.text import clean_name, quoted, visible

LONGEST_TEXT = 1_000  # characters of a bot, a key or a reason
MOST_COUNTED = 1_000_000
# Who begins: as given, drawn by lot, or a seat by its number.
Order = Literal["given", "shuffle"] | int


class Seat(NamedTuple):
    """Who sits at the table: a person, or a bot (`hard`, `mcts:400n`) under a name. A seat that
    nobody has taken yet has no name."""

    name: str
    bot: str = ""


class Change(NamedTuple):
    """From this ply on, somebody else sits at that seat."""

    ply: int
    seat: int
    who: Seat


def people_first(seats: Sequence[Seat]) -> list[int]:
    """The seats in the order in which they are listed: people, then machines; nobody's not."""
    taken = [number for number, seat in enumerate(seats) if seat.name]
    return sorted(taken, key=lambda number: bool(seats[number].bot))


RESIGNED, LATE = "{} resigned.", "{} ran out of time."  # why somebody has lost without a ply
AGREED, DESERTED = "Everybody agreed to end it.", "Nobody came back."  # why nobody has won then


class Result(NamedTuple):
    """How a match ended; `resigned` is the seat that gave up, or had no time left, if one did."""

    scores: tuple[int, ...]
    winners: tuple[int, ...]
    reason: str
    resigned: int | None = None

    @property
    def is_late(self) -> bool:
        """Whether a seat had no time left."""
        return self.resigned is not None and self.reason.endswith(LATE.format(""))

    @property
    def is_broken_off(self) -> bool:
        """Whether it ended before its end, and nobody has won."""
        return self.resigned is None and not self.winners and self.reason in (AGREED, DESERTED)


class Standing(NamedTuple):
    """Somebody's result in an earlier round of a series."""

    name: str
    score: int
    won: bool


class Marks(NamedTuple):
    """The keys of the spots that somebody has marked."""

    seat: int
    keys: tuple[str, ...]


def read_list(data: dict[str, Any], name: str) -> list[Any]:
    given = data.get(name, [])
    if not isinstance(given, list):
        raise InvalidRecord(f"the {name} must be a JSON list, not {quoted(given)}", given)
    return given


def read_text(value: object, what: str, longest: int = LONGEST_TEXT) -> str:
    if not isinstance(value, str):
        raise InvalidRecord(f"{what} must be text, not {quoted(value)}", value)
    if len(value) > longest:
        raise InvalidRecord(
            f"{what} can have at most {longest:,} characters, not {len(value):,}: {quoted(value)}"
        )
    return value


def read_number(value: object, what: str) -> int:
    if type(value) is not int:
        raise InvalidRecord(f"{what} must be a whole number, not {quoted(value)}", value)
    if abs(value) > LARGEST_NUMBER:
        raise InvalidRecord(f"{what} can be at most {LARGEST_NUMBER:,}", value, (LARGEST_NUMBER,))
    return value


def read_count(value: object, what: str) -> int:
    if not 0 <= read_number(value, what) <= MOST_COUNTED:
        raise InvalidRecord(f"{what} must be 0 to {MOST_COUNTED:,}, not {quoted(value)}", value)
    return read_number(value, what)


def read_seat(value: object) -> Seat:
    if not isinstance(value, dict) or not {"name"} <= value.keys() <= {"name", "bot"}:
        raise InvalidRecord(
            f'a seat must be {{"name": ..., "bot": ...}}, not {quoted(value)}', value
        )
    bot = read_text(value.get("bot", ""), "a bot")
    if visible(bot) != bot:
        raise InvalidRecord(
            f"this bot's name has characters that cannot be shown: {quoted(bot)}", bot
        )
    empty = value["name"] == "" and not bot
    return Seat("") if empty else Seat(read_name(value["name"]), bot)


def read_name(value: object) -> str:
    name = read_text(value, "a name")
    try:
        if clean_name(name) != name:
            raise InvalidRecord(f"this name has characters that cannot be shown: {quoted(name)}")
    except GamenightError as error:
        raise InvalidRecord(str(error), name) from None
    return name


def read_change(value: object) -> Change:
    if not isinstance(value, list) or len(value) != 3:
        raise InvalidRecord(f"a change must be [ply, seat, who], not {quoted(value)}", value)
    who = read_seat(value[2])
    if not who.name:
        raise InvalidRecord(f"somebody with a name must take a seat, not {quoted(value[2])}", value)
    return Change(read_number(value[0], "a ply"), read_number(value[1], "a seat"), who)


def read_marks(value: object) -> Marks:
    if not isinstance(value, list) or len(value) != 2 or not isinstance(value[1], list):
        raise InvalidRecord(f"marks must be [seat, [key, ...]], not {quoted(value)}", value)
    keys = tuple(read_text(key, "a marked key") for key in value[1])
    return Marks(read_number(value[0], "a seat"), keys)


def read_round(value: object) -> tuple[Standing, ...]:
    if not isinstance(value, list) or not all(isinstance(r, list) and len(r) == 3 for r in value):
        raise InvalidRecord(
            f"a round must be [[name, score, won], ...], not {quoted(value)}", value
        )
    return tuple(
        Standing(read_name(name), read_number(score, "a score"), won is True)
        for name, score, won in value
    )


def read_result(value: object) -> Result | None:
    if value is None:
        return None
    if not isinstance(value, dict) or value.keys() != set(Result._fields):
        raise InvalidRecord(
            f"a result must have {', '.join(Result._fields)}, not {quoted(value)}", value
        )
    resigned, reason = value["resigned"], read_text(value["reason"], "a reason")
    if not reason.isprintable():
        raise InvalidRecord(f"this reason has characters that cannot be shown: {quoted(reason)}")
    return Result(
        tuple(read_number(score, "a score") for score in read_list(value, "scores")),
        tuple(read_number(seat, "a winner") for seat in read_list(value, "winners")),
        reason,
        None if resigned is None else read_number(resigned, "a seat that resigned"),
    )
