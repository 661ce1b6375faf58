"""The rules of Oware: the state, sowing, capturing, the ends, and the notation.

`RULES.md` says the same for people; OpenSpiel's `oware` is the oracle for the default options.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import NamedTuple

from gamenight.core.errors import InvalidAction, InvalidPosition
from gamenight.core.options import option
from gamenight.core.rules import Decision, Over, Rules
from gamenight.core.scene import who
from gamenight.core.text import listed, quoted

ID, VERSION = "oware", 1

SOUTH, NORTH = 0, 1
SIDES = ("South", "North")
LETTERS = "ABCDEFGHIJKL"
CAPTURED_COUNTS = (2, 3)
MOST_IN_A_PLACE = 999


@dataclass(frozen=True)
class Options:
    grand_slam: str = option(
        "forfeit",
        "a capture of all the opponent's seeds: it captures nothing, spares the last house or only "
        "the last seed, or is allowed",
        choices=("forfeit", "leave_last", "leave_seed", "allowed"),
        said=("takes nothing", "spares the last house", "spares the last seed", "is allowed"),
    )
    ply_limit: int = option(
        0, "moves, by both sides, after which the game is a tie; 0 for no limit", low=0, step=50
    )
    houses: int = option(6, "houses on each side", low=1, high=len(LETTERS))
    seeds: int = option(4, "seeds in each house at the start", low=1, high=12)


class Position(NamedTuple):
    """The board: South's houses in the order of sowing, then North's; and who moves."""

    houses: tuple[int, ...]
    stores: tuple[int, int]
    mover: int

    def __str__(self) -> str:
        counts = "-".join(str(count) for count in self.houses + self.stores)
        return f"{counts}-{SIDES[self.mover][0]}"


class State(NamedTuple):
    """A position, the earlier ones since the last capture (they may not repeat), and the plies."""

    position: Position
    earlier: tuple[Position, ...] = ()
    plies: int = 0

    def __str__(self) -> str:
        return str(self.position)


class Sowing(NamedTuple):
    """What a move does: the houses after sowing, those captured (the one sown last comes first),
    those spared because all of them would be a grand slam, and the seeds that for the same reason
    stay in the house captured last."""

    houses: tuple[int, ...]
    captured: tuple[int, ...] = ()
    spared: tuple[int, ...] = ()
    left: int = 0

    @property
    def seeds(self) -> int:
        """The number of seeds captured."""
        return sum(self.houses[house] for house in self.captured) - self.left

    @property
    def after(self) -> tuple[int, ...]:
        """The houses after the captures."""
        if not self.captured:
            return self.houses
        houses = list(self.houses)
        for house in self.captured:
            houses[house] = 0
        houses[self.captured[-1]] = self.left
        return tuple(houses)


@dataclass(frozen=True)
class OwareRules(Rules[State, int]):
    """An action is the index of the house that is sown."""

    options: Options = Options()
    players: int = 2

    def initial(self) -> State:
        houses = (self.options.seeds,) * (2 * self.options.houses)
        return State(Position(houses, (0, 0), SOUTH))

    def node(self, state: State) -> Decision[int] | Over:
        position, earlier, plies = state
        south, north = position.stores
        total = sum(position.houses) + south + north
        if 2 * south > total or 2 * north > total:
            return _majority(position, total)
        if 2 * south == 2 * north == total:
            return Over(position.stores, (SOUTH, NORTH), f"Both sides have {south} seeds: a tie.")
        if position in earlier:
            why = "The position has repeated since the last capture"
            return self._rows_taken(position, why)
        moves = self.moves(position)
        if not moves:
            return self._rows_taken(position, self._why_no_move(position))
        if 0 < self.options.ply_limit <= plies:
            reason = f"The limit of {plies} moves is reached: a tie."
            return Over(position.stores, (SOUTH, NORTH), reason)
        return Decision(position.mover, moves)

    def apply(self, state: State, action: int) -> State:
        position, earlier, plies = state
        sowing, mover = self.sow(position, action), position.mover
        if not sowing.captured:
            after = Position(sowing.houses, position.stores, 1 - mover)
            return State(after, (*earlier, position), plies + 1)
        stores = list(position.stores)
        stores[mover] += sowing.seeds
        # A capture cannot be undone: no position from before it can ever come back.
        after = Position(sowing.after, (stores[SOUTH], stores[NORTH]), 1 - mover)
        return State(after, (), plies + 1)

    def scores(self, state: State) -> tuple[int, ...]:
        return state.position.stores

    def format(self, action: int) -> str:
        return self.letters[action]

    def parse(self, text: str) -> int:
        if len(text) == 1 and text in self.letters:
            return self.letters.index(text)
        raise InvalidAction(
            f"there is no house {quoted(text)} (possible: {listed(self.letters)})",
            text,
            tuple(self.letters),
        )

    def refusal(self, view: State, action: int, seat: int | None) -> str:
        """Why a house cannot be sown; without seeds the opponent must be fed."""
        position = view.position
        if action not in self.rows[position.mover]:
            return "this house is your opponent's"
        if not position.houses[action]:
            return "this house is empty"
        fed = action in self.moves(position)
        return "" if fed else "your opponent must be fed, and this house does not reach that far"

    def position(self, text: str) -> State:
        """The state that a position text describes, without history; raises InvalidPosition."""
        *counts, side = text.strip().split("-")
        houses = 2 * self.options.houses
        if len(counts) != houses + 2 or side not in ("S", "N") or not all(map(_is_count, counts)):
            raise InvalidPosition(
                f"not a position: {quoted(text)} (possible: {houses} houses and 2 stores of 0 to "
                f"{MOST_IN_A_PLACE} seeds, then S or N to move, such as {self.initial()})",
                text,
                (str(self.initial()),),
            )
        numbers = tuple(int(count) for count in counts)
        stores = (numbers[houses], numbers[houses + 1])
        return State(Position(numbers[:houses], stores, NORTH if side == "N" else SOUTH))

    @cached_property
    def letters(self) -> str:
        """The letters of all houses by index: South's are capital."""
        own = LETTERS[: self.options.houses]
        return own + own.lower()

    @cached_property
    def rows(self) -> tuple[range, range]:
        """The houses of South and those of North, in the order of sowing."""
        count = self.options.houses
        return range(count), range(count, 2 * count)

    def moves(self, position: Position) -> tuple[int, ...]:
        """The houses that may be sown: any with seeds, but an opponent without seeds must be fed
        from a house that reaches the other row."""
        houses = position.houses
        own, opposite = self.rows[position.mover], self.rows[1 - position.mover]
        if any(houses[opposite.start : opposite.stop]):
            return tuple([house for house in own if houses[house]])
        return tuple(house for house in own if house + houses[house] >= own.stop)

    def sow(self, position: Position, house: int) -> Sowing:
        """What sowing this house does."""
        houses = list(position.houses)
        path = sowing_path(house, houses[house], len(houses))
        houses[house] = 0
        for reached in path:
            houses[reached] += 1
        row = self.rows[1 - position.mover]
        captures = _captures(houses, row, path[-1])
        if captures and not any(houses[other] for other in row if other not in captures):
            return self._grand_slam(tuple(houses), captures)
        return Sowing(tuple(houses), captures)

    def take_rows(self, position: Position) -> tuple[int, int]:
        """The scores when each side takes the seeds left in its own row."""
        south, north = position.stores
        border = self.options.houses
        return south + sum(position.houses[:border]), north + sum(position.houses[border:])

    def _grand_slam(self, houses: tuple[int, ...], captures: tuple[int, ...]) -> Sowing:
        """What a move does whose captures together would take all the opponent's seeds."""
        if self.options.grand_slam == "forfeit":
            return Sowing(houses, spared=captures)
        if self.options.grand_slam == "leave_last":
            return Sowing(houses, captures[:-1], captures[-1:])
        return Sowing(houses, captures, left=int(self.options.grand_slam == "leave_seed"))

    def _rows_taken(self, position: Position, why: str) -> Over:
        scores = self.take_rows(position)
        south, north = (score - had for score, had in zip(scores, position.stores, strict=True))
        reason = f"{why}: each side takes its own row ({who(SOUTH)} {south}, {who(NORTH)} {north})."
        winners = tuple(side for side in (SOUTH, NORTH) if scores[side] == max(scores))
        return Over(scores, winners, reason)

    def _why_no_move(self, position: Position) -> str:
        own = self.rows[position.mover]
        if any(position.houses[own.start : own.stop]):
            return f"No move can feed {who(1 - position.mover)}"
        return f"{who(position.mover)} has no seeds to sow"


@lru_cache(maxsize=4096)
def sowing_path(house: int, seeds: int, houses: int) -> tuple[int, ...]:
    """Where the seeds of a house fall, one by one: the starting house is always skipped."""
    others = [*range(house + 1, houses), *range(house)]
    return tuple(others[number % len(others)] for number in range(seeds))


def _captures(houses: list[int], row: range, last: int) -> tuple[int, ...]:
    """From the house sown last backwards through the opponent's row, while each holds 2 or 3."""
    captures: list[int] = []
    while last in row and houses[last] in CAPTURED_COUNTS:
        captures.append(last)
        last -= 1
    return tuple(captures)


def _majority(position: Position, total: int) -> Over:
    south, north = position.stores
    winner = SOUTH if south > north else NORTH
    reason = f"{who(winner)} has {position.stores[winner]} of the {total} seeds, more than half."
    return Over(position.stores, (winner,), reason)


def _is_count(text: str) -> bool:
    return text.isascii() and text.isdigit() and len(text) <= len(str(MOST_IN_A_PLACE))
