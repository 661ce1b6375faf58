"""Exact chances: the tiles of a drawn board, the cards, the dice; and the odds made of them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from fractions import Fraction
from itertools import product
from math import comb, sqrt
from random import Random
from typing import Any, TypeVar

import pytest

from gamenight.core.play import sample
from gamenight.core.rules import Chance, Decision, Over
from gamenight.games.circuit.cards import CARDS
from gamenight.games.circuit.odds import fractions, landings, odds, ways_to_total, winning
from gamenight.games.circuit.options import Options
from gamenight.games.circuit.rules import CircuitRules, Deal, Lay, Throw
from gamenight.games.circuit.state import InPlay, State
from tests.games.circuit.states import circuit, played, table

T = TypeVar("T")

# The tables of the seed, in percent.
EDITION_2 = {"bomb": 2, "empty": 55, "moonwalk": 5, "speed": 15, "time": 8, "wormhole": 15}
EDITION_3 = {**EDITION_2, "empty": 45, "card": 10}
CUSTOM = {"bomb": 1, "moonwalk": 30, "card": 69}
CUSTOM_TEXT = ",".join(f"{kind}:{share}" for kind, share in CUSTOM.items())
BOARDS: list[tuple[dict[str, Any], dict[str, int]]] = [
    ({"edition": 2}, EDITION_2),
    ({"edition": 3}, EDITION_3),
    ({"edition": 3, "weights": CUSTOM_TEXT}, CUSTOM),
    ({"edition": 2, "weights": CUSTOM_TEXT}, {"bomb": 1, "moonwalk": 30, "empty": 69}),
    ({"edition": 3, "weights": "bomb:100"}, {"bomb": 100}),
]


def chance(rules: CircuitRules, state: State) -> Chance[Any]:
    node = rules.node(state)
    assert isinstance(node, Chance)
    return node


def fits(counts: Mapping[T, int], chances: Mapping[T, Fraction]) -> bool:
    """Nothing else was drawn, and each as often as its chance says, within 4 sigma."""
    drawn = sum(counts.values())
    return set(counts) <= set(chances) and all(
        abs(counts.get(kind, 0) - drawn * p) <= 4 * sqrt(drawn * p * (1 - p))
        for kind, p in chances.items()
    )


@pytest.mark.parametrize(("options", "shares"), BOARDS, ids=str)
def test_the_weights_of_the_tiles(options: dict[str, Any], shares: dict[str, int]) -> None:
    rules = CircuitRules(Options(**options), 2)
    node = chance(rules, rules.initial())
    weights, total = dict(node.outcomes), node.cumulative[-1]
    assert len(weights) == len(node.outcomes)
    assert total == sum(weights.values())
    for kind, share in shares.items():
        of_kind = {lay.tile.number: w for lay, w in weights.items() if lay.tile.kind == kind}
        assert Fraction(sum(of_kind.values()), total) == Fraction(share, 100)
        assert list(of_kind) == ([1, 2, 3, 4, 5, 6] if kind == "moonwalk" else [0])
        assert len(set(of_kind.values())) == 1
    assert {lay.tile.kind for lay in weights} == set(shares)


@pytest.mark.parametrize(("options", "shares"), BOARDS, ids=str)
def test_the_shares_of_the_tiles_on_drawn_boards(
    options: dict[str, Any], shares: dict[str, int]
) -> None:
    """Tile 1 is drawn like the others."""
    rules = CircuitRules(Options(board=10, **options), 1)
    rng, first, boards = Random(6), Counter[str](), Counter[str]()
    numbers = Counter[int]()
    for _ in range(1500):
        state = rules.initial()
        while len(state.tiles) < 10:
            state = rules.apply(state, sample(chance(rules, state), rng))
        first[state.tiles[0].kind] += 1
        boards.update(tile.kind for tile in state.tiles)
        numbers.update(tile.number for tile in state.tiles if tile.kind == "moonwalk")
    chances = {kind: Fraction(share, 100) for kind, share in shares.items()}
    assert fits(first, chances)
    assert fits(boards, chances)
    assert bool(numbers) == ("moonwalk" in shares)
    assert fits(numbers, dict.fromkeys(range(1, 7), Fraction(1, 6)))


def test_a_given_board_is_not_drawn() -> None:
    rules = circuit(2, edition=2, tiles="bomb,moonwalk:6")
    assert "".join(map(str, rules.initial().tiles)) == "bombmoonwalk:6"
    assert isinstance(chance(rules, rules.initial()).outcomes[0][0], Throw)


ANY_CARD = dict.fromkeys(CARDS, Fraction(1, 6))


def test_the_weights_of_the_cards() -> None:
    rules = circuit(2)
    fallen = played(rules, table(circuit(2), (0, 0)), "roll", "throw 1 1")._replace(due=(0,))
    for state in (rules.initial(), fallen):
        node = chance(rules, state)
        assert node.outcomes == tuple((Deal("card", card), 1) for card in CARDS)
        assert len(CARDS) == 6


def test_the_share_of_every_card_that_is_dealt() -> None:
    rules, rng = circuit(3), Random(2)
    dealt = [Counter[str]() for _ in range(3)]
    for _ in range(2000):
        state = rules.initial()
        while state.due:
            state = rules.apply(state, sample(chance(rules, state), rng))
        for seat, hand in enumerate(state.hands):
            assert len(hand) == 2
            dealt[seat].update(hand)
    assert all(fits(counts, ANY_CARD) for counts in dealt)


def test_the_share_of_every_card_from_a_tile() -> None:
    rules, rng, gained = circuit(2, tiles="card", laps=1000), Random(3), Counter[str]()
    state = table(rules, (0, 0))
    for _ in range(3000):
        seat = state.player
        state = played(rules, state, "roll", "throw 1 1")._replace(positions=(0, 0), turns=0)
        assert state.due == (seat,)
        state = rules.apply(state, sample(chance(rules, state), rng))
        gained.update(state.hands[seat])
        state = state._replace(hands=((), ()))
    assert gained.total() == 3000
    assert fits(gained, ANY_CARD)


def throws(rules: CircuitRules) -> list[Chance[Any]]:
    """Every chance of one roll, each after the first outcome of the one before."""
    state, found = table(rules, (0,) * rules.players, thrown=()), []
    while state.thrown is not None:
        found.append(chance(rules, state))
        state = rules.apply(state, found[-1].outcomes[0][0])
    return found


def by_counting(*sizes: int) -> Counter[tuple[int, ...]]:
    """Dice that are told apart, then not any more."""
    return Counter(tuple(sorted(dice)) for dice in product(*(range(1, s + 1) for s in sizes)))


@pytest.mark.parametrize(
    ("dice", "groups"),
    [
        ("2d6", [(6, 6)]),
        ("1d4+2d8", [(4,), (8, 8)]),
        ("2d8+1d4+2d8", [(8, 8), (4,), (8, 8)]),
        ("3d6", [(6, 6, 6)]),
        ("1d1000", [(1000,)]),
        ("100d6", [(6,)] * 100),
        ("3d1000", [(1000,)] * 3),
        ("9d2", [(2,) * 9]),
    ],
)
def test_the_weights_of_the_dice(dice: str, groups: list[tuple[int, ...]]) -> None:
    """Identical dice are thrown together, or one by one where they are too many."""
    rules = circuit(1, dice=dice, laps=1000)
    found = throws(rules)
    assert len(found) == len(groups)
    for node, sizes in zip(found, groups, strict=True):
        assert node.player == 0
        assert {throw.dice: weight for throw, weight in node.outcomes} == by_counting(*sizes)


def test_two_dice_as_everybody_knows_them() -> None:
    (node,) = throws(circuit(1))
    sums = Counter[int]()
    for throw, weight in node.outcomes:
        sums[sum(throw.dice)] += weight
    assert [sums[total] for total in range(2, 13)] == [1, 2, 3, 4, 5, 6, 5, 4, 3, 2, 1]


@pytest.mark.parametrize("sizes", [(6, 6), (4, 8, 8), (2,), (2, 3, 5, 7), (20,)], ids=str)
def test_the_ways_to_a_total_by_counting(sizes: tuple[int, ...]) -> None:
    totals = Counter(sum(dice) for dice in product(*(range(1, s + 1) for s in sizes)))
    lowest, highest = len(sizes), sum(sizes)
    assert list(ways_to_total(sizes)) == [totals[n] for n in range(lowest, highest + 1)]


def test_the_ways_to_a_total_of_many_dice() -> None:
    coins, dice = ways_to_total((2,) * 100), ways_to_total((6,) * 100)
    assert list(coins) == [comb(100, twos) for twos in range(101)]
    assert sum(dice) == 6**100
    assert dice == dice[::-1]
    assert dice[:3] == (1, 100, 5050)
    big = ways_to_total((1000,) * 3)
    assert sum(big) == 1000**3
    assert big[999] == comb(1001, 2)


TILES = "empty,card,speed,wormhole,time,moonwalk:3,bomb,empty,empty,empty"


def test_the_odds_of_two_dice() -> None:
    rules = circuit(2, tiles=TILES, laps=1)
    assert odds(rules, rules.hide(table(rules, (0, 0)), 1)) == [
        "{0} rolls 2d6: 2 to 12, 7 on average.",
        "   2: 2.8%, tile 3 moves {0} on 4 tiles",
        "   3: 5.6%, tile 4 moves {0} back 4 tiles",
        "   4: 8.3%, tile 5 takes {0} to where their previous turn began",
        "   5: 11.1%, tile 6 moves everybody but {0} back 3",
        "   6: 13.9%, tile 7 takes all to tile 1 of their lap",
        "   7: 16.7%, tile 8 does nothing",
        "   8: 13.9%, tile 9 does nothing",
        "   9: 11.1%, tile 10 does nothing",
        "  10: 8.3%, {0} wins",
        "  11: 5.6%, {0} wins",
        "  12: 2.8%, {0} wins",
        "Winning with this roll: 16.7%",
    ]
    exact = fractions(rules, rules.hide(table(rules, (0, 0)), 1))
    assert (exact[1], exact[-1]) == (
        "   2: 1/36, tile 3 moves {0} on 4 tiles",
        "Winning with this roll: 1/6",
    )


def test_the_odds_while_dice_lie_with_cards_in_play() -> None:
    rules = circuit(2, tiles=TILES, laps=1, dice="1d4+1d2")
    cards = (InPlay("overload", "overload", 0, 1), InPlay("overload", "overload", 0, 1))
    state = table(rules, (9, 5), player=1, thrown=(3,), in_play=cards)
    assert odds(rules, state) == [
        "{1} rolls 1d4+1d2 - 4, 3 of it on the table: 0 to 1, 0.5 on average.",
        "   0: 50.0%, tile 6 moves everybody but {1} back 3",
        "   1: 50.0%, tile 7 takes all to tile 1 of their lap",
        "Winning with this roll: 0%",
    ]


def test_the_odds_of_many_totals_are_by_tile() -> None:
    """Of 216 ways 81 make 12 or more; 74 an odd number; 48 make 8 or 10, and 13 make 4 or 6."""
    rules = circuit(1, tiles="speed,moonwalk:2", laps=6, dice="3d6")
    assert odds(rules, table(rules, (0,))) == [
        "{0} rolls 3d6: 3 to 18, 10.5 on average.",
        "  37.5%: {0} wins",
        "  34.3%: a tile that moves everybody but {0} back 2",
        "  22.2%: a tile that moves {0} on 4 tiles: {0} wins",
        "  6.0%: a tile that moves {0} on 4 tiles",
        "Winning with this roll: 59.7%",
    ]


def test_the_odds_of_tiny_and_long_chances() -> None:
    rules = circuit(1, tiles="empty", laps=600, dice="100d6")
    lines = odds(rules, table(rules, (0,)))
    assert lines[1] == "  more than 99.9999%: a tile that does nothing"
    assert lines[-1] == "Winning with this roll: less than 0.0001%"
    lines = odds(rules, table(rules, (250,)))
    assert lines[1] == "  51.1661%: {0} wins"


def test_the_odds_at_other_moments() -> None:
    drawn = CircuitRules(Options(edition=2), 2)
    assert odds(drawn, drawn.initial())[:2] == [
        "The next tile of the board:",
        "  Empty: 55.0%",
    ]
    rules = circuit(2)
    assert odds(rules, rules.initial())[0] == ("{0} gets a card: 16.7% for each of 6 kinds.")
    assert odds(rules, table(rules, (30, 0))) == [
        "The game is over: there is nothing left to roll."
    ]


def test_in_the_last_turn_the_furthest_wins() -> None:
    rules = circuit(2, turn_limit=8)
    found = landings(rules, table(rules, (0, 7), turns=7))
    assert [landing.total for landing in found if landing.wins] == [7, 8, 9, 10, 11, 12]
    assert winning(found) == Fraction(21, 36)


@pytest.mark.parametrize("dice", ["2d6", "1d4+2d8", "3d10", "2d6+2d6"])
@pytest.mark.parametrize("edition", [1, 2, 3])
def test_the_odds_agree_with_the_rules_everywhere(edition: int, dice: str) -> None:
    """Few lines in every state, the same for every viewer; the chance to win is what the rules
    say when the dice are thrown."""
    rules = CircuitRules(Options(edition=edition, board=9, laps=2, dice=dice, turn_limit=15), 3)
    rng, rolls = Random(1), 0
    for _ in range(6):
        state = rules.initial()
        while not isinstance(node := rules.node(state), Over):
            lines = odds(rules, state)
            assert 2 <= len(lines) <= 16
            assert all(lines == odds(rules, rules.hide(state, seat)) for seat in (None, 0, 2))
            if isinstance(node, Decision):
                state = rules.apply(state, rng.choice([action for _, action in node.everyone()]))
                continue
            if not isinstance(node.outcomes[0][0], Lay | Deal):
                rolls += 1
                assert winning(landings(rules, state)) == thrown_out(rules, state, state)
            state = rules.apply(state, sample(node, rng))
        assert len(odds(rules, state)) == 1
    assert rolls >= 6


def thrown_out(rules: CircuitRules, before: State, state: State) -> Fraction:
    """The chance that a player has won when all dice of this roll lie, through every throw."""
    if state.turns > before.turns:
        return Fraction(before.player in rules.winners(state))
    node = chance(rules, state)
    won = sum(
        weight * thrown_out(rules, before, rules.apply(state, throw))
        for throw, weight in node.outcomes
    )
    return Fraction(won) / node.cumulative[-1]
