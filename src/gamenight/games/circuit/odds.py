"""The exact odds at this moment: the next tile, the next card, and where the next roll ends."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import lru_cache
from itertools import accumulate
from typing import NamedTuple

from gamenight.core.scene import who
from gamenight.games.circuit.cards import CARDS, roll_change
from gamenight.games.circuit.rules import CircuitRules, Throw
from gamenight.games.circuit.state import State, Tile
from gamenight.games.circuit.tiles import TILES
from gamenight.games.circuit.words import tile_deed

# With more totals than this, there is one line for each thing that tiles do.
MOST_TOTALS = 11
# A fraction with more digits is only shown in percent.
LONGEST_FRACTION = 11
ALMOST_NOTHING = Fraction(1, 1_000_000)


Told = Callable[[Fraction], str]


class Landing(NamedTuple):
    """One total of the next roll, cards included, with the number of ways to roll it: the tile
    where it ends, by number and kind (None if the roll itself wins), where the player is after
    that tile has acted, and whether that wins."""

    total: int
    ways: int
    number: int
    tile: Tile | None
    stands: int
    wins: bool


def odds(rules: CircuitRules, state: State) -> list[str]:
    """The odds as lines for people, in percent."""
    return _lines(rules, state, percent)


def fractions(rules: CircuitRules, state: State) -> list[str]:
    """The same as fractions, where they are short."""
    return _lines(rules, state, fraction)


def _lines(rules: CircuitRules, state: State, told: Told) -> list[str]:
    if len(state.tiles) < rules.options.length:
        return ["The next tile of the board:", *_next_tile(rules, told)]
    if rules.ended(state):
        return ["The game is over: there is nothing left to roll."]
    found = landings(rules, state)
    by_total = len(found) <= MOST_TOTALS
    return [
        *_next_card(state, told),
        _headline(rules, state, found),
        *(_by_total if by_total else _by_tile)(found, who(state.player), told),
        f"Winning with this roll: {told(winning(found))}",
    ]


def winning(found: tuple[Landing, ...]) -> Fraction:
    """The chance that the player wins with the roll."""
    return Fraction(sum(f.ways for f in found if f.wins), sum(f.ways for f in found))


def landings(rules: CircuitRules, state: State) -> tuple[Landing, ...]:
    """Every total that this player's next roll can still have, lowest first, with the cards
    that are in play now."""
    lying = state.thrown or ()
    sizes = rules.options.sizes[len(lying) :]
    before = state._replace(thrown=lying, due=())
    found = []
    for extra, ways in enumerate(ways_to_total(sizes)):
        after = rules.apply(before, Throw("throw", _dice(sizes, extra)))
        assert after.fall is not None
        landed = state.positions[state.player] + after.fall.total
        found.append(
            Landing(
                total=after.fall.total,
                ways=ways,
                number=landed % len(state.tiles) + 1,
                tile=after.fall.tile,
                stands=after.positions[state.player],
                wins=state.player in rules.winners(after),
            )
        )
    return tuple(found)


@lru_cache(maxsize=64)
def ways_to_total(sizes: tuple[int, ...]) -> tuple[int, ...]:
    """At index n, in how many ways dice of these sizes show n more than one each"""
    ways = [1]
    for sides in sizes:
        sums = [0, *accumulate((*ways, *[0] * (sides - 1)))]
        ways = [sums[end] - sums[max(0, end - sides)] for end in range(1, len(sums))]
    return tuple(ways)


def _dice(sizes: tuple[int, ...], extra: int) -> tuple[int, ...]:
    """Dice of these sizes that together show this many more than one each."""
    dice = []
    for sides in sizes:
        more = min(extra, sides - 1)
        extra -= more
        dice.append(1 + more)
    return tuple(dice)


def _next_tile(rules: CircuitRules, told: Told) -> Iterator[str]:
    shares = Counter[str]()
    for tile, weight in rules.options.shares:
        shares[tile.kind] += weight
    for kind, weight in shares.items():
        yield f"  {TILES[kind].title}: {told(Fraction(weight, shares.total()))}"


def _next_card(state: State, told: Told) -> Iterator[str]:
    if state.due:
        each = told(Fraction(1, len(CARDS)))
        yield f"{who(state.due[0])} gets a card: {each} for each of {len(CARDS)} kinds."


def _headline(rules: CircuitRules, state: State, found: tuple[Landing, ...]) -> str:
    change = roll_change(state, state.player)
    dice = rules.options.dice + (f" {'+' if change > 0 else '-'} {abs(change)}" if change else "")
    lying = f", {sum(state.thrown)} of it on the table" if state.thrown else ""
    lowest, highest = found[0].total, found[-1].total
    return (
        f"{who(state.player)} rolls {dice}{lying}: {lowest} to {highest}, "
        f"{(lowest + highest) / 2:g} on average."
    )


def _by_total(found: tuple[Landing, ...], player: str, told: Told) -> Iterator[str]:
    ways = sum(landing.ways for landing in found)
    for landing in found:
        chance = told(Fraction(landing.ways, ways))
        yield f"{landing.total:>4}: {chance}, {deed(landing, player)}"


def _by_tile(found: tuple[Landing, ...], player: str, told: Told) -> Iterator[str]:
    """What can happen, most likely first."""
    ways = Counter[str]()
    for landing in found:
        ways[deed(landing, player, "a tile that ")] += landing.ways
    for words, count in ways.most_common():
        yield f"  {told(Fraction(count, ways.total()))}: {words}"


def deed(landing: Landing, player: str, any_tile: str = "") -> str:
    """What happens there to the player who rolls, for one tile or for any such tile."""
    wins = f"{player} wins"
    if landing.tile is None:
        return wins
    does = f"{any_tile or f'tile {landing.number} '}{tile_deed(landing.tile, player)}"
    return f"{does}: {wins}" if landing.wins else does


def percent(chance: Fraction) -> str:
    """`16.7%`; with more digits where no short fraction tells it exactly."""
    if 0 < chance < ALMOST_NOTHING:
        return "less than 0.0001%"
    if 1 - ALMOST_NOTHING < chance < 1:
        return "more than 99.9999%"
    if chance.denominator == 1:
        return f"{float(chance):.0%}"
    return f"{float(chance):.1%}" if _is_short(chance) else f"{float(chance):.4%}"


def fraction(chance: Fraction) -> str:
    """`1/6`; what has a long fraction, or never or always happens, in percent."""
    return str(chance) if chance.denominator > 1 and _is_short(chance) else percent(chance)


def _is_short(chance: Fraction) -> bool:
    return len(str(chance)) <= LONGEST_FRACTION
