"""`tournament`: every pair, ratings, and going on after a kill."""

from __future__ import annotations

import csv
import io
import json
import os
import signal
import subprocess
import sys
import time
from dataclasses import replace
from pathlib import Path

import pytest

import gamenight
from gamenight.bots import ANCHOR_ELO
from gamenight.bots.ladder import ladder
from gamenight.cli import lab as labcommands
from gamenight.core.errors import GamenightError, InvalidPlayers, UnknownBot
from gamenight.draw.style import Style
from gamenight.lab.journal import JournalError
from gamenight.lab.simulate import simulate
from gamenight.lab.tally import Outcome, Tally
from gamenight.lab.tournament import (
    Pair,
    Standings,
    about,
    as_csv,
    as_json,
    gaps,
    pair_seed,
    tournament,
)
from gamenight.plain.results import standings_lines
from tests.lab.tournaments import arguments

OWARE = gamenight.game("oware")


def tallied(won: int, drawn: int, lost: int) -> Tally:
    """Games of a pair from the side of the first."""
    tally = Tally(won + drawn + lost)
    counts = {(0, 1): won, (0, 2): drawn, (0, 0): lost, (1, 1): lost, (1, 2): drawn, (1, 0): won}
    for (entrant, sharing), number in counts.items():
        tally.places[Outcome(entrant, 0, sharing)] += number
    return tally


KNOWN = Standings(
    "oware",
    {},
    ("random", "easy", "hard"),
    2,
    0,
    100,
    {
        ("easy", "random"): tallied(40, 20, 40),
        ("hard", "random"): tallied(70, 10, 20),
        ("easy", "hard"): tallied(20, 10, 70),
    },
)


def test_points_are_wins_and_half_of_the_draws() -> None:
    assert KNOWN.score("easy", "random") == KNOWN.score("random", "easy") == (50, 100)
    assert KNOWN.score("hard", "easy") == (75, 100)
    assert KNOWN.score("easy", "hard") == (25, 100)
    assert KNOWN.total("hard") == (150, 200)
    assert KNOWN.complete
    assert KNOWN.games == 300


def test_a_game_that_nobody_won_is_half_a_point_for_both() -> None:
    tally = tallied(1, 0, 0)
    tally.games += 2
    found = replace(KNOWN, bots=("easy", "hard"), tallies={("easy", "hard"): tally})
    assert found.score("easy", "hard") == (2, 3)
    assert found.score("hard", "easy") == (1, 3)


def test_random_is_the_anchor() -> None:
    """hard scores three quarters against both others, which are level: 190.8 points."""
    rated = KNOWN.rated().by_name
    assert rated["random"].elo == ANCHOR_ELO
    assert rated["easy"].elo == pytest.approx(ANCHOR_ELO)
    assert rated["hard"].elo == pytest.approx(ANCHOR_ELO + 190.85, abs=0.01)
    assert KNOWN.ranking() == ("hard", "random", "easy")


def test_without_random_a_bot_of_the_ladder_is_the_anchor() -> None:
    pair: dict[Pair, Tally] = {("easy", "hard"): tallied(50, 0, 50)}
    found = replace(KNOWN, bots=("easy", "hard"), tallies=pair)
    measured = ladder(gamenight.game("oware"))["easy"]
    assert found.anchor == ("easy", measured)
    assert found.rated().by_name["hard"].elo == pytest.approx(measured)
    unknown = replace(
        found, bots=("greedy:1", "mcts:9n"), tallies={("greedy:1", "mcts:9n"): pair["easy", "hard"]}
    )
    assert unknown.anchor == (None, ANCHOR_ELO)
    assert "Elo: the mean of these bots has 1000." in standings_lines(unknown, Style())


def test_the_crosstable_in_a_terminal() -> None:
    """The information of a pair is 18.75 with hard and 25 without; its matrix has the eigenvalues
    56.25 for (2, -1, -1) and 68.75 for (0, 1, -1), which give the errors 37 and 34."""
    lines = standings_lines(KNOWN, Style(width=50, ascii=True))
    assert "Elo: random has 1000." in lines
    assert lines[:4] == [
        "   bot      Elo  +-  games  score     1     2     3",
        "1  hard    1191  37    200   75.0     -  75.0  75.0",
        "2  random  1000  34    200   37.5  25.0     -  50.0",
        "3  easy    1000  34    200   37.5  25.0  50.0     -",
    ]
    assert [line.count("o") for line in lines[5:8]] == [1, 2, 1], "a point each"


def test_the_crosstable_as_csv_and_json() -> None:
    rows = list(csv.DictReader(io.StringIO(as_csv(KNOWN))))
    assert [row["bot"] for row in rows] == ["hard", "random", "easy"]
    assert (rows[0]["random"], rows[0]["hard"], rows[2]["hard"]) == ("0.75", "", "0.25")
    found = json.loads(as_json(KNOWN))
    assert list(found["bots"]) == ["hard", "random", "easy"]
    assert found["pairs"][1] == {
        "pair": ["hard", "random"],
        "points": 75,
        "games": 100,
        "compiled": False,
    }


@pytest.mark.parametrize(
    ("played", "left"),
    [
        ([], [range(10)]),
        ([range(10)], []),
        ([range(3, 5), range(1)], [range(1, 3), range(5, 10)]),
        ([range(4, 20)], [range(4)]),
        ([range(2), range(1, 6), range(8, 9)], [range(6, 8), range(9, 10)]),
        ([range(12, 14)], [range(10)]),
    ],
)
def test_the_games_that_are_left(played: list[range], left: list[range]) -> None:
    assert gaps(played, 10) == left


@pytest.mark.parametrize(
    ("game", "bots", "error", "sentence"),
    [
        ("oware", ["easy"], InvalidPlayers, "two or more different bots, not easy"),
        ("oware", ["easy", "easy"], InvalidPlayers, "different bots, not easy, easy"),
        ("oware", ["easy", "nobody"], UnknownBot, "unknown bot 'nobody'"),
    ],
)
def test_bots_that_cannot_meet(
    game: str, bots: list[str], error: type[GamenightError], sentence: str
) -> None:
    with pytest.raises(error, match=sentence):
        tournament(gamenight.game(game), bots, 1)


@pytest.mark.parametrize("id", gamenight.games())
@pytest.mark.parametrize("by_rules", [True, False])
def test_every_game_in_which_two_decide(id: str, by_rules: bool) -> None:
    """Both bots have as many seats, and one process or thread plays what two do."""
    game = gamenight.game(id)
    if game.unasked():
        return
    bots = ["random", next(iter(game.bots))]
    one, two = (tournament(game, bots, 6, processes=n, by_rules=by_rules) for n in (1, 2))
    assert one == two
    ((_, tally),) = one.tallies.items()
    assert tally.seats(0) == tally.seats(1) == 6 * one.seats / 2
    assert one.score(*bots).points + one.score(*reversed(bots)).points == 6


def test_a_pair_plays_the_games_of_its_seed() -> None:
    found = tournament(OWARE, ["hard", "easy"], 8, seed=3, processes=1)
    alone = simulate(OWARE, ["easy", "hard"], 8, seed=pair_seed(3, ("easy", "hard")), processes=1)
    assert found.tallies == {("easy", "hard"): alone.tally}


def test_more_games_and_more_bots_go_on(tmp_path: Path) -> None:
    path = tmp_path / "deep" / "t.jsonl"
    whole = tournament(OWARE, ["random", "hard", "easy"], 6, processes=1)
    tournament(OWARE, ["hard", "easy"], 4, processes=1, path=path)
    before = path.read_bytes()
    assert tournament(OWARE, ["random", "hard", "easy"], 6, processes=1, path=path) == whole
    assert path.read_bytes().startswith(before)
    done, said = list[int](), list[str]()
    again = tournament(
        OWARE,
        ["random", "hard", "easy"],
        6,
        path=path,
        report=lambda n, total: done.append(n),
        say=said.append,
    )
    assert again == whole
    assert done == [18], "nothing is played twice"
    assert said == [f"{path} has 18 of these games; if a bot has changed since, use another file"]


def test_a_line_that_was_cut_off_is_dropped(tmp_path: Path) -> None:
    path, said = tmp_path / "t.jsonl", list[str]()
    whole = tournament(OWARE, ["hard", "easy"], 6, processes=1, path=path)
    path.write_bytes(path.read_bytes()[:-9])
    found = tournament(OWARE, ["hard", "easy"], 6, processes=1, path=path, say=said.append)
    assert said[0] == f"{path}: the last line was cut off and is ignored"
    assert found == whole
    assert all(json.loads(line) for line in path.read_text("utf-8").splitlines())


def test_a_file_of_something_else_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "t.jsonl"
    tournament(OWARE, ["hard", "easy"], 1, seed=1, processes=1, path=path)
    kept = path.read_bytes()
    with pytest.raises(JournalError, match="another tournament: its seed is 1, not 2"):
        tournament(OWARE, ["hard", "easy"], 1, seed=2, path=path)
    head, line = kept.splitlines(keepends=True)
    for broken in (b"[]\n", b"{}\n", b"\n", line.replace(b'"games": 1', b'"games": 2')):
        path.write_bytes(head + broken + line)
        with pytest.raises(JournalError, match=r"line 2: this is not a line of a tournament"):
            tournament(OWARE, ["hard", "easy"], 1, seed=1, path=path)


@pytest.mark.parametrize("by_rules", [True, False], ids=["processes", "threads"])
def test_a_kill_loses_no_finished_game(tmp_path: Path, by_rules: bool) -> None:
    """A real process is killed, and the same tournament goes on with what it kept."""
    path, bots = tmp_path / "t.jsonl", ["easy", "hard", "random"]
    code = (
        "import sys, pathlib, gamenight; from gamenight.lab.tournament import tournament;"
        "tournament(gamenight.game('oware'), ['easy', 'hard', 'random'], 10**7, seed=7,"
        f" processes=2, path=pathlib.Path(sys.argv[1]), by_rules={by_rules})"
    )
    program = subprocess.Popen([sys.executable, "-c", code, str(path)], start_new_session=True)
    while not path.exists() or len(path.read_bytes().splitlines()) < 3:
        assert program.poll() is None
        time.sleep(0.01)
    with pytest.raises(JournalError, match="another program is running"):
        tournament(OWARE, bots, 1, seed=7, path=path, by_rules=by_rules)
    os.kill(program.pid, signal.SIGKILL)
    program.wait()
    kept = path.read_bytes()
    entries = [json.loads(line) for line in kept.splitlines()[1:]]
    games = max(entry["numbers"][1] for entry in entries) + 4
    found = tournament(OWARE, bots, games, seed=7, processes=1, path=path, by_rules=by_rules)
    assert path.read_bytes().startswith(kept[: kept.rindex(b"\n") + 1])
    assert found == tournament(OWARE, bots, games, seed=7, processes=1, by_rules=by_rules)


def test_what_must_be_the_same_is_at_the_top_of_the_file(tmp_path: Path) -> None:
    path = tmp_path / "t.jsonl"
    tournament(OWARE, ["hard", "easy"], 1, {"grand_slam": "forfeit"}, 4, 1, path)
    head = json.loads(path.read_text("utf-8").splitlines()[0])
    assert head == {"schema": 2, **about(OWARE, {"grand_slam": "forfeit"}, 4, 2)}


def test_the_same_command_goes_on(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for _ in range(2):
        assert (
            labcommands.tournament(arguments(tmp_path, "hard", "easy", games="4"), OWARE, {}) == 0
        )
    first, second = capsys.readouterr().out.split("Oware, 4 games, 1 of 1 pairs compiled, seed 0")[
        1:
    ]
    assert first == second
    (kept,) = (tmp_path / "tournaments").iterdir()
    assert sum(json.loads(line)["games"] for line in kept.read_text().splitlines()[1:]) == 4


def test_the_seconds_of_a_pair(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    given = arguments(tmp_path, "greedy", "easy", games="1e6", seconds=0.02)
    assert labcommands.tournament(given, OWARE, {}) == 0
    assert ", 0 of 1 pairs compiled, seed 0" in capsys.readouterr().out
    assert labcommands.read_seconds(arguments(tmp_path)) == float("inf")
    usual = labcommands.read_seconds(arguments(tmp_path, calibrate=True))
    assert usual == labcommands.CALIBRATED_SECONDS
    for wrong in (0.0, -1.0, float("nan"), float("inf")):
        with pytest.raises(GamenightError, match="--seconds must be above 0, not"):
            labcommands.read_seconds(arguments(tmp_path, seconds=wrong))


def test_only_those_near_in_the_list_meet(tmp_path: Path) -> None:
    path, bots, said = tmp_path / "t.jsonl", ["easy", "random", "hard"], list[str]()
    tournament(OWARE, bots, 4, processes=1, path=path)
    counted = list[tuple[int, int]]()
    found = tournament(
        OWARE,
        bots,
        6,
        processes=1,
        path=path,
        near=1,
        report=lambda done, total: counted.append((done, total)),
        say=said.append,
    )
    games = {pair: tally.games for pair, tally in found.tallies.items()}
    assert games == {("easy", "random"): 6, ("hard", "random"): 6, ("easy", "hard"): 0}
    assert (counted[0], counted[-1]) == ((8, 12), (12, 12))
    assert f"{path} has 8 of these games" in said[0]
    assert found == tournament(OWARE, bots, 6, processes=1, near=1)
    assert tournament(OWARE, bots, 2, near=2) == tournament(OWARE, bots, 2)
    assert labcommands.tournament(arguments(tmp_path, *bots, games="2", near=1), OWARE, {}) == 0
    with pytest.raises(GamenightError, match="--near must be 1 or more, not 0"):
        labcommands.read_near(arguments(tmp_path, near=0))


def test_a_chart_of_the_ratings(tmp_path: Path) -> None:
    pytest.importorskip("matplotlib", reason="the extra lab")
    path = tmp_path / "elo.svg"
    labcommands.tournament(arguments(tmp_path, "hard", "easy", games="2", chart=path), OWARE, {})
    assert "</svg>" in path.read_text("utf-8")
