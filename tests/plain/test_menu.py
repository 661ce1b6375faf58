"""The menu, line by line over a pipe."""

from __future__ import annotations

from pathlib import Path

import pytest
from rich.cells import cell_len

from gamenight.core import registry
from gamenight.plain.options import meant_option, read_options
from tests.terminal import pipe, process


def test_a_pipe_plays_from_the_menu(tmp_path: Path) -> None:
    output = pipe(tmp_path, "--plain", typed="2\n\n1\nAnn\nBen\n1\n3\nq\nq\n")
    assert "Ann sows 4 seeds from house 3." in output
    assert "Match 1 is saved." in output


def test_leaving_a_question_leads_back_to_the_menu(tmp_path: Path) -> None:
    output = pipe(tmp_path, "--plain", typed="4\nq\n")
    assert output.count("learn a game step by step") == 2


def test_closed_input_prints_the_menu(tmp_path: Path) -> None:
    output = process(tmp_path, typed="")
    assert output.count("learn a game step by step") == 1
    assert output.endswith("gamenight> \n")


def test_a_slip_of_the_keyboard(tmp_path: Path) -> None:
    output = pipe(tmp_path, typed="owrae\nlaern\n")
    assert "'owrae' is not on the menu; did you mean oware?\n" in output
    assert "'laern' is not on the menu; did you mean learn?\n" in output


def test_a_command_of_the_program_says_how_to_run_it(tmp_path: Path) -> None:
    output = pipe(
        tmp_path, typed="stats\nmatches all\nplay\nplay 9\nplay oware\nq\n", COLUMNS="200"
    )
    stats = "quit, then type gamenight stats to show how everyone has done, game by game"
    assert f"'stats' works outside the menu: {stats}." in output
    assert "then type gamenight matches to list the matches" in output
    assert "Play which game? (possible: circuit" in output
    assert "There is no game '9' to play (possible: circuit" in output
    assert "Options for Oware?" in output


def test_a_slip_at_the_table(tmp_path: Path) -> None:
    output = pipe(tmp_path, "play", "zombie", "--seed", "1", typed="Ann,Ben\n\n\nhnit\nrlol\n")
    assert "'hnit' is not possible here; did you mean hint? (possible: " in output
    assert "'rlol' is not possible here; did you mean roll? (possible: " in output


def test_names_typed_where_rules_are_asked_for(tmp_path: Path) -> None:
    output = pipe(tmp_path, typed="5\nMia, Tom\nweak_dice 7\nno\n\n3\n2\nMia\n")
    keeps = "Enter keeps the usual rules, ? lists what you can change"
    assert f"{keeps}.\nOptions for Zombie Dice? [usual rules] Mia, Tom" in output
    assert f"'Mia, Tom' changes no rule: {keeps}; who plays is asked next." in output
    assert "'weak_dice 7' changes no rule; did you mean weak_dice=7?\n" in output
    assert "[usual rules] no\n\nWelcome to Zombie Dice!" in output
    assert f"'Mia' changes no rule: {keeps}." in output, "the die decides: nobody is asked for"


@pytest.mark.parametrize(
    ("game", "typed", "meant"),
    [
        ("zombie", "5 brains", "brains_to_win=5"),
        ("zombie", "brains 5", "brains_to_win=5"),
        ("zombie", "brains_to_win", "brains_to_win=13"),
        ("zombie", "play to 5 BRAINS", "brains_to_win=5"),
        ("zombie", "5 to go", ""),
        ("zombie", "4 dice", ""),
        ("oware", "grand slam forfeit", "grand_slam=forfeit"),
    ],
)
def test_rules_typed_in_words(game: str, typed: str, meant: str) -> None:
    says = f"; did you mean {meant}?" if meant else ""
    assert meant_option(registry.game(game), typed) == says


def test_blanks_may_stand_around_the_sign_of_a_rule() -> None:
    given = read_options(registry.game("zombie"), "brains_to_win = 7, weak_dice =5 strong_dice= 4")
    assert given == {"brains_to_win": 7, "weak_dice": 5, "strong_dice": 4}
    board = read_options(registry.game("circuit"), "tiles = empty, card,bomb laps=3")
    assert board == {"tiles": "empty, card,bomb", "laps": 3}


def test_a_rule_typed_in_words_is_answered_with_what_to_type(tmp_path: Path) -> None:
    output = pipe(tmp_path, typed="5\n5 brains\nbrains_to_win=5\nq\n")
    assert "'5 brains' changes no rule; did you mean brains_to_win=5?\n" in output
    assert "The first with 5 brains or more" in output


def test_a_command_may_begin_with_a_colon(tmp_path: Path) -> None:
    output = pipe(tmp_path, typed=":help\n2\n\n1\nAnn\nBen\n1\n:help\n:rules\n: quit\n:q\n")
    assert "NUMBER or name   play that game" in output
    assert "  seat    hand a seat over, by number or name: seat 2 bot:NAME" in output
    assert "this match is not kept" in output


def test_short_lines_are_kept_short_over_a_pipe_too(tmp_path: Path) -> None:
    output = pipe(tmp_path, typed="help\n2\n\n1\nAnn\nBen\n1\n3\nhint\nx\nq\nq\n", COLUMNS="40")
    answers = ("gamenight> ", "Options", "Who", "Name", "🌰")
    told = [line for line in output.splitlines() if not line.startswith(answers)]
    assert max(map(cell_len, told)) <= 40
    assert "Welcome to Oware! Sow seeds around the\nboard, and capture your opponent's.\n" in output


def test_the_menu_names_every_word_that_a_player_needs(tmp_path: Path) -> None:
    """Also how to go on with a match from a file, and how to read more."""
    shown = pipe(tmp_path, "--plain", typed="q\n")
    for word in ("load    continue a match from a file", "?       explain these words"):
        assert f"\n  {word}\n" in shown
