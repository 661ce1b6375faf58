"""The bots of Thief: their rules as tables, legal play everywhere, their strength."""

from __future__ import annotations

from math import sqrt
from random import Random
from typing import Any

import pytest

from gamenight import Chance, Decision, Limit, Over, game, simulate
from gamenight.core.play import sample
from gamenight.core.rules import Rules
from gamenight.core.wavering import RUNGS
from gamenight.games.thief.bots import BOTS, NAMES
from gamenight.games.thief.cards import CardThiefRules
from gamenight.games.thief.rules import DICE, Hold, Options, State, ThiefRules, Word
from tests.bots.arena import play

RULES = ThiefRules()
SIMPLE = ("predictable", "cautious", "turn")  # `best` has tests of its own


def table(roll: str, pot: int, waiting: str) -> State:
    """The first player rolled this for a pot; the dice that are missing are held."""
    dice = tuple(map(int, roll.split()))
    held = (6,) * (DICE - len(dice))
    asked = 1 if waiting == "offer" else None
    return RULES.initial()._replace(pot=pot, held=held, roll=dice, waiting=waiting, asked=asked)


def answers(state: State, rules: Rules[Any, Any] = RULES) -> tuple[str, ...]:
    """What predictable, cautious and turn do."""
    node = rules.node(state)
    assert isinstance(node, Decision)
    return tuple(
        rules.format(info.bot.choose(rules, state, node.player, Random(0), Limit()))
        for info in map(BOTS.__getitem__, SIMPLE)
    )


def test_their_names() -> None:
    assert [(name, info.name) for name, info in BOTS.items() if name not in RUNGS] == [
        ("cautious", "Cautious"),
        ("predictable", "Predictable"),
        ("turn", "Collector"),
        ("best", "Best"),
    ]


@pytest.mark.parametrize(
    ("roll", "pot", "predictable", "cautious", "turn"),
    [
        # four dice left
        ("1 2 2 3 4", 0, "hold 1", "hold 1", "hold 1"),
        ("2 2 3 3 5", 150, "hold 5", "hold 5", "hold 5"),
        ("2 2 3 3 5", 250, "hold 5", "end", "hold 5"),
        ("2 2 3 3 5", 850, "hold 5", "end", "hold 5"),
        ("2 2 3 3 5", 900, "hold 5", "end", "end"),
        # three dice left
        ("1 1 2 3 4", 0, "hold 1 1", "hold 1 1", "hold 1"),
        ("1 2 2 3 5", 0, "hold 1 5", "hold 1 5", "hold 1"),
        ("1 2 2 3", 150, "hold 1", "hold 1", "hold 1"),
        ("1 2 2 3", 200, "hold 1", "end", "hold 1"),
        ("1 2 2 3", 300, "hold 1", "end", "end"),
        # two dice left
        ("2 2 6 6 6", 0, "end", "end", "end"),
        ("1 2 2 5 5", 300, "end", "end", "end"),
        ("1 2 2 5 5", 0, "end", "end", "hold 1"),
        ("1 2 2", 50, "end", "end", "hold 1"),
        # one die left
        ("1 1 2 5 5", 0, "end", "end", "end"),
        ("2 5", 100, "end", "end", "hold 5"),
        ("2 5", 150, "end", "end", "end"),
        ("1 1 1 2 5", 0, "end", "end", "end"),
    ],
)
def test_ending_and_holding(
    roll: str, pot: int, predictable: str, cautious: str, turn: str
) -> None:
    assert answers(table(roll, pot, "choice")) == (predictable, cautious, turn)


@pytest.mark.parametrize(
    ("roll", "pot", "stealing"),
    [
        # four dice left, or with 150 in the pot three
        ("1 2 2 3 4", 100, {"predictable", "cautious"}),
        ("1 2 2 3 4", 150, {"predictable", "cautious", "turn"}),
        ("1 1 2 3 4", 100, {"predictable"}),
        ("1 1 2 3 4", 150, {"predictable", "turn"}),
        ("2 3 3 5", 250, {"predictable"}),
        ("2 3 3 5", 300, {"predictable", "turn"}),
        # two dice left
        ("2 2 4 4 4", 50, set()),
        ("2 2 4 4 4", 100, {"turn"}),
        ("1 1 2 2 5", 150, {"turn"}),
        ("1 3 3", 350, set()),
        ("1 3 3", 400, {"turn"}),
        # one die left
        ("1 3", 650, set()),
        ("1 3", 700, {"turn"}),
        ("1 1 1 2 5", 0, {"turn"}),
        ("2 6 6 6 6", 0, {"turn"}),
        ("2 2 2 2 3", 350, set()),
    ],
)
def test_who_steals(roll: str, pot: int, stealing: set[str]) -> None:
    verbs = answers(table(roll, pot, "offer"))
    assert set(verbs) <= {"steal", "decline"}
    assert {name for name, verb in zip(SIMPLE, verbs, strict=True) if verb == "steal"} == stealing


@pytest.mark.parametrize(
    ("roll", "pot", "predictable", "cautious", "turn"),
    [
        ("1 2 2 3 3", 500, "hold 1", "hold 1", "hold 1"),
        ("1 1 2 2 5", 500, "hold 1 1 5", "hold 1 1 5", "hold 1"),
        ("2 2 6 6 6", 0, "hold 666", "hold 666", "hold 666"),
        ("1 2 6 6 6", 550, "hold 1 666", "hold 1 666", "hold 666"),
        ("1 2 6 6 6", 600, "hold 1 666", "hold 1 666", "hold 1"),
        ("2 5", 800, "hold 5", "hold 5", "hold 5"),
    ],
)
def test_what_a_thief_holds(
    roll: str, pot: int, predictable: str, cautious: str, turn: str
) -> None:
    assert answers(table(roll, pot, "hold")) == (predictable, cautious, turn)


def test_the_last_turn_changes_no_choice() -> None:
    last = ThiefRules(Options(turn_limit=1))
    state = table("2 2 3 3 5", 900, "choice")
    assert answers(state, last) == answers(state, RULES) == ("hold 5", "end", "end")


OPTIONS = {
    "usual": Options(),
    "open table": Options(open_table=True),
    "short": Options(turn_limit=7),
    "one turn": Options(turn_limit=1),
    "low target": Options(target=500),
    "high target": Options(target=1_000_000, turn_limit=300),
}


def every_rules(players: int) -> list[tuple[str, Rules[Any, Any]]]:
    return [
        (f"{name}, {kind.__name__}", kind(options, players))
        for name, options in OPTIONS.items()
        for kind in (ThiefRules, CardThiefRules)
    ]


@pytest.mark.parametrize(
    ("players", "rules"), [(n, rules) for n in (2, 3, 6) for _, rules in every_rules(n)],
    ids=[f"{n} players, {name}" for n in (2, 3, 6) for name, _ in every_rules(n)],
)  # fmt: skip
def test_they_play_whole_games(players: int, rules: Rules[Any, Any]) -> None:
    bots = [info.bot for info in BOTS.values()]
    seats = (bots * 2)[:players]
    games = [play(rules, seats, seed) for seed in range(2)]
    assert all(over.winners for over, _ in games)
    assert not any(text.startswith("play") for _, texts in games for text in texts)
    assert games == [play(rules, seats, seed) for seed in range(2)]


@pytest.mark.parametrize(
    "rules", [rules for _, rules in every_rules(3)], ids=[name for name, _ in every_rules(3)]
)
def test_legal_in_every_decision_of_random_games(rules: Rules[Any, Any]) -> None:
    """In turn they hold or say a word, whatever else is possible; out of turn they do nothing."""
    rng, games, asked = Random(4), 30, 0
    for _ in range(games):
        state: Any = rules.initial()
        for _ in range(150):
            node = rules.node(state)
            if isinstance(node, Over):
                break
            if isinstance(node, Decision):
                asked += 1
                for seat in range(rules.players):
                    check_choices(rules, state, node, seat)
                state = rules.apply(state, rng.choice([action for _, action in node.everyone()]))
            else:
                state = rules.apply(state, sample(node, rng))
    assert asked > games


def check_choices(rules: Rules[Any, Any], state: Any, node: Decision[Any], seat: int) -> None:
    view = rules.hide(state, seat)
    for info in BOTS.values():
        chosen = info.bot.choose(rules, view, seat, Random(0), Limit())
        if seat == node.player:
            assert chosen in node.actions
            assert isinstance(chosen, Hold | Word)
        else:
            assert chosen is None


def test_nothing_is_chosen_while_dice_roll() -> None:
    state = RULES.initial()
    assert isinstance(RULES.node(state), Chance)
    for info in BOTS.values():
        assert info.bot.choose(RULES, state, 0, Random(0), Limit()) is None


@pytest.mark.parametrize(
    ("first", "second"),
    [("predictable", "cautious"), ("predictable", "predictable"), ("cautious", "cautious")],
)
def test_turn_beats_the_others(first: str, second: str) -> None:
    """In compiled rounds of three, in every order of seats alike, by three standard deviations."""
    games = 3000
    seats = ["turn", first, second]
    turn, *_ = simulate(game("thief"), seats, games, seed=1, processes=1).rows
    assert turn.share.value > 1 / 3 + 3 * sqrt(1 / 3 * 2 / 3 / games)


def test_names_for_machines() -> None:
    assert len(NAMES) == len({name.casefold() for name in NAMES}) >= 12
    for name in NAMES:
        assert name.isascii()
        assert name.isalnum()
        assert 3 <= len(name) <= 15
        assert any(letter.isdigit() for letter in name)
