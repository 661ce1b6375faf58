"""How `perfect` does against `strong` with equal positions per move: random openings, each from
both sides. The endgame tables are those of the machine (GAMENIGHT_TABLES), or small ones.

python tools/oware_tables.py --games 40 --nodes 20000
"""

from __future__ import annotations

import argparse
from random import Random

from gamenight import Decision, Limit
from gamenight.games.oware.bots import BOTS
from gamenight.games.oware.lab.strong import tables_for
from gamenight.games.oware.rules import OwareRules, State

OPENING_PLIES = 4


def opening(rules: OwareRules, rng: Random) -> State:
    state = rules.initial()
    for _ in range(OPENING_PLIES):
        node = rules.node(state)
        assert isinstance(node, Decision)
        state = rules.apply(state, rng.choice(node.actions))
    return state


def points(rules: OwareRules, state: State, perfect: int, limit: Limit, rng: Random) -> float:
    """What `perfect` scores on this side: 1, 0.5 or 0."""
    node = rules.node(state)
    while isinstance(node, Decision):
        name = "perfect" if node.player == perfect else "strong"
        action = BOTS[name].bot.choose(rules, state, node.player, rng, limit)
        assert action is not None
        state = rules.apply(state, action)
        node = rules.node(state)
    return (perfect in node.winners) / len(node.winners)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=40)
    parser.add_argument("--nodes", type=int, default=20_000, help="positions per move, for both")
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    rules, rng, limit = OwareRules(), Random(given.seed), Limit(simulations=given.nodes)
    tables = tables_for(rules)
    assert tables is not None
    print(f"tables up to {tables.seeds} seeds, {given.nodes:,} positions per move", flush=True)
    found = list[float]()
    for game in range(given.games):
        if game % 2 == 0:
            start = opening(rules, rng)
        found.append(points(rules, start, game % 2, limit, rng))
        if game % 10 == 9:
            print(f"{sum(found):g} of {game + 1}", flush=True)
    wins, draws = found.count(1.0), found.count(0.5)
    print(
        f"perfect wins {wins}, draws {draws}, loses {found.count(0.0)} of {given.games}: "
        f"{sum(found) / given.games:.1%}"
    )


if __name__ == "__main__":
    main()
