"""The rows of a form: what has no room beside a value goes below it; the cursor stays in view."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from gamenight.app.party import Party
from gamenight.draw.line import Line, spaces

NOTE = 5  # columns by which what goes below a row is indented
NARROWEST = 16  # columns in which words can still be read


@dataclass(frozen=True, slots=True)
class Row:
    """A line of the form, and a note beside it that goes on below where it is too long; the key of
    its target is empty where nothing can be chosen. apart: the note is never broken; it goes below
    where the row is under the cursor or wrong or where there is room, else it is left out. signs:
    the columns of the two signs around a value that the arrow keys change."""

    text: Line
    key: str = ""
    note: Line = Line()  # noqa: RUF009
    apart: bool = False
    wrong: bool = False
    signs: tuple[int, ...] = ()


def unrolled(row: Row, room: int, cursor: str, everything: bool) -> list[Row]:
    """A row in this many columns, and below it the rest of its note. everything: with the notes of
    all rows."""
    whole = row.text + row.note
    if whole.width <= room:
        return [replace(row, text=whole, note=Line())]
    left = row.text.width
    if not (row.apart or row.wrong) and room - left >= NARROWEST:
        first, *rest = row.note.wrap(room - left)
        head = replace(row, text=row.text + first, note=Line())
        return [head, *(Row(spaces(left) + part) for part in rest)]
    below = row.wrong or row.key == cursor or everything or not row.apart
    rest = row.note.wrap(room - NOTE) if below else []
    return [replace(row, note=Line()), *(Row(spaces(NOTE) + part) for part in rest)]


def scrolled(rows: Sequence[Row], cursor: str, room: int, top: int) -> int:
    """The first row to show in this many lines, `top` before: scroll as little as needed to show
    the row under the cursor with what goes below it."""
    at = next((n for n, row in enumerate(rows) if row.key and row.key == cursor), None)
    if at is not None:
        end = at + 1
        while end < len(rows) and rows[end].text and not rows[end].key:
            end += 1
        top = min(max(top, end - room), at if at > 1 else 0)
    return max(min(top, len(rows) - room), 0)


def several_at_once(party: Party, seat: int | None, machine: str) -> Iterator[str]:
    """How to type several names in one line, which takes the seats from this one on; then the same
    in fewer words. None where no letter would be a name."""
    free = 0 if seat is None else party.possible[-1] - seat
    if seat is None or free < 2:
        return
    people = ["Ben", "Cleo"] if seat else ["Ann", "Ben"]
    for names in ([*people[: free - 1], f"bot:{machine}"], people):
        for says in ("you can type", "type"):
            yield f"{says}: {', '.join(names)}"
