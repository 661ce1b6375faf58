"""Whole matches in a real terminal."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from gamenight.match.local import OPEN_ELSEWHERE
from tests.terminal import Terminal, pipe

SGR = re.compile(r"\x1b\[[0-9;]*m")
BOARD = "which house do you sow?"


def first_house(screen: str) -> str:
    """The first house that the prompt offers."""
    offered = re.findall(re.escape(BOARD) + r"\s+([1-6])", SGR.sub("", screen))
    assert offered, screen
    return str(offered[-1])


def play_on(terminal: Terminal, turns: int | None = None) -> str:
    """Always sow the first house that can be sown; what came after the last move."""
    while turns is None or turns > 0:
        seen = ""
        while not seen.endswith(("Ann> ", "again? [y/n] ")):
            seen += terminal.wait_for("> " if "> " in terminal.screen else " ")
        if seen.endswith("[y/n] "):
            return seen
        terminal.type(first_house(seen))
        turns = turns - 1 if turns is not None else None
    return ""


def test_from_the_menu_to_the_result_with_a_break_and_a_replay(tmp_path: Path) -> None:
    terminal = Terminal(tmp_path, "--no-animation")
    terminal.answer("gamenight> ", "nonsense")
    terminal.wait_for("'nonsense' is not on the menu (possible: 1")
    terminal.answer("gamenight> ", "?")
    terminal.wait_for("continue an unfinished match")
    terminal.answer("gamenight> ", "help")
    terminal.wait_for("continue an unfinished match")
    terminal.answer("gamenight> ", "oware")
    terminal.answer("Options for Oware? [usual rules] ", "help")
    terminal.wait_for("quit leaves.")
    terminal.answer("Options for Oware? [usual rules] ", "ply_limit=200, seeds=4")
    terminal.answer("Who plays? [1] ", "hard")
    terminal.answer("Name of player 1? [Player 1] ", "Ann")
    terminal.answer("Who begins? [3] ", "1")
    play_on(terminal, 4)
    terminal.answer("Ann> ", "quit")
    terminal.wait_for("Match 1 is saved. To continue: gamenight resume 1")
    terminal.answer("gamenight> ", "quit")
    terminal.end()

    terminal = Terminal(tmp_path, "resume", "--no-animation")
    end = play_on(terminal)
    assert re.search(r"(won|a tie): \d+ seeds to \d+\.", SGR.sub("", end))
    terminal.type("n")
    terminal.end()

    output = pipe(tmp_path, "replay", "1", typed="help\n\n\np\nlast\n")
    assert "the step before" in output
    assert "move 2 of" in output
    assert re.search(r"(won|a tie): \d+ seeds to \d+\.", output)


def test_ctrl_c_saves_and_tells_how_to_go_on(tmp_path: Path) -> None:
    terminal = Terminal(tmp_path, "play", "oware", "--seat", "Ann", "--seat", "Ben", "--first", "1")
    terminal.answer("Ann> ", "3")
    terminal.wait_for("Ben> ")
    terminal.interrupt()
    assert "Match 1 is saved. To continue: gamenight resume 1" in terminal.end()
    assert "unfinished" in pipe(tmp_path, "matches")


def test_end_of_input_saves_too(tmp_path: Path) -> None:
    terminal = Terminal(tmp_path, "play", "oware", "--seat", "Ann", "--seat", "Ben", "--first", "2")
    terminal.answer("Ben> ", "3")
    terminal.wait_for("Ann> ")
    terminal.press(b"\x04")
    assert "gamenight resume 1" in terminal.end()


def test_end_of_input_before_anybody_has_played_keeps_nothing(tmp_path: Path) -> None:
    terminal = Terminal(tmp_path, "play", "oware", "--seat", "Ann", "--seat", "Ben", "--first", "2")
    terminal.wait_for("Ben> ")
    terminal.press(b"\x04")
    assert "this match is not kept" in terminal.end()


def test_a_killed_terminal_loses_nothing(tmp_path: Path) -> None:
    seats = ("--seat", "Ann", "--seat", "Ben", "--first", "1", "--no-animation")
    terminal = Terminal(tmp_path, "play", "oware", *seats)
    terminal.answer("Ann> ", "3")
    terminal.wait_for("Ann sows 4 seeds")
    terminal.kill()
    terminal = Terminal(tmp_path, "resume")
    assert "1 move" in terminal.wait_for("Ben> ")
    terminal.type("q")
    terminal.end()


def test_whoever_resumes_before_a_roll_sees_the_table(tmp_path: Path) -> None:
    seats = ("--seat", "Ann", "--seat", "Ben", "--seed", "3", "--no-animation")
    terminal = Terminal(tmp_path, "play", "zombie", *seats)
    terminal.answer("ready? (Enter) ", "")
    terminal.answer("Go on (Enter) ", "")
    terminal.answer("Ben> ", "h")
    terminal.wait_for("ready? (Enter) ")
    terminal.interrupt()
    terminal.end()
    terminal = Terminal(tmp_path, "resume")
    seen = SGR.sub("", terminal.wait_for("ready? (Enter) "))
    assert "13 brains to win" in seen
    assert "turns 1" in seen
    terminal.type("q")
    terminal.end()


def test_sowing_is_animated_only_where_it_can_be(tmp_path: Path) -> None:
    def moves_the_cursor(*arguments: str, **changes: Any) -> bool:
        seats = ("--seat", "Ann", "--seat", "Ben", "--first", "1")
        terminal = Terminal(tmp_path, "play", "oware", *seats, *arguments, **changes)
        terminal.answer("Ann> ", "3")
        seen = terminal.wait_for("Ben> ")
        terminal.type("q")
        return re.search(r"\x1b\[\d+A", seen + terminal.end()) is not None

    assert moves_the_cursor()
    assert not moves_the_cursor("--no-animation")
    assert not moves_the_cursor(TERM="dumb")


def test_names_and_scores_are_in_colour_unless_refused(tmp_path: Path) -> None:
    def coloured(**changes: Any) -> bool:
        terminal = Terminal(
            tmp_path, "play", "oware", "--seat", "Ann", "--seat", "Ben", "--first", "1", **changes
        )
        seen = terminal.wait_for("Ann> ")
        terminal.type("q")
        terminal.end()
        return SGR.search(seen) is not None

    assert coloured()
    assert not coloured(NO_COLOR="1")
    assert not coloured(TERM="dumb")


def test_nothing_is_wider_than_the_terminal(tmp_path: Path) -> None:
    for columns in (80, 60, 45, 120):
        seats = ("--seat", "Ann", "--seat", "Ben", "--first", "1")
        terminal = Terminal(tmp_path, "play", "oware", *seats, size=(columns, 24))
        seen = SGR.sub("", terminal.wait_for("n> "))
        terminal.type("q")
        terminal.end()
        assert max(map(len, seen.splitlines())) <= columns


def test_a_welcome_is_wrapped_as_paragraphs_where_its_lines_are_too_long(tmp_path: Path) -> None:
    seats = ("--seat", "Ann", "--seat", "Ben", "--first", "1")
    terminal = Terminal(tmp_path, "play", "zombie", *seats, size=(60, 24))
    seen = terminal.wait_for("ready?").replace("\r", "")
    assert "the round is\nfinished, and the most brains win." in seen
    assert "\n   6 green   weak humans    bbbffs\n" in seen, "a table stays as it is"
    terminal.close()


def test_warnings_of_a_file_wait_until_they_were_read(tmp_path: Path) -> None:
    file = tmp_path / "dice.ini"
    file.write_text("[Game]\nmax_players = lots\n")
    seats = ("--seat", "Ann", "--seat", "Ben", "--first", "1")
    terminal = Terminal(tmp_path, "play", "zombie", str(file), *seats)
    seen = terminal.wait_for("Go on (Enter) ")
    assert "'lots'" in seen
    assert "Welcome" not in seen
    terminal.type("")
    terminal.wait_for("Ann, ready? (Enter) ")
    terminal.close()
    piped = pipe(tmp_path, "play", "zombie", str(file), *seats)
    assert "cannot be 'lots'" in piped
    assert "Go on (Enter)" not in piped, "nobody reads a pipe as it comes"


def test_bots_can_be_watched(tmp_path: Path) -> None:
    terminal = Terminal(
        tmp_path, "play", "oware", "--seat", "bot:easy", "--seat", "bot:hard", "--first", "1",
        "--seed", "5", "--no-animation", "--pace", "0",
    )  # fmt: skip
    terminal.answer("Play again? [y/n] ", "n")
    terminal.end()
    assert "won by" in pipe(tmp_path, "matches") or "drawn" in pipe(tmp_path, "matches")


def test_what_is_typed_before_a_question_never_answers_it(tmp_path: Path) -> None:
    seats = ("--seat", "Ann", "--seat", "Ben", "--first", "1", "--no-animation")
    terminal = Terminal(tmp_path, "play", "oware", *seats)
    terminal.answer("Ann> ", "3\n1\n2")
    terminal.answer("Ben> ", "q")
    terminal.end()
    assert "unfinished" in pipe(tmp_path, "matches")


def test_a_word_is_one_answer_and_a_house_says_why_not(tmp_path: Path) -> None:
    seats = ("--seat", "Ann", "--seat", "Ben", "--first", "1")
    output = pipe(tmp_path, "play", "zombie", *seats, "--seed", "3", typed="yes\n\nhold\nready\n")
    assert "Ben, ready?" in output
    assert "not possible" not in output
    output = pipe(tmp_path, "play", "oware", *seats, typed="3\n1\n3\n")
    assert "'3' is not possible here: this house is empty (possible: 1, 2" in output


def test_a_match_is_deleted_only_by_a_yes(tmp_path: Path) -> None:
    pipe(tmp_path, "play", "oware", "--seat", "Ann", "--seat", "Ben", "--first", "1", typed="3\n")
    for answer, told in (("n", "match 1 is kept"), ("", "match 1 is kept"), ("y", "deleted")):
        terminal = Terminal(tmp_path, "delete", "1")
        terminal.answer("Delete match 1 for good (Oware: Ann, Ben)? [y/N] ", answer)
        assert told in terminal.end()
    assert "no matches yet" in pipe(tmp_path, "matches")


def held_up(tmp_path: Path, typed: bytes) -> Terminal:
    """A table at which these keys came while seeds were being sown."""
    seats = ("--seat", "Ann", "--seat", "Ben", "--first", "1", "--pace", "0.2")
    terminal = Terminal(tmp_path, "play", "oware", *seats)
    terminal.answer("Ann> ", "3")
    terminal.wait_for("\x1b[")
    terminal.press(typed)
    return terminal


def test_half_a_word_that_came_too_early_is_told_and_its_end_means_nothing(tmp_path: Path) -> None:
    terminal = held_up(tmp_path, b"1")
    terminal.wait_for("Too early: type it again ('1' was not taken).")
    terminal.answer("Ben> ", "2")  # of a 12, perhaps
    terminal.wait_for("Too early: type it again ('1' before it was not taken).")
    terminal.answer("Ben> ", "q")
    assert "Ben sows" not in terminal.end()


def test_what_is_typed_again_whole_counts(tmp_path: Path) -> None:
    terminal = held_up(tmp_path, b"hel")
    terminal.wait_for("('hel' was not taken).")
    terminal.answer("Ben> ", "help")
    terminal.wait_for("At every prompt:")
    terminal.answer("Ben> ", "q")
    terminal.end()


def test_a_whole_line_that_came_too_early_is_told_and_the_next_one_counts(tmp_path: Path) -> None:
    terminal = held_up(tmp_path, b"4\n\x1b[A")
    terminal.wait_for("Too early: type it again ('4' was not taken).")
    terminal.answer("Ben> ", "1")
    terminal.wait_for("Ben sows")
    terminal.answer("Ann> ", "q")
    terminal.end()


def test_the_words_of_the_program_work_while_something_is_read(tmp_path: Path) -> None:
    seats = ("--seat", "Ann", "--seat", "bot:greedy", "--first", "1", "--seed", "2")
    terminal = Terminal(tmp_path, "play", "zombie", *seats, "--no-animation")
    terminal.answer("Ann, ready? (Enter) ", "")
    terminal.wait_for("1 human gets away.")
    terminal.answer("(Enter) ", "?")
    assert "The seats: 1 Ann" in terminal.answer("(Enter) ", "odds")
    assert "With the next roll:" in terminal.answer("(Enter) ", "3")
    terminal.wait_for("'3' is not possible here (possible: Enter; ? explains)")
    terminal.answer("(Enter) ", "hint")
    terminal.wait_for("press Enter first")
    terminal.answer("(Enter) ", "")
    terminal.answer("Ann> ", "roll")
    terminal.answer("(Enter) ", "undo")
    terminal.wait_for("Took back 1 move.")
    terminal.answer("Ann> ", "r")
    for early in ("hold", "h"):  # nobody answers a question that was not shown yet
        terminal.answer("(Enter) ", early)
        terminal.wait_for(f"'{early}' is not possible here (possible: Enter; ? explains)")
    terminal.answer("(Enter) ", "")
    terminal.answer("Ann> ", "hold")
    terminal.wait_for("Ann holds")
    terminal.answer("(Enter) ", "q")
    terminal.end()


def test_nobody_plays_before_they_have_seen_their_hand(tmp_path: Path) -> None:
    seats = ("--seat", "Ann", "--seat", "Ben", "--first", "1", "--seed", "2")
    terminal = Terminal(tmp_path, "play", "circuit", *seats, "--no-animation")
    terminal.answer("Ann, ready? (Enter) ", "roll")
    terminal.wait_for("'roll' is not possible here (possible: Enter; ? explains)")
    terminal.answer("Ann, ready? (Enter) ", "")
    terminal.wait_for("(secret)")
    terminal.answer("Ann> ", "roll")
    terminal.wait_for("Ann rolls")
    terminal.answer("Ben, ready? (Enter) ", "q")
    terminal.end()


def test_a_replay_that_waits_after_each_move_says_what_for(tmp_path: Path) -> None:
    pipe(tmp_path, "play", "preys", "--seed", "3")
    terminal = Terminal(tmp_path, "replay", "1", "--no-animation")
    terminal.answer("> ", "auto step")
    terminal.answer("(Enter) ", "help")
    terminal.answer("Enter goes on, quit leaves.\nGo on (Enter) ", "odds")
    terminal.answer(
        "'odds' is not possible here.\nEnter goes on, quit leaves.\nGo on (Enter) ", "q"
    )
    terminal.end()


@pytest.mark.parametrize(("size", "told"), [((60, 20), False), ((120, 40), True)])
def test_a_list_of_opponents_fits_the_window(
    tmp_path: Path, size: tuple[int, int], told: bool
) -> None:
    """Where it has no room, how each bot plays is left out, and told when asked for."""
    terminal = Terminal(tmp_path, "play", "oware", "--plain", size=size)
    terminal.wait_for("Who plays?\n")
    menu = terminal.wait_for("Who plays? [1] ")
    assert len(menu.splitlines()) < size[1]
    assert ("Captures the most seeds" in menu) == told
    terminal.type("?")
    assert "Captures the most" in terminal.wait_for("Who plays? [1] ")
    terminal.type("quit")
    terminal.end()


def test_tab_completes_names_where_names_are_asked_for_and_nothing_elsewhere(
    tmp_path: Path,
) -> None:
    pipe(tmp_path, "play", "oware", "--seat", "Annabel", "--seat", "Ben", typed="1\n2\nq\n")
    terminal = Terminal(tmp_path, "play", "oware", "--plain")
    terminal.answer("Who plays? [1] ", "")
    terminal.wait_for("(Tab completes).")
    terminal.answer("Name of player 1? [Player 1] ", "An\t")
    terminal.answer("Name of player 2? [Player 2] ", "Be\t")
    terminal.answer("Who begins? [3] ", "1")
    terminal.wait_for("Annabel> ")
    terminal.press(b"\t\t\t")
    terminal.type("x")
    between = terminal.wait_for("is not possible here")
    assert "pyproject.toml" not in between
    terminal.answer("Annabel> ", "q")
    terminal.end()


def test_whoever_resumes_a_match_that_is_open_in_another_terminal_is_told(tmp_path: Path) -> None:
    seats = ("--seat", "Ann", "--seat", "Ben", "--first", "1")
    terminal = Terminal(tmp_path, "play", "oware", *seats, "--no-animation")
    terminal.answer("Ann> ", "3")
    terminal.wait_for("Ben> ")
    assert OPEN_ELSEWHERE in pipe(tmp_path, "resume", "1", typed="q\n")
    terminal.type("q")
    terminal.end()
    assert OPEN_ELSEWHERE not in pipe(tmp_path, "resume", "1", typed="q\n")
