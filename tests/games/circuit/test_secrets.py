"""Nobody but its owner gets to know a hand: what a viewer gets is the same whatever others hold."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from gamenight.core.errors import InvalidAction
from gamenight.core.options import values
from gamenight.core.play import read, sample
from gamenight.core.record import Record, Seat
from gamenight.core.rules import Chance, Over
from gamenight.games.circuit.cards import CARDS, sorted_hand, without
from gamenight.games.circuit.options import Options
from gamenight.games.circuit.rules import Action, CircuitRules, Deal, Play
from gamenight.games.circuit.scene import scene
from gamenight.games.circuit.state import UNKNOWN, State
from gamenight.games.circuit.telling import tell
from tests.effort import times
from tests.games.circuit.sample import GAME
from tests.games.circuit.states import circuit, table

NAMES = ("Ada", "Bob", "Cyd", "Dan", "Eve", "Fay")
KINDS = [*CARDS]
ANOTHER = dict(zip(KINDS, (*KINDS[1:], KINDS[0]), strict=True))


def plies(rules: CircuitRules, rng: Random) -> Iterator[tuple[State, Action]]:
    """A random game, cards out of turn included."""
    state = rules.initial()
    while not isinstance(node := rules.node(state), Over):
        if isinstance(node, Chance):
            action = sample(node, rng)
        else:
            action = rng.choice([action for _, action in node.everyone()])
        yield state, action
        state = rules.apply(state, action)


def game(seed: int) -> tuple[CircuitRules, Random]:
    """A short game of two to six players, with many card tiles."""
    rng = Random(seed)
    weights = "card:40,empty:10,speed:10,wormhole:10,time:10,moonwalk:15,bomb:5"
    options = Options(board=3, laps=3, turn_limit=6, weights=weights)
    return CircuitRules(options, 2 + seed % 5), rng


def changed(state: State, action: Action, viewer: int | None, others: int) -> tuple[State, Action]:
    """The same for the viewer: other cards in all other hands, the one that is played excepted,
    and another card where one is dealt to somebody else. `others`: which ones, 1 to 5."""

    def another(card: str) -> str:
        for _ in range(others):
            card = ANOTHER[card]
        return card

    hands = []
    for seat, hand in enumerate(state.hands):
        if seat == viewer:
            hands.append(hand)
        elif isinstance(action, Play) and action.seat == seat:
            rest = without(hand, action.card)
            hands.append(sorted_hand((action.card, *map(another, rest))))
        else:
            hands.append(sorted_hand(tuple(map(another, hand))))
    if isinstance(action, Deal) and state.due[0] != viewer:
        action = Deal("card", another(action.card))
    return state._replace(hands=tuple(hands)), action


def answer(rules: CircuitRules, state: State, text: str, seat: int) -> tuple[object, ...]:
    """All that a seat is told when it tries an action."""
    try:
        return (read(rules, state, text, seat),)
    except InvalidAction as error:
        return (type(error), str(error), *error.args)


def check_ply(
    rules: CircuitRules, pair: tuple[tuple[State, Action], ...], viewer: int | None
) -> None:
    """What a viewer gets of a state, of an action and of the state after it."""
    views = [rules.hide(state, viewer) for state, _ in pair]
    assert views[0] == views[1]
    for seat, hand in enumerate(views[0].hands):
        assert seat == viewer or set(hand) <= {UNKNOWN}
    lines = {rules.format(rules.seen(state, action, viewer)) for state, action in pair}
    assert len(lines) == 1
    later = [rules.hide(rules.apply(*ply), viewer) for ply in pair]
    assert later[0] == later[1]


def check_answers(rules: CircuitRules, pair: tuple[State, ...], viewer: int, text: str) -> None:
    answers = [answer(rules, state, text, viewer) for state in pair]
    assert answers[0] == answers[1]
    possible = answers[0][-1]
    if len(answers[0]) > 1:
        assert isinstance(possible, list)
        own = {f"{viewer + 1} {card}" for card in pair[0].hands[viewer]}
        assert all(line == "roll" or " ".join(line.split()[:2]) in own for line in possible)


def check_pictures(
    rules: CircuitRules, pair: tuple[tuple[State, Action], ...], viewer: int | None
) -> None:
    """Scenes and sentences, even if they were made from whole states."""
    drawn = [scene(rules, state, viewer) for state, _ in pair]
    assert drawn[0] == drawn[1]
    told = [tell(rules, state, rules.seen(state, action, viewer), viewer) for state, action in pair]
    assert told[0] == told[1]


def mistake(rules: CircuitRules, rng: Random) -> str:
    text = f"{rng.randint(1, rules.players)} {rng.choice(KINDS)}"
    return rng.choice((text, text, f"{text} 1", "roll", "card ?", "nonsense"))


@pytest.mark.parametrize("first", range(0, times(100, soak=2000), 100))
def test_what_a_viewer_gets_does_not_depend_on_other_hands(first: int) -> None:
    """The canary in hundreds of games: two states that differ in secrets only look alike to all
    others, in views, records, scenes, sentences and errors. Views and records are compared for all
    viewers at every ply; errors for one of them, scenes and sentences at every third ply."""
    differing = played = 0
    for seed in range(first, first + 100):
        rules, rng = game(seed)
        for number, (state, action) in enumerate(plies(rules, rng)):
            played += isinstance(action, Play)
            for viewer in (None, *range(rules.players)):
                other = changed(state, action, viewer, rng.randint(1, 5))
                differing += other[0] != state
                check_ply(rules, ((state, action), other), viewer)
                if viewer == number % rules.players:
                    check_answers(rules, (state, other[0]), viewer, mistake(rules, rng))
            if number % 3 == seed % 3:
                viewer = rng.choice((None, *range(rules.players)))
                other = changed(state, action, viewer, rng.randint(1, 5))
                check_pictures(rules, ((state, action), other), viewer)
    assert differing > 1000
    assert played > 100


def test_a_hand_as_others_see_it() -> None:
    rules = circuit(3)
    state = table(rules, (0, 0, 0), ("overload redo", "speed", ""), due=(0,))
    assert rules.hide(state, 0).hands == (("overload", "redo"), (UNKNOWN,), ())
    assert rules.hide(state, 1).hands == ((UNKNOWN, UNKNOWN), ("speed",), ())
    assert rules.hide(state, None).hands == ((UNKNOWN, UNKNOWN), (UNKNOWN,), ())
    dealt = Deal("card", "repeat")
    assert [rules.format(rules.seen(state, dealt, seat)) for seat in (0, 1, 2, None)] == [
        *("card repeat", "card ?", "card ?", "card ?"),
    ]


def test_a_hand_tells_nothing_of_when_its_cards_came() -> None:
    rules = circuit(1)
    hands = set()
    for cards in (("redo", "overload"), ("overload", "redo")):
        state = rules.initial()
        for card in cards:
            state = rules.apply(state, Deal("card", card))
        hands.add(state.hands)
    assert hands == {(("overload", "redo"),)}


@pytest.mark.parametrize(
    ("text", "seat"),
    [
        ("1 overload 2", 1),  # whether seat 1 holds it or not
        ("1 repeat", 1),
        ("1 cancellation 1", 2),
        ("roll", 2),
    ],
)
def test_an_error_lists_the_own_cards_only(text: str, seat: int) -> None:
    rules = circuit(3)
    fields: dict[str, Any] = {"last_card": "overload"}
    holding = table(rules, (0, 0, 0), ("overload repeat", "speed", "redo"), **fields)
    lacking = table(rules, (0, 0, 0), ("speed speed", "speed", "redo"), **fields)
    found = {answer(rules, state, text, seat)[1] for state in (holding, lacking)}
    assert len(found) == 1
    assert "it is seat 1's turn" in str(found)


def test_a_record_as_one_seat_may_have_it() -> None:
    rules, rng = game(4)
    lines = [(state.due, rules.format(action)) for state, action in plies(rules, rng)]
    seats = tuple(map(Seat, NAMES[: rules.players]))
    actions = tuple(text for _, text in lines)
    record = Record("circuit", 1, seats, values(rules.options), actions)
    for viewer in (None, *range(rules.players)):
        seen = record.seen_by(viewer, GAME).actions
        for (due, text), shown in zip(lines, seen, strict=True):
            hidden = text.startswith("card ") and due[0] != viewer
            assert shown == ("card ?" if hidden else text)


def test_an_unknown_card_can_be_neither_dealt_nor_played() -> None:
    rules = circuit(2)
    with pytest.raises(InvalidAction, match=r"illegal action 'card \?'"):
        read(rules, rules.initial(), "card ?")
    with pytest.raises(InvalidAction, match=r"invalid action '1 \?'"):
        read(rules, table(rules, (0, 0), ("speed", "speed")), "1 ?")


def test_a_guess_keeps_the_own_hand_and_draws_the_others_alike() -> None:
    rules, rng = circuit(2), Random(1)
    view = rules.hide(table(rules, (0, 0), ("overload", "speed")), 0)
    guesses = [rules.guess(view, 0, rng).hands for _ in range(6000)]
    assert {own for own, _ in guesses} == {("overload",)}
    for card in CARDS:
        assert 880 < sum(other == (card,) for _, other in guesses) < 1120
