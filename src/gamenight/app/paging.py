"""Paging: where the signs lead that say that there is more above or below."""

from __future__ import annotations

from collections.abc import Sequence

TO = "to "  # begins what can be clicked to go to a row and do nothing else


def pages(keyed: Sequence[tuple[int, str]], top: int, room: int) -> tuple[str, str]:
    """Where the signs of more above and below lead: a page up and a page down, to a row that is out
    of sight. keyed: the lines of the rows that can be chosen, with their keys; the lines in sight
    are `room`, from `top` on."""
    above = [key for line, key in keyed if top - room <= line < top]
    below = [key for line, key in keyed if top + room <= line < top + 2 * room]
    first, last = keyed[0][1], keyed[-1][1]
    return TO + (above[0] if above else first), TO + (below[-1] if below else last)
