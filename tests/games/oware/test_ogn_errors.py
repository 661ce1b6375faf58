"""OGN files that are refused: one sentence with the line, whatever is given."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gamenight import InvalidRecord, Record
from gamenight.games.oware.ogn import read, write
from gamenight.games.oware.rules import Options
from tests.effort import times
from tests.games.oware.boards import random_record

GOOD = write(random_record(Options(), seed=3))
BEYOND_THE_END = '[Houses "1"]\n[Seeds "1"]\n[GrandSlam "allowed"]\n1. A+2'


@pytest.mark.parametrize(
    ("text", "sentence", "ply"),
    [
        ("", "line 1: there is no match in this text", None),
        ("{only a comment}", "line 1: there is no match in this text", None),
        (
            '[Result "25-23"]\n1. F f\n2. B',
            "line 3: the match is not over here (possible: 1-0, 0-1, *, not 25-23)",
            3,
        ),
        ("1. F f\n2. F *", "line 2: illegal move 'F' (legal: A, B, C, D, E)", 3),
        ("1. f *", "line 1: illegal move 'f' (legal: A, B, C, D, E, F)", 1),
        ("1. F A *", "line 1: illegal move 'A' (legal: a, b, c, d, e, f)", 2),
        ("1. G *", "line 1: illegal move 'G' (legal: A, B, C, D, E, F)", 1),
        ("1. F\n\n\nhello *", "line 4: 'hello' is neither a move nor a result", 2),
        ("1. F+2 f *", "line 1: the move F captures 0, not 2", 1),
        ("1. F f 3. B *", "line 1: the move number is 3, but should be 2", None),
        ("0. F f *", "line 1: the move number is 0, but should be 1", None),
        ("1. F {open\n f *", "line 1: a comment without a closing '}': '{open'", None),
        ("1. F } f *", "line 1: neither tag, comment, move nor result: '} f *'", None),
        ("1. F\n(1. A (1. B) f *", "line 2: a '(' without a ')'", None),
        ("1. F ) f *", "line 1: a ')' without a '('", None),
        (
            '[South "Ann]\n1. F *',
            "line 1: neither tag, comment, move nor result: '[South \"Ann]'",
            None,
        ),
        ('[South "A"]\n[South "B"] *', "line 2: the tag South appears twice", None),
        (
            '[Termination "South resigned"]\n1. F f\n[South "Ann"] *',
            "line 3: the match is not over here (possible: 0-1, not *)",
            2,
        ),
        (
            '\n[FEN "0-4-4-4-4-4-4-4-4-4-4-4-4-0-N"] *',
            "line 2: a match from another start cannot be read "
            "(tag FEN '0-4-4-4-4-4-4-4-4-4-4-4-4-0-N')",
            None,
        ),
        (
            '[GrandSlam "maybe"] *',
            "line 1: option grand_slam cannot be 'maybe' "
            "(possible: forfeit, leave_last, leave_seed, allowed)",
            None,
        ),
        (
            '[Houses "99999999999999999999"] *',
            "line 1: option houses cannot be '99999999999999999999' "
            "(possible: a whole number from 1 to 12)",
            None,
        ),
        (
            f'\n[South "{"x" * 25}"] *',
            f"line 2: a name has 1 to 24 visible characters, not 25: '{'x' * 25}'",
            None,
        ),
        (
            "1. F f 25-23",
            "line 1: the match is not over here (possible: 1-0, 0-1, *, not 25-23)",
            2,
        ),
        (
            "1. F f 1/2-1/2",
            "line 1: the match is not over here (possible: 1-0, 0-1, *, not 1/2-1/2)",
            2,
        ),
        (
            '[Termination "South resigned"] 1. F f 1-0',
            "line 1: the match is not over here (possible: 0-1, not 1-0)",
            2,
        ),
        (
            '[Termination "South resigned"] 1. F f *',
            "line 1: the match is not over here (possible: 0-1, not *)",
            2,
        ),
        (
            '[Result "26-22"]\n1. F f *',
            "line 2: the tag gives the result '26-22', but the moves end with *",
            None,
        ),
        (
            f"{BEYOND_THE_END} 0-1",
            "line 4: the moves lead to the result 2-0, not to 0-1",
            1,
        ),
        (
            f"{BEYOND_THE_END} 1-1",
            "line 4: the moves lead to the result 2-0, not to 1-1",
            1,
        ),
        (
            f'[Termination "North resigned"]\n{BEYOND_THE_END} 2-0',
            "line 5: a tag says North resigned, but the match is over "
            "(South has 2 of the 2 seeds, more than half.)",
            1,
        ),
        (
            f"{BEYOND_THE_END} a 2-0",
            "line 4: there is a move 'a' after the end "
            "(South has 2 of the 2 seeds, more than half.)",
            2,
        ),
    ],
)
def test_a_file_that_is_refused(text: str, sentence: str, ply: int | None) -> None:
    with pytest.raises(InvalidRecord) as caught:
        read(text)
    assert (str(caught.value), caught.value.ply) == (sentence, ply)


@pytest.mark.parametrize(
    "text",
    [
        "(" * 200_000,
        "(" * 200_000 + ")" * 200_000,
        "{" * 200_000,
        "[" * 200_000,
        '[A "' * 50_000,
        '[A "' + "\\" * 200_001,
        "1" * 200_000,
        "1. F " * 100_000,
        " " * (16 * 1024 * 1024 + 1),
        "\x00" * 1000,
        "9" * 5000 + ".",
        "1. F+" + "9" * 5000,
    ],
    ids=lambda text: repr(text[:8]),
)
def test_huge_and_strange_texts(text: str) -> None:
    with pytest.raises(InvalidRecord) as caught:
        read(text)
    assert len(str(caught.value)) < 300


def test_one_bad_match_refuses_the_file() -> None:
    with pytest.raises(InvalidRecord, match=r"^line \d+: illegal move"):
        read(GOOD + GOOD + "\n1. f *")


@st.composite
def mutations(draw: st.DrawFn) -> str:
    """A good file with pieces cut out, doubled, or replaced by anything."""
    text = GOOD
    for _ in range(draw(st.integers(1, 4))):
        start = draw(st.integers(0, len(text)))
        end = min(len(text), start + draw(st.integers(0, 12)))
        other = draw(st.one_of(st.text(max_size=6), st.text('[]{}()";+*-/.19AFaf \n', max_size=6)))
        text = text[:start] + draw(st.sampled_from([other, text[start:end] * 2])) + text[end:]
    return text[: draw(st.integers(0, len(text)))] if draw(st.booleans()) else text


def refusal(text: str) -> str:
    """The sentence by which a text is refused; "" for one that is read, and checked then."""
    try:
        records = read(text)
    except InvalidRecord as error:
        return str(error)
    assert records
    for record in records:
        assert Record.loads(record.dumps()) == record
    return ""


@given(mutations())
@settings(max_examples=times(100))
def test_a_damaged_file_is_read_whole_or_refused(text: str) -> None:
    assert refusal(text)[:5] in ("", "line ")


@given(st.text(max_size=200))
def test_any_text_is_read_or_refused(text: str) -> None:
    assert refusal(text)[:5] in ("", "line ")
