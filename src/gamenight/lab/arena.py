"""Arena: bots that play a game over and over, each game from a seed.

Everything in game n follows from the seed and from n: who sits where, what chance draws and what
bots draw. So the games are the same in any order and in any number of processes; but a bot that
thinks for a time, not for a number of simulations, never plays the same twice.
Compiled games differ from those of the Python rules, with the same probabilities.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import permutations, product
from random import Random
from typing import Any, NamedTuple

from gamenight.bots import find_bot
from gamenight.core.bot import BotInfo, Limit
from gamenight.core.errors import IllegalAction, InvalidPlayers
from gamenight.core.game import Game, headcount, lab_of
from gamenight.core.kernel import Kernel
from gamenight.core.play import sample
from gamenight.core.rules import Chance, Decision, Over, Rules
from gamenight.lab.tally import Tally
from gamenight.match.seats import NOBODY

# Up to this many seats every order of the players occurs, with more every rotation.
MOST_ORDERED = 4
WORD = (1 << 64) - 1


class Lineup(NamedTuple):
    """What an arena is made from, for this process or for another one.

    bots: the entrants by their specs; seats: how many seats decide (with fewer entrants, each
    sits in several); options: those that are not at their defaults;
    compiled: whether the kernel plays, not the Python rules.
    """

    game: str
    bots: tuple[str, ...]
    seats: int
    options: tuple[tuple[str, Any], ...] = ()
    seed: int = 0
    compiled: bool = False


class Arena:
    """A game with its bots. Entrants are numbered as given; after them come the teams that nobody
    is asked to play, which always keep their seats."""

    def __init__(self, game: Game, lineup: Lineup):
        options = dict(lineup.options)
        vacant = game.unasked(**options)
        self.lineup = lineup
        self.names = (*numbered(lineup.bots), *(vacant[seat] for seat in sorted(vacant)))
        self.rules = _rules(game, lineup, len(vacant))
        self._bots = [find_bot(game, spec) for spec in lineup.bots]
        self._teams = {seat: len(lineup.bots) + n for n, seat in enumerate(sorted(vacant))}
        self._orders = seatings(len(lineup.bots), lineup.seats)
        self._kernel = kernel_of(game) if lineup.compiled else None

    @property
    def round(self) -> int:
        """After this many games everybody has sat everywhere equally often."""
        return len(self._orders)

    def prepare(self) -> Iterator[str]:
        """Work out what the bots need; yields messages for the person who waits."""
        for info, _ in dict.fromkeys(self._bots):
            yield from info.prepare(self.rules)

    def seating(self, number: int) -> tuple[int, ...]:
        """The entrant in each seat in the game with this number."""
        order = iter(self._orders[number % len(self._orders)])
        seats = range(self.rules.players)
        return tuple(self._teams[s] if s in self._teams else next(order) for s in seats)

    def fits(self, kernel: Kernel) -> bool:
        """Whether the kernel can play all the bots that sit here."""
        return set(self._sitting(self.seating(0))) <= set(kernel.bots(self.rules))

    def play_all(self, numbers: range, threads: int = 1) -> Tally:
        """Play the games with these numbers; only a kernel uses several threads."""
        tally = Tally()
        if self._kernel is not None:
            self._play_compiled(self._kernel, numbers, threads, tally)
            return tally
        for number in numbers:
            self.play(number, tally)
        return tally

    def _play_compiled(self, kernel: Kernel, numbers: range, threads: int, tally: Tally) -> None:
        """Each seating has a seed of its own, and its games are numbered without gaps."""
        start = mixed(self.lineup.seed, 1)
        for turn in range(self.round):
            seed = mixed(start, turn) >> 1  # so no kernel has to mind the sign of a 64-bit word
            first, last = (
                -(-(number - turn) // self.round) for number in (numbers.start, numbers.stop)
            )
            if first < last:
                seating = self.seating(turn)
                bots = self._sitting(seating)
                rows = kernel.play(self.rules, bots, seed, range(first, last), threads)
                tally.count_rows(rows, seating)

    def _sitting(self, seating: Sequence[int]) -> tuple[str, ...]:
        bots = self.lineup.bots
        return tuple(bots[entrant] if entrant < len(bots) else NOBODY for entrant in seating)

    def play(self, number: int, tally: Tally) -> None:
        """Play the game with this number by the Python rules and count it."""
        seating = self.seating(number)
        bots = [self._bots[entrant] if entrant < len(self._bots) else None for entrant in seating]
        start = mixed(self.lineup.seed, 0)
        dice = Random(mixed(start, 2 * number))
        minds = Random(mixed(start, 2 * number + 1))  # a bot cannot foresee the dice
        over, plies = played(self.rules, bots, self.rules.initial(), dice, minds)
        tally.count(over, plies, seating)


def kernel_of(game: Game) -> Kernel | None:
    """The kernel of a game, if it has one that is installed."""
    try:
        kernel = lab_of(game).kernel
        return kernel() if kernel is not None else None
    except ImportError:
        return None


def _rules(game: Game, lineup: Lineup, vacant: int) -> Rules[Any, Any]:
    options = dict(lineup.options)
    possible = game.players(**options)
    if vacant and lineup.seats + vacant not in possible:
        asked = range(possible[0] - vacant, possible[-1] + 1 - vacant)
        raise InvalidPlayers(
            f"{game.title} with these options needs {headcount(asked, 'bot')}, not {lineup.seats}"
            if asked[-1]
            else f"the die decides everything in {game.title}: there is nothing for bots to do",
            lineup.seats,
            asked,
        )
    return game.rules(lineup.seats + vacant, **options)


def played(
    rules: Rules[Any, Any],
    bots: Sequence[tuple[BotInfo, Limit] | None],
    state: Any,
    dice: Random,
    minds: Random,
) -> tuple[Over, int]:
    """The end of a game from this state by the Python rules, and its plies."""
    plies = 0
    while True:
        node = rules.node(state)
        if isinstance(node, Chance):
            action = sample(node, dice)
        elif isinstance(node, Decision):
            action = chosen_action(rules, bots, state, node, minds)
        else:
            return node, plies
        state = rules.apply(state, action)
        plies += 1


def chosen_action(
    rules: Rules[Any, Any],
    bots: Sequence[tuple[BotInfo, Limit] | None],
    state: Any,
    node: Decision[Any],
    minds: Random,
) -> Any:
    """Out of turn, seats are asked first, in seat order after the player, as in a match."""
    asked = [node.player]
    if node.others:
        others = ((node.player + 1 + n) % rules.players for n in range(rules.players - 1))
        asked = [*(seat for seat in others if node.of(seat)), node.player]
    for seat in asked:
        found = bots[seat]
        if found is None:
            raise IllegalAction(f"seat {seat + 1} is empty, but has to decide")
        info, limit = found
        action = info.bot.choose(rules, rules.hide(state, seat), seat, minds, limit)
        if action is None and seat != node.player:
            continue
        if action not in node.of(seat):
            raise IllegalAction(
                f"the bot {info.name} chose {action!r}, which is not possible now", action
            )
        return action
    raise AssertionError("the player is always asked")


@cache
def seatings(entrants: int, seats: int) -> tuple[tuple[int, ...], ...]:
    """The orders in which entrants sit down, taken in turn: all fair ones, or all rotations of
    one order if those are too many. Any run of them is as fair as its length allows: the rotations
    of an order follow each other, and with two entrants each order is followed by its opposite."""
    if entrants == seats:
        bases = [tuple(range(seats))]
        if 0 < seats <= MOST_ORDERED:
            bases = [(0, *rest) for rest in permutations(range(1, seats))]
        return tuple(base[n:] + base[:n] for base in bases for n in range(max(1, seats)))
    fair = [order for order in product(range(entrants), repeat=seats) if _is_fair(order, entrants)]
    if entrants != 2:
        return tuple(fair)
    firsts = [order for order in fair if order[0] == 0]
    return tuple(
        each for order in firsts for each in (order, tuple(1 - entrant for entrant in order))
    )


def _is_fair(order: Sequence[int], entrants: int) -> bool:
    """Whether no entrant has more than one seat more than another."""
    counts = [order.count(entrant) for entrant in range(entrants)]
    return max(counts) - min(counts) <= 1


def numbered(names: Sequence[str]) -> tuple[str, ...]:
    """The names, repeated ones with a number."""
    return tuple(
        f"{name} {names[:n].count(name) + 1}" if name in names[:n] else name
        for n, name in enumerate(names)
    )


def mixed(seed: int, number: int) -> int:
    """A 64-bit word for each number, made from a seed by the generator SplitMix64
    (Steele, Lea and Flood, Fast splittable pseudorandom number generators, 2014)."""
    word = (seed + (number + 1) * 0x9E3779B97F4A7C15) & WORD
    word = ((word ^ (word >> 30)) * 0xBF58476D1CE4E5B9) & WORD
    word = ((word ^ (word >> 27)) * 0x94D049BB133111EB) & WORD
    return word ^ (word >> 31)
