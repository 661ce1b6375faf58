"""Clock: what was agreed about time, and what is left of it. Nothing here knows what time it is."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, NamedTuple

from gamenight.core.errors import GamenightError, InvalidRecord
from gamenight.core.parts import Change, Seat, read_number
from gamenight.core.play import Ply, mover
from gamenight.core.rules import Rules
from gamenight.core.text import quoted

SECOND = 1_000  # milliseconds, as all times here
MINUTE, HOUR, DAY = 60 * SECOND, 3_600 * SECOND, 86_400 * SECOND
UNITS = {"d": DAY, "h": HOUR, "m": MINUTE, "s": SECOND}
WORDS = {"d": "day", "h": "hour", "m": "minute", "s": "second"}
NONE = "none"  # how people write that there is no clock
EXAMPLES = "none, 30s a move, 5m+10s for all moves and 10 seconds more after each, 3d a move"
MOST = 100 * DAY
SLOW = HOUR  # from this on nobody waits at the table: the clock goes on when all have left
RESERVE = 10 * SECOND  # for each move of more than two, when all else is used up
ALLOWANCE = 1 * SECOND  # the most that a slow line gives back for a move
LAST = 10 * SECOND  # when a screen begins to warn
_TEXT = re.compile(r"(?:(\d{1,7})d)?(?:(\d{1,7})h)?(?:(\d{1,7})m)?(?:(\d{1,7})s)?", re.ASCII)


class InvalidClock(GamenightError):
    """This says nothing about time."""

    code = "invalid_clock"


class Control(NamedTuple):
    """What was agreed. base: for each move; or for all of them, where there is an increment, which
    is added after each choice."""

    base: int
    increment: int | None = None

    def __str__(self) -> str:
        more = "" if self.increment is None else f"+{_written(self.increment)}"
        return f"{_written(self.base)}{more}"

    @property
    def is_slow(self) -> bool:
        """Whether people come and go between two moves."""
        return self.base >= SLOW

    def told(self) -> str:
        """For people: half a minute for each move."""
        if self.increment is None:
            return f"{_counted(self.base)} a move"
        more = f", {_counted(self.increment)} more after each" if self.increment else ""
        return f"{_counted(self.base)} for all moves{more}"

    def after(self, left: int, spent: int, chose: bool) -> int:
        """What a seat has left after it spent this; chose: it made a choice, rather than rolled."""
        if self.increment is None:
            return self.base
        return max(0, left - spent) + (self.increment if chose else 0)

    def budget(self, left: int, several: bool) -> int:
        """What a seat has for its next move. several: more than two play."""
        return max(left, min(RESERVE, self.base)) if several else left


def read_control(text: str) -> Control | None:
    """What a text says about time; None where there is no clock. Raises InvalidClock."""
    wanted = "".join(text.casefold().split())
    if wanted in ("", NONE):
        return None
    base, plus, more = wanted.partition("+")
    increment = _read(more, text, least=0) if plus else None
    return Control(_read(base, text, least=SECOND), increment)


def write_control(control: Control | None) -> str:
    """The same as people write it."""
    return NONE if control is None else str(control)


def _read(part: str, text: str, least: int) -> int:
    found = _TEXT.fullmatch(part)
    if found is None or not part:
        raise InvalidClock(f"{quoted(text)} is no clock (such as: {EXAMPLES})", text)
    numbers = zip(found.groups(), UNITS.values(), strict=True)
    total = sum(int(number) * unit for number, unit in numbers if number)
    if not least <= total <= MOST:
        raise InvalidClock(
            f"{quoted(part)} cannot be the time of a clock (possible: {_written(least)} to "
            f"{_written(MOST)})",
            text,
        )
    return total


def _written(time: int) -> str:
    return "".join(f"{count}{unit}" for unit, count in _parts(time)) or "0s"


def _counted(time: int) -> str:
    """`1 minute 30 seconds`."""
    named = ((count, WORDS[unit]) for unit, count in _parts(time))
    return " ".join(f"{count} {word}{'' if count == 1 else 's'}" for count, word in named)


def _parts(time: int) -> list[tuple[str, int]]:
    """How many of each unit, the largest first."""
    found = []
    for unit, size in UNITS.items():
        count, time = divmod(time, size)
        if count:
            found.append((unit, count))
    return found


def face(left: int) -> str:
    """What a clock shows: `0:09`, `1:02:03`, `2 d 3 h`; the second or the hour that has begun
    counts."""
    if left >= DAY:
        days, hours = divmod(-(-left // HOUR), 24)
        return f"{days} d {hours} h"
    seconds = -(-max(left, 0) // SECOND)
    minutes, hours = seconds // 60, seconds // 3600
    if hours:
        return f"{hours}:{minutes % 60:02}:{seconds % 60:02}"
    return f"{minutes}:{seconds % 60:02}"


class Move(NamedTuple):
    """A ply that took time. seat: whose; spent: how much; chose: see `Control.after`; several: more
    than two played then; ply: its number, from 1."""

    seat: int
    spent: int
    chose: bool
    several: bool = False
    ply: int = 0


def moves_of(
    rules: Rules[Any, Any], plies: Iterable[Ply], times: Iterable[int | None]
) -> list[Move]:
    """The plies that took time; raises InvalidRecord for one that nobody can have spent it on."""
    found = []
    for number, (ply, spent) in enumerate(zip(plies, times, strict=True), 1):
        if spent is None:
            continue
        seat = mover(rules, ply)
        if seat is None:
            raise InvalidRecord(f"ply {number} is nobody's, and took time", spent, (), number)
        several = rules.players - len(rules.absent(ply.before)) > 2
        found.append(Move(seat, spent, ply.actor is not None, several, number))
    return found


def left_after(control: Control, left: Sequence[int], moves: Iterable[Move]) -> list[int]:
    """What each seat has left after these moves; left: what it had before."""
    now = list(left)
    for move in moves:
        now[move.seat] = control.after(now[move.seat], move.spent, move.chose)
    return now


# In a record.


def read_clock(given: Any) -> str:
    """What was agreed, from a record; raises InvalidRecord."""
    try:
        control = read_control(given) if isinstance(given, str) else None
    except InvalidClock as error:
        raise InvalidRecord(str(error), given) from None
    if control is None or str(control) != given:
        raise InvalidRecord(f"{quoted(given)} is no clock of a record (such as 5m+10s)", given)
    return str(control)


def read_spent(given: Any) -> int | None:
    """What one ply took, from a record; raises InvalidRecord."""
    return None if given is None else read_number(given, "the time of a ply")


def check_times(
    clock: str,
    times: Sequence[int | None],
    rules: Rules[Any, Any],
    plies: Sequence[Ply],
    seats: Sequence[Seat],
    changes: Sequence[Change],
) -> None:
    """Raise InvalidRecord unless what was spent was agreed on, counted for each ply, and nobody
    had less. seats: who sat where in the beginning."""
    if not times:
        return
    control = read_control(clock)
    if control is None:
        raise InvalidRecord("a record with times needs the clock that counted them", times)
    if len(times) != len(plies):
        given = f"{len(times)} for {len(plies)} plies"
        raise InvalidRecord(f"a record has a time for each ply, not {given}", len(times))
    left, asked = [control.base] * rules.players, list(_asked(rules, plies, seats, changes))
    for seat, spent, chose, several, ply in moves_of(rules, plies, times):
        most = control.budget(left[seat], several)
        if not asked[ply - 1]:
            raise InvalidRecord(f"ply {ply}: no clock counts a machine's time", spent, (), ply)
        if not 0 <= spent <= most:
            told = f"ply {ply}: seat {seat + 1} cannot have spent {spent} ms"
            raise InvalidRecord(f"{told} (possible: 0 to {most})", spent, (), ply)
        left[seat] = control.after(left[seat], spent, chose)


def _asked(
    rules: Rules[Any, Any], plies: Sequence[Ply], seats: Sequence[Seat], changes: Sequence[Change]
) -> Iterator[bool]:
    """Whether a person was asked for each ply. A machine may have taken over before it was done,
    because there was no time left."""
    there, coming = [not seat.bot for seat in seats], list(reversed(changes))
    now = list(seats)
    for number, ply in enumerate(plies):
        while coming and coming[-1].ply <= number:
            _, seat, now[seat] = coming.pop()
            there[seat] = there[seat] or not now[seat].bot
        actor = mover(rules, ply)
        yield actor is not None and there[actor]
        if actor is not None:
            there[actor] = not now[actor].bot
