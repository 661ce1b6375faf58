"""Rollouts: what a position is worth, found by playing on from it many times."""

from __future__ import annotations

from collections import Counter
from functools import cached_property
from math import sqrt
from random import Random
from typing import Any, NamedTuple

from gamenight.bots import find_bot
from gamenight.core.bot import BotInfo, Limit
from gamenight.core.game import Game, lab_of
from gamenight.core.judge import Judge, Value, shares
from gamenight.core.kernel import Kernel
from gamenight.core.rules import Decision, Over, Rules
from gamenight.lab.arena import chosen_action, kernel_of, mixed, played
from gamenight.lab.work import cores

FEW, MANY = 5, 100  # games to measure how long one is, with the Python rules and compiled


def judge_of(game: Game, rules: Rules[Any, Any], rollouts: int, seed: int = 0) -> Judge:
    """The game's own judge for these rules, else this many rollouts from each position."""
    return known_judge(game, rules) or Rollouts(game, rules, rollouts, seed)


def known_judge(game: Game, rules: Rules[Any, Any]) -> Judge | None:
    """The game's own judge, if it has one for these rules."""
    judge = lab_of(game).judge
    return judge(rules) if judge is not None else None


class Estimate(NamedTuple):
    """A value with the standard error of what each seat can expect."""

    seats: tuple[float, ...]
    errors: tuple[float, ...]
    proven: bool = False


class Rollouts:
    """A judge for any game: everybody plays on as the game's reference bot, in compiled code if
    there is any. Values follow from the seed and from the stream, a number that has draws of its
    own: positions that are compared get the same draws."""

    unit = "wins"

    def __init__(self, game: Game, rules: Rules[Any, Any], games: int, seed: int = 0):
        self.game = game
        self.reference = lab_of(game).reference
        self.rules = rules
        self.games = games
        self.seed = seed
        self.source = (
            f"estimated from {games:,} or more games per position, which the bot "
            f"{find_bot(game, self.reference)[0].name} plays to the end for everybody"
        )

    @cached_property
    def kernel(self) -> Kernel | None:
        """The compiled game, if it can play the reference bot by these rules."""
        kernel = kernel_of(self.game)
        fits = kernel is not None and self.reference in kernel.bots(self.rules)
        return kernel if fits else None

    def value(self, state: Any) -> Value:
        """Each seat's share of the wins, and the largest of their errors."""
        found = self.estimate(state)
        return Value(found.seats, max(found.errors), found.proven)

    def estimate(self, state: Any, stream: int = 0, times: int = 1) -> Estimate:
        """Each seat's share of the wins; with `times` as many games for a closer look."""
        players, node = self.rules.players, self.rules.node(state)
        if isinstance(node, Over):
            return Estimate(shares(node.winners, players), (0.0,) * players, proven=True)
        games = self.games * times
        ends = self._ends(state, games, mixed(mixed(self.seed, 0), stream))
        won = [0.0] * players
        for winners, number in ends.items():
            for seat, share in enumerate(shares(winners, players)):
                won[seat] += share * number
        errors = tuple(_error(total, games) for total in won)
        return Estimate(tuple(total / games for total in won), errors)

    def usual(self, state: Any) -> Any | None:
        """What happens next where somebody decides and everybody plays as the reference bot; None
        if that bot draws lots. The state after it has the same value as the state itself."""
        node, lots = self.rules.node(state), _Lots()
        assert isinstance(node, Decision)
        action = chosen_action(self.rules, self._bots, state, node, lots)
        return None if lots.drawn else action

    def length(self, state: Any) -> int:
        """About how many plies follow a state."""
        if isinstance(self.rules.node(state), Over):
            return 0
        if self.kernel is None:
            games = [self._played(state, mixed(self.seed, n))[1] for n in range(FEW)]
            return sum(games) // FEW
        bots = (self.reference,) * self.rules.players
        rows = self.kernel.play(self.rules, bots, self.seed >> 1, range(MANY), cores(), state)
        return int(rows[:, 0].mean())

    def _ends(self, state: Any, games: int, seed: int) -> Counter[tuple[int, ...]]:
        """How often each set of winners won."""
        if self.kernel is None:
            return Counter(self._played(state, mixed(seed, n))[0] for n in range(games))
        players, kernel_seed = self.rules.players, seed >> 1  # it fits a signed word
        bots = (self.reference,) * players
        rows = self.kernel.play(self.rules, bots, kernel_seed, range(games), cores(), state)
        return Counter(
            {
                tuple(seat for seat in range(players) if mask >> seat & 1): number
                for mask, number in Counter(rows[:, 1].tolist()).items()
            }
        )

    def _played(self, state: Any, seed: int) -> tuple[tuple[int, ...], int]:
        """The winners of one game by the Python rules, and how many plies it took."""
        dice, minds = Random(mixed(seed, 0)), Random(mixed(seed, 1))
        over, plies = played(self.rules, self._bots, state, dice, minds)
        return over.winners, plies

    @cached_property
    def _bots(self) -> list[tuple[BotInfo, Limit]]:
        """The reference bot in every seat, ready to play."""
        info, limit = find_bot(self.game, self.reference)
        for _ in info.prepare(self.rules):
            pass
        return [(info, limit)] * self.rules.players


class _Lots(Random):
    """Random numbers that know whether any were drawn."""

    drawn = False

    def random(self) -> float:
        self.drawn = True
        return super().random()

    def getrandbits(self, k: int) -> int:
        self.drawn = True
        return super().getrandbits(k)


def _error(won: float, games: int) -> float:
    """The standard error of a share of this many games, as if one more had been won and one more
    lost: what has happened every time so far is still not certain."""
    share = (won + 1) / (games + 2)
    return sqrt(share * (1 - share) / games)
