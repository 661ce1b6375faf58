"""A lesson at the keyboard: turning pages, leaving, answering; and how its pages look."""

from __future__ import annotations

import io
import re
from contextlib import suppress
from dataclasses import replace
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from rich.cells import cell_len

import gamenight
from gamenight.core.errors import GamenightError
from gamenight.core.game import Game
from gamenight.core.lesson import Ask, Lesson, Page
from gamenight.core.scene import Area, Choice, Scene, Spot, Token
from gamenight.draw.style import Style
from gamenight.plain.console import Console, Left
from gamenight.plain.lessons import learn
from tests.effort import times
from tests.toys.nim import NIM

OWARE, ZOMBIE, THIEF = (gamenight.game(id) for id in ("oware", "zombie", "thief"))
PROMPT = re.compile(r"^(?:contents|page \d+ of \d+)> ", re.MULTILINE)
SCREEN = 24


def pages_of(game: Game) -> tuple[Page, ...]:
    assert game.lesson is not None, "every game of ours has a lesson"
    return game.lesson().pages


def console_for(style: Style, typed: str) -> tuple[Console, io.StringIO]:
    target = io.StringIO()
    return Console(style, source=io.StringIO(typed), target=target), target


def shown(game: Game, *typed: str, style: Style | None = None) -> list[str]:
    """What stands before the first prompt, and then what each line brings. The input ends."""
    console, target = console_for(style or Style(), "".join(f"{line}\n" for line in typed))
    with suppress(Left):
        learn(console, game)
    first, *later = PROMPT.split(target.getvalue())
    return [first, *(part.partition("\n")[2] for part in later[: len(typed)])]


def heading(page: str) -> str:
    """The first line of a page; it begins after an empty one."""
    return page.lstrip("\n").partition("\n")[0]


def test_the_contents_come_first() -> None:
    (page,) = shown(OWARE)
    assert heading(page) == "Learn Oware"
    assert "   1  The board\n   2  Sowing\n" in page
    assert "  13  Other ends\n" in page
    assert page.endswith("[?] help  [q] leave\n")


@pytest.mark.parametrize("game", [OWARE, ZOMBIE, THIEF], ids=lambda game: str(game.id))
def test_enter_goes_through_all_pages(game: Game) -> None:
    count = len(pages_of(game))
    pages = shown(game, *[""] * count)[1:]
    assert [heading(page) for page in pages] == [
        f"page {number} of {count} · {page.heading}"
        for number, page in enumerate(pages_of(game), 1)
    ]


def test_forward_back_and_jump() -> None:
    lines = "n", "", "p", "undo", "7", "page 3", "P", "0", "N", "contents"
    pages = [heading(page).partition(" ·")[0] for page in shown(OWARE, *lines)[1:]]
    start = "Learn Oware"
    assert pages == [
        "page 1 of 13",
        "page 2 of 13",
        "page 1 of 13",
        start,
        "page 7 of 13",
        "page 3 of 13",
        "page 2 of 13",
        start,
        "page 1 of 13",
        start,
    ]


def test_a_page_shows_what_was_played_the_board_and_the_notes() -> None:
    page = shown(OWARE, "3")[1]
    told, board, notes = (
        page.index(part)
        for part in ("captures 2 seeds from Ann's house 5.", "│", "Ann had left a lone")
    )
    assert told < board < notes
    assert "which house do you sow" not in page, "nobody is asked here"


@pytest.mark.parametrize(
    ("typed", "answer"),
    [
        ("14", "there is no page 14 (possible: 1 to 13)\n"),
        ("page 999999999999", "there is no page 999999999999 (possible: 1 to 13)\n"),
        ("save", "There is nothing to save: a lesson can start at any page.\n"),
        (
            "forward",
            "'forward' is not possible here (possible: Enter, p, 1 to 13, contents, ?, q)\n",
        ),
        ("page", "'page' is not possible here (possible: Enter, p, 1 to 13, contents, ?, q)\n"),
        ("-1", "'-1' is not possible here (possible: Enter, p, 1 to 13, contents, ?, q)\n"),
        ("²", "'²' is not possible here (possible: Enter, p, 1 to 13, contents, ?, q)\n"),
    ],
)
def test_what_is_not_possible_gets_one_line_and_the_page_stays(typed: str, answer: str) -> None:
    _, _, said, after = shown(OWARE, "2", typed, "n")
    assert said == answer
    assert heading(after).startswith("page 3 of 13")


def test_before_the_first_and_after_the_last_page() -> None:
    assert shown(OWARE, "p")[1] == "This is the first page: press Enter.\n"
    assert shown(OWARE, "13", "")[2] == "This is the last page: q leaves, p goes back.\n"


@pytest.mark.parametrize("word", ["q", "quit", "Q"])
@pytest.mark.parametrize("place", ["contents", "2", "4"])
def test_q_leaves_at_any_time(place: str, word: str) -> None:
    console, target = console_for(Style(), f"{place}\n{word}\n5\n")
    learn(console, OWARE)
    assert target.getvalue().endswith(f"> {word}\n")


def test_the_end_of_input_is_told_to_the_caller() -> None:
    console, _ = console_for(Style(), "2\n")
    with pytest.raises(Left):
        learn(console, OWARE)


@pytest.mark.parametrize("word", ["?", "help", "Help"])
def test_help_explains_the_keys_the_signs_and_the_choices(word: str) -> None:
    plain, asking = shown(ZOMBIE, "3", word)[2], shown(ZOMBIE, "4", word)[2]
    for answer in (plain, asking):
        assert "the previous page" in answer
        assert "three end the turn" in answer
    assert "Hold, keep 1 brain" in asking
    assert "Hold, keep 1 brain" not in plain


def test_a_game_without_a_lesson_says_so() -> None:
    console, _ = console_for(Style(), "")
    with pytest.raises(GamenightError, match=r"Nim has no lesson \(see: gamenight rules nim\)"):
        learn(console, NIM)


@pytest.mark.parametrize(
    ("typed", "answer"),
    [
        ("1", "Yes: six seeds from house 1 end in"),
        ("A", "Yes: six seeds from house 1 end in"),
        ("house 1", "Yes: six seeds from house 1 end in"),
        ("2", "Ten seeds from house 2 end in Ben's house 6"),
        (
            "6",
            "'6' is not possible here (possible: Enter, p, 1, 2, 3, 4, 5, page 1 to page 13, ",
        ),
        ("save", "There is nothing to save"),
    ],
)
def test_where_a_move_is_asked_for_it_is_answered(typed: str, answer: str) -> None:
    _, _, said, after = shown(OWARE, "4", typed, "")
    assert said.startswith(answer)
    assert said.count("\n") <= 2
    assert heading(after).startswith("page 5 of 13"), "Enter goes on, answered or not"


def test_a_right_answer_says_how_to_go_on() -> None:
    assert shown(ZOMBIE, "4", "r")[2].endswith("(Press Enter.)\n")
    assert shown(ZOMBIE, "4", "ROLL")[2].startswith("Yes: ")
    assert shown(ZOMBIE, "4", "h")[2] == (
        "That is safe, but with such small bites nobody gets to 8 brains. Try again.\n"
    )


def test_another_page_can_be_reached_from_a_question() -> None:
    for typed, reached in (("p", 3), ("page 6", 6), ("n", 5)):
        assert heading(shown(OWARE, "4", typed)[2]).startswith(f"page {reached} of 13")


def marking_scene(rules: object, state: object, viewer: int | None) -> Scene:
    """A row of three equal dice: to take some of them is to mark some."""
    spots = tuple(
        Spot(f"d{n}", label, tokens=(Token("die", "x"),)) for n, label in enumerate("abc")
    )
    choices = tuple(
        Choice(f"take {n}", f"Take {n}", on=tuple(f"d{at}" for at in range(n))) for n in (1, 2, 3)
    )
    area = Area("row", "Row", "row", spots)
    return Scene("Nim", areas=(area,), ask="How many?", choices=choices, marks=("d0", "d1", "d2"))


def test_where_spots_are_marked_the_labels_typed_are_those_to_mark() -> None:
    ask = Ask("How many?", ("take 2",), "Right.", {"take 1": "One.", "take 3": "Three."})
    pages = (Page("Ask", "?", viewer=0, ask=ask), Page("Next", "!", plies=("take 2",)))
    lesson = Lesson("Learn", ("Ann", "Ben"), pages)
    game = replace(NIM, scene=marking_scene, lesson=lambda: lesson)
    answers = shown(game, "1", "b", "c a", "c b a", "take 2", "a a")[2:]
    assert answers[:4] == [
        "One. Try again.\n",
        "Right. (Press Enter.)\n",
        "Three. Try again.\n",
        answers[1],
    ]
    assert answers[4].startswith("'a a' is not possible here (possible: Enter, p, a, a b, a b c,")


def test_what_can_mean_several_moves_is_asked_again() -> None:
    def scene(rules: object, state: object, viewer: int | None) -> Scene:
        return replace(marking_scene(rules, state, viewer), marks=None, choices=choices)

    choices = tuple(Choice(f"take {n}", f"Take {n}", on=("d0", f"d{n}")) for n in (1, 2))
    ask = Ask("How many?", ("take 2",), "Right.")
    pages = (Page("Ask", "?", viewer=0, ask=ask), Page("Next", "!", plies=("take 2",)))
    game = replace(NIM, scene=scene, lesson=lambda: Lesson("Learn", ("Ann", "Ben"), pages))
    assert shown(game, "1", "a")[2] == "'a' could mean: a b, a c\n"
    assert shown(game, "1", "a c")[2] == "Right. (Press Enter.)\n"


@pytest.mark.parametrize("ascii_only", [False, True])
@pytest.mark.parametrize("game", [OWARE, ZOMBIE, THIEF], ids=lambda game: str(game.id))
def test_a_page_fits_on_a_screen_of_80_by_24(game: Game, ascii_only: bool) -> None:
    pages = shown(game, *[""] * len(pages_of(game)), style=Style(ascii=ascii_only))
    for page in pages:
        lines = page.removeprefix("\n").splitlines()
        assert len(lines) + 1 <= SCREEN, f"with its prompt too high:\n{page}"
        assert max(map(cell_len, lines)) <= 80


@pytest.mark.parametrize("game", [OWARE, ZOMBIE, THIEF], ids=lambda game: str(game.id))
def test_ascii_is_ascii(game: Game) -> None:
    lines = [line for _ in pages_of(game) for line in ("", "?", "è", "save")]
    pages = shown(game, *lines, style=Style(ascii=True))
    assert all(page.isascii() for page in pages)


def test_a_narrow_screen_wraps_the_notes() -> None:
    page = shown(ZOMBIE, "2", style=Style(width=40))[1]
    notes = page[page.index("A turn begins") :].splitlines()[:-1]
    assert len(notes) > 6
    assert max(map(len, notes)) <= 40


def test_headings_and_questions_stand_out_in_colour() -> None:
    page = shown(ZOMBIE, "4", style=Style(color=True))[1]
    assert "\x1b[1mpage 4 of 13 · Roll on or hold\x1b[0m" in page
    assert "\x1b[1mWhat should Ann do?\x1b[0m" in page


WORDS = ["", "n", "p", "undo", "?", "save", "contents", "page 4", "page", "99", "A", "1", "6"]
WORDS += ["roll", "h", "hold 1", "end", "steal", "a b", "a"]


@given(
    st.lists(st.sampled_from(WORDS) | st.text(max_size=12), max_size=20),
    st.sampled_from([OWARE, ZOMBIE, THIEF]),
    st.integers(0, 15),
)
@settings(max_examples=times(20), deadline=None)
def test_whatever_is_typed_a_lesson_goes_on_or_ends(lines: list[str], game: Game, at: int) -> None:
    console, target = console_for(Style(), "\n".join([f"page {at}", *lines]))
    with suppress(Left):
        learn(console, game)
    assert PROMPT.search(target.getvalue())


def test_a_long_wander_never_leaves_the_pages() -> None:
    rng = Random(7)
    lines = [rng.choice(["", "", "n", "p", "undo", str(rng.randrange(20))]) for _ in range(80)]
    at, expected = 0, []
    for typed in lines:
        asks = at > 0 and pages_of(ZOMBIE)[at - 1].ask is not None
        wanted = at + 1 if typed in ("", "n") else at - 1 if typed in ("p", "undo") else int(typed)
        if 0 <= wanted <= 13 and not (asks and typed.isdigit()):
            at = wanted
        expected.append(at)
    console, target = console_for(Style(), "".join(f"{line}\n" for line in lines))
    with pytest.raises(Left):
        learn(console, ZOMBIE)
    prompts = [found[0] for found in PROMPT.finditer(target.getvalue())][1:]
    assert prompts == [f"page {n} of 13> " if n else "contents> " for n in expected]
