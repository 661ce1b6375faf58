"""A whole game of three people with cards out of turn: over a pipe, in a terminal, and resumed."""

from __future__ import annotations

from pathlib import Path

import pytest

from gamenight.match.match import Match
from gamenight.match.sqlite import SqliteStore
from tests.terminal import Terminal, pipe

TILES = "speed,empty,moonwalk:2,wormhole,card,time,empty,moonwalk:1,speed,empty,card,wormhole"
# With this seed Ann has two Overloads, Ben Overload and Cancellation, Cleo Redo and Repeat; Ann's
# first roll ends on the moonwalk of tile 8.
TABLE = (
    *("play", "circuit", "--seat", "Ann", "--seat", "Ben", "--seat", "Cleo"),
    *("--first", "1", "--seed", "39", "--laps", "1", "--tiles"),
)


def kept(folder: Path) -> Match:
    return Match.load(SqliteStore(folder / "gamenight.sqlite"), 1)


def test_three_people_over_a_pipe(tmp_path: Path) -> None:
    cleo = ["now", "3", ""]
    typed = ["", "1 overload 2", "", "", *cleo, "3 repeat", *cleo, "3 overload 1", ""]
    typed += ["", "2 repeat", "2 cancellation 1"]
    output = pipe(tmp_path, *TABLE, TILES, typed="\n".join(typed) + "\n" * 200)
    assert "Ann, ready? (Enter)" in output
    assert "Cleo plays Repeat" in output
    assert "illegal" not in output.split("Cleo plays Repeat")[0]
    reason = "permanent cards can only be played in your own turn"
    assert f"'3 overload 1' is not possible here: {reason} (possible: " in output
    assert "Ben plays Cancellation" in output
    assert "The first to finish 1 lap wins." in output
    match = kept(tmp_path)
    assert match.result is not None
    assert "3 repeat" in match.record.actions


def test_a_board_from_a_file(tmp_path: Path) -> None:
    file = tmp_path / "board.txt"
    file.write_text(TILES.replace(",", "\n"))
    pipe(tmp_path, *TABLE, str(file), typed="\n")
    assert [str(tile) for tile in kept(tmp_path).state.tiles] == TILES.split(",")
    missing = pipe(tmp_path, *TABLE, str(tmp_path / "no.txt"), status=2)
    assert "cannot be read as tiles: No such file or directory" in missing
    wrong = pipe(tmp_path, *TABLE, "empty,quicksand", status=2)
    assert "there is no tile 'quicksand' in edition 3 (possible: empty, card, speed" in wrong


def test_options_with_commas_are_typed_at_the_menu(tmp_path: Path) -> None:
    options = "tiles=empty,card, laps=1 dice=1d4+2d8"
    pipe(tmp_path, "play", typed="")
    from gamenight.core import registry
    from gamenight.draw.style import Style
    from gamenight.plain.console import Console
    from gamenight.plain.options import ask_options

    typed = tmp_path / "typed.txt"
    typed.write_text(options + "\n")
    with typed.open() as source, (tmp_path / "out.txt").open("w") as target:
        console = Console(Style(), source=source, target=target)
        given = ask_options(console, registry.game("circuit"), {})
    assert given == {"tiles": "empty,card", "laps": 1, "dice": "1d4+2d8"}


@pytest.mark.parametrize("killed", [True, False])
def test_saved_right_after_a_card_out_of_turn(tmp_path: Path, killed: bool) -> None:
    terminal = Terminal(tmp_path, *TABLE, TILES, "--no-animation")
    terminal.answer("Ann, ready? (Enter) ", "")
    terminal.answer("Ann> ", "1 overload 2")
    terminal.answer("Ann> ", "")
    terminal.answer("Ben, ready? (Enter) ", "")
    terminal.answer("Ben> ", "now")
    terminal.answer("Who? (1 Ann, 3 Cleo) ", "Cleo")
    terminal.answer("Cleo, ready? (Enter) ", "")
    terminal.answer("Cleo (Enter passes)> ", "3 repeat")
    terminal.wait_for("Ben, ready? (Enter) ")
    before = kept(tmp_path)
    assert before.record.actions[-1] == "3 repeat"
    if killed:
        terminal.kill()
    else:
        terminal.type("q")
        terminal.end()
    after = kept(tmp_path)
    assert after.state == before.state
    assert after.state.positions == (7, -2, -2)
    output = pipe(tmp_path, "resume", typed="\n" * 200)
    assert "The first to finish 1 lap wins." in output


def test_a_hand_is_shown_only_after_ready(tmp_path: Path) -> None:
    output = pipe(tmp_path, *TABLE, TILES, typed="board\nhint\nodds\n\nq\n")
    before, _, after = output.rpartition("Ann, ready? (Enter)")
    assert "Your hand" not in before
    assert "Overload" not in before
    assert "A hint is for the player who is asked: press Enter first" in before
    assert "Ann rolls 2d6" in before, "odds tell names"
    assert "Your hand" in after


def test_reasons_at_an_offer(tmp_path: Path) -> None:
    """Cleo is asked before a bot acts: what she cannot do is refused in words."""
    seats = ("--seat", "Ann", "--seat", "bot:easy", "--first", "1", "--seed", "39")
    board = ("--laps", "1", "--tiles", TILES)
    output = pipe(tmp_path, "play", "circuit", *seats, *board, typed="1 overload 2\n2 redo\nq\n")
    assert "'2 redo' is not possible here: " in output


def test_an_empty_file_of_tiles_is_refused(tmp_path: Path) -> None:
    (tmp_path / "empty.txt").write_text("\n")
    output = pipe(tmp_path, *TABLE, str(tmp_path / "empty.txt"), status=2)
    assert "does not hold a value for tiles" in output
