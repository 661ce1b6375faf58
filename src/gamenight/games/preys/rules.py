"""The rules of Preys and Hunters: one die moves the boat or a fish one step.

The river has thirteen places. The boat begins in the first, the fish in the seventh, and the
thirteenth is the open sea. Removing the cell in front of the boat is the same as rowing into it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple, TypeAlias

from gamenight.core.errors import InvalidAction
from gamenight.core.options import option
from gamenight.core.rules import Chance, Decision, Over, Rules
from gamenight.core.text import quoted

FISHERMEN = (1, 6)
FISH = (2, 3, 4, 5)
DIE = (1, 2, 3, 4, 5, 6)

QUAY, START, SEA = 1, 7, 13
BEFORE_THE_SEA = SEA - 1
CAUGHT = 0

TEAM_FISH, TEAM_FISHERMEN = 0, 1

ESCORTS = ("closest", "farthest", "choose")


@dataclass(frozen=True)
class Options:
    escort: str = option(
        "closest",
        "which fish swims instead of a safe one; among equals the smallest number",
        choices=ESCORTS,
        said=("closest to the sea", "farthest from it", "you choose"),
    )


# Not tuples: a roll of 3 would equal the choice of fish 3.
@dataclass(frozen=True, slots=True)
class Roll:
    """The number that the die shows."""

    number: int


@dataclass(frozen=True, slots=True)
class Swim:
    """The fish that swims instead of a safe one, chosen by its team."""

    fish: int


Action: TypeAlias = Roll | Swim

ROLLS: Chance[Action] = Chance(tuple((Roll(number), 1) for number in DIE))


class State(NamedTuple):
    """boat: its place; fish: the places of fish 2 to 5, `CAUGHT` for one in the boat;
    choosing: the die showed a safe fish, and its team chooses who swims instead."""

    boat: int = QUAY
    fish: tuple[int, ...] = (START,) * len(FISH)
    choosing: bool = False

    def place(self, fish: int) -> int:
        return self.fish[fish - FISH[0]]

    @property
    def free(self) -> tuple[int, ...]:
        """The fish that are neither safe nor captured."""
        return tuple(fish for fish in FISH if CAUGHT < self.place(fish) < SEA)

    @property
    def safe(self) -> int:
        return self.fish.count(SEA)

    @property
    def captured(self) -> int:
        return self.fish.count(CAUGHT)


@dataclass(frozen=True)
class PreysRules(Rules[State, Action]):
    options: Options = Options()
    players: int = 2

    def initial(self) -> State:
        return State()

    def node(self, state: State) -> Decision[Action] | Chance[Action] | Over:
        if not state.free or state.boat == BEFORE_THE_SEA:
            return self._over(state)
        if state.choosing:
            return Decision(TEAM_FISH, tuple(Swim(fish) for fish in state.free))
        return ROLLS

    def apply(self, state: State, action: Action) -> State:
        if isinstance(action, Swim):
            return swum(state, action.fish)
        return self.rolled(state, action.number)

    def rolled(self, state: State, number: int) -> State:
        """The numbers of a fisherman and of a captured fish row the boat; a free fish swims; for
        a safe one another swims."""
        if number in FISHERMEN or state.place(number) == CAUGHT:
            return rowed(state)
        if state.place(number) < SEA:
            return swum(state, number)
        if self.options.escort == "choose" and len(state.free) > 1:
            return state._replace(choosing=True)
        return swum(state, self.escort(state))

    def escort(self, state: State) -> int:
        """The free fish that swims instead of a safe one; the smallest number among equals."""
        sign = 1 if self.options.escort == "farthest" else -1
        return min(state.free, key=lambda fish: (sign * state.place(fish), fish))

    def scores(self, state: State) -> tuple[int, int]:
        return state.safe, state.captured

    def _over(self, state: State) -> Over:
        safe, captured = self.scores(state)
        reason = f"{_fish(safe)} safe in the sea, {_fish(captured)} captured.".capitalize()
        if safe == captured:
            return Over((safe, captured), (TEAM_FISH, TEAM_FISHERMEN), reason)
        winner = TEAM_FISH if safe > captured else TEAM_FISHERMEN
        return Over((safe, captured), (winner,), reason)

    def format(self, action: Action) -> str:
        return f"swim {action.fish}" if isinstance(action, Swim) else str(action.number)

    def parse(self, text: str) -> Action:
        found = ACTIONS.get(text)
        if found is None:
            raise InvalidAction(
                f"{quoted(text)} is not an action here (possible: 1 to 6, swim 2 to swim 5)",
                text,
            )
        return found


ACTIONS: dict[str, Action] = {
    **{str(number): Roll(number) for number in DIE},
    **{f"swim {fish}": Swim(fish) for fish in FISH},
}


def swum(state: State, fish: int) -> State:
    """One fish moves a place nearer to the sea."""
    places = list(state.fish)
    places[fish - FISH[0]] += 1
    return State(state.boat, tuple(places))


def rowed(state: State) -> State:
    """The boat takes the next place, and every fish that is there."""
    boat = state.boat + 1
    return State(boat, tuple(CAUGHT if place == boat else place for place in state.fish))


def _fish(count: int) -> str:
    return f"{count or 'no'} fish {'is' if count < 2 else 'are'}"
