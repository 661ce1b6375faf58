"""The game of three solved, its file, and the bot `best` with three players."""

from __future__ import annotations

from pathlib import Path

import pytest

from gamenight.games.zombie.lab import best, duel, trio
from gamenight.games.zombie.lab.graph import ENDS, graph
from gamenight.games.zombie.rules import Options, State, ZombieRules

STANDARD = Options()
RULES = ZombieRules(players=3)
SEATS = range(3)


def spread(worth: list[float]) -> list[float]:
    """How the best turn ends, by the sweep in Python."""
    turn = graph(STANDARD.bag, STANDARD.faces)
    return turn.ends(turn.choices(worth))


def test_a_file_reads_back(tmp_path: Path) -> None:
    trio.write(tmp_path / "trio.bin", trio.standard_trio())
    assert (tmp_path / "trio.bin").read_bytes() == trio.FILE.read_bytes()
    assert trio.FILE.stat().st_size < 1 << 17


@pytest.mark.parametrize(
    ("player", "scores", "tied"),
    [
        (0, (0, 0, 0), False),
        (1, (12, 3, 7), False),
        (2, (5, 11, 12), False),
        (2, (0, 0, 0), False),
        (1, (15, 11, 12), False),
        (0, (13, 13, 13), True),
        (2, (14, 14, 12), False),
        (2, (16, 17, 13), True),
    ],
)
def test_the_stored_chances_fulfil_their_equations(
    player: int, scores: trio.Scores, tied: bool
) -> None:
    """With the sweep in Python, which shares nothing with the compiled one."""
    solved = trio.standard_trio()
    ends = solved.ends(player, scores, tied)
    shares = spread([chances[player] for chances in ends])
    found = [
        sum(share * end[seat] for share, end in zip(shares, ends, strict=True)) for seat in SEATS
    ]
    assert found == pytest.approx(stored(player, scores, tied), abs=1e-11)


def stored(player: int, scores: trio.Scores, tied: bool) -> trio.Chances:
    solved, (first, second, third) = trio.standard_trio(), scores
    if not tied and max(scores) < STANDARD.brains_to_win:
        return solved.open[player][scores]
    if player == 0:
        return solved.tie
    if player == 1:
        return solved.chased(first - second, first - third)
    leads = trio.BOTH if first == second else trio.FIRST if first > second else trio.SECOND
    return solved.answered(max(first, second) - third, leads)


def test_all_chances_add_up_and_more_brains_are_never_worse() -> None:
    solved = trio.standard_trio()
    for player, table in enumerate(solved.open):
        for scores, chances in table.items():
            assert sum(chances) == pytest.approx(1, abs=1e-12)
            assert min(chances) >= 0
            more = tuple(score + (seat == player) for seat, score in enumerate(scores))
            if max(more) < STANDARD.brains_to_win:
                assert table[more][player] > chances[player]  # type: ignore[index]


def test_somebody_out_of_reach_leaves_a_duel() -> None:
    """In the deciding round, with the third too far behind, the second chases as in a duel."""
    solved, two = trio.standard_trio(), duel.standard()
    for behind in (0, 3, 9):
        chance = solved.chased(behind, ENDS)[trio.SECOND]
        assert chance == pytest.approx(two.chase[behind], abs=1e-6)


def test_with_three_players_best_goes_by_it() -> None:
    start = RULES.initial()
    assert best.is_trio(RULES)
    assert not best.is_trio(ZombieRules(Options(brains_to_win=14), 3))
    assert not best.is_trio(ZombieRules(players=4))
    chances = best.chances(RULES, start)
    assert chances is not None
    solved = trio.standard_trio()
    assert chances[4] == solved.open[trio.SECOND][4, 0, 0][trio.FIRST]
    assert chances[13] == solved.chased(13, 13)[trio.FIRST]


def test_a_tie_round_of_two_among_three_is_that_of_a_duel() -> None:
    tied = State(STANDARD.bag, (14, 9, 14), (9, 9, 9), (0, 2), player=0, round=10, tied=True)
    assert best.chances(RULES, tied) == tuple(duel.standard().worth_tie())
    chasing = tied._replace(scores=(17, 9, 14), player=2)
    assert best.chances(RULES, chasing) == tuple(duel.standard().worth_chase(3))


def test_other_dice_and_targets_fulfil_the_equations_too() -> None:
    bag, faces = (2, 1, 1), STANDARD.faces
    found = trio.solve(bag, faces, duel.solve(bag, faces, 2))
    turns = trio.turns_with(bag, faces)
    for scores in ((0, 0, 0), (1, 0, 1), (1, 1, 1)):
        for player in SEATS:
            ends = found.ends(player, scores, False)
            shares = turns([chances[player] for chances in ends])
            for seat in SEATS:
                mean = sum(share * end[seat] for share, end in zip(shares, ends, strict=True))
                assert mean == pytest.approx(found.open[player][scores][seat], abs=1e-11)
