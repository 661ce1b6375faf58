"""The commands, over a pipe."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

from gamenight import Record, games
from gamenight.match.sqlite import SqliteStore
from gamenight.match.store import StoreError
from tests.terminal import environment, in_process, pipe, process

SEATS = ("--seat", "Ann", "--seat", "Ben", "--first", "1")


def one_line(data: Path, *arguments: str, typed: str = "") -> str:
    """An error: one line on standard error, nothing else, status 2."""
    status, _, errors = in_process(data, *arguments, typed=typed)
    assert status == 2, errors
    assert errors.startswith("gamenight: ")
    assert errors.count("\n") == 1
    return errors


def test_without_a_terminal_the_menu_is_printed(tmp_path: Path) -> None:
    for typed in ("", "1\n", "\x00\xff garbage"):
        output = pipe(tmp_path, typed=typed)
        assert "2  Oware" in output
        assert "quit" in output


def test_with_closed_streams_nothing_breaks(tmp_path: Path) -> None:
    for closed in ("<&-", ">&-", "2>&-", "<&- >&- 2>&-"):
        command = f"{sys.executable} -m gamenight {closed}"
        done = subprocess.run(
            ["sh", "-c", command], env=environment(tmp_path), capture_output=True, check=False
        )
        assert done.returncode == 0, (closed, done)
        assert b"Traceback" not in done.stderr


def test_a_reader_that_leaves_early(tmp_path: Path) -> None:
    command = f"{sys.executable} -m gamenight rules oware | head -n 1"
    done = subprocess.run(
        ["sh", "-c", command], env=environment(tmp_path), capture_output=True, check=False
    )
    assert done.stdout == b"Oware\n"
    assert done.stderr == b""


def test_games_and_rules(tmp_path: Path) -> None:
    listed = pipe(tmp_path, "games")
    assert [line.split()[0] for line in listed.splitlines()] == list(games())
    for id in games():
        assert len(pipe(tmp_path, "rules", id).splitlines()) > 20
        for columns in (79, 100):  # its pictures keep their width
            lines = pipe(tmp_path, "rules", id, COLUMNS=str(columns)).splitlines()
            assert max(map(len, lines)) <= columns


def test_help_everywhere(tmp_path: Path) -> None:
    commands = re.findall(r"^    (\w+) ", pipe(tmp_path, "--help"), re.MULTILINE)
    assert {"play", "games", "rules", "matches", "resume", "export", "import"} <= set(commands)
    for command in commands:
        assert "usage:" in pipe(tmp_path, command, "--help")
    assert "preys" in commands
    needs = {"host": "[GAME ...]", "play": "[GAME ...]", "rules": "GAME", "odds": "GAME ..."}
    for command, game in needs.items():  # in brackets where it may be left out
        usage = pipe(tmp_path, command, "--help").split("\n\n")[0]
        assert usage.splitlines()[-1].strip() == game
    assert "--grand-slam" in pipe(tmp_path, "play", "oware", "--help")
    thief, circuit = (pipe(tmp_path, "play", game, "--help") for game in ("thief", "circuit"))
    assert re.search(r"--cards yes/no .*\s+\(default: no\)", thief)
    assert re.search(
        r"\n  bot:greedy .*: Takes the most points it can get with\s+one move\.\n", thief
    )
    assert "(default: )" not in circuit
    assert re.fullmatch(r"gamenight \d+\.\d+\.\d+\n", pipe(tmp_path, "--version"))


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["chess"], "unknown command 'chess' (possible: play, resume"),
        (["paly"], "unknown command 'paly'; did you mean play? (see: gamenight --help)"),
        (["pryes"], "unknown command 'pryes'; did you mean preys? (see: gamenight --help)"),
        (["oware"], "oware is a game: did you mean gamenight play oware?"),
        (["play", "owrae"], "unknown game 'owrae'; did you mean oware? (possible: circuit"),
        (
            ["play", "oware", "--sed", "4"],
            "unknown argument '--sed'; did you mean --seed? (see: gamenight play oware --help)",
        ),
        (["play", "oware", "--seat", "bot:esay"], "'esay' for Oware; did you mean easy?"),
        (["play", "oware", "--houzes=6"], "unknown argument '--houzes=6'; did you mean --houses?"),
        (
            ["simulate", "oware", "--seat", "bot:easy"],
            "not 1 (such as: gamenight simulate oware --seat bot:easy --seat bot:hard)",
        ),
        (["matches", "--game", "owrae"], "unknown game 'owrae'; did you mean oware?"),
        (
            ["play", "oware", "x.ini", "y.ini"],
            "unknown argument 'y.ini' (see: gamenight play oware --help)",
        ),
        (["play", "chess"], "unknown game 'chess' (possible: circuit"),
        (["play", "oware", "--grand-slam", "x"], "--grand-slam cannot be 'x' (possible: forfeit"),
        (["play", "oware", "--houses", "0"], "option houses cannot be 0 (possible: a whole"),
        (["play", "oware", "--houses", "six"], "(possible: a whole number from 1 to 12)"),
        (["play", "oware", "--seat", "bot:god"], "unknown bot 'god' for Oware (possible: easy"),
        (["play", "oware", "--seat", "bot:mcts:x"], "a bot's limit is in seconds"),
        (["play", "oware", "--seat", ""], "a name has 1 to 24 visible characters"),
        (["play", "oware", "--seat", "A", "--seat", "a"], "is already at the table"),
        (["play", "oware", *("--seat", "A", "--seat", "B", "--seat", "C")], "for 2 players, not 3"),
        (["play", "oware", "--first", "3"], "'3' cannot begin (possible: 1, 2, random)"),
        (["play", "oware", "--seed", "x"], "invalid int value: 'x'"),
        (["rules", "chess"], "unknown game 'chess' (possible: circuit"),
        (["learn"], "which game? (possible: circuit"),
        (["completion"], "which shell? (possible: bash, zsh, tcsh)"),
        (["completion", "fish"], "unknown shell 'fish' (possible: bash, zsh, tcsh)"),
        (["resume"], "there is no unfinished match"),
        (["resume", "7"], "there is no match 7"),
        (["resume", "x"], "'x' is not a match number"),
        (["delete", "7"], "there is no match 7"),
        (["export", "7", "x.json"], "there is no match 7"),
        (["import", "nowhere.json"], "nowhere.json cannot be read: No such file"),
        (["replay", "nowhere.ogn"], "nowhere.ogn cannot be read"),
        (["replay", "12"], "there is no match 12"),
        (["perft", "oware", "x"], "invalid int value"),
        (["bench"], "which game? (possible: "),
        (
            ["bench", "oware", "--seconds", "nan"],
            "--seconds must be above 0 and below 3600",
        ),
        (["perft", "oware", "-3"], "the depth must be at least 1, not -3"),
        (["delete", ""], "'' is not a match number"),
        (["export", "", "x.json"], "'' is not a match number"),
        (["resume", ""], "'' is not a match number"),
    ],
)
def test_an_error_is_one_line(tmp_path: Path, arguments: list[str], sentence: str) -> None:
    assert sentence in one_line(tmp_path, *arguments)


def test_whoever_leaves_a_seat_out_gets_an_example(tmp_path: Path) -> None:
    output = pipe(tmp_path, "play", "thief", typed="")
    assert "name every seat (such as: gamenight play thief --seat Ann --seat bot:" in output


def test_perft(tmp_path: Path) -> None:
    assert pipe(tmp_path, "perft", "oware", "4") == "1 6\n2 36\n3 190\n4 1014\n"


def test_bench_prints_a_ratio(tmp_path: Path) -> None:
    output = pipe(tmp_path, "bench", "oware", "--seconds", "0.05")
    assert re.search(r"games/s", output)


def test_a_match_over_a_process(tmp_path: Path) -> None:
    typed = "3\nz\n?\n\nundo\nf\nsave\nhouse\nboard\nrules\nF\nquit\n"
    output = pipe(tmp_path, "play", "oware", *SEATS, typed=typed)
    assert "'z' is not possible here (possible: 1, 2, 3, 4, 5, 6; ? explains)" in output
    assert "Nothing was typed (possible: 1, 2, 3" in output
    assert "At every prompt:" in output
    assert "Took back 1 move." in output
    assert "'house' is not possible here" in output
    assert "takes the seeds in its own row" in output
    assert output.count("Match 1 is saved. To continue: gamenight resume 1") == 2
    # Ann's move was undone, so `f` is her house 6; then Ben's `F` is his f, the sixth he sows.
    assert "Ann sows 4 seeds from house 6." in output
    assert "Ben sows 4 seeds from house 6." in output


def test_end_of_input_in_the_middle_of_everything(tmp_path: Path) -> None:
    typed = "2\n?\nsave\nAnn\nundo\nAnn Lee\n1\n3\n"
    for end in range(0, len(typed), 2):
        pipe(tmp_path / str(end), "play", "oware", typed=typed[:end])


def test_any_bytes_may_be_typed(tmp_path: Path) -> None:
    noise = b"\xff\xfe\n\x00\x00\n" + "①é漢\u202e\x1b[2J\n".encode() + b"x" * 100_000 + b"\n3\n"
    output = process(tmp_path, "play", "oware", *SEATS, typed=noise)
    assert "\x1b" not in output
    assert "Ann sows 4 seeds" in output


def test_a_seed_reproduces_a_match(tmp_path: Path) -> None:
    arguments = ("play", "oware", "--seat", "bot:easy", "--seat", "bot:hard", "--seed", "4")
    once, again = (pipe(tmp_path / name, *arguments, "--first", "random") for name in "ab")
    assert once == again
    assert pipe(tmp_path / "c", *arguments[:-1], "5", "--first", "random") != once
    assert re.search(r"(Easy|Grabber) won: \d+ seeds to \d+\.|It's a tie", once)


def test_ascii_is_ascii(tmp_path: Path) -> None:
    seats = ("--seat", "José", "--seat", "Zoë")
    output = pipe(tmp_path, "play", "oware", *seats, "--first", "1", "--ascii", typed="3\n?\n")
    assert output.isascii()
    assert "Jose sows 4 seeds" in output
    by_itself = process(tmp_path, "resume", typed="4\n", PYTHONIOENCODING="latin-1")
    assert by_itself.isascii()


def test_export_import_replay_and_delete(tmp_path: Path) -> None:
    pipe(tmp_path, "play", "oware", *SEATS, "--grand-slam", "leave_last", typed="3\n4\n5\n")
    for name in ("match.json", "match.ogn"):
        path = tmp_path / name
        pipe(tmp_path, "export", "1", str(path))
        told = f"a match in {path} is here already: it is match 1"
        assert told in pipe(tmp_path, "import", str(path))
        assert f"match 1 read from {path}" in pipe(tmp_path / name[6:], "import", str(path))
        assert "Ann begins" not in pipe(tmp_path, "replay", str(path), typed="n\n\n3\n99\nx\nq\n")
    record = Record.loads((tmp_path / "match.json").read_bytes())
    assert record.options["grand_slam"] == "leave_last"
    assert len(record.actions) == 3
    pipe(tmp_path, "play", "oware", *SEATS, typed="1\n")
    assert len(pipe(tmp_path, "matches").splitlines()) == 2
    pipe(tmp_path, "delete", "2")
    assert [line.split()[0] for line in pipe(tmp_path, "matches").splitlines()] == ["1"]
    assert "no format for '.txt' (possible: .json, .ogn)" in one_line(
        tmp_path, "export", "1", str(tmp_path / "x.txt")
    )
    assert "x has no suffix (possible: .json, .ogn)" in one_line(
        tmp_path, "export", "1", str(tmp_path / "x")
    )
    assert "cannot be written" in one_line(tmp_path, "export", "1", "/nowhere/x.json")


def test_playing_on_from_the_middle_of_a_replay(tmp_path: Path) -> None:
    pipe(tmp_path, "play", "oware", *SEATS, typed="3\n3\n5\n")
    output = pipe(tmp_path, "replay", "1", typed="2\nplay\n1\n")
    assert "Ann sows 5 seeds from house 1." in output
    assert "To continue: gamenight resume 2" in output
    pipe(tmp_path, "export", "2", str(tmp_path / "on.json"))
    actions = json.loads((tmp_path / "on.json").read_text())["actions"]
    assert actions == ["C", "c", "A"]


@pytest.mark.parametrize(
    ("name", "content", "sentence"),
    [
        ("x.json", "{}", "unknown schema None"),
        ("x.json", "[" * 100_000, "nested deeper than 32 levels"),
        ("x.ogn", "1. F Z 2. *", "line 1: illegal move 'Z'"),
        ("x.ogn", "\ud800", "not UTF-8 text at byte 0"),
    ],
)
def test_a_bad_file_is_told_in_one_line(
    tmp_path: Path, name: str, content: str, sentence: str
) -> None:
    path = tmp_path / name
    path.write_bytes(content.encode("utf-8", "surrogatepass"))
    assert sentence in one_line(tmp_path, "import", str(path))
    assert pipe(tmp_path, "matches") == "no matches yet\n"


def test_a_broken_store_is_told_and_play_goes_on(tmp_path: Path) -> None:
    (tmp_path / "gamenight.sqlite").write_text("no database at all, but long enough to look at")
    output = pipe(tmp_path, "play", "oware", *SEATS, typed="3\n")
    said = "file is not a database (see: gamenight doctor); what you play is only in memory until"
    assert said in output
    assert "This match could not be saved" in output
    assert "cannot be used" in one_line(tmp_path, "matches")


def test_handing_a_seat_over_and_resigning(tmp_path: Path) -> None:
    typed = "seat 2 bot:hard\n3\nseat 2 Cleo\nseat 9 X\nseat 1 cleo\nseat 1 bot:nobody\nresign\nn\n"
    output = pipe(tmp_path, "play", "oware", *SEATS, typed=typed)
    assert "Seat 2 is now Grabber." in output
    assert "Seat 2 is now Cleo." in output
    assert "Nobody sits at '9' (possible: 1 Ann, 2 Cleo; then a name or bot:NAME)" in output
    assert "cleo is already at the table" in output
    assert "Unknown bot 'nobody'" in output
    assert "Cleo won.\nAnn resigned." in output


def test_a_seat_is_handed_over_by_name_too(tmp_path: Path) -> None:
    typed = "help\nseat ben Mary Ann\nseat mary ann bot:easy\nseat Mary X\nseat\nquit\n"
    output = pipe(tmp_path, "play", "oware", *SEATS, typed=typed)
    assert "The seats: 1 Ann, 2 Ben." in output
    assert "Seat 2 is now Mary Ann." in output
    assert "Seat 2 is now Easy." in output
    assert "Nobody sits at 'Mary' (possible: 1 Ann, 2 Easy; then a name" in output
    assert "Nobody sits at '' (possible: " in output


def test_another_round_changes_who_begins(tmp_path: Path) -> None:
    output = pipe(tmp_path, "play", "oware", *SEATS, typed="resign\ny\nresign\nn\n")
    assert "Ben won" in output
    assert "Ben begins." in output
    podium = output.partition("The podium after 2 rounds:\n")[2].splitlines()[:2]
    assert sorted(podium) == ["  1. Ann: 1 won, 0 in all", "  1. Ben: 1 won, 0 in all"]


def test_undo_at_the_end_reopens_the_match(tmp_path: Path) -> None:
    output = pipe(tmp_path, "play", "oware", *SEATS, typed="3\nresign\n?\nsave\nundo\n3\n")
    assert "undo takes back the last move, quit leaves." in output
    assert "Match 1 is over and saved. See: gamenight replay 1" in output
    assert "Took back the resignation." in output
    assert "Ben sows 4 seeds from house 3." in output


def test_undo_at_the_end_with_nothing_to_undo(tmp_path: Path) -> None:
    seats = ("--seat", "bot:easy", "--seat", "Ann", "--first", "1", "--ply-limit", "1")
    output = pipe(tmp_path, "play", "oware", *seats, typed="undo\nn\n")
    assert "There is no move to undo" in output
    assert output.count("Play again?") == 2


def test_a_bots_seat_is_taken_back_when_a_match_is_resumed(tmp_path: Path) -> None:
    pipe(tmp_path, "play", "oware", *SEATS, typed="3\nseat 1 bot:easy\n")
    output = pipe(tmp_path, "resume", "--seat", "1=Zoë", "--seat", "2=bot:hard", typed="")
    assert "Zoë> " in output
    assert "Zoë - Grabber: " in pipe(tmp_path, "matches")
    refused = one_line(tmp_path, "resume", "--seat", "x")
    assert "nobody sits at 'x' (possible: 1 Zoë, 2 Grabber; then" in refused


def test_playing_on_from_the_end_of_a_replay_is_refused(tmp_path: Path) -> None:
    bots = ("--seat", "bot:easy", "--seat", "bot:hard", "--first", "1", "--seed", "3")
    pipe(tmp_path, "play", "oware", *bots)
    output = pipe(tmp_path, "replay", "1", typed="last\nplay\n")
    assert "The game is over here: go back a few moves to play on." in output
    assert len(pipe(tmp_path, "matches").splitlines()) == 1


def test_the_list_names_who_sits_there_now(tmp_path: Path) -> None:
    pipe(tmp_path, "play", "oware", *SEATS, typed="seat 2 Cleo\nresign\nn\n")
    assert "Ann - Cleo: won by Cleo" in pipe(tmp_path, "matches")


def test_a_seed_reproduces_a_series(tmp_path: Path) -> None:
    seats = ("--seat", "Ann", "--seat", "bot:easy", "--first", "1", "--seed", "7")
    once, again = (
        pipe(tmp_path / name, "play", "oware", *seats, typed="resign\ny\n3\n4\n5\n")
        for name in "ab"
    )
    assert once == again


def test_a_file_of_several_matches_is_taken_whole_or_not_at_all(tmp_path: Path) -> None:
    path = tmp_path / "two.ogn"
    path.write_text('[South "A"]\n\n1. F *\n\n[South "B"]\n[NorthBot "nobody"]\n\n1. F *\n')
    assert "unknown bot 'nobody'" in one_line(tmp_path, "import", str(path))
    assert pipe(tmp_path, "matches") == "no matches yet\n"
    path.write_text('[South "A"]\n\n1. F *\n\n[South "B"]\n\n1. F *\n')
    assert "This is the first of 2 matches" in pipe(tmp_path, "replay", str(path))
    pipe(tmp_path, "import", str(path))
    assert len(pipe(tmp_path, "matches").splitlines()) == 2


def test_a_store_that_can_only_be_read(tmp_path: Path) -> None:
    pipe(tmp_path, "play", "oware", *SEATS, typed="3\n")
    store = SqliteStore(tmp_path / "gamenight.sqlite", readonly=True)
    assert [summary.plies for summary in store.matches()] == [1]
    assert store.load(1).record.actions == ("C",)
    with pytest.raises(StoreError, match="readonly"):
        store.delete(1)


def test_an_output_that_is_full(tmp_path: Path) -> None:
    command = f"{sys.executable} -m gamenight games > /dev/full"
    done = subprocess.run(
        ["sh", "-c", command], env=environment(tmp_path), capture_output=True, check=False
    )
    assert b"Traceback" not in done.stderr
    assert b"No space left" in done.stderr
