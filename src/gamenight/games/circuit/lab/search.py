"""How the bot `mcts` of Circuit chooses: every choice is played on in the same possible worlds.

A world is a guess of the cards that the seat does not see, and all dice and cards to come; in it
the seat plays on like Pilot, and all others like Racer, for some rounds, after which the prospects
of the seat count. Choices are compared world by world, so that luck, which is the same for all of
them, cancels out; one that is clearly worse is dropped.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from itertools import accumulate
from random import Random
from time import perf_counter
from typing import TYPE_CHECKING, Any, NamedTuple

from gamenight.core.bot import Interrupted, Limit, Opinion, Stoppable
from gamenight.core.lab import READY
from gamenight.games.circuit.rules import Action, CircuitRules
from gamenight.games.circuit.state import State

if TYPE_CHECKING:
    import numpy as np

# Choices are first compared after this many worlds, then whenever the number has doubled;
FIRST_COMPARISON = 64
# one that is this many standard errors behind is dropped.
BEYOND_DOUBT = 2.0
# Compiled code returns about this often, to look at the clock and at requests to stop.
SLICE_SECONDS = 0.005

PARTS = 1 << 16
# A world is played on for this many turns of everybody; then Pilot says how the race stands. More
# rounds are nearer to the truth, but one world says less, so a few worlds are played on for fewer.
ROUNDS, FEWER_ROUNDS, FEW_WORLDS = 6, 2, 3200
# Who plays on in a world: the seat that chooses, and everybody else.
PILOT, OTHERS = "pilot", "racer"

KERNEL = "gamenight.games.circuit.lab.kernel"
OTHER_GAME = (
    "Dreamer only knows the game's own tiles and cards, and up to 100,000 turns: here it plays "
    "like Pilot."
)


class Evaluation(NamedTuple):
    """A choice (None: doing nothing now), the worlds in which it was played on, and what it is
    expected to win in them."""

    action: Action | None
    worlds: int
    share: float


def prepare(rules: CircuitRules) -> Iterator[str]:
    """Compile or load the games, with one message."""
    if KERNEL not in sys.modules:
        yield READY
    if not fits(rules):
        yield OTHER_GAME


def fits(rules: CircuitRules) -> bool:
    """Whether compiled games can be played by these rules."""
    from gamenight.games.circuit.lab import packing

    return packing.fits(rules)


def opinions(found: Sequence[Evaluation]) -> list[Opinion]:
    """Evaluations as opinions. What was dropped was behind in all the worlds that it saw, whatever
    its share of them: it is worth no more than what comes before it."""
    values = accumulate((one.share for one in found), min)
    return [
        Opinion(one.action, value, _words(one)) for one, value in zip(found, values, strict=True)
    ]


def _words(one: Evaluation) -> str:
    games = "1 game" if one.worlds == 1 else f"{one.worlds} games"
    return f"expects to win {one.share:.1%}, {games} tried"


def evaluated(
    rules: CircuitRules,
    view: State,
    seat: int,
    choices: Sequence[Action | None],
    rng: Random,
    limit: Limit,
) -> list[Evaluation]:
    """The choices, best first; raises Interrupted when it is stopped. The result depends on
    the random number and, without a limit of time, on nothing else. There has to be a limit."""
    deadline = None if limit.seconds is None else perf_counter() + limit.seconds
    most = limit.simulations
    rounds = ROUNDS if most is None or most > FEW_WORLDS else FEWER_ROUNDS
    worlds = Worlds(rules, rules.hide(view, seat), seat, choices, rng.getrandbits(64), rounds)
    comparison, size = FIRST_COMPARISON, 1
    while most is None or worlds.seen < most:
        start = perf_counter()
        next_stop = comparison if most is None else min(comparison, most)
        worlds.play(min(size, next_stop - worlds.seen))
        if isinstance(rng, Stoppable) and rng.stopped:
            raise Interrupted
        if worlds.seen == comparison:
            worlds.compare()
            comparison *= 2
        now = perf_counter()
        if worlds.decided or (deadline is not None and now >= deadline):
            break
        size = size * 2 if now - start < SLICE_SECONDS else max(1, size // 2)
    return worlds.evaluations()


class Worlds:
    """The choices of a seat in worlds numbered from 0, each made from a seed and its number."""

    def __init__(
        self,
        rules: CircuitRules,
        view: State,
        seat: int,
        choices: Sequence[Action | None],
        seed: int,
        rounds: int = ROUNDS,
    ) -> None:
        import numpy as np

        from gamenight.games.circuit.lab import kernel
        from gamenight.games.circuit.lab.hands import likely
        from gamenight.games.circuit.lab.packing import packed, room, settings_of

        self.seen, self._seat, self._seed, self._choices = 0, seat, np.uint64(seed), choices
        self._turns = rounds * rules.players
        bots = [PILOT if other == seat else OTHERS for other in range(rules.players)]
        self._settings: Any = tuple(settings_of(rules, bots))
        cards = likely(rules, view, seat)
        self._starts = [
            packed(rules, after, cards, self._turns)
            for after in (view if one is None else rules.apply(view, one) for one in choices)
        ]
        for choice, start in zip(choices, self._starts, strict=True):
            if choice is None:
                start.table[0, kernel.PASSED] = 1 + (seat - view.player - 1) % rules.players
        self._rooms = [*map(room, self._starts)]
        self._live = [*range(len(choices))]
        self._given_up: dict[int, Evaluation] = {}
        # The sums of the products of the rewards of any two choices, and those of the rewards.
        self._products = np.zeros((len(choices), len(choices)))
        self._sums = np.zeros(len(choices))

    def play(self, worlds: int) -> None:
        """This many more worlds."""
        import numpy as np

        rewards = np.zeros((len(self._choices), worlds))
        for choice in self._live:
            rewards[choice] = self._rewards(choice, worlds)
        self.seen += worlds
        self._sums += rewards.sum(axis=1)
        self._products += rewards @ rewards.T

    def _rewards(self, choice: int, worlds: int) -> np.ndarray[Any, Any]:
        """What each world is worth, from 0 to 1: rounded, so that their sums are exact and the same
        in any slices."""
        import numpy as np

        from gamenight.games.circuit.lab import kernel

        start, state = self._starts[choice], self._rooms[choice]
        shares = np.zeros(worlds)
        tables = tuple(start), tuple(state), self._settings
        ahead = self._seat, self._turns, shares
        kernel.foresee(self._seed, self.seen, *tables, np.zeros(1, np.uint64), *ahead)
        rounded: np.ndarray[Any, Any] = np.round(shares * PARTS) / PARTS
        return rounded

    @property
    def decided(self) -> bool:
        """Whether all choices but one were dropped."""
        return len(self._live) == 1

    def compare(self) -> None:
        """Drop what is clearly worse than the best."""
        best = max(self._live, key=lambda choice: self._sums[choice])
        for choice in [*self._live]:
            behind = (self._sums[best] - self._sums[choice]) / self.seen
            squares = self._products[best, best] + self._products[choice, choice]
            spread = (squares - 2 * self._products[best, choice]) / self.seen - behind**2
            if behind > BEYOND_DOUBT * (max(spread, 0.0) / self.seen) ** 0.5:
                self._live.remove(choice)
                self._given_up[choice] = self._evaluation(choice)

    def _evaluation(self, choice: int) -> Evaluation:
        share = float(self._sums[choice]) / self.seen
        return Evaluation(self._choices[choice], self.seen, share)

    def evaluations(self) -> list[Evaluation]:
        """Those that were never dropped first, by their shares; then the others."""
        live = [self._evaluation(choice) for choice in self._live]
        given_up = self._given_up.values()
        return [
            *sorted(live, key=lambda one: -one.share),
            *sorted(given_up, key=lambda one: -one.share),
        ]
