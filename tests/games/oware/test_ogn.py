"""OGN files that are read and written."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import gamenight
from gamenight import Change, Record, Result, Seat
from gamenight.core.errors import InvalidName
from gamenight.core.text import clean_name
from gamenight.games.oware.ogn import read, write
from gamenight.games.oware.rules import Options
from tests.effort import times
from tests.games.oware.boards import random_record

SMALL = """\
[Event "Friday"]
[South "Ann"]
[North "Bob \\"the hoe\\" \\\\ Ban"]
[Result "5-0"]
[GrandSlam "allowed"]
[Houses "3"]
[Seeds "1"]

1. A a {nothing yet} 2. B c ; the rest of this line is a comment (
3. C+5 5-0
"""


def test_a_small_match() -> None:
    (record,) = read(SMALL)
    assert record.names() == ("Ann", 'Bob "the hoe" \\ Ban')
    assert record.actions == ("A", "a", "B", "c", "C")
    assert record.options == {"grand_slam": "allowed", "ply_limit": 0, "houses": 3, "seeds": 1}
    assert record.result == Result((5, 0), (0,), "Ann has 5 of the 6 seeds, more than half.")
    assert Record.loads(record.dumps()) == record


@pytest.mark.parametrize(
    ("what", "text"),
    [
        ("no tags and no numbers", "F f B e *"),
        ("no space after a number", "1.F f 2.B e *"),
        ("captures left out or given", "1. F f 2. B+0 e *"),
        ("a comment over lines", '1. F {one\ntwo [South "x"] ( ; three\n} f 2. B e *'),
        ("a comment to the end of the line", "1. F f ; then } ( \n2. B e *"),
        ("numbers for both sides", "1. F 1... f 2. B 2... e *"),
        ("variations, nested", "1. F (1. A (1. B b) {)} a) f 2. B (2. nonsense 1-0) e *"),
        ("a mark of UTF-8 and lines of Windows", '\ufeff[Site "?"]\r\n\r\n1. F f\r\n2. B e\r\n*'),
        ("lines of old Macs", "1. F f\r2. B e\r*"),
        ("the start as a position", '[FEN "4-4-4-4-4-4-4-4-4-4-4-4-0-0-S"] F f B e *'),
        ("a stray backslash in a tag", r'[Site "C:\oware"] F f B e *'),
        ("an unknown result in the tag", '[Result "?"] F f B e *'),
    ],
)
def test_ways_to_write_the_same(what: str, text: str) -> None:
    (record,) = read(text)
    assert record.actions == ("F", "f", "B", "e"), what
    assert record.names() == ("South", "North")
    assert record.result is None


# In the manner of Aualé: unknown players, an unfinished match that just stops, and North's last +1,
# which is the seed left in its row when the position repeats.
AUALE_TAGS = """\
[Variant "Oware Abapa"]
[Event "?"]
[Site "?"]
[Date "?"]
[Round "?"]
[South "?"]
[North "?"]
[Result "{}"]
"""
AUALE_MOVES = """
1. E e 2. A f+2 3. A c 4. F+4 a+2 5. B+2 d+4 6. D+5 c+2 7. C+7 b+8 8. B f+2 9.
C c 10. E a { and now? } 11. D d 12. F+2 f+2 13. E e 14. F+2 f+2 15. B c 16. C
d 17. D e 18. E f 19. F a 20. A b+1 23-25
"""


def test_a_match_as_auale_writes_it() -> None:
    (record,) = read(AUALE_TAGS.format("23-25") + AUALE_MOVES)
    assert record.names() == ("South", "North")
    assert len(record.actions) == 40
    assert record.result is not None
    assert record.result.scores == (23, 25)
    assert Record.loads(record.dumps()) == record


@pytest.mark.parametrize(("moves", "plies"), [("\n1. E e 2. A f+2\n", 4), ("", 0)])
def test_an_unfinished_match_as_auale_writes_it(moves: str, plies: int) -> None:
    (record,) = read(AUALE_TAGS.format("*") + moves)
    assert (record.result, record.names()) == (None, ("South", "North"))
    assert len(record.actions) == plies


def test_a_tag_after_moves_begins_another_match() -> None:
    first, second = read(f'{AUALE_TAGS.format("*")}\n1. E e\n\n[South "Ann"]\n1. F')
    assert (first.actions, second.actions) == (("E", "e"), ("F",))
    assert second.names() == ("Ann", "North")


def test_players_of_the_same_name_are_told_apart() -> None:
    (record,) = read('[South "Ann"][North "ANN"] F')
    assert record.names() == ("Ann", "ANN 2")
    (long,) = read(f'[South "{"n" * 24}"][North "{"n" * 24}"] F')
    assert Record.loads(long.dumps()) == long


def test_several_matches_in_a_file() -> None:
    first, second, third = read(f'{SMALL}\n[South "Cid"]\n1. F *\n\n*')
    assert (first.names()[0], second.names()[0], third.names()[0]) == ("Ann", "Cid", "South")
    assert (second.actions, third.actions) == (("F",), ())


@pytest.mark.parametrize(("result", "scores"), [("5-0", (5, 0)), ("1-0", (5, 0)), ("*", (5, 0))])
def test_an_end_by_the_rules_may_be_told_in_points(result: str, scores: tuple[int, ...]) -> None:
    (record,) = read(SMALL.replace("5-0", result))
    assert record.result is not None
    assert record.result.scores == scores
    assert record.result.resigned is None


@pytest.mark.parametrize("tag", ["", '[Termination "North resigned"]'])
def test_a_win_before_the_end_is_a_resignation(tag: str) -> None:
    (record,) = read(f'{tag}[North "Bob"] 1. F f 1-0')
    assert record.result == Result((0, 0), (0,), "Bob resigned.", resigned=1)
    assert Record.loads(record.dumps()) == record


def test_how_a_match_is_written() -> None:
    record = Record(
        "oware",
        1,
        (Seat("Ann"), Seat('B"o\\b', "mcts:400n")),
        {"grand_slam": "leave_last", "ply_limit": 100},
        ("F", "f", "B", "e"),
        (Change(3, 1, Seat("Cy {1}")),),
    )
    assert write(record) == (
        '[Event "?"]\n[Site "?"]\n[Date "????.??.??"]\n[Round "?"]\n'
        '[South "Ann"]\n[North "B\\"o\\\\b"]\n[Result "*"]\n'
        '[GrandSlam "leave_last"]\n[PlyLimit "100"]\n[NorthBot "mcts:400n"]\n'
        "\n1. F f 2. B {North: Cy {1)} 2... e *\n"
    )


OPTIONS = [
    Options(),
    Options(grand_slam="leave_last"),
    Options(grand_slam="leave_seed"),
    Options(grand_slam="allowed"),
    Options(ply_limit=30),
    Options(houses=3, seeds=7),
    Options(houses=12, seeds=12, grand_slam="allowed", ply_limit=400),
    Options(houses=1, seeds=1),
]


@pytest.mark.parametrize("options", OPTIONS, ids=str)
def test_random_matches_come_back_the_same(options: Options) -> None:
    for seed in range(4):
        records = [
            random_record(options, seed),
            random_record(options, seed, plies=seed),
            random_record(options, seed, plies=1, resigned=seed % 2),
        ]
        texts = [write(record) for record in records]
        assert all(len(line) < 80 for text in texts for line in text.splitlines())
        assert [*read("\n".join(texts))] == records
        assert [Record.loads(record.dumps()) for record in records] == records


def test_the_limit_is_written_as_a_tie() -> None:
    records = [random_record(Options(ply_limit=10), seed) for seed in range(20)]
    uneven = [r for r in records if r.result and r.result.scores[0] != r.result.scores[1]]
    assert len(uneven) > 1
    for record in uneven:
        assert record.result is not None
        assert record.result.winners == (0, 1)
        assert '[Result "1/2-1/2"]' in write(record)
        assert read(write(record)) == (record,)


@given(st.text(max_size=30), st.sampled_from(["", "hard", "mcts:400n"]))
@settings(max_examples=times(50))
def test_any_name_comes_back(name: str, bot: str) -> None:
    try:
        clean = clean_name(name)
    except InvalidName:
        return
    if clean.casefold() in ("?", "a"):
        return  # a player whose name is not known, or who is there already
    record = replace(random_record(Options(), 0, plies=3), seats=(Seat("A"), Seat(clean, bot)))
    assert read(write(record)) == (record,)


def test_the_game_knows_the_format() -> None:
    known = gamenight.game("oware").formats[".ogn"]
    assert known.read(known.write(random_record(Options(), 1))) == (random_record(Options(), 1),)


def test_the_example_of_the_manual_is_read() -> None:
    manual = gamenight.game("oware").manual
    assert manual is not None
    example = manual.read_text(encoding="utf-8").split("## OGN files")[1].split("```")[1]
    assert read(example)[0].actions == ("F", "f", "B", "e")
