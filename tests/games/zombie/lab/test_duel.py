"""The game of two solved, its file, and the bot `best` with two players and more."""

from __future__ import annotations

from math import sqrt
from pathlib import Path
from random import Random

import pytest

from gamenight import Limit
from gamenight.core.bot import Explains
from gamenight.games.zombie.bots import BOTS
from gamenight.games.zombie.lab import best, duel, field
from gamenight.games.zombie.lab.graph import ENDS, graph
from gamenight.games.zombie.lab.solver import solve as solve_turn
from gamenight.games.zombie.rules import Options, ZombieRules
from tests.bots.arena import play
from tests.effort import times
from tests.games.zombie.states import places, small, turns

RULES = ZombieRules()
STANDARD = Options()
FIRST_WINS = 0.464791578110


def test_the_chance_of_the_first_player() -> None:
    """That the file is what the solver finds is in `test_zombie_judge.py`."""
    assert duel.standard().first[0][0] == pytest.approx(FIRST_WINS, abs=5e-13)
    assert duel.FILE.stat().st_size < 4096


def test_a_file_reads_back(tmp_path: Path) -> None:
    duel.write(tmp_path / "duel.bin", duel.standard())
    assert (tmp_path / "duel.bin").read_bytes() == duel.FILE.read_bytes()


@pytest.mark.parametrize(("first", "second"), [(0, 0), (12, 3), (5, 11), (12, 12)])
def test_the_stored_chances_fulfil_their_equations(first: int, second: int) -> None:
    """With the sweep in Python, which shares nothing with the compiled one."""
    solved, turn = duel.standard(), graph(STANDARD.bag, STANDARD.faces)
    chance = turn.solve(solved.worth_first(first, second)).mean
    assert chance == pytest.approx(solved.first[first][second], abs=1e-12)
    chance = turn.solve(solved.worth_second(first, second)).mean
    assert chance == pytest.approx(solved.second[first][second], abs=1e-12)


def test_ties_fulfil_their_equations() -> None:
    solved, turn = duel.standard(), graph(STANDARD.bag, STANDARD.faces)
    assert turn.solve(solved.worth_tie()).mean == pytest.approx(solved.tie, abs=1e-12)
    for behind in (0, 3, 9):
        chance = turn.solve(solved.worth_chase(behind)).mean
        assert chance == pytest.approx(solved.chase[behind], abs=1e-12)


def test_more_brains_are_never_worse() -> None:
    solved = duel.standard()
    for score in range(12):
        for other in range(13):
            assert solved.first[score][other] < solved.first[score + 1][other]
            assert solved.second[score][other] > solved.second[score + 1][other]
    assert list(solved.chase) == sorted(solved.chase, reverse=True)


def test_the_graph_finds_the_best_turn() -> None:
    brains = [float(n) for n in range(ENDS)]
    for bag in ("gggyyr", "gyr", "gg", "g"):
        rules = small(bag)
        exact = solve_turn(rules.options.bag, rules.options.faces, ENDS - 3).mean
        turn = graph(rules.options.bag, rules.options.faces)
        assert turn.solve(brains).mean == pytest.approx(exact, abs=1e-10)
        ends = turn.ends(turn.choices(brains))
        assert sum(ends) == pytest.approx(1)
        assert sum(n * share for n, share in enumerate(ends)) == pytest.approx(exact, abs=1e-10)


def test_perfect_games_are_won_as_often_as_solved() -> None:
    """The script `python -m gamenight.games.zombie.lab.simulation` plays ten million."""
    pytest.importorskip("numba", reason="so many games need compiled code")
    from gamenight.games.zombie.lab import compiled
    from gamenight.games.zombie.lab.simulation import perfect_games

    assert abs(perfect_games(times(30_000, soak=300_000), seed=20)) < 3
    games, won = times(20_000), 0.0
    for seat, bots in enumerate((["best", "turn"], ["turn", "best"])):
        won += float((compiled.play(RULES, bots, 21, range(games))[:, 1] == 1 << seat).mean())
    assert won - 1 > 3 / sqrt(games)


def test_among_three_it_wins_more_than_its_share() -> None:
    """A small number here: 3,000 games are in BENCHMARKS.md."""
    rules, games, won = ZombieRules(players=3), times(15), 0.0
    for seed in range(games):
        bots = ["turn"] * 3
        bots[seed % 3] = "best"
        over, _ = play(rules, [BOTS[name].bot for name in bots], seed)
        won += (seed % 3 in over.winners) / len(over.winners)
    assert won > games / 3 - 2 * sqrt(games * 2 / 9)


@pytest.mark.parametrize(
    ("what", "before", "chances"),
    [
        ("the last round, nobody after it, ahead", "12 12 12 | 1 0", [0.0, 0.5, 1.0, 1.0]),
        ("the last round, behind", "10 10 10 | 5 0", [0.0, 0.0, 0.0]),
        ("a tie round, last", "13 13 13 | x x", [0.25, 1.0]),
    ],
)
def test_what_holding_is_worth_at_the_end(what: str, before: str, chances: list[float]) -> None:
    rules = ZombieRules(players=3)
    worth = field.worth(rules, turns(rules, before))
    assert worth is not None
    assert worth[: len(chances)] == pytest.approx(chances), what


@pytest.mark.parametrize("options", [Options(), Options(max_turns=3)], ids=["race", "turns"])
@pytest.mark.parametrize(("before", "near"), [("3", 1e-6), ("3 3", 0.01), ("3 3 3", 0.02)])
def test_equal_scores_after_a_round_are_equal_chances(
    options: Options, before: str, near: float
) -> None:
    """A tie of several counts too little, which is all that more players change."""
    players = len(before.split()) + 1
    rules = ZombieRules(options, players)
    worth = field.worth(rules, turns(rules, before))
    assert worth is not None
    assert worth[3] == pytest.approx(1 / players, abs=near)
    assert list(worth) == sorted(worth)


SAFE = "bag gggggyyyrr, rolling yr, brains g"


@pytest.mark.parametrize(
    "rules",
    [RULES, ZombieRules(players=4), ZombieRules(Options(max_turns=3)), small("gggyr")],
    ids=str,
)
def test_it_says_why(rules: ZombieRules) -> None:
    bot, state = BOTS["best"].bot, places(SAFE, rules)
    if rules.options.bag != STANDARD.bag:
        state = places("bag gr, rolling y, brains gg", rules)
    assert isinstance(bot, Explains)
    first, second = bot.explain(rules, state, 0, Random(0), Limit())
    assert first.action == bot.choose(rules, state, 0, Random(0), Limit())
    assert 1 >= first.value >= second.value >= 0
    about = "" if rules == RULES else "about "
    assert first.words == f"wins {about}{first.value:.1%} of games"


def test_where_it_plays_like_turn_it_speaks_like_it() -> None:
    rules = ZombieRules(Options(brains_to_win=500))
    state = places(SAFE, rules)
    turn, mine = BOTS["turn"].bot, BOTS["best"].bot
    assert isinstance(turn, Explains)
    assert isinstance(mine, Explains)
    words = mine.explain(rules, state, 0, Random(0), Limit())
    assert words == turn.explain(rules, state, 0, Random(0), Limit())


def test_preparation() -> None:
    assert list(BOTS["best"].prepare(RULES)) == []
    assert list(BOTS["best"].prepare(small("gggyr"))) == [best.WORKING]
    assert list(BOTS["best"].prepare(ZombieRules(Options(99, 99, 99)))) == [best.TOO_MANY]


def test_more_brains_than_the_graph_knows_are_held() -> None:
    state = places("bag gggggyyyrr, rolling yr, brains g, eaten 40", RULES)
    assert not best.should_roll(RULES, state)
