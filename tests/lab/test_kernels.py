"""What every compiled kernel owes: the games of the Python rules, from any state of them."""

import ast
from functools import partial
from math import sqrt
from pathlib import Path
from random import Random

import numpy as np
import pytest

import gamenight
from gamenight.core.game import Game, lab_of
from gamenight.core.kernel import Kernel, in_parts
from gamenight.core.play import playout
from gamenight.core.rules import Over
from tests.core.random_games import some_states

COMPILED = [id for id in gamenight.games() if lab_of(gamenight.game(id)).kernel is not None]


def kernel_of(game: Game) -> Kernel:
    kernel = lab_of(game).kernel
    assert kernel is not None
    return kernel()


def test_which_games_are_compiled() -> None:
    assert COMPILED == ["circuit", "oware", "preys", "thief", "zombie"]


@pytest.mark.parametrize("id", ["circuit", "preys", "thief", "zombie"])
def test_a_kernel_knows_no_other_file(id: str) -> None:
    """What is compiled is kept on disk and does not notice a change elsewhere; Oware shares two
    functions whose results never change."""
    path = Path(gamenight.__file__).parent / "games" / id / "lab" / "kernel.py"
    found = list(ast.walk(ast.parse(path.read_text("utf-8"))))
    imported = [node.module or "" for node in found if isinstance(node, ast.ImportFrom)]
    imported += [one.name for node in found if isinstance(node, ast.Import) for one in node.names]
    assert not [name for name in imported if name.startswith("gamenight")]


@pytest.mark.parametrize("id", COMPILED)
def test_a_game_follows_from_the_seed_and_its_number(id: str) -> None:
    game = gamenight.game(id)
    rules, kernel = game.rules(), kernel_of(game)
    seats = ["random"] * rules.players
    rows = kernel.play(rules, seats, 5, range(40))
    assert rows.shape == (40, 2 + rules.players)
    assert len({tuple(row) for row in rows.tolist()}) > 20, "the games differ"
    parts = [kernel.play(rules, seats, 5, range(*ends)) for ends in ((0, 1), (1, 27), (27, 40))]
    assert np.array_equal(np.vstack(parts), rows)
    assert np.array_equal(kernel.play(rules, seats, 5, range(40), threads=2), rows)
    assert not np.array_equal(kernel.play(rules, seats, 6, range(40)), rows)


@pytest.mark.parametrize("id", COMPILED)
def test_a_finished_state_is_its_result(id: str) -> None:
    game = gamenight.game(id)
    rules, kernel = game.rules(), kernel_of(game)
    *_, end = some_states(rules, Random(3), 1)
    over = rules.node(end)
    assert isinstance(over, Over)
    rows = kernel.play(rules, ["random"] * rules.players, 1, range(2), state=end)
    winners = sum(1 << seat for seat in over.winners)
    assert rows.tolist() == [[0, winners, *over.scores]] * 2


@pytest.mark.parametrize("id", COMPILED)
def test_random_games_from_any_state_come_out_as_by_the_rules(id: str) -> None:
    """The mean score of the first seat and the mean length, within 4.5 standard errors."""
    game, rng = gamenight.game(id), Random(11)
    rules, kernel = game.rules(), kernel_of(game)
    seats = ["random"] * rules.players
    for state in some_states(rules, rng, 4)[:-1]:
        rows = kernel.play(rules, seats, 7, range(2000), state=state)
        ends = [playout(rules, state, rng) for _ in range(60)]
        ours = np.array([[plies, over.scores[0]] for over, plies in ends], float)
        for column, place in ((0, 0), (1, 2)):
            compiled, slow = rows[:, place].astype(float), ours[:, column]
            error = sqrt(compiled.var() / len(compiled) + slow.var(ddof=1) / len(slow))
            assert abs(compiled.mean() - slow.mean()) <= 4.5 * error + 1e-9, (state, column)


@pytest.mark.parametrize("id", COMPILED)
def test_the_bots_of_a_kernel_are_bots_of_the_game(id: str) -> None:
    from gamenight.bots import bots_for

    game = gamenight.game(id)
    found = kernel_of(game).bots(game.rules())
    assert "random" in found
    assert set(found) <= set(bots_for(game))
    assert lab_of(game).reference in bots_for(game)


def test_parts_are_all_games_once() -> None:
    for games, threads in ((0, 1), (0, 2), (1, 4), (7, 1), (7, 3)):
        parts: list[range] = []
        in_parts(partial(_keep, parts), games, threads)
        assert sorted(number for part in parts for number in part) == list(range(games))


def _keep(parts: list[range], first: int, end: int) -> None:
    parts.append(range(first, end))


@pytest.mark.parametrize("id", COMPILED)
def test_a_seed_is_any_whole_number(id: str) -> None:
    game = gamenight.game(id)
    rules = game.rules()
    bots = ["random"] * rules.players
    rows = [kernel_of(game).play(rules, bots, seed, range(3)) for seed in (-7, 2**64 - 7)]
    assert (rows[0] == rows[1]).all()


@pytest.mark.parametrize("id", COMPILED)
def test_a_bot_that_is_not_compiled_is_refused(id: str) -> None:
    game = gamenight.game(id)
    rules = game.rules()
    for names in (["nobody"] * rules.players, ["random"] * (rules.players + 1)):
        with pytest.raises(gamenight.InvalidOption):
            kernel_of(game).play(rules, names, 1, range(1))
