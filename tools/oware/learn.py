"""Learn the network of `lab/evaluation.py` from games that `strong` plays against itself.

python -m tools.oware.learn games --games 20000 --positions 2000 --seed 1 games-1.npz
python -m tools.oware.learn fit games-*.npz --out src/gamenight/games/oware/lab/weights.npz

Games begin with a few random moves. Of a game those positions are kept in which no capture was
best, for those are what the network is asked about; a position is to tell how its
game ended, and what the search thought of it.
"""

from __future__ import annotations

import argparse
from pathlib import Path
from random import Random
from typing import Any

import numba
import numpy as np

from gamenight import Decision, Over
from gamenight.games.oware.lab import alphabeta, evaluation, packing
from gamenight.games.oware.lab.evaluation import (
    HIDDEN,
    HOUSE_ROWS,
    MOST_IN_HOUSE,
    MOST_NEEDED,
    NEED_ROWS,
    ROWS,
    SEED,
)
from gamenight.games.oware.lab.search import Budget, Search, TranspositionTable
from gamenight.games.oware.rules import OwareRules, State

MOST_RANDOM = 12
# Games after which what there is is written.
PART = 500
# A seed ahead is this much on the scale of log odds, about: it only chooses the unit of values.
ODDS_OF_SEED = 0.25
# Whole numbers for one on the scale of log odds: of the rows, and of the weights of their sums.
ROW_UNIT, OUTPUT_UNIT = 128, 128
INPUTS = 14


def inputs(state: State) -> list[int]:
    """The numbers of the rows that a position chooses."""
    position = state.position
    mover = position.mover
    houses = position.houses[6 * mover :] + position.houses[: 6 * mover]
    half = packing.total(position) // 2 + 1
    needs = [half - position.stores[side] for side in (mover, 1 - mover)]
    chosen = [n * HOUSE_ROWS + min(seeds, MOST_IN_HOUSE) for n, seeds in enumerate(houses)]
    first = NEED_ROWS
    for need in needs:
        chosen.append(first + max(0, min(need, MOST_NEEDED)))
        first += MOST_NEEDED + 1
    return chosen


def game(rules: OwareRules, rng: Random, table: TranspositionTable, positions: int) -> list[Any]:
    """The quiet positions of one game: their inputs, what the search thought, and the result."""
    state, kept, sides = rules.initial(), list[Any](), list[int]()
    random_plies = rng.randint(1, MOST_RANDOM)
    node = rules.node(state)
    while isinstance(node, Decision):
        if state.plies < random_plies:
            state = rules.apply(state, rng.choice(node.actions))
        else:
            search = Search(rules, state, table, rng.randrange(8))
            found = search.deepen(Budget(nodes=positions))
            assert found
            house = rules.rows[node.player][found.house]
            if not rules.sow(state.position, house).seeds and abs(found.value) < alphabeta.SURE:
                kept.append([*inputs(state), found.value])
                sides.append(node.player)
            state = rules.apply(state, house)
        node = rules.node(state)
    assert isinstance(node, Over)
    for row, side in zip(kept, sides, strict=True):
        row.append((side in node.winners) * 2 // len(node.winners))
    return kept


def games(given: argparse.Namespace) -> None:
    rules, rng, table = OwareRules(), Random(given.seed), TranspositionTable()
    rows = list[Any]()
    for number in range(1, given.games + 1):
        rows += game(rules, rng, table, given.positions)
        if number % PART == 0 or number == given.games:
            np.savez_compressed(given.path, positions=np.array(rows, np.int16))
            print(f"{given.path}: {len(rows):,} positions of {number:,} games", flush=True)


@numba.njit(cache=True, fastmath=True, nogil=True)
def gradient(
    chosen: Any, goals: Any, rows: Any, outputs: Any, bias: Any, row_slopes: Any, output_slopes: Any
) -> Any:
    """The loss of a batch; its slopes are added up."""
    sums = np.empty(HIDDEN, np.float32)
    loss = bias_slope = np.float64(0)
    for n in range(len(chosen)):
        sums[:] = 0
        for k in range(INPUTS):
            row = chosen[n, k]
            for lane in range(HIDDEN):
                sums[lane] += rows[row, lane]
        value = bias
        for lane in range(HIDDEN):
            value += max(sums[lane], np.float32(0)) * outputs[lane]
        chance = 1 / (1 + np.exp(-value))
        loss -= goals[n] * np.log(chance + 1e-9) + (1 - goals[n]) * np.log(1 - chance + 1e-9)
        bias_slope += chance - goals[n]
        slope = np.float32(chance - goals[n])
        for lane in range(HIDDEN):
            if sums[lane] > 0:
                output_slopes[lane] += slope * sums[lane]
                sums[lane] = slope * outputs[lane]
            else:
                sums[lane] = 0
        for k in range(INPUTS):
            row = chosen[n, k]
            for lane in range(HIDDEN):
                row_slopes[row, lane] += sums[lane]
    return loss, bias_slope


class Adam:
    """The usual way down: each number at its own pace."""

    def __init__(self, numbers: Any, decay: float = 0.0) -> None:
        self.numbers, self.decay = numbers, decay
        self.mean, self.square, self.steps = np.zeros_like(numbers), np.zeros_like(numbers), 0

    def step(self, slopes: Any, rate: float) -> None:
        self.steps += 1
        self.mean += 0.1 * (slopes - self.mean)
        self.square += 0.001 * (slopes * slopes - self.square)
        mean, square = self.mean / (1 - 0.9**self.steps), self.square / (1 - 0.999**self.steps)
        self.numbers -= rate * (mean / (np.sqrt(square) + 1e-8) + self.decay * self.numbers)


def fit(given: argparse.Namespace) -> None:
    data = np.concatenate([np.load(path)["positions"] for path in given.path]).astype(np.int32)
    rng = np.random.default_rng(given.seed)
    rng.shuffle(data)
    chosen, ended = np.ascontiguousarray(data[:, :INPUTS]), data[:, -1] / 2
    thought = 1 / (1 + np.exp(-data[:, -2] / SEED * given.odds))
    goals = (given.result * ended + (1 - given.result) * thought).astype(np.float32)
    held = len(data) // 20
    rows = rng.normal(0, 0.05, (ROWS, HIDDEN)).astype(np.float32)
    outputs = rng.normal(0, 0.3, HIDDEN).astype(np.float32)
    bias = np.zeros(1, np.float32)
    ways = [Adam(rows, given.decay), Adam(outputs), Adam(bias)]
    for epoch in range(given.epochs):
        order, total = held + rng.permutation(len(data) - held), 0.0
        rate = given.rate * 0.5 * (1 + np.cos(np.pi * epoch / given.epochs))
        for start in range(0, len(order) - given.batch, given.batch):
            batch = order[start : start + given.batch]
            slopes = [np.zeros_like(rows), np.zeros_like(outputs)]
            loss, bias_slope = gradient(
                chosen[batch], goals[batch], rows, outputs, bias[0], *slopes
            )
            total += loss
            for way, slope in zip(ways, [*slopes, np.array([bias_slope])], strict=True):
                way.step((slope / given.batch).astype(np.float32), rate)
        waste = [np.zeros_like(rows), np.zeros_like(outputs)]
        other, _ = gradient(chosen[:held], goals[:held], rows, outputs, bias[0], *waste)
        print(f"{epoch}: {total / len(order):.4f}, held back {other / held:.4f}", flush=True)
    write(given.out, rows, outputs, float(bias[0]))


def write(path: Path, rows: Any, outputs: Any, bias: float) -> None:
    """The network in whole numbers."""
    unit = ROW_UNIT * OUTPUT_UNIT
    ends = [round(bias * unit), round(unit * ODDS_OF_SEED / SEED)]
    whole = np.round(rows * ROW_UNIT).astype(np.int16)
    np.savez_compressed(
        path,
        rows=whole,
        outputs=np.round(outputs * OUTPUT_UNIT).astype(np.int16),
        ends=np.array(ends, np.int64),
    )
    print(f"{path}: {path.stat().st_size:,} bytes")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    commands = parser.add_subparsers(required=True)
    play = commands.add_parser("games")
    play.add_argument("path", type=Path)
    play.add_argument("--games", type=int, default=1000)
    play.add_argument("--positions", type=int, default=2000)
    play.add_argument("--seed", type=int, default=1)
    play.set_defaults(run=games)
    learn = commands.add_parser("fit")
    learn.add_argument("path", type=Path, nargs="+")
    learn.add_argument(
        "--out", type=Path, default=Path(evaluation.__file__).with_name("weights.npz")
    )
    learn.add_argument("--result", type=float, default=1.0, help="the share of the result")
    learn.add_argument(
        "--odds", type=float, default=ODDS_OF_SEED, help="of a seed, as it was thought"
    )
    learn.add_argument("--epochs", type=int, default=12)
    learn.add_argument("--batch", type=int, default=2048)
    learn.add_argument("--rate", type=float, default=0.003)
    learn.add_argument("--decay", type=float, default=0.0)
    learn.add_argument("--seed", type=int, default=1)
    learn.set_defaults(run=fit)
    given = parser.parse_args()
    given.run(given)


if __name__ == "__main__":
    main()
