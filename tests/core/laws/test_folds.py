"""Games that break the law 7: what a viewer saw, folded from its texts, is not its view."""

from __future__ import annotations

import random
import re
from dataclasses import replace
from typing import Any, NamedTuple

import pytest

from gamenight.core import laws
from gamenight.core.errors import InvalidAction
from gamenight.core.game import Game
from gamenight.core.laws import check
from gamenight.core.rules import Decision, Over
from gamenight.core.scene import Scene, Step
from tests.core.laws.suspects import heist, rules_class, verdict
from tests.toys.heist import UNKNOWN, HeistRules, Move, Vault, scene, tell
from tests.toys.nim import NIM, NimRules


def knows_all(state: Vault) -> bool:
    return UNKNOWN not in sum(state.hands, ())


def mute_parse(self: HeistRules, text: str) -> Move:
    """A card face down has a text, but nobody can read it."""
    if text == "deal ?":
        raise InvalidAction(f"no action of a heist: {text!r}", text)
    return HeistRules.parse(self, text)


def flagged_apply(self: HeistRules, state: Vault, action: Move) -> Vault:
    """Everybody sees whether a card that is dealt is a trap."""
    after = HeistRules.apply(self, state, action)
    if action.verb == "deal":
        return after._replace(rolled=1 if action.card == "trap" else action.value)
    return after


def flagged_seen(self: HeistRules, state: Vault, action: Move, seat: int | None) -> Move:
    """It is told by the action, but not by its text."""
    seen = HeistRules.seen(self, state, action, seat)
    trap = action.verb == "deal" and action.card == "trap" and seen.card == UNKNOWN
    return seen._replace(value=1) if trap else seen


def floating_hide(self: HeistRules, state: Vault, seat: int | None) -> Vault:
    """0.0 is equal to 0, which is what a bank leaves."""
    return HeistRules.hide(self, state, seat)._replace(stake=float(state.stake))  # type: ignore[arg-type]


def counting_guess(self: HeistRules, view: Vault, seat: int, rng: random.Random) -> Vault:
    return HeistRules.guess(self, view, seat, rng)._replace(stake=int(view.stake))


class Loose(Vault):
    """Equal when the spent cards are the same in any order."""

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Loose) and self._ordered() == other._ordered()

    def __hash__(self) -> int:
        return hash(self._ordered())

    def _ordered(self) -> tuple[Any, ...]:
        return (*self[:1], tuple(sorted(self.spent)), *self[2:])


def loose_apply(self: HeistRules, state: Vault, action: Move) -> Vault:
    """The spent cards lie in the order in which they were played."""
    after = HeistRules.apply(self, state, action)
    if len(after.spent) > len(state.spent):
        return after._replace(spent=(*state.spent, action.verb))
    return after


def tidy_hide(self: HeistRules, state: Vault, seat: int | None) -> Vault:
    return HeistRules.hide(self, state, seat)._replace(spent=tuple(sorted(state.spent)))


class Back(str):
    """A card face down that is equal to its sign."""


def backs_hide(self: HeistRules, state: Vault, seat: int | None) -> Vault:
    hidden = HeistRules.hide(self, state, seat)
    hands = (tuple(Back(c) if c == UNKNOWN else c for c in hand) for hand in hidden.hands)
    return hidden._replace(hands=tuple(hands))


def has_signs(state: Vault) -> bool:
    """Whether cards came face down by their texts: hide() makes backs of cards."""
    return any(type(card) is str and card == UNKNOWN for card in sum(state.hands, ()))


def signs_scene(rules: HeistRules, state: Vault, viewer: int | None) -> Scene:
    drawn = scene(rules, state, viewer)
    return replace(drawn, status=("face down",)) if has_signs(state) else drawn


def signs_tell(rules: HeistRules, before: Vault, action: Move, viewer: int | None) -> Any:
    return () if has_signs(before) else tell(rules, before, action, viewer)


def signs_node(self: HeistRules, state: Vault) -> Any:
    """Whoever reads signs may not bank."""
    node = HeistRules.node(self, state)
    if isinstance(node, Decision) and has_signs(state):
        return replace(node, actions=node.actions[:1])
    return node


def signs_player(self: HeistRules, state: Vault) -> Any:
    """Whoever reads signs thinks that it is the turn of the next one."""
    node = HeistRules.node(self, state)
    if isinstance(node, Decision) and has_signs(state):
        return replace(node, player=(node.player + 1) % self.players, others=())
    return node


def remembering_apply(self: HeistRules, state: Vault, action: Move) -> Vault:
    """The rules keep the last whole hands that they met."""
    after = HeistRules.apply(self, state, action)
    if knows_all(after) and any(after.hands):
        object.__setattr__(self, "met", True)
    return after


def remembering_tell(rules: Any, before: Vault, action: Move, viewer: int | None) -> Any:
    return (
        (Step("As we all know."),) if hasattr(rules, "met") else tell(rules, before, action, viewer)
    )


def own_end(self: HeistRules, state: Vault) -> Any:
    """Whoever does not see all cards does not know who won."""
    node = HeistRules.node(self, state)
    return node if knows_all(state) or not isinstance(node, Over) else replace(node, winners=())


def whole_seen(self: HeistRules, state: Vault, action: Move, seat: int | None) -> Move:
    """Sees an own card only where nothing is hidden."""
    seen = HeistRules.seen(self, state, action, seat)
    if seen.verb == "deal" and not knows_all(state):
        return seen._replace(card=UNKNOWN)
    return seen


def forgetful_guess(self: HeistRules, view: Vault, seat: int, rng: random.Random) -> Vault:
    """Never guesses an alarm."""
    hands = (tuple("trap" if card == UNKNOWN else card for card in hand) for hand in view.hands)
    return view._replace(hands=tuple(tuple(sorted(hand)) for hand in hands))


BACKS = {"hide": backs_hide}
FOLDS: dict[str, tuple[Game, str]] = {
    "a text that nobody reads": (heist(parse=mute_parse), "raises InvalidAction: no action of a"),
    "a text that tells less": (
        heist(apply=flagged_apply, seen=flagged_seen),
        "arrives at rolled=0, not 1",
    ),
    "equal numbers": (
        replace(heist(hide=floating_hide, guess=counting_guess), scene=None, tell=None),
        "arrives at stake=",
    ),
    "equal in another order": (
        heist(
            initial=lambda self: Loose._make(HeistRules.initial(self)),
            apply=loose_apply,
            hide=tidy_hide,
        ),
        "arrives at spent=",
    ),
    "a scene of signs": (
        replace(heist(**BACKS), scene=signs_scene, tell=None),
        "is shown somethin",
    ),
    "a telling of signs": (replace(heist(**BACKS), tell=signs_tell), "gets another telling"),
    "actions by signs": (heist(**BACKS, node=signs_node), "has the actions"),
    "a player by signs": (heist(**BACKS, node=signs_player), "has the node"),
    "a telling from memory": (
        replace(heist(apply=remembering_apply), tell=remembering_tell),
        "gets another telling",
    ),
    "an end for those who see all": (heist(node=own_end), "has the end Over("),
    "seen in whole states only": (heist(seen=whole_seen), "itself"),
    "guesses that leave a card out": (heist(guess=forgetful_guess), "nor a guess allows"),
    "implausible by its own word": (
        heist(plausible=lambda self, view, action, seat: action.verb != "alarm"),
        "which neither plausible()",
    ),
}


@pytest.mark.parametrize("name", FOLDS)
def test_a_game_whose_views_do_not_fold(name: str) -> None:
    game, words = FOLDS[name]
    found = verdict(game)
    assert found.law == "views"
    assert words in str(found)
    assert isinstance(found.state, Vault)


@pytest.mark.parametrize("name", FOLDS)
def test_no_other_law_notices(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(laws, "check_views", lambda *given: None)
    check(FOLDS[name][0], games=1, players=3)


class Long(NamedTuple):
    """A number; -1 is one that is not known."""

    ply: int = 0
    number: int = 7


class LongRules(NimRules):
    """Three hundred plies, and a number that all but seat 1 know."""

    def initial(self) -> Any:
        return Long()

    def node(self, state: Any) -> Any:
        over = Over((0,) * self.players, (), "Enough.")
        return Decision(state.ply % self.players, (1,)) if state.ply < 300 else over

    def apply(self, state: Any, action: int) -> Any:
        return state._replace(ply=state.ply + 1)

    def hide(self, state: Any, seat: int | None) -> Any:
        return state._replace(number=-1) if seat == 1 else state

    def guess(self, view: Any, seat: int, rng: random.Random) -> Any:
        return view._replace(number=rng.randrange(9)) if view.number < 0 else view


def whole_hide(self: Any, state: Any, seat: int | None) -> Any:
    """Nobody knows the number; late, a view is not hidden as a state is."""
    return state._replace(number=-2 if state.number < 0 and state.ply == 251 else -1)


def stumbling_apply(self: Any, state: Any, action: int) -> Any:
    """Late, a view is not followed by the view of what follows."""
    after = LongRules.apply(self, state, action)
    return after._replace(number=-2) if after.number < 0 and state.ply == 250 else after


def hidden_node(self: Any, state: Any) -> Any:
    """Once, late, the player takes the number, which the others do not know."""
    node = LongRules.node(self, state)
    return replace(node, actions=(state.number,)) if state.ply == 250 else node


def hidden_hide(self: Any, state: Any, seat: int | None) -> Any:
    return state if seat == 250 % self.players else state._replace(number=-1)


def small_guess(self: Any, view: Any, seat: int, rng: random.Random) -> Any:
    """The number is a seven, which is never guessed."""
    return view._replace(number=rng.randrange(7)) if view.number < 0 else view


def long(players: int, **members: Any) -> Game:
    made = rules_class(LongRules, **members)
    return replace(NIM, seats=range(players, players + 1), make=lambda o, n: made(n))


def test_a_hide_that_is_right_for_whole_states_only() -> None:
    found = verdict(long(2, hide=whole_hide), games=1)
    assert (found.law, "hides more of its view: number=-2, not -1" in str(found)) == ("views", True)


def test_a_seldom_action_that_no_guess_allows() -> None:
    members = {
        "node": hidden_node,
        "hide": hidden_hide,
        "parse": lambda self, text: any_number(text),
    }
    found = verdict(long(9, **members, guess=small_guess))
    assert (found.law, "sees 7, which neither" in str(found)) == ("views", True)
    check(long(9, **members), games=3)


def any_number(text: str) -> int:
    found = re.fullmatch("take ([0-9])", text)
    if found is None:
        raise InvalidAction(f"no number: {text!r}", text)
    return int(found[1])


def test_what_shows_in_a_single_ply_is_blamed_on_secrets() -> None:
    for seed in range(5):
        found = verdict(long(6, apply=stumbling_apply), games=1, seed=seed)
        assert found.law == "secrets"


def test_long_games_with_secrets_are_sound() -> None:
    check(long(9), games=2)
