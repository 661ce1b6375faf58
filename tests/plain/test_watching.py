"""Seats that never decide, and watching a match at a chosen pace."""

from __future__ import annotations

from pathlib import Path

import pytest

from gamenight import GamenightError
from gamenight.core import registry
from gamenight.core.record import Seat
from gamenight.match.match import Match
from gamenight.match.sqlite import SqliteStore
from gamenight.plain.console import read_pace
from tests.terminal import Terminal, pipe

CHOOSE = ("--escort", "choose")


def test_nobody_is_asked_for_a_seat_that_never_decides(tmp_path: Path) -> None:
    output = pipe(tmp_path, "play", "preys", "--seed", "3")
    assert "Name" not in output
    assert "begins" not in output
    assert "Fish " in output
    assert "Fishermen" in output
    assert "2 fish are safe in the sea, 2 fish are captured." in output


def test_only_the_seat_that_decides_is_asked_for_a_name(tmp_path: Path) -> None:
    output = pipe(tmp_path, "play", "preys", *CHOOSE, "--seed", "3", typed="Fishermen\nAnn\n")
    assert output.count("Name of player") == 2
    assert "Fishermen is already at the table" in output
    assert "Name of player 2" not in output
    seats = Match.load(SqliteStore(tmp_path / "gamenight.sqlite"), 1).seats
    assert seats == (Seat("Ann"), Seat("Fishermen", "random"))


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (
            ("--seat", "Ann"),
            "the die decides everything in Preys and Hunters: 'Ann' can play with --escort choose",
        ),
        ((*CHOOSE, "--seat", "Ann", "--seat", "Ben"), "Preys and Hunters is for 1 player, not 2"),
        ((*CHOOSE, "--first", "2"), "nobody can choose who begins in Preys and Hunters"),
    ],
)
def test_what_cannot_be_seated(tmp_path: Path, arguments: tuple[str, ...], sentence: str) -> None:
    assert sentence in pipe(tmp_path, "play", "preys", *arguments, status=2)


def test_a_seat_that_never_decides_is_not_handed_over(tmp_path: Path) -> None:
    seats = (*CHOOSE, "--seat", "Ann", "--seed", "4")
    output = pipe(tmp_path, "play", "preys", *seats, typed="seat 2 Ben\n")
    assert "Seat 2 never decides: nobody can sit there" in output


def test_a_match_that_was_only_watched_is_kept_once_it_is_over(tmp_path: Path) -> None:
    terminal = Terminal(tmp_path, "play", "preys", "--seed", "3", "--no-animation")
    terminal.answer("How? [1] ", "watch")
    terminal.answer("Seconds per move, or step? [1] ", "soon")
    terminal.wait_for("'soon' is not a pace (possible: 0 to 60 seconds per move, step)")
    terminal.answer("Seconds per move, or step? [1] ", "step")
    told = "".join(terminal.answer("(Enter) ", "") for _ in range(3))
    assert "press Enter to stop" not in told, "it goes on"
    terminal.wait_for("(Enter) ")
    match = Match.load(SqliteStore(tmp_path / "gamenight.sqlite"), 1)
    assert len(match.plies) == 4, "a ply is drawn when it is watched, not before"
    terminal.interrupt()
    assert "this match is not kept" in terminal.end()
    assert "no matches yet" in pipe(tmp_path, "matches")
    pipe(tmp_path, "play", "preys", "--seed", "3")
    assert "drawn" in pipe(tmp_path, "matches")


def test_at_a_terminal_one_chooses_to_play_or_to_watch(tmp_path: Path) -> None:
    terminal = Terminal(tmp_path, "play", "preys", "--seed", "3", "--no-animation")
    terminal.wait_for("1  Play the fish: you choose who swims")
    terminal.answer("How? [1] ", "")
    terminal.answer("Name of player 1? [Player 1] ", "Ann")
    terminal.answer("Play again? [y/n] ", "n")
    terminal.end()
    terminal = Terminal(tmp_path, "play", "preys", "--escort", "closest", "--no-animation")
    terminal.answer("Seconds per move, or step? [1] ", "q")
    terminal.end()


def test_a_pace_is_read() -> None:
    assert read_pace("") == (1.0, False)
    assert read_pace("step") == (1.0, True)
    assert read_pace("0.25") == (0.25, False)
    for wrong in ("-1", "61", "nan", "inf", "fast", "1,5"):
        with pytest.raises(GamenightError, match="is not a pace"):
            read_pace(wrong)


def test_a_new_round_keeps_the_parts() -> None:
    from gamenight.match.series import next_round

    game = registry.game("preys")
    match = Match.new(
        SqliteStore(), game, (Seat("Fish", "random"), Seat("Fishermen", "random")), seed=1
    )
    while match.result is None:
        assert len(match.chance(1)) == 1
    assert next_round(match, match.seats).names == ("Fish", "Fishermen")


def test_words_are_obeyed_while_one_watches(tmp_path: Path) -> None:
    typed = "\nodds\nresign\nhint\nq\n"
    output = pipe(tmp_path, "--pace", "step", "play", "preys", "--seed", "4", typed=typed)
    assert "fish win:" in output
    assert "There is no player here who could give up" in output
    assert output.count("The die shows") == 2
    assert "Nobody had played yet, so this match is not kept." in output


def test_whoever_has_left_stops_the_machines_and_comes_back(tmp_path: Path) -> None:
    seats = ("--seat", "Ann", "--seat", "bot:turn", "--seat", "bot:turn", "--first", "1")
    terminal = Terminal(tmp_path, "--pace", "0.2", "play", "thief", *seats, "--seed", "3")
    terminal.answer("Ann, ready? (Enter) ", "")
    terminal.answer("Roll 5 dice (Enter) ", "")
    terminal.answer("Ann> ", "leave Ann")
    terminal.wait_for("You are watching now: press Enter to stop")
    terminal.press(b"\n")
    terminal.answer("Stopped (Enter to go on) ", "join Ann")
    terminal.wait_for("Ann sits down and starts at 0.")
    terminal.interrupt()
    terminal.end()
