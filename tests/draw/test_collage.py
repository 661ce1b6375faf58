"""What lies beside each other is laid once, and looks as if it had been laid anew."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import replace
from itertools import product
from typing import Any

import pytest

from gamenight.draw.canvas import Picture
from gamenight.draw.collage import Piece, collage
from gamenight.draw.context import Context, Focus, context_for
from gamenight.draw.ink import Ink
from gamenight.draw.palette import Look
from gamenight.draw.parts.bowls import _draw_bowl, _draw_wood, draw_bowls
from tests.draw.pictures import ASCII, LINES
from tests.draw.scenes import OWARE
from tests.draw.test_ahead import sown

GROUND = Ink(bg="#101010")


def written(*lines: str) -> Picture:
    picture = Picture(max(map(len, lines)), len(lines))
    for y, text in enumerate(lines):
        picture.put(0, y, text)
    picture.mark(lines[0], 0, 0, picture.width, picture.height)
    return picture


def laid(context: Context, *pieces: Piece) -> Picture:
    return collage(pieces, (12, 4), context, "test", GROUND)


@pytest.fixture
def context() -> Context:
    return Context(Look(), memory={})


def test_rows_that_changed_are_laid_and_others_stay(
    context: Context, monkeypatch: pytest.MonkeyPatch
) -> None:
    ann, two = written("Ann"), written("one", "two")
    first = laid(context, Piece(ann, 0, 0), Piece(two, 5, 1))
    assert first.lines() == ["Ann", "     one", "     two", ""]
    pasted: list[list[int]] = []
    paste = Picture.paste

    def noted(self: Picture, other: Picture, x: int, y: int, rows: list[int]) -> None:
        pasted.append(list(rows))
        paste(self, other, x, y, rows)

    monkeypatch.setattr(Picture, "paste", noted)
    second = laid(context, Piece(ann, 0, 0), Piece(written("one", "2  "), 5, 1))
    assert second.lines() == ["Ann", "     one", "     2", ""]
    assert pasted == [[], [1]]
    assert first.lines()[2] == "     two", "the picture before is somebody else's"
    assert {ink.bg for row in second.rows for _, ink in row} == {GROUND.bg}


def test_targets_are_those_of_the_pieces(context: Context) -> None:
    laid(context, Piece(written("a"), 0, 0), Piece(written("b"), 5, 1))
    again = laid(context, Piece(written("x"), 0, 0), Piece(written("b"), 5, 1))
    assert [(t.key, t.x, t.y) for t in again.targets] == [("x", 0, 0), ("b", 5, 1)]


def test_a_piece_that_moves_leaves_nothing_behind(context: Context) -> None:
    laid(context, Piece(written("here"), 0, 0))
    assert laid(context, Piece(written("here"), 4, 2)).lines() == ["", "", "    here", ""]
    assert laid(context).lines() == ["", "", "", ""]


CURSORS = ["", "s1", "s4", "s6", "n3", "north", "no such key"]


@pytest.mark.parametrize("size", [(80, 18), (100, 22), (118, 30), (198, 40)], ids=str)
@pytest.mark.parametrize("look", [Look(), LINES, ASCII], ids=["filled", "lines", "ascii"])
def test_bowls_that_are_kept_are_as_if_drawn_anew(look: Look, size: tuple[int, int]) -> None:
    """Wherever the cursor and a hint are, with what would come and without, after any others."""
    memory: dict[Hashable, Any] = {}
    for cursor, hint, ahead in product(CURSORS, ("", "s2"), (None, sown(OWARE))):
        focus = Focus(cursor=cursor, hint=hint, ahead=ahead, last=frozenset({"n2"}))
        now = context_for(OWARE, {}, look, focus)
        kept = draw_bowls(OWARE.areas[0], replace(now, memory=memory), *size)
        _draw_bowl.cache_clear()
        _draw_wood.cache_clear()
        anew = draw_bowls(OWARE.areas[0], now, *size)
        assert kept is not None
        assert anew is not None
        assert kept.rows == anew.rows, focus
        assert kept.targets == anew.targets


def test_a_pit_is_drawn_once_as_long_as_it_looks_the_same() -> None:
    """Under another cursor only the pits that it points at, lights or would change are new."""
    memory: dict[Hashable, Any] = {}

    def drawn(focus: Focus) -> int:
        before = _draw_bowl.cache_info().misses
        context = replace(context_for(OWARE, {}, Look(), focus), memory=memory)
        draw_bowls(OWARE.areas[0], context, 100, 22)
        return _draw_bowl.cache_info().misses - before

    _draw_bowl.cache_clear()
    assert drawn(Focus()) == len(OWARE.areas[0].spots)
    assert drawn(Focus(cursor="s1")) == 3, "the pit, the one beside it, and the store"
    assert drawn(Focus(cursor="s1")) == drawn(Focus()) == 0
