"""Asking who plays, question by question."""

from __future__ import annotations

import io
from dataclasses import replace

import pytest

from gamenight.core.errors import GamenightError
from gamenight.core.game import Game, Setup
from gamenight.core.record import Order, Seat
from gamenight.draw.style import Style
from gamenight.match.seats import read_first, read_seat
from gamenight.plain.console import Console, Left, Quit
from gamenight.plain.seating import Seating
from tests.toys.heist import HEIST
from tests.toys.nim import NIM


def asked(
    game: Game, typed: str, *given: Seat, order: Order | None = None
) -> tuple[tuple[Seat, ...], Order, str]:
    """The answer to a typed script (`/` ends a line), and what was printed."""
    screen = io.StringIO()
    source = io.StringIO("".join(f"{line}\n" for line in typed.split("/")) if typed else "")
    console = Console(Style(), source=source, target=screen)
    seating = Seating(console, game, game.players(), seats=list(given), order=order)
    seats, chosen = seating.ask()
    return seats, chosen, screen.getvalue()


ASKING = replace(NIM, setup=Setup(starter="ask"))
BY_LINE = replace(HEIST, setup=Setup(names="line", starter="shuffle"))
CONFIRMING = replace(HEIST, setup=Setup(shortest=3, longest=15, confirm=True))
CAREFUL = Seat("careful", "careful")


@pytest.mark.parametrize(
    ("game", "typed", "names", "order"),
    [
        (NIM, "1/Ann/Ben", "Ann Ben", "shuffle"),
        (NIM, "//", "Player 1,Player 2", "shuffle"),
        (NIM, "2/Ann", "Ann Random", "shuffle"),
        (NIM, "mcts/Ann", "Ann Dreamer", "shuffle"),
        (NIM, "Dreamer/Ann", "Ann Dreamer", "shuffle"),
        (NIM, "against Dreamer/Ann", "Ann Dreamer", "shuffle"),
        (NIM, "friends/Ann/Ben", "Ann Ben", "shuffle"),
        (NIM, "watch", "Random Greedy", "shuffle"),
        (NIM, "1/Ann/bot:greedy", "Ann Greedy", "shuffle"),
        (NIM, "5", "Random Greedy", "shuffle"),
        (ASKING, "1/Ann/Ben/1", "Ann Ben", 0),
        (ASKING, "1/Ann/Ben/ben", "Ann Ben", 1),
        (ASKING, "1/Ann/Ben/3", "Ann Ben", "shuffle"),
        (ASKING, "1/Ann/Ben/", "Ann Ben", "shuffle"),
        (HEIST, "1/3/Ann/Ben/Cy", "Ann Ben Cy", "shuffle"),
        (HEIST, "1/3/Ann, Ben,Cy", "Ann Ben Cy", "shuffle"),
        (HEIST, "Ann, Ben, bot:careful", "Ann,Ben,careful", "shuffle"),
        (HEIST, "1/Ann, Ben, bot:careful", "Ann,Ben,careful", "shuffle"),
        (HEIST, "Ann,/1/Ann, Ben,Cy,Dan,Eve/2/Ann,Ben", "Ann Ben", "shuffle"),
        (CONFIRMING, "Ann, Bon, Cid/a/Ann, Ben, Cid/c", "Ann Ben Cid", "shuffle"),
        (NIM, "Ann, bot:greedy", "Ann Greedy", "shuffle"),
        (HEIST, "1/3/Ann/Ben,Cy,Dan/Ben,bot:careful", "Ann,Ben,careful", "shuffle"),
        (HEIST, "careful/3/Ann", "Ann,careful,careful 2", "shuffle"),
        (HEIST, "6//", "careful,careful 2", "shuffle"),
        (NIM, "Ann/y/mcts", "Ann Dreamer", "shuffle"),
        (NIM, "esay/n/2/Ann", "Ann Random", "shuffle"),
        (NIM, "Ann/y/1/Ben", "Ann Ben", "shuffle"),
        (NIM, "Ann//Ben", "Ann Ben", "shuffle"),
        (NIM, "Ann/y/undo/2/Zoe", "Zoe Random", "shuffle"),
        (HEIST, "Ann/y/watch/careful/3", "Ann,careful,careful 2", "shuffle"),
        (HEIST, "Ann/y/friends/3/Ben/Cy", "Ann Ben Cy", "shuffle"),
        (HEIST, "Ann/y/Ben,Cy", "Ann Ben Cy", "shuffle"),
        (CONFIRMING, "Ann/y/careful/2/c", "Ann careful", "shuffle"),
        (BY_LINE, "Ann, Ben ,Cy", "Ann Ben Cy", "shuffle"),
        (BY_LINE, "Ann/Ann,ann/Ann,,Ben/Ann, bot:careful", "Ann careful", "shuffle"),
        (CONFIRMING, "1/2/Al/Ann/n/Anna/y/Ben//", "Anna Ben", "shuffle"),
        (CONFIRMING, "1/2/Ann/y/Ben/y/x/a/1/2/Cleo//Dora//c", "Cleo Dora", "shuffle"),
        (CONFIRMING, "1/2/Ann/y/Ben/y/undo/Zoe/y/c", "Ann Zoe", "shuffle"),
    ],
)
def test_questions(game: Game, typed: str, names: str, order: Order) -> None:
    seats, chosen, _ = asked(game, typed)
    wanted = names.split(",") if "," in names else names.split()
    assert [seat.name for seat in seats] == wanted
    assert chosen == order


def test_a_line_with_too_many_names_leaves_the_last_out() -> None:
    seats, _, screen = asked(BY_LINE, "A, B, C, D, E")
    assert [seat.name for seat in seats] == ["A", "B", "C", "D"]
    assert "At most 4 can play: the others are left out." in screen


def test_undo_goes_back_to_the_last_question() -> None:
    seats, order, screen = asked(ASKING, "undo/2/undo/1/Anna/undo/Ann/Ben/undo/Cleo/1")
    assert [seat.name for seat in seats] == ["Ann", "Cleo"]
    assert order == 0
    assert "This is the first question: there is nothing to undo." in screen


def test_wrong_answers_repeat_the_question_with_the_reason() -> None:
    _, _, screen = asked(HEIST, "9/against hard/-/?/save/1/7/3/Ann/ann/\u200b/bot:nobody/Ben/Cy")
    for sentence in (
        "'9' is not a choice (possible: 1 to 6, friends, Random, Greedy, Dreamer, careful, watch; "
        "or everybody on one line: Ann, Ben, bot:careful)",
        "'against hard' is not a choice",
        "Type the number of a line",
        "There is nothing to save yet",
        "Heist is for 2 to 4 players, not '7'",
        "ann is already at the table",
        "A name has 1 to 24 visible characters, not 0",
        "Unknown bot 'nobody'",
    ):
        assert sentence in screen


def test_one_name_is_welcome_and_whoever_else_plays_is_asked() -> None:
    _, _, screen = asked(HEIST, "Ann//2/2")
    assert "You are Ann: is that right?" in screen
    offered = screen.partition("Who plays with Ann?")[2]
    assert "friends at this keyboard" in offered
    assert "watch" not in offered


@pytest.mark.parametrize("watching", ["6", "watch"])
def test_whoever_has_said_their_name_does_not_only_watch(watching: str) -> None:
    _, _, screen = asked(HEIST, f"Ann//{watching}/2/2")
    assert f"'{watching}' is not a choice (possible: 1 to 5, friends, Random, " in screen


def test_whoever_is_named_first_is_asked_with_the_others_whether_all_is_right() -> None:
    seats, _, screen = asked(CONFIRMING, "Ann/y/?/Ben, Cid/a/Dan/y/1/3/Eva/y/Finn/y/c")
    assert "Or name everybody else on one line: Ben, bot:careful." in screen
    assert screen.count("[c]ontinue, start [a]gain or [q]uit?") == 2
    assert [seat.name for seat in seats] == ["Dan", "Eva", "Finn"]


def test_somebody_and_a_bot_are_two_where_one_alone_can_play_too() -> None:
    screen = io.StringIO()
    console = Console(Style(), source=io.StringIO("careful\n\nAnn\n"), target=screen)
    seats, _ = Seating(console, HEIST, range(1, 5)).ask()
    assert [seat.name for seat in seats] == ["Ann", "careful"]
    assert "How many players, 2 to 4? [2]" in screen.getvalue()


def test_two_names_one_by_one_are_too_few_where_three_play() -> None:
    console = Console(Style(), source=io.StringIO("Ann\n\nBen\n3\nCy\n"), target=io.StringIO())
    seats, _ = Seating(console, HEIST, range(3, 5)).ask()
    assert [seat.name for seat in seats] == ["Ann", "Ben", "Cy"]


def test_one_name_on_a_line_for_all_of_them_is_told_what_to_add() -> None:
    _, _, screen = asked(BY_LINE, "Ann/Ann, bot:careful")
    assert "not 1: add a friend or a bot, such as Ann, bot:careful" in screen


def test_a_lot_is_not_a_bot_called_random() -> None:
    _, order, screen = asked(ASKING, "2/Ann/3")
    assert order == "shuffle"
    assert "  2  Random\n  3  whoever is drawn by lot" in screen


def test_only_what_is_missing_is_asked() -> None:
    seats, order, screen = asked(ASKING, "Ben", Seat("Ann"), order=0)
    assert [seat.name for seat in seats] == ["Ann", "Ben"]
    assert order == 0
    assert "Who" not in screen
    seats, _, screen = asked(HEIST, "", Seat("Ann"), CAREFUL, Seat("Cy"))
    assert len(seats) == 3
    assert screen == ""


@pytest.mark.parametrize("typed", ["quit", "1/q", "1/3/Quit", "1/3/Ann/quit"])
def test_quit_leaves(typed: str) -> None:
    with pytest.raises(Quit):
        asked(HEIST, typed)


def test_an_empty_line_of_names_ends_the_game() -> None:
    with pytest.raises(Quit):
        asked(BY_LINE, "Ann//Ann, Ben")


def test_names_on_one_line_are_confirmed_as_one_list() -> None:
    _, _, screen = asked(CONFIRMING, "Ann, Ben, Cid/c")
    assert "is that right?" not in screen
    assert screen.count("At the table:\n  1. Ann\n  2. Ben\n  3. Cid\n") == 1
    assert screen.count("Welcome, Ann, Ben and Cid!") == 1


def test_the_list_that_is_confirmed_has_the_machines_too() -> None:
    seats, _, screen = asked(CONFIRMING, "against careful/3/Ann/y/c")
    names = [seat.name for seat in seats]
    assert names[0] == "Ann"
    listed = "".join(f"  {number}. {name}\n" for number, name in enumerate(names, 1))
    assert screen.count(f"At the table:\n{listed}") == 1


def test_the_end_of_the_input_leaves() -> None:
    with pytest.raises(Left):
        asked(HEIST, "1/3/Ann")


@pytest.mark.parametrize("text", ["0", "4", "-1", "", "first", "1.0", "9" * 100, "0000000012"])
def test_who_cannot_begin(text: str) -> None:
    with pytest.raises(GamenightError, match=r"cannot begin \(possible: 1, 2, 3, random\)"):
        read_first(text, 3)


def test_a_bot_sits_down_with_a_limit() -> None:
    assert read_seat(HEIST, "bot:mcts:50n", []) == Seat("Dreamer", "mcts:50n")
    assert read_seat(HEIST, "BOT:careful", [CAREFUL]) == Seat("careful 2", "careful")


def test_where_everybody_is_named_nothing_is_asked() -> None:
    assert asked(ASKING, "", Seat("Ann"), Seat("Ben"))[1:] == ("shuffle", "")
    assert asked(ASKING, "", Seat("Ann"), Seat("Ben"), order=1)[1:] == (1, "")
    assert "Who begins?" in asked(ASKING, "Ben/2", Seat("Ann"))[2], "somebody is missing"


def test_the_refusal_of_who_begins_names_the_lines_of_the_menu() -> None:
    _, order, screen = asked(ASKING, "1/Ann/Ben/4/3")
    assert "'4' cannot begin (possible: 1 Ann, 2 Ben, 3 whoever is drawn by lot)" in screen
    assert order == "shuffle"


def test_a_word_at_a_pause_is_answered_and_on_a_pipe_it_is_for_the_next_question() -> None:
    screen = io.StringIO()
    console = Console(Style(), source=io.StringIO("hold\n"), target=screen)
    console.pause("(Enter) ")
    assert "Enter goes on; 'hold' is for the next question." in screen.getvalue()
    assert console.read("Ann> ") == "hold"
