"""Brief: names in less room than they need, so that nobody is taken for anybody else.

A name is shortened by words, as people do it: `Ann B. Miller`, `Ann M.`, `Ann`, `Miller`; and
`Player 1` is `P1`. A form that could be somebody else's is nobody's; where no form is left, it is
the beginning of the name (`Annabel.`), with the number of the seat if somebody else begins so too.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import lru_cache

from rich.cells import cell_len, set_cell_size

SHORTEST = 4  # three letters and a full stop; or one, a space and the number of a seat


def brief_names(names: Mapping[str, int | None], width: int) -> dict[str, str]:
    """Each name in this many cells at most, whole where it has room, or where no form is left and
    there is no seat."""
    return dict(_brief(tuple(names.items()), max(width, SHORTEST)))


def pattern(names: Mapping[str, int | None]) -> re.Pattern[str]:
    """Finds these names in a text, as whole words."""
    longest_first = sorted(map(re.escape, names), key=len, reverse=True)
    return re.compile(rf"(?<!\w)({'|'.join(longest_first)})(?!\w)")


@lru_cache(maxsize=512)
def _brief(names: tuple[tuple[str, int | None], ...], width: int) -> tuple[tuple[str, str], ...]:
    forms = {name: list(_forms(name)) for name, _ in names}
    return tuple((name, _chosen(name, seat, forms, width)) for name, seat in names)


def _chosen(name: str, seat: int | None, forms: Mapping[str, list[str]], width: int) -> str:
    others = {form.casefold() for other in forms if other != name for form in forms[other]}
    for form in forms[name]:
        if cell_len(form) <= width and (form == name or form.casefold() not in others):
            return form
    if seat is None:
        return name
    start = set_cell_size(name, width - 1).rstrip(" .")
    if start and not any(form.startswith(start.casefold()) for form in others):
        return f"{start}."
    number = f" {seat + 1}"
    return set_cell_size(name, width - len(number)).rstrip() + number


def _forms(name: str) -> Iterator[str]:
    """A name in fewer and fewer words."""
    first, *rest = name.split() or [""]
    yield name
    for kept in range(len(rest) - 1, -1, -1):
        yield " ".join([first, *rest[:kept], *(f"{word[0]}." for word in rest[kept:])])
    if rest:
        yield f"{first} {rest[-1][0]}."
        yield f"{first[0]}{rest[-1]}" if rest[-1].isdigit() else f"{first[0]}. {rest[-1]}"
        yield first
        yield rest[-1]
