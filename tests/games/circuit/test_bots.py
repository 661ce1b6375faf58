"""The bots of Circuit: racer's rule as a table, legal play everywhere, strength."""

from __future__ import annotations

from math import sqrt
from random import Random
from typing import Any

import pytest

from gamenight.bots import Mcts
from gamenight.core.bot import Bot, Limit
from gamenight.core.play import sample
from gamenight.core.rules import Chance, Decision, Over
from gamenight.core.wavering import RUNGS
from gamenight.games.circuit.bots import BOTS
from gamenight.games.circuit.cards import CARDS
from gamenight.games.circuit.options import Options
from gamenight.games.circuit.rules import CircuitRules
from gamenight.games.circuit.state import NOBODY, Fall, InPlay, State, Tile
from tests.bots.arena import play
from tests.effort import times
from tests.games.circuit.states import circuit, table
from tests.late import late

with late():
    from gamenight.games.circuit.lab import compiled

EASY, RACER = BOTS["easy"].bot, BOTS["racer"].bot
RULES = circuit(3)
SPEED_UP, WORMHOLE, TIME, BOMB = map(Tile, ("speed", "wormhole", "time", "bomb"))
MOONWALK, EMPTY, CARD = Tile("moonwalk", 3), Tile("empty"), Tile("card")


def fell(seat: int, tile: Tile, back: int = 0) -> dict[str, Fall]:
    return {"fall": Fall(seat, (1, 2), 0, tile, back)}


def in_play(*cards: tuple[str, int]) -> dict[str, tuple[InPlay, ...]]:
    """Permanent cards, each with its target; a Redo lies as an Overload."""
    kinds = ((card, "overload" if card == "redo" else card, target) for card, target in cards)
    return {"in_play": tuple(InPlay(card, kind, 1, target) for card, kind, target in kinds)}


def answer(hand: str, positions: tuple[int, ...], player: int, **fields: Any) -> str:
    """What racer does in seat 1 of three; `-` is nothing."""
    state = table(RULES, positions, (hand, "speed", "repeat"), player=player, **fields)
    action = RACER.choose(RULES, RULES.hide(state, 0), 0, Random(0), Limit())
    return RULES.format(action) if action is not None else "-"


def test_their_names() -> None:
    assert [(name, info.name) for name, info in BOTS.items() if name not in RUNGS] == [
        ("easy", "Easy"),
        ("racer", "Racer"),
        ("pilot", "Pilot"),
        ("mcts", "Dreamer"),
    ]


@pytest.mark.parametrize(
    ("hand", "positions", "fields", "expected"),
    [
        ("", (0, 0, 0), {}, "roll"),
        ("cancellation repeat redo", (0, 0, 0), {}, "roll"),
        # permanent cards at once: on the leader of the others, on itself, for all
        ("overload", (0, 0, 0), {}, "1 overload 2"),
        ("overload", (9, 3, 5), {}, "1 overload 3"),
        ("overload", (0, 7, 5), {}, "1 overload 2"),
        ("speed", (0, 7, 5), {}, "1 speed 1"),
        ("acceleration", (0, 7, 5), {}, "1 acceleration"),
        ("acceleration overload speed", (0, 7, 5), {}, "1 overload 2"),
        ("acceleration speed", (0, 7, 5), {}, "1 speed 1"),
        # Redo like the card it copies
        ("redo", (0, 7, 5), {"last_card": "overload"}, "1 redo 2"),
        ("redo", (0, 7, 5), {"last_card": "speed"}, "1 redo 1"),
        ("redo", (0, 7, 5), {"last_card": "acceleration"}, "1 redo"),
        ("redo", (0, 7, 5), {"last_card": "cancellation"}, "roll"),
        ("redo", (0, 7, 5), {"last_card": "repeat", **fell(2, SPEED_UP)}, "roll"),
        ("redo", (0, 7, 5), {"last_card": "repeat", **fell(1, WORMHOLE)}, "1 redo"),
    ],
)
def test_in_turn(
    hand: str, positions: tuple[int, ...], fields: dict[str, Any], expected: str
) -> None:
    assert answer(hand, positions, 0, **fields) == expected


@pytest.mark.parametrize(
    ("hand", "positions", "fields", "expected"),
    [
        ("overload speed acceleration", (0, 9, 0), {}, "-"),
        # Repeat where it helps itself or holds the leader back
        ("repeat", (5, 9, 5), {}, "-"),
        ("repeat", (5, 9, 5), fell(0, SPEED_UP), "1 repeat"),
        ("repeat", (5, 9, 5), fell(0, WORMHOLE), "-"),
        ("repeat", (5, 9, 5), fell(0, MOONWALK), "1 repeat"),
        ("repeat", (5, 9, 5), fell(0, EMPTY), "-"),
        ("repeat", (5, 9, 5), fell(0, CARD), "-"),
        ("repeat", (5, 9, 5), fell(1, SPEED_UP), "-"),
        ("repeat", (5, 9, 5), fell(1, WORMHOLE), "1 repeat"),
        ("repeat", (5, 9, 5), fell(1, TIME, back=2), "1 repeat"),
        ("repeat", (5, 9, 5), fell(1, TIME, back=9), "-"),
        ("repeat", (5, 9, 5), fell(2, WORMHOLE), "-"),
        ("repeat", (5, 9, 9), fell(2, WORMHOLE), "-"),
        ("repeat", (1, 9, 5), fell(2, BOMB), "1 repeat"),
        ("repeat", (9, 1, 1), fell(2, BOMB), "-"),
        # Cancellation of what slows it or speeds the leader up
        ("cancellation", (5, 9, 7), in_play(("overload", 0)), "1 cancellation 1"),
        ("cancellation", (5, 9, 7), in_play(("speed", 1)), "1 cancellation 1"),
        ("cancellation", (5, 9, 7), in_play(("speed", 1), ("redo", 0)), "1 cancellation 2"),
        ("cancellation", (5, 9, 7), in_play(("speed", 2)), "-"),
        ("cancellation", (5, 7, 9), in_play(("speed", 2)), "1 cancellation 1"),
        ("cancellation", (5, 9, 7), in_play(("speed", 0), ("overload", 1)), "-"),
        ("cancellation", (5, 9, 7), in_play(("acceleration", NOBODY)), "-"),
        (
            "redo",
            (5, 9, 7),
            {"last_card": "cancellation", **in_play(("overload", 0))},
            "1 redo 1",
        ),
        ("redo", (5, 9, 7), {"last_card": "overload"}, "-"),
    ],
)
def test_out_of_turn(
    hand: str, positions: tuple[int, ...], fields: dict[str, Any], expected: str
) -> None:
    assert answer(hand, positions, 1, **fields) == expected


@pytest.mark.parametrize(
    ("hand", "fields", "expected"),
    [
        ("speed", {}, "1 speed 1"),
        ("acceleration", {}, "1 acceleration"),
        ("overload", {}, "roll"),
        ("repeat", fell(0, SPEED_UP), "1 repeat"),
        ("cancellation", in_play(("overload", 0)), "1 cancellation 1"),
    ],
)
def test_alone(hand: str, fields: dict[str, Any], expected: str) -> None:
    rules = circuit(1)
    state = table(rules, (4,), (hand,), **fields)
    action = RACER.choose(rules, state, 0, Random(0), Limit())
    assert action is not None
    assert rules.format(action) == expected


def test_easy_plays_a_card_now_and_then() -> None:
    state = table(RULES, (3, 3, 3), ("overload", "repeat", "speed"), **fell(0, SPEED_UP))
    rng, times = Random(1), 6000

    def times_played(seat: int) -> int:
        chosen = [EASY.choose(RULES, state, seat, rng, Limit()) for _ in range(times)]
        return sum(action not in (None, ("roll",)) for action in chosen)

    assert abs(times_played(0) - times / 3) < 4 * sqrt(times * 2 / 9)
    assert abs(times_played(1) - times / 6) < 4 * sqrt(times * 5 / 36)
    assert times_played(2) == 0


def other_hands(state: State, seat: int, rng: Random) -> State:
    """The same for this seat, with other cards in the other hands."""
    kinds = [*CARDS]
    hands = [
        hand if owner == seat else tuple(rng.choice(kinds) for _ in hand)
        for owner, hand in enumerate(state.hands)
    ]
    return state._replace(hands=tuple(hands))


@pytest.mark.parametrize("players", [1, 2, 3, 6])
@pytest.mark.parametrize("edition", [1, 2, 3])
def test_legal_everywhere_and_blind_to_other_hands(edition: int, players: int) -> None:
    rules = CircuitRules(Options(edition=edition, board=8, turn_limit=20), players)
    rng, asked = Random(players), 0
    for _ in range(times(5)):
        state = rules.initial()
        while not isinstance(node := rules.node(state), Over):
            for seat in range(players):
                for name, info in BOTS.items():
                    seed = rng.random()
                    chosen = {
                        info.bot.choose(rules, whole, seat, Random(seed), Limit(simulations=2))
                        for whole in (
                            state,
                            rules.hide(state, seat),
                            other_hands(state, seat, rng),
                        )
                    }
                    assert len(chosen) == 1, name
                    possible = node.of(seat) if isinstance(node, Decision) else ()
                    asked += bool(possible)
                    in_turn = isinstance(node, Decision) and seat == node.player
                    assert chosen <= {*possible, *(() if in_turn else (None,))}
            if isinstance(node, Chance):
                state = rules.apply(state, sample(node, rng))
            else:
                state = rules.apply(state, rng.choice([action for _, action in node.everyone()]))
    assert bool(asked) == (edition == 3)


def test_racer_beats_two_easy() -> None:
    """3,000 compiled games, each seat alike, shared wins in parts: above a third by 3 sigma."""
    wins, rules = 0.0, CircuitRules(Options(), 3)
    for seat in range(3):
        bots = ["racer" if other == seat else "easy" for other in range(3)]
        winners = compiled.play(rules, bots, seat, range(1000))[:, 1].tolist()
        wins += sum((mask >> seat & 1) / mask.bit_count() for mask in winners)
    assert wins / 3000 > 1 / 3 + 3 * sqrt(1 / 3 * 2 / 3 / 3000)


def test_the_mcts_of_any_game_plays_a_whole_game() -> None:
    """It stands in where compiled games are not installed."""
    rules = CircuitRules(Options(board=6, laps=1, turn_limit=12), 3)
    bots = [Mcts(), RACER, Mcts()]
    games = [play(rules, bots, seed, Limit(simulations=12)) for seed in range(4)]
    assert all(over.winners for over, _ in games)
    cards = [text for _, texts in games for text in texts if text[0] in "13"]
    assert cards
    assert games[0] == play(rules, bots, 0, Limit(simulations=12))


@pytest.mark.parametrize("bot", [Mcts(), BOTS["mcts"].bot], ids=["for any game", "own"])
def test_mcts_does_not_peek(bot: Bot) -> None:
    """The same view and the same random numbers lead to the same choice."""
    rules, rng = circuit(3), Random(8)
    state = table(
        rules, (5, 9, 7), ("repeat overload", "cancellation speed", "redo"), **fell(1, WORMHOLE)
    )
    for player in range(3):
        now = state._replace(player=player)
        for seat in range(3):
            others = [now, *(other_hands(now, seat, rng) for _ in range(3))]
            assert len({whole.hands for whole in others}) > 1
            chosen = {
                bot.choose(rules, rules.hide(whole, seat), seat, Random(3), Limit(30))
                for whole in others
            }
            assert len(chosen) == 1
