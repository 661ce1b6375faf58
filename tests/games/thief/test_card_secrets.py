"""Nobody but its owner gets to know a hand; and the laws of every game, for Thief with cards."""

from __future__ import annotations

import re
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

import gamenight
from gamenight.core.errors import InvalidAction
from gamenight.core.options import values
from gamenight.core.play import sample, step
from gamenight.core.record import Record, Seat
from gamenight.core.rules import Chance, Decision, Over
from gamenight.core.view import steps_of
from gamenight.games.thief.card_scene import scene
from gamenight.games.thief.card_telling import tell
from gamenight.games.thief.cards import (
    CARDS,
    UNKNOWN,
    CardAction,
    CardState,
    CardThiefRules,
    Drawn,
    Interrupt,
    Played,
)
from gamenight.games.thief.rules import Options
from tests.effort import times
from tests.games.thief.card_states import GAME

NAMES = ("Ada", "Bob", "Cyd", "Dan", "Eve", "Fay")
CARD_WORD = re.compile(rf"\b({'|'.join(CARDS)})\b")


@pytest.mark.parametrize(
    ("games", "players", "options"),
    [
        (1, 3, {"target": 3000}),
        (1, 6, {"target": 1000}),
        (2, 4, {"target": 1000, "open_table": True}),
        (3, 3, {"turn_limit": 3, "open_table": True}),
        (1, 2, {"fewest": 2, "target": 2000}),
        (3, 3, {"turn_limit": 1}),
        (3, 3, {"target": 50}),
    ],
    ids=str,
)
@pytest.mark.usefixtures("one_process")
def test_thief_with_cards_keeps_the_laws(games: int, players: int, options: dict[str, Any]) -> None:
    gamenight.check(GAME, games, players=players, **options)


def plies(rules: CardThiefRules, rng: Random) -> Iterator[tuple[CardState, CardAction]]:
    """A random game in which everybody plays cards when possible."""
    state = rules.initial()
    while not isinstance(node := rules.node(state), Over):
        if isinstance(node, Chance):
            action = sample(node, rng)
        else:
            possible = [action for _, action in node.everyone()]
            cards = [a for a in possible if isinstance(a, Played | Interrupt)]
            action = rng.choice(cards if cards and rng.random() < 0.4 else possible)
        yield state, action
        state = rules.apply(state, action)


def games(count: int) -> Iterator[tuple[CardThiefRules, Random]]:
    for seed in range(count):
        rng = Random(seed)
        options = Options(fewest=2, target=600, turn_limit=5, open_table=seed % 4 == 0)
        yield CardThiefRules(options, rng.randint(2, 6)), rng


def card_words(found: object) -> set[str]:
    return set(CARD_WORD.findall(str(found)))


def refusal(rules: CardThiefRules, state: CardState, text: str, seat: int) -> str:
    with pytest.raises(InvalidAction) as caught:
        step(rules, state, text, seat)
    return f"{caught.value} {caught.value.possible}"


def test_no_hand_is_found_in_what_another_gets() -> None:
    """Every name of a card that a viewer gets is one of its own hand, or lies open."""
    found = 0
    for rules, rng in games(times(50)):
        for state, action in plies(rules, rng):
            viewer = rng.choice((None, *range(rules.players)))
            own = set(state.hands[viewer]) if viewer is not None else set()
            assert card_words(rules.hide(state, viewer)) == own
            shown = card_words(scene(rules, state, viewer))
            assert shown <= own | ({"safety"} if state.safe else set())
            found += len(shown)
            if viewer is not None:
                assert card_words(refusal(rules, state, "cheat", viewer)) <= own
            if isinstance(action, Drawn):
                mine = {action.card} if viewer == state.due[0] else set()
                seen = rules.seen(state, action, viewer)
                assert card_words(rules.format(seen)) == mine
                steps = tell(rules, rules.hide(state, viewer), seen, viewer)
                dealt = own | mine if len(state.due) == 1 else set()  # all at the end of the deal
                told = mine if state.turn > 1 else dealt
                assert card_words([step.text for step in steps]) == told
    assert found  # the words do occur where they may


def with_other_hands(
    rules: CardThiefRules, state: CardState, viewer: int | None, kept: CardAction
) -> CardState:
    """The same for the viewer, with other cards in all other hands, the one that is played
    excepted: each card is the next one of the deck."""
    following = dict(zip(rules.deck, (*rules.deck[1:], rules.deck[0]), strict=True))
    node = rules.node(state)
    hands = [
        hand if seat == viewer else tuple(sorted(following[card] for card in hand))
        for seat, hand in enumerate(state.hands)
    ]
    if isinstance(kept, Played | Interrupt) and isinstance(node, Decision):
        actor = node.actor(kept)
        hands[actor] = state.hands[actor]
    return state._replace(hands=tuple(hands))


def test_what_a_viewer_gets_does_not_depend_on_other_hands() -> None:
    """Two states that differ in secrets only look alike, and refuse in the same words."""
    differing = 0
    for rules, rng in games(times(10)):
        for state, action in plies(rules, rng):
            viewer = rng.choice((None, *range(rules.players)))
            other = with_other_hands(rules, state, viewer, action)
            differing += other != state
            assert rules.hide(other, viewer) == rules.hide(state, viewer)
            for whole in (state, other):
                assert scene(rules, whole, viewer) == scene(
                    rules, rules.hide(state, viewer), viewer
                )
            assert told(rules, state, action, viewer) == told(rules, other, action, viewer)
            for seat in range(rules.players) if viewer is not None else ():
                if seat != viewer:
                    text = f"{seat + 1} {rng.choice(('jinx', 'guard', 'cheat'))}"
                    refusals = {refusal(rules, whole, text, viewer) for whole in (state, other)}
                    assert len(refusals) == 1
    assert differing


def told(
    rules: CardThiefRules, state: CardState, action: CardAction, viewer: int | None
) -> tuple[object, ...]:
    return steps_of(GAME, rules, state, action, viewer, NAMES)


def test_a_record_as_one_seat_may_have_it() -> None:
    rules, rng = CardThiefRules(Options(target=600), 3), Random(5)
    played = [(state.due, rules.format(action)) for state, action in plies(rules, rng)]
    actions = tuple(text for _, text in played)
    record = Record("thief", 1, tuple(map(Seat, NAMES[:3])), values(rules.options), actions)
    for viewer in (None, 0, 1, 2):
        seen = record.seen_by(viewer, GAME).actions
        for (due, text), shown in zip(played, seen, strict=True):
            hidden = bool(due) and due[0] != viewer
            assert shown == ("card ?" if hidden else text)


def test_a_hand_as_others_see_it() -> None:
    rules = CardThiefRules(Options(), 3)
    state = rules.initial()._replace(hands=(("jinx", "lock"), ("snatch",), ()), due=(0,))
    assert rules.hide(state, 0).hands == (("jinx", "lock"), (UNKNOWN,), ())
    assert rules.hide(state, 1).hands == ((UNKNOWN, UNKNOWN), ("snatch",), ())
    assert rules.hide(state, None).hands == ((UNKNOWN, UNKNOWN), (UNKNOWN,), ())
    drawn = Drawn("guard")
    assert [rules.format(rules.seen(state, drawn, seat)) for seat in (0, 1, 2, None)] == [
        *("card guard", "card ?", "card ?", "card ?"),
    ]


def test_a_guess_is_uniform_over_the_deck() -> None:
    rules, rng = CardThiefRules(Options(fewest=2), 2), Random(1)
    view = rules.hide(rules.initial()._replace(hands=(("jinx",), ("lock",)), due=()), 0)
    guesses = [rules.guess(view, 0, rng).hands for _ in range(6000)]
    assert {own for own, _ in guesses} == {("jinx",)}
    for card in rules.deck:
        assert 850 < sum(other == (card,) for _, other in guesses) < 1150
    assert "snatch" not in rules.deck


def test_an_unknown_card_cannot_be_drawn_from_the_deck() -> None:
    rules = CardThiefRules(Options(), 3)
    with pytest.raises(InvalidAction):
        step(rules, rules.initial(), "card ?")
