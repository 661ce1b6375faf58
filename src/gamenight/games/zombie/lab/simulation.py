"""Many games to prove what is claimed about the bot `best`.

    python -m gamenight.games.zombie.lab.simulation [GAMES]

plays the perfect two-player game this many times in compiled code, and compares the first player's
victories with the solved chance.

    python -m gamenight.games.zombie.lab.simulation GAMES PLAYERS

plays one `best` against `turn` in all other seats, taking each seat in turn, by the Python rules.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from math import sqrt
from random import Random

from gamenight.core.bot import Limit
from gamenight.core.play import sample
from gamenight.core.rules import Chance, Over
from gamenight.games.zombie.bots import BOTS
from gamenight.games.zombie.lab import duel
from gamenight.games.zombie.rules import HOLD, ZombieRules

GAMES = 10_000_000
AT_ONCE = 1_000_000


def perfect_games(games: int, seed: int = 8) -> float:
    """How far the first player's victories are from the solved chance, in standard deviations."""
    from gamenight.games.zombie.lab import compiled

    rules, won = ZombieRules(), 0
    for first in range(0, games, AT_ONCE):
        numbers = range(first, min(first + AT_ONCE, games))
        won += int((compiled.play(rules, ("best", "best"), seed, numbers, 2)[:, 1] == 1).sum())
    share, chance = won / games, duel.standard().first[0][0]
    far = (share - chance) / sqrt(chance * (1 - chance) / games)
    print(
        f"{games:,} perfect games: the first player won {share:.6f}, {far:+.2f} sigma from solved"
    )
    return far


def field_of_turns(games: int, players: int) -> None:
    """One `best` among `turn`: its share of the victories."""
    rules, won, fair = ZombieRules(players=players), 0.0, 1 / players
    for game in range(games):
        names = ["best" if seat == game % players else "turn" for seat in range(players)]
        winners = _winners(rules, names, game)
        won += (game % players in winners) / len(winners)
    far = (won / games - fair) / sqrt(fair * (1 - fair) / games)
    print(f"{games:,} games, {players} seats: best won {won / games:.4f}, {far:+.2f} sigma off")


def _winners(rules: ZombieRules, names: Sequence[str], seed: int) -> tuple[int, ...]:
    """Who wins a game of these bots by the Python rules."""
    rng, state, bots = Random(seed), rules.initial(), [BOTS[name].bot for name in names]
    while not isinstance(node := rules.node(state), Over):
        if isinstance(node, Chance):
            action = sample(node, rng)
        else:
            action = bots[node.player].choose(rules, state, node.player, rng, Limit()) or HOLD
        state = rules.apply(state, action)
    return node.winners


def main(arguments: list[str]) -> int:
    games, players, *_ = (*(int(float(text)) for text in arguments), 0, 0)
    if players:
        field_of_turns(games, players)
    else:
        perfect_games(games or GAMES)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
