"""Texts of moves and positions, and what is refused."""

from __future__ import annotations

import pickle

import pytest
from hypothesis import given
from hypothesis import strategies as st

import gamenight
from gamenight import IllegalAction, InvalidAction, InvalidOption, InvalidPlayers, InvalidPosition
from gamenight.games.oware.rules import Options, OwareRules, Position, State

RULES = OwareRules()
START = "4-4-4-4-4-4-4-4-4-4-4-4-0-0-S"


def test_the_start_as_text() -> None:
    assert str(RULES.initial()) == START
    assert RULES.position(START) == RULES.initial()
    assert repr(RULES.initial()).startswith("State(position=Position(houses=(4, 4,")


def test_a_position_after_two_moves() -> None:
    state = gamenight.step(RULES, gamenight.step(RULES, RULES.initial(), "F"), "f")
    assert str(state) == "5-5-5-5-4-0-5-5-5-5-4-0-0-0-S"


@st.composite
def positions(draw: st.DrawFn) -> tuple[OwareRules, State]:
    count = draw(st.integers(1, 12))
    places = st.integers(0, 999)
    houses = tuple(draw(st.lists(places, min_size=2 * count, max_size=2 * count)))
    position = Position(houses, (draw(places), draw(places)), draw(st.integers(0, 1)))
    return OwareRules(Options(houses=count)), State(position)


@given(positions())
def test_a_position_and_its_text_are_the_same(drawn: tuple[OwareRules, State]) -> None:
    rules, state = drawn
    assert rules.position(str(state)) == state


@given(positions())
def test_every_position_can_be_played_from(drawn: tuple[OwareRules, State]) -> None:
    rules, state = drawn
    node = rules.node(state)
    if isinstance(node, gamenight.Decision):
        for action in node.actions:
            after = rules.apply(state, action).position
            before = state.position
            assert sum(after.houses + after.stores) == sum(before.houses + before.stores)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "hello",
        "4-4-4-4-4-4-4-4-4-4-4-4-0-0",
        "4-4-4-4-4-4-4-4-4-4-4-4-0-0-s",
        "4-4-4-4-4-4-4-4-4-4-4-0-0-S",
        "4-4-4-4-4-4-4-4-4-4-4-4-4-0-0-S",
        "4-4-4-4-4-4-4-4-4-4-4--4-0-0-S",
        "4-4-4-4-4-4-4-4-4-4-4-x-0-0-S",
        "4-4-4-4-4-4-4-4-4-4-4-1000-0-0-S",
        "4-4-4-4-4-4-4-4-4-4-4-٤-0-0-S",
        "4-" * 100_000 + "S",
    ],
)
def test_a_text_that_is_no_position(text: str) -> None:
    with pytest.raises(InvalidPosition) as caught:
        RULES.position(text)
    assert caught.value.code == "invalid_position"
    assert caught.value.given == text
    assert "12 houses and 2 stores" in str(caught.value)
    assert START in str(caught.value)
    assert len(str(caught.value)) < 250


@given(st.text(max_size=60))
def test_any_text_is_a_position_or_refused(text: str) -> None:
    try:
        state = RULES.position(text)
    except InvalidPosition:
        return
    assert RULES.position(str(state)) == state


@pytest.mark.parametrize("houses", [1, 6, 12])
def test_every_house_has_a_letter(houses: int) -> None:
    rules = OwareRules(Options(houses=houses))
    texts = [rules.format(house) for house in range(2 * houses)]
    assert texts == [*"ABCDEFGHIJKL"[:houses], *"abcdefghijkl"[:houses]]
    assert [rules.parse(text) for text in texts] == list(range(2 * houses))


@pytest.mark.parametrize("text", ["", "G", "g", "AB", "1", " A", "A ", "Ａ"])
def test_a_text_that_is_no_house(text: str) -> None:
    with pytest.raises(InvalidAction, match=r"possible: A, B, C, D, E, F, a, b, c, d, e, f"):
        RULES.parse(text)


def test_a_house_of_the_other_side_or_an_empty_one_is_illegal() -> None:
    state = RULES.position("1-1-0-0-0-1-4-4-4-4-4-4-0-0-S")
    for text, why in {"a": "your opponent's", "C": "empty"}.items():
        with pytest.raises(IllegalAction) as caught:
            gamenight.step(RULES, state, text)
        assert str(caught.value) == f"illegal action '{text}' (this house is {why}; legal: A, B, F)"


@pytest.mark.parametrize(
    "options",
    [{"grand_slam": "no"}, {"ply_limit": -1}, {"houses": 0}, {"houses": 13}, {"seeds": 0}],
)
def test_an_option_that_is_refused(options: dict[str, object]) -> None:
    with pytest.raises(InvalidOption, match="possible: "):
        gamenight.game("oware").rules(2, **options)


def test_two_play() -> None:
    for players in (1, 3):
        with pytest.raises(InvalidPlayers, match="for 2 players"):
            gamenight.game("oware").rules(players)


def test_rules_are_values() -> None:
    rules = gamenight.game("oware").rules(houses=3)
    assert rules == OwareRules(Options(houses=3))
    assert rules != RULES
    assert pickle.loads(pickle.dumps(rules)) == rules
