"""Lines of text: cut, wrapped, packed and in columns."""

from __future__ import annotations

import pytest

from gamenight.draw.context import Context
from gamenight.draw.ink import BOLD, MUTED, PLAIN
from gamenight.draw.line import Align, Line, flow, headed, joined, line, packed, spaces, table
from gamenight.draw.palette import Look
from tests.draw.pictures import ASCII, FILLED, drawing


def plain(lines: list[Line]) -> list[str]:
    return [text.plain for text in lines]


@pytest.mark.parametrize(
    ("text", "width", "ellipsis", "clipped"),
    [
        ("abcdef", 6, "…", "abcdef"),
        ("abcdef", 5, "…", "abcd…"),
        ("abcdef", 2, "…", "a…"),
        ("abcdef", 1, "…", "…"),
        ("abcdef", 0, "…", ""),
        ("abcdef", 5, "", "abcde"),
        ("abcdefgh", 7, "...", "abcd..."),
        ("abcdefgh", 6, "...", "abc..."),
        ("abcdefgh", 5, "...", "abcde"),
        ("ab cdef", 4, "…", "ab…"),
        ("ab   cdef", 5, "…", "ab…"),
        ("abcd   ", 5, "…", "abcd "),
        ("abcd   ", 4, "…", "abcd"),
        ("abcd   ", 3, "…", "ab…"),
        ("長い名前", 7, "…", "長い名…"),
        ("長い名前", 6, "…", "長い…"),
        ("e\u0301e\u0301e\u0301", 2, "…", "e\u0301…"),
        ("e\u0301e\u0301e\u0301", 2, "", "e\u0301e\u0301"),
    ],
)
def test_what_is_cut_off_has_an_ellipsis(
    text: str, width: int, ellipsis: str, clipped: str
) -> None:
    assert line(text).clip(width, ellipsis).plain == clipped


def test_an_ellipsis_is_in_the_ink_of_what_it_follows() -> None:
    whole = line("abc", BOLD) + line(" def", MUTED)
    assert whole.clip(6, "…").parts == (("abc", BOLD), (" d", MUTED), ("…", MUTED))
    assert whole.clip(5, "…").parts == (("abc", BOLD), ("…", BOLD))
    assert whole.clip(4).parts == (("abc", BOLD),)
    assert whole.clip(1, "…").parts == (("…", PLAIN),)


@pytest.mark.parametrize(
    ("look", "width", "clipped"),
    [(FILLED, 6, "Overl…"), (ASCII, 6, "Ove..."), (ASCII, 5, "Overl"), (FILLED, 8, "Overload")],
)
def test_the_ellipsis_of_a_look(look: Look, width: int, clipped: str) -> None:
    assert Context(look).clip(line("Overload"), width).plain == clipped


@pytest.mark.parametrize(
    ("width", "align", "fitted"),
    [
        (9, "centre", "   abc   "),
        (6, "centre", " abc  "),
        (6, "left", "abc   "),
        (6, "right", "   abc"),
        (3, "right", "abc"),
        (2, "right", "a…"),
    ],
)
def test_a_text_is_fitted_to_a_width(width: int, align: Align, fitted: str) -> None:
    assert Context(FILLED).fit(line("abc"), width, align).plain == fitted


def test_spaces_at_the_end_are_taken_off_across_inks() -> None:
    text = line(" a b ", BOLD) + line("  ", MUTED) + line(" ")
    assert text.stripped().parts == ((" a b", BOLD),)
    assert spaces(3).stripped() == Line()
    assert not spaces(0)


def test_a_word_in_two_inks_stays_together() -> None:
    text = line("one tw", BOLD) + line("o three", MUTED)
    wrapped = text.wrap(7)
    assert plain(wrapped) == ["one two", "three"]
    assert wrapped[0].parts == (("one", BOLD), (" ", BOLD), ("tw", BOLD), ("o", MUTED))
    assert plain(text.wrap(6, indent=1)) == ["one", " two", " three"]


@pytest.mark.parametrize(
    ("text", "width", "indent", "wrapped"),
    [
        ("aa bb", 5, 0, ["aa bb"]),
        ("aa bb", 4, 0, ["aa", "bb"]),
        ("aa bb cc", 5, 2, ["aa bb", "  cc"]),
        ("abcdefg", 3, 0, ["abc", "def", "g"]),
        ("abcdefg", 4, 1, ["abc", " def", " g"]),
        ("a bcdefg", 4, 1, ["a", " bcd", " efg"]),
        ("長い名前", 5, 0, ["長い", "名前"]),
        ("長い", 1, 0, ["長", "い"]),
        ("  aa", 9, 0, ["aa"]),
        ("", 9, 0, []),
    ],
)
def test_words_on_as_many_lines_as_they_need(
    text: str, width: int, indent: int, wrapped: list[str]
) -> None:
    assert plain(line(text).wrap(width, indent)) == wrapped


def test_lines_that_are_empty_are_not_joined() -> None:
    pieces = [Line(), line("a"), line(""), line("b", BOLD)]
    assert joined(pieces).parts == (("a", PLAIN), (" ", PLAIN), ("b", BOLD))
    assert joined(pieces, "").plain == "ab"
    assert joined([]) == Line()


@pytest.mark.parametrize(
    ("head", "width", "shown"),
    [
        ("ab", 9, "ab Overl…"),
        ("ab", 11, "ab Overload"),
        ("ab", 4, "ab …"),
        ("ab", 3, "ab"),
        ("ab", 1, "ab"),
        ("", 5, "Over…"),
    ],
)
def test_only_what_follows_a_head_is_shortened(head: str, width: int, shown: str) -> None:
    def clip(text: Line, room: int) -> Line:
        return text.clip(room, "…")

    assert headed(line(head), line("Overload"), width, clip).plain == shown


PIECES = [line("aaa"), line("bb"), Line(), line("cccc"), line("a long one"), line("d")]


def test_pieces_are_packed_and_stay_whole() -> None:
    assert plain(packed(PIECES, 6)) == ["aaa bb", "cccc", "a long one", "d"]
    assert plain(packed(PIECES, 11)) == ["aaa bb cccc", "a long one", "d"]
    assert plain(packed(PIECES, 12, gap=0)) == ["aaabbcccc", "a long oned"]
    assert packed([Line()], 6) == []


def test_pieces_flow_and_a_longer_one_wraps() -> None:
    assert plain(flow(PIECES[:2] + PIECES[3:], 8)) == ["aaa   bb", "cccc", "a long", "  one", "d"]
    assert plain(flow(PIECES[:2], 7)) == ["aaa", "bb"]
    assert plain(flow(PIECES[:2], 7, gap=2)) == ["aaa  bb"]
    assert flow([], 8) == []


ROWS = [
    (line("a"), line("Overload"), line("a player's rolls go down")),
    (line("bb"), line("Go"), Line()),
    (line("c"), line("Cancellation"), line("gone")),
]


@pytest.mark.parametrize(
    ("width", "shown"),
    [
        (
            42,
            """
        a   Overload      a player's rolls go down
        bb  Go
        c   Cancellation  gone
    """,
        ),
        (
            34,
            """
        a   Overload      a player's rolls
                          go down
        bb  Go
        c   Cancellation  gone
    """,
        ),
        (
            33,
            """
        a   Overload
              a player's rolls go down
        bb  Go
        c   Cancellation
              gone
    """,
        ),
    ],
)
def test_a_table_of_three_columns(width: int, shown: str) -> None:
    assert plain(table(ROWS, width)) == drawing(shown)


def test_a_table_without_its_first_column() -> None:
    rows = [(Line(), name, note) for _, name, note in ROWS]
    assert plain(table(rows, 40))[1:] == ["Go", "Cancellation  gone"]
