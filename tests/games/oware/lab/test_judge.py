"""What positions of Oware are worth in seeds, and what `solve` prints."""

from __future__ import annotations

import subprocess
import sys
from random import Random

import pytest

import gamenight
from gamenight import Decision, Over
from gamenight.core.bot import Explains, Limit
from gamenight.core.game import lab_of
from gamenight.core.judge import Foresees, Judge, LooksCloser, SeesWins
from gamenight.core.record import Record, Seat
from gamenight.games.oware.lab.strong import ADVICE
from gamenight.games.oware.rules import Options, OwareRules, State
from gamenight.lab.review import moment
from tests.games.oware.boards import board
from tests.late import late

with late():
    from gamenight.games.oware.lab.endgames import Endgames, endgames

RULES = OwareRules()


@pytest.fixture(autouse=True)
def tables(monkeypatch: pytest.MonkeyPatch) -> Endgames:
    """The small ones, whatever this machine has."""
    monkeypatch.setenv("GAMENIGHT_TABLES", "/nowhere")
    return endgames()


def judge_of(rules: OwareRules) -> Judge:
    judge = lab_of(gamenight.game("oware")).judge
    assert judge is not None
    found = judge(rules)
    assert found is not None
    return found


def late_states(count: int, seed: int) -> list[State]:
    """States of random games with few seeds on the board, ends too."""
    rng, found = Random(seed), list[State]()
    while len(found) < count:
        state = RULES.initial()
        node = RULES.node(state)
        while isinstance(node, Decision):
            state = RULES.apply(state, rng.choice(node.actions))
            node = RULES.node(state)
            if sum(state.position.houses) <= 12:
                found.append(state)
    return found[:count]


@pytest.mark.parametrize(
    ("what", "picture", "south"),
    [
        ("captures two and keeps its seed", "N 1 0 0 0 0 1 | 20\n S 0 0 0 0 0 1 | 22 <", 5),
        ("the same for North", "N 1 0 0 0 0 0 | 22 <\n S 1 0 0 0 0 1 | 20", -5),
        ("the end by rows", "N 0 0 2 0 0 0 | 22\n S 0 0 0 0 0 0 | 24 <", 0),
        ("a majority, and what is left", "N 1 0 0 0 0 1 | 15\n S 0 0 0 0 0 1 | 30 <", 18),
    ],
)
def test_few_seeds_are_exact(what: str, picture: str, south: int) -> None:
    value = judge_of(RULES).value(board(picture))
    assert value.seats == (south, -south), what
    assert value.proven


def test_an_exact_value_is_that_of_the_best_move() -> None:
    judge, met = judge_of(RULES), 0
    for state in late_states(60, seed=1):
        node, value = RULES.node(state), judge.value(state)
        assert value.seats[0] == -value.seats[1]
        if isinstance(node, Decision) and value.proven:
            seat = node.player
            after = [judge.value(RULES.apply(state, house)) for house in node.actions]
            assert value.seats[seat] == max(one.seats[seat] for one in after), state
            met += 1
    assert met > 20


def test_a_line_keeps_what_is_proven_and_ends_with_the_match() -> None:
    judge, met = judge_of(RULES), 0
    assert isinstance(judge, Foresees)
    for state in late_states(60, seed=5):
        value, houses = judge.value(state), judge.line(state, 6)
        assert len(houses) <= 6
        for house in houses:
            node = RULES.node(state)
            assert isinstance(node, Decision)
            assert house in node.actions
            state = RULES.apply(state, house)
        if len(houses) < 6:
            assert isinstance(RULES.node(state), Over)
        if value.proven and value.seats[0]:
            assert judge.value(state).seats == value.seats
            met += bool(houses)
    assert met > 5


def test_a_win_by_force_is_seen_whatever_the_seeds_say() -> None:
    """House 3 wins in nine moves; others would leave more seeds ahead, but for a longer match."""
    judge = judge_of(RULES)
    assert isinstance(judge, SeesWins)
    before = board("N 2 3 1 1 2 0 | 0\n S 1 2 6 2 14 2 | 12 <")
    third = RULES.apply(before, RULES.parse("C"))
    first = RULES.apply(before, RULES.parse("A"))
    assert judge.value(third).seats[0] < judge.value(first).seats[0]
    assert judge.wins(third, 0)
    assert not judge.wins(third, 1), "who sows into it loses"
    assert not judge.wins(RULES.initial(), 0)


def test_an_end_is_worth_its_result_with_what_is_left_on_the_board() -> None:
    judge, rng, ends = judge_of(RULES), Random(2), 0
    for _ in range(30):
        state = RULES.initial()
        node = RULES.node(state)
        while isinstance(node, Decision):
            state = RULES.apply(state, rng.choice(node.actions))
            node = RULES.node(state)
        assert isinstance(node, Over)
        value = judge.value(state)
        assert [worth > 0 for worth in value.seats] == [node.winners == (n,) for n in (0, 1)]
        if sum(node.scores) == 48:
            assert value.proven
            assert value.seats[0] == node.scores[0] - node.scores[1]
            ends += 1
    assert 0 < ends < 30


def test_where_a_repetition_decides_nothing_is_proven() -> None:
    """Three seeds that go round belong to nobody by the tables; in a match somebody gets them."""
    judge = judge_of(RULES)
    state = board("N 1 1 0 0 0 0 | 23\n S 0 0 0 0 0 1 | 22 <")
    assert judge.value(state) == ((-1.0, 1.0), 0.0, False)
    node, rng = RULES.node(state), Random(1)
    while isinstance(node, Decision):
        assert not judge.value(state).proven
        state = RULES.apply(state, rng.choice(node.actions))
        node = RULES.node(state)
    assert "has repeated" in node.reason


def test_what_is_proven_is_so_with_what_has_been_there() -> None:
    """A repetition that is possible at once and would be better than the best other move."""
    judge, rng, near = judge_of(RULES), Random(3), 0
    while near < 5:
        for state in late_states(40, seed=rng.randrange(10**6)):
            node = RULES.node(state)
            after = [RULES.apply(state, house) for house in RULES.moves(state.position)]
            ends = [one for one in after if one.position in one.earlier]
            if not ends or isinstance(node, Over):
                continue
            near += 1
            value, seat = judge.value(state), node.player
            best = max(judge.value(one).seats[seat] for one in ends)
            assert not value.proven or value.seats[seat] >= best


def test_many_seeds_are_searched_and_the_same_every_time() -> None:
    judge = judge_of(RULES)
    first = judge.value(RULES.initial())
    assert first == judge_of(RULES).value(RULES.initial())
    assert not first.proven
    ahead = board("N 4 4 4 4 4 4 | 0\n S 4 4 4 4 0 0 | 8 <")
    assert judge.value(ahead).seats[0] > first.seats[0] + 3


def test_what_is_seen_to_the_end_is_proven_above_the_tables_too(tables: Endgames) -> None:
    """F captures, and the tables hold the rest; no other move can be as good."""
    judge = judge_of(RULES)
    state = board("N 0 4 2 0 1 1 | 18\n S 2 0 1 0 0 2 | 17 <")
    assert not tables.covers(state.position)
    after = {h: judge.value(RULES.apply(state, h)) for h in RULES.moves(state.position)}
    assert judge.value(state) == after[RULES.parse("F")] == ((8.0, -8.0), 0.0, True)
    assert max(value.seats[0] for value in after.values()) == 8


def test_other_grand_slams_are_searched_only() -> None:
    judge = judge_of(OwareRules(Options(grand_slam="allowed")))
    value = judge.value(board("N 0 0 0 0 0 1 | 10\n S 0 0 0 0 0 1 | 10 <"))
    assert value.seats == (2, -2)
    assert "exact" not in judge.source


@pytest.mark.parametrize("options", [Options(houses=4), Options(ply_limit=50)], ids=str)
def test_there_is_no_judge_for_other_boards(options: Options) -> None:
    judge = lab_of(gamenight.game("oware")).judge
    assert judge is not None
    assert judge(OwareRules(options)) is None


def test_solve_counts_what_the_tables_hold() -> None:
    solve = lab_of(gamenight.game("oware")).solve
    assert solve is not None
    lines = list(solve(RULES))
    assert lines[0].startswith("All 2,704,156 positions with up to 12 seeds on the board")
    assert "    2             78     30.8%     16.7%     52.6%     10 moves     83.3%" in lines
    assert all(len(line) <= 80 for line in lines)
    (line,) = solve(OwareRules(Options(ply_limit=5)))
    assert "no ply_limit" in line


def test_a_game_of_twelve_seeds_is_solved_from_the_start(tables: Endgames) -> None:
    solve = lab_of(gamenight.game("oware")).solve
    assert solve is not None
    rules = OwareRules(Options(seeds=1))
    *_, start, moves = solve(rules)
    assert start == "From the start neither side can force a lead."
    assert moves == "A -1; B -8; C -2; D -2; E -2; F +0"
    assert judge_of(rules).value(rules.initial()) == ((0.0, 0.0), 0.0, False)


def test_without_the_lab_there_is_none_and_solve_says_what_to_install() -> None:
    code = """
import sys
sys.modules["numba"] = None
import gamenight
game = gamenight.game("oware")
lab = game.lab()
print(lab.judge(game.rules()), *lab.solve(game.rules()))
try:
    lab.tables["build"]([])
except gamenight.GamenightError as error:
    print(error)
"""
    found = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert found.stdout.startswith("None This needs numba and numpy: install gamenight[lab]")
    assert "endgame tables need numba and numpy: install gamenight[lab]" in found.stdout


MATCH = "FfBcFdBbEbCbFdEcFdAaFaDfCdAfCbAdCfAcBfFc"


def test_what_a_hint_advises_is_no_mistake_and_what_is_one_has_a_better_move_of_a_hint() -> None:
    """Moves 21, 22 and 26 looked like mistakes by 2 to 4 seeds to a search less close than a
    hint's."""
    game = gamenight.game("oware")
    record = Record("oware", 1, (Seat("Ann"), Seat("Ben")), actions=tuple(MATCH))
    judge, perfect = judge_of(RULES), game.bots["perfect"].bot
    assert isinstance(perfect, Explains)
    for ply, advised in ((21, "F"), (26, "d"), (30, "c")):
        state = record.plies(game)[ply - 1].before
        seat, limit = state.position.mover, Limit(simulations=ADVICE)
        best = perfect.explain(RULES, state, seat, Random(0), limit)[0].action
        assert best == RULES.parse(advised)
        found = moment(game, record, judge, ply)
        assert found.best is not None
        assert found.best.text == advised
        assert (found.lost > 0) == (found.text != advised)
    assert found.text == "b"
    assert found.lost > 2 * found.lost_error > 0


def test_a_closer_look_keeps_what_is_proven() -> None:
    judge, met = judge_of(RULES), 0
    assert isinstance(judge, LooksCloser)
    for state in late_states(40, seed=7):
        for action in (
            RULES.moves(state.position) if isinstance(RULES.node(state), Decision) else ()
        ):
            for house, value in judge.closer(state, action).items():
                exact = judge.value(RULES.apply(state, house))
                if exact.proven:
                    assert value == exact
                    met += 1
    assert met > 20


def test_a_closer_look_takes_a_sure_lead_for_what_it_is_and_a_guess_for_no_more() -> None:
    """E looks like 28 seeds ahead, but comes to 8 by a search of 1,500,000 positions: house F is
    certain to win, and what a hint recommends is also the best of a review."""
    judge = judge_of(RULES)
    assert isinstance(judge, LooksCloser)
    state = board("N 3 1 0 1 1 0 | 12\n S 0 3 2 3 1 2 | 19 <")
    first, other = RULES.parse("F"), RULES.parse("E")
    found = judge.closer(state, other)
    assert found == {first: ((10.0, -10.0), 0.0, False), other: ((10.0, -10.0), 0.9, False)}
    assert list(judge.closer(state, first)) == [first]


def test_a_closer_look_at_a_forced_win_counts_its_seeds() -> None:
    judge, state = judge_of(RULES), board("N 0 4 4 1 4 4 | 0\n S 0 4 0 0 1 3 | 23 <")
    assert isinstance(judge, LooksCloser)
    house = RULES.parse("F")
    after = judge.value(RULES.apply(state, house))
    assert not after.proven
    assert judge.closer(state, house) == {house: after}


def test_where_the_match_is_lost_for_certain_nothing_is_better() -> None:
    """B only loses later than D, though D leaves more seeds to the other side."""
    judge, state = judge_of(RULES), board("N 0 1 4 2 2 0 | 23\n S 1 1 1 1 1 1 | 10 <")
    assert isinstance(judge, LooksCloser)
    for text in "BD":
        assert list(judge.closer(state, RULES.parse(text))) == [RULES.parse(text)]


def test_a_guess_is_no_more_than_all_the_seeds() -> None:
    """The network says 27 behind and 38, of 14 seeds on the board and 10 behind."""
    for picture in (
        "N 1 2 0 1 4 1 | 12 <\n S 0 1 2 2 0 0 | 22",
        "N 1 2 1 0 4 1 | 12 <\n S 0 1 2 0 1 1 | 22",
    ):
        assert judge_of(RULES).value(board(picture)) == ((24.0, -24.0), 0.0, False)
