"""The rules of Thief: what counts in a roll, the pot, the offer to steal it, and the end.

A unit is what is taken whole or not at all: a single 1 or 5, a set of three or more, a straight.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import combinations_with_replacement, product
from math import factorial, prod
from typing import NamedTuple, TypeAlias

from gamenight.core.errors import InvalidAction, InvalidOption
from gamenight.core.options import option
from gamenight.core.rules import Chance, Decision, Over, Rules
from gamenight.core.text import quoted

DICE = 5
SIDES = (1, 2, 3, 4, 5, 6)
STRAIGHT = (1, 2, 3, 4, 5)
SET = 3
MOST_PLAYERS = 6

Roll: TypeAlias = tuple[int, ...]
Unit: TypeAlias = tuple[int, ...]


@dataclass(frozen=True)
class Options:
    target: int = option(10_000, "points that win the round", low=50, high=1_000_000, step=500)
    fewest: int = option(3, "the fewest players", low=2, high=MOST_PLAYERS)
    turn_limit: int = option(1000, "total turns, after which the most points win", low=1, step=50)
    open_table: bool = option(False, "players may leave and join during the round", people=True)
    empty: int = option(
        0, "seats that begin empty, for those who join later", low=0, high=MOST_PLAYERS - 2
    )
    cards: bool = option(False, "with cards, played in your own turn or another's")

    def __post_init__(self) -> None:
        if self.fewest + self.empty > MOST_PLAYERS:
            room = MOST_PLAYERS - self.fewest
            raise InvalidOption(
                f"option empty cannot be {self.empty} if at least {self.fewest} play (possible: 0 "
                f"to {room})",
                self.empty,
                tuple(range(room + 1)),
            )


class Rolled(NamedTuple):
    """What the free dice show, sorted."""

    dice: Roll


class Hold(NamedTuple):
    """Units of the roll go to the pot, and the other free dice are rolled."""

    units: tuple[Unit, ...]


class Word(NamedTuple):
    """`end` the turn; `steal` or `decline` the pot that is offered."""

    verb: str


class SeatChange(NamedTuple):
    """Somebody gets up from a seat, or sits down at an empty one."""

    verb: str
    seat: int


Action: TypeAlias = Rolled | Hold | Word | SeatChange

END, STEAL, DECLINE = Word("end"), Word("steal"), Word("decline")
LEAVE, JOIN = "leave", "join"


class State(NamedTuple):
    """One moment of a round.

    player: who rolls, and owns the pot; pot: its points without the roll on the table;
    held: the dice put aside since all five were free; roll: the dice on the table.
    waiting: `roll`, `choice` (hold or end), `offer` (`asked` steals or declines), `hold` (a thief
    must hold and roll). turn counts from 1; winners are set when the round is over, and then the
    dice that won it stay where they lie.
    """

    scores: tuple[int, ...]
    away: tuple[bool, ...]
    player: int = 0
    pot: int = 0
    held: Roll = ()
    roll: Roll = ()
    waiting: str = "roll"
    asked: int | None = None
    turn: int = 1
    winners: tuple[int, ...] = ()


@dataclass(frozen=True)
class ThiefRules(Rules[State, Action]):
    options: Options = Options()
    players: int = 3

    def initial(self) -> State:
        taken = self.players - self.options.empty
        return State((0,) * self.players, tuple(seat >= taken for seat in range(self.players)))

    def node(self, state: State) -> Decision[Action] | Chance[Action] | Over:
        if state.winners:
            return Over(state.scores, state.winners, self._reason(state))
        if state.waiting == "roll":
            return rolls(DICE - len(state.held), state.player)
        table = self._table(state)
        if state.waiting == "offer":
            assert state.asked is not None
            return Decision(state.asked, (STEAL, DECLINE), table=table)
        holds = possible_holds(state.roll)
        if state.waiting == "hold":
            return Decision(state.player, holds, table=table)
        return Decision(state.player, (*holds, END), table=table)

    def refusal(self, view: State, action: Action, seat: int | None) -> str:
        """Whoever has stolen a pot owes a roll for it."""
        owes = action == END and view.waiting == "hold" and seat == view.player
        return "a thief has to roll first" if owes else ""

    def _table(self, state: State) -> tuple[tuple[int, tuple[Action, ...]], ...]:
        if not self.options.open_table:
            return ()
        return tuple(
            (seat, (SeatChange(JOIN if gone else LEAVE, seat),))
            for seat, gone in enumerate(state.away)
        )

    def apply(self, state: State, action: Action) -> State:
        if isinstance(action, Rolled):
            return self._rolled(state, action.dice)
        if isinstance(action, Hold):
            return state._replace(
                pot=state.pot + sum(map(value, action.units)),
                held=tuple(sorted(state.held + tuple(die for u in action.units for die in u))),
                roll=(),
                waiting="roll",
            )
        if isinstance(action, SeatChange):
            return (
                self._joined(state, action.seat)
                if action.verb == JOIN
                else self._left(state, action.seat)
            )
        if action == END:
            return self._ended(state)
        return self._stolen(state) if action == STEAL else self._banked(state)

    def _rolled(self, state: State, dice: Roll) -> State:
        found = units(dice)
        worth = sum(map(value, found))
        if not found:
            return self._next(state, state.player)  # a bust: the pot is lost
        if state.scores[state.player] + state.pot + worth >= self.options.target:
            scores = _raised(state.scores, state.player, state.pot + worth)
            return state._replace(scores=scores, pot=0, roll=dice, winners=(state.player,))
        if sum(map(len, found)) == len(dice):
            # A chain: everything counts, so all five dice are free, and must be rolled.
            return state._replace(pot=state.pot + worth, held=(), roll=())
        return state._replace(roll=dice, waiting="choice")

    def _ended(self, state: State) -> State:
        """The pot with all that counts is offered to the next player, but not in the last turn."""
        if state.turn >= self.options.turn_limit:
            return self._banked(state)
        return state._replace(waiting="offer", asked=self._after(state, state.player))

    def _stolen(self, state: State) -> State:
        """The thief gets the pot as it was before the roll, and must hold and roll."""
        assert state.asked is not None
        return state._replace(player=state.asked, asked=None, waiting="hold")

    def _banked(self, state: State) -> State:
        """The pot and everything that counts go to the owner, and the next player starts."""
        after = state._replace(scores=_raised(state.scores, state.player, stake(state)))
        return self._next(after, state.player)

    def _next(self, state: State, seat: int) -> State:
        """The player after a seat starts with five dice; after the last turn the best wins."""
        if state.turn >= self.options.turn_limit:
            there = [s for s in range(self.players) if not state.away[s]]
            best = max(state.scores[s] for s in there)
            winners = tuple(s for s in there if state.scores[s] == best)
            return State(state.scores, state.away, seat, turn=state.turn, winners=winners)
        return State(state.scores, state.away, self._after(state, seat), turn=state.turn + 1)

    def _after(self, state: State, seat: int) -> int:
        """The next seat that is taken."""
        seats = ((seat + step) % self.players for step in range(1, self.players + 1))
        return next(s for s in seats if not state.away[s])

    def _left(self, state: State, seat: int) -> State:
        """An empty seat has no score. The pot goes with its owner; an offer goes on to the next
        seat, and is banked if nobody is left to ask. The last one at the table wins."""
        away = (*state.away[:seat], True, *state.away[seat + 1 :])
        scores = (*state.scores[:seat], 0, *state.scores[seat + 1 :])
        after = state._replace(scores=scores, away=away)
        if seat == state.player:
            after = self._next(after, seat)
        elif seat == state.asked:
            asked = self._after(after, seat)
            nobody = asked == state.player
            after = self._banked(after) if nobody else after._replace(asked=asked)
        there = [s for s in range(self.players) if not away[s]]
        if len(there) > 1:
            return after
        return State(after.scores, away, there[0], turn=state.turn, winners=(there[0],))

    def _joined(self, state: State, seat: int) -> State:
        return state._replace(away=(*state.away[:seat], False, *state.away[seat + 1 :]))

    def _reason(self, state: State) -> str:
        best = max(state.scores)
        if best >= self.options.target:
            return f"{best} points reach the target of {self.options.target}."
        if state.away.count(False) == 1:
            return "Everybody else has left the table."
        turns = "1 turn" if state.turn == 1 else f"{state.turn} turns"
        return f"{best} points are the most after {turns}, which is the limit."

    def begins_turn(self, before: State, after: State) -> bool:
        """Whoever declines a pot begins a turn; in a chain the turn goes on."""
        return after.turn > before.turn

    def absent(self, state: State) -> tuple[int, ...]:
        return tuple(seat for seat, gone in enumerate(state.away) if gone)

    def scores(self, state: State) -> tuple[int, ...]:
        return _raised(state.scores, state.player, stake(state))

    def format(self, action: Action) -> str:
        if isinstance(action, Rolled):
            return " ".join(["roll", *map(str, action.dice)])
        if isinstance(action, Hold):
            return " ".join(["hold", *("".join(map(str, unit)) for unit in action.units)])
        if isinstance(action, SeatChange):
            return f"{action.verb} {action.seat + 1}"
        return action.verb

    def parse(self, text: str) -> Action:
        found = self._actions.get(text)
        if found is None:
            raise InvalidAction(
                f"not an action here: {quoted(text)} (possible: hold 1 555, end, steal, decline)",
                text,
            )
        return found

    @cached_property
    def _actions(self) -> dict[str, Action]:
        """Every possible action, by its text."""
        every: list[Action] = [END, STEAL, DECLINE]
        for count in range(1, DICE + 1):
            for outcome, _ in rolls(count).outcomes:
                assert isinstance(outcome, Rolled)
                every += [outcome, *possible_holds(outcome.dice)]
        every += [SeatChange(verb, seat) for verb in (LEAVE, JOIN) for seat in range(self.players)]
        return {self.format(action): action for action in every}


@lru_cache(maxsize=1024)
def units(roll: Roll) -> tuple[Unit, ...]:
    """What counts in one roll: the straight, sets of three or more, and single 1s and 5s."""
    if roll == STRAIGHT:
        return (STRAIGHT,)
    found: list[Unit] = []
    for side, count in sorted(Counter(roll).items()):
        if count >= SET:
            found.append((side,) * count)
        elif side in (1, 5):
            found += [(side,)] * count
    return tuple(found)


def value(unit: Unit) -> int:
    """The points of a unit."""
    if unit == STRAIGHT:
        return 2500
    side, count = unit[0], len(unit)
    if count == 1:
        return 100 if side == 1 else 50
    return (1000 if side == 1 else 100 * side) * (count - SET + 1)


def worth(counting: tuple[Unit, ...]) -> int:
    """The points of some units."""
    return sum(map(value, counting))


def left(roll: Roll, held: tuple[Unit, ...]) -> int:
    """How many dice of a roll are free if these units are held."""
    return len(roll) - sum(map(len, held))


def stake(state: State) -> int:
    """The pot with everything that counts on the table; at the end it is in the scores."""
    if state.winners:
        return 0
    return state.pot + sum(map(value, units(state.roll)))


@lru_cache(maxsize=1024)
def possible_holds(roll: Roll) -> tuple[Hold, ...]:
    """Every way to hold at least one unit, all of them first."""
    counted = sorted(Counter(units(roll)).items())
    ways = product(*(range(count, -1, -1) for _, count in counted))
    held = (
        tuple(u for (u, _), n in zip(counted, way, strict=True) for u in [u] * n) for way in ways
    )
    return tuple(Hold(chosen) for chosen in held if chosen)


@lru_cache(maxsize=64)
def rolls(count: int, player: int | None = None) -> Chance[Action]:
    """This many equal dice: each multiset with the number of ways to throw it. Whoever holds dice
    has chosen to roll the others; all five are rolled on a word of their own."""
    outcomes = tuple((Rolled(dice), _ways(dice)) for dice in _multisets(count))
    return Chance(outcomes, player, f"Roll {DICE} dice" if count == DICE else "")


def _multisets(count: int) -> Iterator[Roll]:
    return combinations_with_replacement(SIDES, count)


def _ways(dice: Roll) -> int:
    return factorial(len(dice)) // prod(factorial(n) for n in Counter(dice).values())


def _raised(values: tuple[int, ...], seat: int, by: int) -> tuple[int, ...]:
    return (*values[:seat], values[seat] + by, *values[seat + 1 :])
