"""`simulate`: fair seats, the same games in any number of processes, and exact results."""

from __future__ import annotations

import argparse
import csv
import io
import json
import os
import signal
import subprocess
import sys
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import permutations
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import gamenight
from gamenight.cli import lab as labcommands
from gamenight.core.bot import BotInfo
from gamenight.core.errors import GamenightError, IllegalAction, InvalidPlayers
from gamenight.core.rules import Over
from gamenight.games.preys.lab.solver import outcome
from gamenight.games.preys.rules import PreysRules
from gamenight.lab import charts, progress
from gamenight.lab.arena import Arena, Lineup, mixed, numbered, seatings
from gamenight.lab.simulate import as_csv, as_json, simulate
from gamenight.lab.tally import Tally
from gamenight.lab.work import Chunk, Finished, Schedule, read_games
from tests.toys.nim import NIM, Heap


class Taker:
    """Leaves a multiple of four, or takes so many."""

    def __init__(self, otherwise: int):
        self.otherwise = otherwise

    def choose(self, rules: Any, view: Heap, seat: int, rng: Any, limit: Any) -> int:
        return view.left % 4 or min(self.otherwise, view.left)


BOTS = {
    "one": BotInfo("One", "Wins what can be won.", Taker(1)),
    "wrong": BotInfo("Wrong", "Takes what is not there.", Taker(9)),
}
NIMS = replace(NIM, bots=BOTS)


def test_a_game_of_known_ends() -> None:
    """From 12 the second player wins, and the first only takes 1 each time."""
    found = simulate(NIMS, ["one", "one"], 10)
    first, second = found.rows
    assert (first.name, second.name) == ("one", "one 2")
    assert [(row.won, row.shared, row.share.value) for row in found.rows] == [(5, 0, 0.5)] * 2
    assert [seat.value for seat in found.seats] == [0.0, 1.0]
    assert found.plies == (6, 6, 6)
    assert found.complete
    assert found.nobody == 0


def test_an_impossible_choice_of_a_bot_is_told() -> None:
    with pytest.raises(IllegalAction, match="the bot Wrong chose 9"):
        simulate(NIMS, ["wrong", "one"], 1)


@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_every_order_comes_equally_often(players: int) -> None:
    orders = seatings(players, players)
    assert sorted(orders) == sorted(permutations(range(players)))


@pytest.mark.parametrize("players", range(1, 8))
def test_any_run_of_games_is_fair_to_one_game(players: int) -> None:
    orders = seatings(players, players)
    seats: Counter[tuple[int, int]] = Counter()
    for number in range(2 * len(orders)):
        seats.update(enumerate(orders[number % len(orders)]))
        counts = [seats[seat, entrant] for seat in range(players) for entrant in range(players)]
        assert max(counts) - min(counts) <= 1


@pytest.mark.parametrize(
    ("seats", "orders"),
    [(2, {"01", "10"}), (3, {"001", "010", "100", "110", "101", "011"}), (4, None)],
)
def test_two_bots_share_a_larger_table(seats: int, orders: set[str] | None) -> None:
    found = ["".join(map(str, order)) for order in seatings(2, seats)]
    assert len(found) == len(set(found))
    assert orders in (None, set(found))
    assert sum(order.count("0") for order in found) == sum(order.count("1") for order in found)


def test_seats_that_never_decide_stay() -> None:
    game = gamenight.game("preys")
    arena = Arena(game, Lineup("preys", ("racer",), 1, (("escort", "choose"),)))
    assert arena.names == ("racer", "Fishermen")
    assert {arena.seating(number) for number in range(4)} == {(0, 1)}
    nobody = Arena(game, Lineup("preys", (), 0))
    assert nobody.names == ("Fish", "Fishermen")
    assert nobody.seating(1) == (0, 1)


@pytest.mark.parametrize(
    ("game", "bots", "options", "sentence"),
    [
        ("preys", ["racer"], {}, "the die decides everything"),
        ("preys", ["racer"] * 2, {"escort": "choose"}, "Preys and Hunters .* needs 1 bot, not 2"),
        ("oware", ["easy"], {}, "Oware is for 2 players, not 1"),
    ],
)
def test_a_wrong_number_of_bots(
    game: str, bots: list[str], options: dict[str, Any], sentence: str
) -> None:
    with pytest.raises(InvalidPlayers, match=sentence):
        simulate(gamenight.game(game), bots, 1, options)


def test_the_words_of_splitmix64() -> None:
    """The first outputs from the seeds 0 and 1234567, as its authors' C program prints them."""
    assert mixed(0, 0) == 0xE220A8397B1DCDAF
    assert [mixed(1234567, n) for n in range(3)] == [
        6457827717110365317,
        3203168211198807973,
        9817491932198370423,
    ]


def random_bots(id: str) -> list[str]:
    game = gamenight.game(id)
    return ["random"] * (max(2, game.players()[0]) - len(game.unasked()))


@pytest.mark.parametrize("id", gamenight.games())
@pytest.mark.parametrize("by_rules", [True, False])
def test_laws_of_every_game(id: str, by_rules: bool) -> None:
    """Wins add up, seats are fair, and two processes or threads play what one does."""
    game, bots = gamenight.game(id), random_bots(id)
    games = 12
    one, two = (simulate(game, bots, games, seed=5, processes=n, by_rules=by_rules) for n in (1, 2))
    assert one == two
    assert one.compiled == (not by_rules)
    assert simulate(game, bots, games, seed=6, processes=1, by_rules=by_rules) != one
    assert one.tally.games == sum(one.tally.lengths.values()) == games
    shares = [one.tally.share(entrant) for entrant in range(len(one.names))]
    assert sum(shares) + one.nobody == games
    assert [row.games for row in one.rows] == [games] * len(one.names)
    sat: Counter[tuple[int, int]] = Counter()
    for place, number in one.tally.places.items():
        sat[place.entrant, place.seat] += number
    times = games // len(bots) if bots else games
    assert set(sat.values()) == {times}
    assert Tally.from_json(json.loads(json.dumps(one.tally.as_json()))) == one.tally


def test_the_die_alone_has_its_exact_odds() -> None:
    """The share of the fish as the solver has it, within twice the interval: four sigma."""
    game = gamenight.game("preys")
    rules = game.rules()
    assert isinstance(rules, PreysRules)
    exact = outcome(rules, rules.initial())
    fish = float(exact.fish + exact.tie / 2)
    share = simulate(game, [], 2000, seed=1, processes=1).rows[0].share
    assert (
        share.low - (share.high - share.low) / 2 < fish < share.high + (share.high - share.low) / 2
    )


def test_shared_wins_are_fractions() -> None:
    tally = Tally()
    tally.count(Over((3, 3, 1), (0, 1), ""), 7, (2, 0, 1))
    tally.count(Over((1, 0, 0), (0,), ""), 9, (2, 0, 1))
    tally.count(Over((0, 0, 0), (), ""), 9, (2, 0, 1))
    assert [tally.share(entrant) for entrant in range(3)] == [Fraction(1, 2), 0, Fraction(3, 2)]
    assert [tally.won(entrant) for entrant in range(3)] == [0, 0, 1]
    assert [tally.shared(entrant) for entrant in range(3)] == [1, 0, 1]
    assert tally.at_seat(0) == (3, Fraction(3, 2))
    assert (tally.scores[2], tally.squares[2]) == (4, 10)
    assert (tally + tally).share(2) == 3


@given(st.integers(1, 500), st.integers(1, 8), st.integers(1, 24), st.floats(0.001, 3))
def test_every_game_is_handed_out_once(games: int, workers: int, round: int, pace: float) -> None:
    lineup = Lineup("nim", ("one", "one"), 2)
    schedule = Schedule({lineup: [range(games), range(games + 5, games + 9)]}, workers)
    numbers: list[int] = []
    while chunk := schedule.next({lineup: round}):
        numbers += chunk.numbers
        schedule.learn(Finished(chunk, Tally(), pace * len(chunk.numbers)))
    assert numbers == [*range(games), *range(games + 5, games + 9)]


def test_a_chunk_takes_about_its_time_and_ends_where_seats_are_fair() -> None:
    lineup = Lineup("nim", ("one", "one"), 2)
    schedule = Schedule({lineup: [range(10**6)]}, 2)
    for number in range(2):
        schedule.learn(Finished(Chunk(lineup, range(number, number + 1)), Tally(), 0.01))
    assert schedule.next({lineup: 24}) == Chunk(lineup, range(144))


@pytest.mark.parametrize(("text", "games"), [("1e6", 10**6), ("1000", 1000), ("2.5e3", 2500)])
def test_a_number_of_games(text: str, games: int) -> None:
    assert read_games(text) == games


@pytest.mark.parametrize("text", ["", "0", "-3", "1.5", "nan", "inf", "1e99", "many"])
def test_no_number_of_games(text: str) -> None:
    with pytest.raises(GamenightError, match="whole number such as 1000 or 1e6"):
        read_games(text)


def test_names_that_come_again_get_numbers() -> None:
    assert numbered(("a", "b", "a", "a")) == ("a", "b", "a 2", "a 3")


def test_ctrl_c_keeps_what_was_finished() -> None:
    def press(done: int, total: int) -> None:
        if done >= 4:
            raise KeyboardInterrupt

    found = simulate(NIMS, ["one", "one"], 10**6, processes=1, report=press)
    assert not found.complete
    assert 4 <= found.tally.games < 10**6
    assert sum(row.won for row in found.rows) == found.tally.games


@pytest.mark.parametrize("by_rules", [True, False], ids=["processes", "threads"])
def test_ctrl_c_at_a_real_program_with_two_processes_or_threads(by_rules: bool) -> None:
    code = (
        "import sys, gamenight; from gamenight.lab.simulate import simulate;"
        "tell = lambda done, total: print(done, flush=True);"
        "found = simulate(gamenight.game('oware'), ['easy', 'easy'], 10**9, processes=2,"
        f" report=tell, by_rules={by_rules}); won = sum(row.won for row in found.rows);"
        "print('kept', found.tally.games == won + found.rows[0].shared, found.complete)"
    )
    program = subprocess.Popen(
        [sys.executable, "-c", code], stdout=subprocess.PIPE, text=True, start_new_session=True
    )
    assert program.stdout is not None
    while int(program.stdout.readline()) < 2:
        pass
    os.killpg(program.pid, signal.SIGINT)
    try:
        rest, _ = program.communicate(timeout=20)
    finally:
        program.kill()
    assert rest.splitlines()[-1] == "kept True False"
    assert program.returncode == 0


def arguments(**given: Any) -> argparse.Namespace:
    usual: dict[str, Any] = dict.fromkeys(("csv", "json", "chart", "cluster", "games"))
    values = {**usual, "seat": [], "seed": 1, "processes": 1, "by_rules": False}
    return argparse.Namespace(**{**values, **given})


def test_the_command_prints_and_writes(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    table, data = tmp_path / "t.csv", tmp_path / "t.json"
    seats: Sequence[str] = ["bot:one", "one"]
    given = arguments(seat=seats, games="8", csv=table, json=data, ascii=True)
    assert labcommands.simulate(given, NIMS, {}) == 0
    shown = capsys.readouterr()
    assert "Nim, 8 games, by the Python rules, seed 1" in shown.out
    assert "one         8    4     0  50.00%  21.52% to 78.48%        0.50" in shown.out
    assert "1: 0.00%" in shown.out
    assert shown.err == "", "no progress over a pipe"
    rows = list(csv.DictReader(io.StringIO(table.read_text("utf-8"))))
    assert [row["name"] for row in rows] == ["one", "one 2"]
    assert float(rows[0]["share_low"]) == pytest.approx(0.215215, abs=1e-4)
    found = json.loads(data.read_text("utf-8"))
    assert (found["games"], found["players"][0]["won"], found["lengths"]) == (8, 4, [[6, 8]])


@pytest.mark.parametrize(("by_rules", "way"), [(True, "by the Python rules"), (False, "compiled")])
def test_the_command_says_who_played(
    by_rules: bool, way: str, capsys: pytest.CaptureFixture[str]
) -> None:
    given = arguments(seat=["easy", "hard"], games="2e3" if not by_rules else "8")
    given.by_rules = by_rules
    assert labcommands.simulate(given, gamenight.game("oware"), {}) == 0
    assert f" games, {way}, seed 1" in capsys.readouterr().out


@pytest.mark.parametrize("suffix", [".svg", ".png"])
def test_a_chart_in_a_file(tmp_path: Path, suffix: str) -> None:
    pytest.importorskip("matplotlib", reason="the extra lab")
    path = tmp_path / f"chart{suffix}"
    labcommands.simulate(arguments(seat=["one", "one"], games="4", chart=path), NIMS, {})
    assert path.read_bytes()[:5] in (b"<?xml", b"\x89PNG\r")


@pytest.mark.parametrize("name", ["csv", "json", "chart"])
def test_a_file_that_cannot_be_written_is_refused_before_any_game(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("gamenight.cli.files.check_chart", lambda path: None)
    monkeypatch.setattr("gamenight.lab.simulate.simulate", lambda *given: pytest.fail("played"))
    for path, why in ((tmp_path / "no" / "f.svg", "there is no folder"), (tmp_path, "is a folder")):
        with pytest.raises(GamenightError, match=why):
            labcommands.simulate(arguments(seat=["one", "one"], **{name: path}), NIMS, {})


def test_a_chart_that_cannot_be_is_refused_before_any_game(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    with pytest.raises(GamenightError, match=r"must end in .svg or .png, not 'a.gif'"):
        charts.check_chart(Path("a.gif"))
    monkeypatch.setitem(sys.modules, "matplotlib.figure", None)
    with pytest.raises(GamenightError, match=r"pip install 'gamenight\[lab\]'"):
        charts.check_chart(Path("a.svg"))


def test_results_without_games_can_be_written() -> None:
    def press(done: int, total: int) -> None:
        raise KeyboardInterrupt

    found = simulate(NIMS, ["one", "one"], 5, report=press)
    assert json.loads(as_json(found))["games"] == 0
    assert as_csv(found).splitlines()[1] == "one,0,0,0,0.0,0.0,1.0,0.0,0.0,0.0"


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_progress_tells_the_time_that_is_left() -> None:
    times = iter([0.0, 10.0, 10.01, 20.0])
    stream = Terminal()
    bar = progress.Progress(stream, lambda: next(times))
    for done in (100, 300, 301, 600):
        bar(done, 1100)
    drawn = stream.getvalue().split(progress.CLEAR)
    assert drawn[1:] == [
        "[##----------------------] 100 of 1,100 games",
        "[######------------------] 300 of 1,100 games, 20 per second, 40 s left",
        "[#############-----------] 600 of 1,100 games, 25 per second, 20 s left",
    ]


def test_games_of_a_seed_vary_as_independent_ones_do() -> None:
    """Were they alike, intervals would be too narrow. Of 60 seeds the squared deviations in units
    of their variance sum to 59, give or take 11; the seeds are fixed, so nothing here is luck."""
    games, seeds = 50, range(60)
    found = [simulate(NIM, ["random", "random"], games, seed=seed) for seed in seeds]
    shares = [one.rows[0].share.value for one in found]
    middle = sum(shares) / len(shares)
    variance = middle * (1 - middle) / games
    assert 59 - 3 * 11 < sum((share - middle) ** 2 for share in shares) / variance < 59 + 3 * 11
    held = sum(one.rows[0].share.low <= 0.5 <= one.rows[0].share.high for one in found)
    assert held >= 52, "57 of 60 are expected"


@pytest.mark.parametrize(
    ("seconds", "text"), [(59.4, "59 s"), (61, "1 min 1 s"), (7384, "2 h 3 min")]
)
def test_durations(seconds: float, text: str) -> None:
    assert progress.duration(seconds) == text
