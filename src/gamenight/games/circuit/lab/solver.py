"""What is known exactly about Circuit: the first turn, and the race of edition 1."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from math import log10

from gamenight.games.circuit.odds import Landing, deed, fraction, landings, percent, ways_to_total
from gamenight.games.circuit.rules import CircuitRules


def solve(rules: CircuitRules) -> Iterator[str]:
    """Lines for people."""
    board = "the given board" if rules.options.given else "any board that can be drawn"
    yield f"The exact odds of the first roll, {rules.options.dice} without cards, on {board}:"
    found = first_turn(rules)
    deeds: dict[str, Fraction] = {}
    for landing, chance in found.items():
        words = deed(landing, "the player", "a tile that ")
        deeds[words] = deeds.get(words, Fraction(0)) + chance
    for words in sorted(deeds, key=lambda words: -deeds[words]):
        yield f"  {_exactly(deeds[words])}: {words}"
    walked = sum(chance * landing.stands for landing, chance in found.items())
    wins = sum((chance for landing, chance in found.items() if landing.wins), Fraction(0))
    yield f"Winning with the first roll: {_exactly(wins)}"
    yield f"After it the player is {float(walked):.4f} tiles from the start on average."
    if rules.options.edition == 1 and race_fits(rules):
        yield "Nobody decides anything in edition 1, so the whole game is known exactly:"
        for seat, chance in enumerate(race(rules)):
            yield f"  player {seat + 1} wins: {_exactly(chance)}"
        return
    yield from _unsolved(rules)


def first_turn(rules: CircuitRules) -> dict[Landing, Fraction]:
    """Where the first roll ends, with its chances. Only the tile there matters, so a drawn board
    is here a board with just that tile."""
    length = rules.options.length
    boards = [(rules.options.given, 1)]
    if not rules.options.given:
        boards = [((tile,) * length, share) for tile, share in rules.options.shares]
    weight = sum(share for _, share in boards)
    found: dict[Landing, Fraction] = {}
    for tiles, share in boards:
        ends = landings(rules, rules.initial()._replace(tiles=tiles))
        ways = sum(landing.ways for landing in ends)
        for landing in ends:
            chance = Fraction(share * landing.ways, weight * ways)
            found[landing] = found.get(landing, Fraction(0)) + chance
    return found


def race_fits(rules: CircuitRules) -> bool:
    """Whether somebody is at the goal before the turns run out, even with the lowest rolls."""
    rolls = -(-rules.goal // len(rules.options.sizes))
    return rolls * rules.players <= rules.options.turn_limit


def race(rules: CircuitRules) -> tuple[Fraction, ...]:
    """Each seat's chance to reach the end of the line of edition 1 first.

    Everybody needs a number of rolls with the same distribution. A seat wins with its roll t if
    those before it need more than t, and those after it more than t - 1.
    """
    ways = ways_to_total(rules.options.sizes)
    lowest, all_ways = len(rules.options.sizes), sum(ways)
    walked = [1] + [0] * (rules.goal - 1)  # ways to be short of the goal, by the tiles walked
    wins, before, rolls = [Fraction(0)] * rules.players, Fraction(1), 0
    while before:
        rolls += 1
        after_roll = [0] * rules.goal
        for place, count in enumerate(walked):
            if count:
                for extra, more in enumerate(ways[: max(0, rules.goal - place - lowest)]):
                    after_roll[place + lowest + extra] += count * more
        walked = after_roll
        short = Fraction(sum(walked), all_ways**rolls)
        for seat in range(rules.players):
            later = rules.players - 1 - seat
            wins[seat] += (before - short) * short**seat * before**later
        before = short
    return tuple(wins)


def _unsolved(rules: CircuitRules) -> Iterator[str]:
    """Why the whole game is not solved."""
    options = rules.options
    if options.edition < 3:
        yield f"Nobody decides anything in edition {options.edition}."
    if options.edition == 1:
        yield "The whole game is not worked out if the turns may run out before the goal."
        return
    yield "The whole game is not solved: where everybody is, began this turn and began the last"
    cases = f"one is up to about 10^{3 * rules.players * log10(rules.goal):.0f} cases"
    if not options.given:
        cases += f", times 10^{options.length * log10(len(options.shares)):.0f} boards"
    if options.edition == 3:
        cases += ", times all hands and cards in play, which grow during the game"
    yield f"{cases}. Rollouts (simulate, analyse) estimate it."


def _exactly(chance: Fraction) -> str:
    """`16.7% (1/6)`."""
    shown, exact = percent(chance), fraction(chance)
    return shown if exact == shown else f"{shown} ({exact})"
