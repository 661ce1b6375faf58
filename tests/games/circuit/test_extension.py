"""A tile and a card from outside: each is one function and one entry."""

from __future__ import annotations

import pytest

import gamenight
from gamenight import Chance, Game, IllegalAction, step
from gamenight.games.circuit.cards import CARDS, Card, everyone
from gamenight.games.circuit.options import Options
from gamenight.games.circuit.rules import CircuitRules
from gamenight.games.circuit.scene import GLYPHS, scene
from gamenight.games.circuit.state import Fall, State
from gamenight.games.circuit.tiles import TILES, Kind
from tests.games.circuit.states import circuit, hands, on_the_table, played, plays, race, where


def magnet(state: State, fall: Fall, number: int) -> State:
    """Everybody who is behind the player comes nearer."""
    for seat, position in enumerate(state.positions):
        if position < state.positions[fall.seat]:
            state = state.walk(seat, min(number, state.positions[fall.seat] - position))
    return state


def swap(state: State, target: int) -> State:
    """The player whose turn it is and the one of choice change places."""
    here, there = state.positions[state.player], state.positions[target]
    return state.put(state.player, there).put(target, here)


def brake(target: int, roller: int) -> int:
    """All but one player are slower."""
    return 0 if roller == target else -1


MAGNET = Kind("Magnet", "pulls those behind you {number} on", 0, magnet, numbers=range(2, 4))
SWAP = Card("Swap", "the player in turn changes places", everyone, effect=swap)
BRAKES = "brake 2, redo=brake 2"
BRAKE = Card("Brake", "all but one player's rolls -1", everyone, change=brake)


class ExtendedRules(CircuitRules):
    """The laws play on in other processes: there the entries come along with the rules."""

    def __reduce__(self) -> tuple[object, tuple[Options, int]]:
        return extended_rules, (self.options, self.players)


def extended_rules(options: Options, players: int) -> ExtendedRules:
    TILES.setdefault("magnet", MAGNET)
    CARDS.setdefault("swap", SWAP)
    CARDS.setdefault("brake", BRAKE)
    return ExtendedRules(options, players)


GAME = Game(
    id="circuit",
    title="Circuit",
    summary="A race with a tile and two cards from outside.",
    version=1,
    make=ExtendedRules,
    seats=range(1, 4),
    options=Options,
    scene=scene,
    glyphs=GLYPHS,
)


@pytest.fixture
def extended(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(TILES, "magnet", MAGNET)
    monkeypatch.setitem(CARDS, "swap", SWAP)
    monkeypatch.setitem(CARDS, "brake", BRAKE)


@pytest.mark.usefixtures("extended")
@pytest.mark.parametrize(
    ("before", "given", "texts", "after", "in_play"),
    [
        ("0.5 0.1 1.3 0.7", "", "roll 1 2", "0.8 0.4 1.3 0.8", ""),
        ("0.5 0.1", "|repeat", "roll 1 2; 2 repeat", "0.8 0.7", ""),
        ("0.5 1.2", "swap|", "1 swap 2; roll 1 1", "1.4 0.5", ""),
        ("0.5 1.2 0.1", "||swap", "3 swap 2", "1.2 0.5 0.1", ""),
        ("0.5 1.2 0.1", "swap||redo", "1 swap 2; 3 redo 3", "0.1 0.5 1.2", ""),
        ("0.1 0.1", "brake|", "1 brake 1; roll 1 1; roll 1 1", "0.3 0.2", "brake 1"),
        ("0.1 0.1", "brake redo|", "1 brake 2; 1 redo 2; roll 1 2", "0.2 0.1", BRAKES),
        ("0.1 0.1", "brake|cancellation", "1 brake 2; 2 cancellation 1; roll 1 1", "0.3 0.1", ""),
    ],
)
def test_they_play_like_the_others(
    before: str, given: str, texts: str, after: str, in_play: str
) -> None:
    rules, state = race(before, "8 magnet:3", given)
    state = plays(rules, state, texts)
    assert (where(state), on_the_table(state)) == (after, in_play)


@pytest.mark.usefixtures("extended")
def test_they_are_drawn_by_chance_and_read_from_text() -> None:
    weights = "empty:40,magnet:60"
    rules = circuit(2, tiles="", board=1, weights=weights)
    node = rules.node(rules.initial())
    assert isinstance(node, Chance)
    shares = {rules.format(action): weight for action, weight in node.outcomes}
    # 6 is what the weights of all numbered tiles have in common.
    assert shares == {"tile empty": 40 * 6, "tile magnet:2": 60 * 3, "tile magnet:3": 60 * 3}
    state = played(rules, rules.initial(), "tile magnet:2", "card swap", "card brake")
    state = played(rules, state, "card speed", "card swap")
    assert hands(state) == "swap brake|speed swap"


@pytest.mark.usefixtures("extended")
def test_they_are_refused_like_the_others() -> None:
    rules, state = race("0.1 0.1", hands="|brake")
    with pytest.raises(IllegalAction, match="permanent cards can only be played in your own turn"):
        step(rules, state, "2 brake 1", 1)
    with pytest.raises(IllegalAction, match="there is no swap in this hand"):
        step(rules, state, "1 swap 2", 0)


@pytest.mark.usefixtures("extended", "one_process")
@pytest.mark.parametrize("board", ["magnet:2,empty,card,magnet:3,speed,moonwalk:2", ""])
def test_they_keep_the_laws(board: str) -> None:
    weights = "empty:30,magnet:40,card:30"
    gamenight.check(GAME, games=3, tiles=board, weights=weights, board=6, turn_limit=30)
