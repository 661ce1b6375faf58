"""The compiled games of Circuit are those of the rules, ply by ply."""

from __future__ import annotations

from itertools import islice
from typing import Any

import pytest

from gamenight.core.errors import InvalidOption
from gamenight.core.rules import Chance, Decision, Over
from gamenight.games.circuit.cards import CARDS, roll_change
from gamenight.games.circuit.options import Options
from gamenight.games.circuit.rules import CircuitRules
from tests.effort import times
from tests.games.circuit.lab.walks import TABLES, Walk, named
from tests.games.circuit.sample import MIDDLE, RULES
from tests.late import late

with late():
    from gamenight.games.circuit.lab import kernel
    from gamenight.games.circuit.lab.packing import fits, packed, settings_of


@pytest.mark.parametrize(("players", "options"), TABLES)
@pytest.mark.parametrize("bot", ["random", "easy", "racer", "pilot"])
def test_the_kernel_walks_through_the_states_of_the_rules(
    players: int, options: dict[str, Any], bot: str
) -> None:
    rules = CircuitRules(Options(**options), players)
    for number in range(times(3)):
        walk, state = Walk(rules, [bot] * players, number), rules.initial()
        assert walk.state == state
        for before, action, after in walk.steps():
            node = rules.node(before)
            if isinstance(node, Chance):
                assert action in dict(node.outcomes)
            else:
                assert isinstance(node, Decision)
                assert action in [possible for _, possible in node.everyone()]
            state = rules.apply(before, action)
            assert after == state
            changes = walk.tables.seats[:, kernel.CHANGE].tolist()
            assert changes == [roll_change(state, seat) for seat in range(players)]
        assert isinstance(rules.node(state), Over)


@pytest.mark.parametrize(("players", "options"), TABLES)
def test_every_state_can_be_packed_and_begun_from(players: int, options: dict[str, Any]) -> None:
    """In the middle of a roll, of the deal and of the board as well."""
    rules = CircuitRules(Options(**options), players)
    for step in Walk(rules, ["random"] * players, 1).steps():
        assert named(packed(rules, step.after)) == step.after
        walk = Walk(rules, ["random"] * players, 2, step.after)
        assert walk.state == step.after
        for before, action, after in islice(walk.steps(), 3):
            assert rules.apply(before, action) == after


def test_a_state_of_no_real_game_has_room_enough() -> None:
    """More cards than could have been dealt, nearly all of them in play at once."""
    rules = CircuitRules(Options(tiles="card", laps=9000, turn_limit=20), 2)
    hands = ("acceleration",) * 60, ("speed",) * 50
    start = rules.initial()._replace(hands=hands, due=(0, 1, 0, 1, 1))
    most = 0
    for before, action, after in Walk(rules, ["racer"] * 2, 3, start).steps():
        assert after == rules.apply(before, action)
        most = max(most, len(after.in_play))
    assert most >= 110


def test_cards_that_are_not_known_are_guessed() -> None:
    view = RULES.hide(MIDDLE, 1)
    assert named(packed(RULES, view)) == view
    drawn = [Walk(RULES, ["racer"] * 3, number, view).state for number in range(600)]
    assert all(RULES.hide(state, 1) == view for state in drawn)
    counts = dict.fromkeys(CARDS, 0)
    for state in drawn:
        for card in (*state.hands[0], *state.hands[2]):
            counts[card] += 1
    assert all(abs(count - 600) < 4 * 22.4 for count in counts.values())  # of 3600, one in six


def test_what_does_not_fit_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    rules = CircuitRules(Options(turn_limit=100_001), 1)
    assert not fits(rules)
    with pytest.raises(InvalidOption, match="at most 100000 turns, not 100001"):
        settings_of(rules, ["random"])
    rules = CircuitRules(Options(), 1)
    assert fits(rules)
    monkeypatch.setitem(CARDS, "swap", CARDS["repeat"])
    assert not fits(rules)
    with pytest.raises(InvalidOption, match="only have the game's own tiles and cards"):
        settings_of(rules, ["random"])
