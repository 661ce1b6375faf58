"""What a seat saw of a match, folded to its views; and nothing else is taken for it."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

import gamenight
from gamenight.core.errors import IllegalAction, InvalidAction
from gamenight.core.play import Ply, follow, replay, step, watch
from gamenight.core.turns import Sequential
from tests.core.laws.suspects import heist, nim
from tests.core.random_games import random_texts
from tests.toys.heist import HEIST, UNKNOWN, HeistRules, Move, Vault
from tests.toys.nim import NIM, Heap

# Seat 1 holds a dodge and a trap, seat 2 an alarm and a trap.
PLAYED = ("deal trap", "deal alarm", "deal dodge", "deal trap", "loot", "roll 5", "2 alarm")
SEEN = {
    0: ("deal trap", "deal ?", "deal dodge", "deal ?", "loot", "roll 5", "2 alarm"),
    1: ("deal ?", "deal alarm", "deal ?", "deal trap", "loot", "roll 5", "2 alarm"),
    None: ("deal ?",) * 4 + ("loot", "roll 5", "2 alarm"),
}


@pytest.mark.parametrize("seat", SEEN)
def test_what_a_seat_saw_leads_to_its_views(seat: int | None) -> None:
    rules = HEIST.rules(2)
    whole = list(replay(rules, PLAYED))
    seen = list(follow(rules, SEEN[seat], seat))
    assert [ply.before for ply in seen] == [rules.hide(ply.before, seat) for ply in whole]
    assert [ply.after for ply in seen] == [rules.hide(ply.after, seat) for ply in whole]
    assert [rules.format(ply.action) for ply in seen] == [*SEEN[seat]]


def test_a_view_tells_who_acted_where_it_knows_the_hand() -> None:
    actors = {
        seat: [ply.actor for ply in follow(HEIST.rules(2), SEEN[seat], seat)] for seat in SEEN
    }
    dealt_and_looted = [None, None, None, None, 0, None]
    assert actors == {
        0: [*dealt_and_looted, None],
        1: [*dealt_and_looted, 1],
        None: [*dealt_and_looted, None],
    }


def test_one_ply_after_the_other() -> None:
    rules = HEIST.rules(2)
    view = rules.hide(rules.initial(), 1)
    ply = watch(rules, view, "deal ?", 1)
    assert ply == Ply(view, Move("deal", card=UNKNOWN), None, ply.after)
    assert ply.after.hands == ((UNKNOWN,), ())
    with pytest.raises(IllegalAction):
        step(rules, view, "deal ?")


def test_what_is_hidden_at_the_start_stays_hidden() -> None:
    rules: HeistRules = HEIST.rules(2)  # type: ignore[assignment]
    *_, dealt = replay(rules, PLAYED[:4])
    begun = heist(initial=lambda self: dealt.after).rules(2)
    first, *_ = follow(begun, ["loot"], 0)
    assert first.before.hands == (("dodge", "trap"), (UNKNOWN, UNKNOWN))


def test_a_game_without_secrets_is_followed_as_it_is_replayed() -> None:
    texts = ["take 3", "take 1"]
    assert [*follow(NIM.rules(), texts, None)] == [*replay(NIM.rules(), texts)]


REFUSED: dict[str, tuple[int | None, tuple[str, ...], str]] = {
    "no action": (
        0,
        ("deal trap", "\x1b[2J"),
        r"invalid action '\x1b[2J' (there is no such action in this game)",
    ),
    "a card of another": (
        0,
        ("deal trap", "deal alarm"),
        "illegal action 'deal alarm' (seat 1 cannot have seen it now)",
    ),
    "an own card that is not told": (
        0,
        ("deal ?",),
        "illegal action 'deal ?' (seat 1 cannot have seen it now)",
    ),
    "a card that a spectator sees": (
        None,
        ("deal trap",),
        "illegal action 'deal trap' (a spectator cannot have seen it now)",
    ),
    "an own card that is not held": (
        0,
        (*SEEN[0][:4], "loot", "roll 5", "1 alarm"),
        "illegal action '1 alarm' (seat 1 cannot have seen it now)",
    ),
    "no card left to be played": (
        0,
        (*SEEN[0], "2 alarm", "2 alarm"),
        "illegal action '2 alarm' (seat 1 cannot have seen it now)",
    ),
    "chance where somebody decides": (
        1,
        (*SEEN[1][:4], "roll 5"),
        "illegal action 'roll 5' (seat 2 cannot have seen it now)",
    ),
    "a table that is not open": (  # applied all the same, it would look for a player for ever
        None,
        ("deal ?",) * 4 + ("leave 1", "leave 2"),
        "illegal action 'leave 1' (a spectator cannot have seen it now)",
    ),
}


@pytest.mark.parametrize("name", REFUSED)
def test_what_cannot_have_been_seen_is_refused(name: str) -> None:
    seat, texts, sentence = REFUSED[name]
    with pytest.raises(InvalidAction) as refused:
        list(follow(HEIST.rules(2), texts, seat))
    assert str(refused.value) == sentence
    assert isinstance(refused.value.given, str)
    assert refused.value.given in texts


def test_a_card_that_is_nowhere_else_is_not_dealt() -> None:
    rules: HeistRules = HEIST.rules(2)  # type: ignore[assignment]
    start = rules.hide(rules.initial(), 0)
    all_known = start._replace(hands=((), (UNKNOWN,)), spent=("alarm",) * 4, waiting="draw")
    with pytest.raises(IllegalAction, match="'deal alarm'"):
        watch(rules, all_known, "deal alarm", 0)
    assert watch(rules, all_known, "deal dodge", 0).after.hands[0] == ("dodge",)


def test_nothing_follows_the_end() -> None:
    with pytest.raises(IllegalAction, match=r"^illegal action 'take 1' \(the game is over\)$"):
        list(follow(NIM.rules(), ["take 3"] * 4 + ["take 1"], 0))


def raising(error: BaseException) -> Any:
    def fails(*given: Any) -> Any:
        raise error

    return fails


ERRORS = (KeyError("x"), RecursionError(), AssertionError(), StopIteration(), MemoryError())


@pytest.mark.parametrize("error", ERRORS, ids=lambda error: type(error).__name__)
@pytest.mark.parametrize("member", ["parse", "apply", "node", "plausible", "guess", "seen"])
def test_whatever_rules_raise_is_a_refusal_of_the_text(member: str, error: Exception) -> None:
    rules = heist(**{member: raising(error)}).rules(2)
    with pytest.raises(InvalidAction, match="action 'deal trap' ") as refused:
        list(follow(rules, ["deal trap"], 0))
    assert refused.value.given == "deal trap"
    assert "\n" not in str(refused.value)


def test_a_text_that_leads_nowhere_is_to_blame_itself() -> None:
    """The node of the state after the last text is asked for too."""

    def node(self: HeistRules, state: Vault) -> Any:
        if state.rolled == 5:
            raise KeyError("five")
        return HeistRules.node(self, state)

    with pytest.raises(IllegalAction, match="'roll 5'"):
        list(follow(heist(node=node).rules(2), SEEN[0][:6], 0))


def forgetful(self: HeistRules, view: Vault, seat: int, rng: Random) -> Vault:
    """Guesses that never hold an alarm."""
    hands = (tuple("trap" if card == UNKNOWN else card for card in hand) for hand in view.hands)
    return view._replace(hands=tuple(hands))


def test_rules_may_tell_themselves_what_can_have_been_seen() -> None:
    assert len(list(follow(heist().rules(2), SEEN[0], 0))) == 7
    with pytest.raises(IllegalAction, match="'2 alarm'"):
        list(follow(heist(guess=forgetful).rules(2), SEEN[0], 0))
    told = heist(guess=forgetful, plausible=lambda self, view, action, seat: True)
    assert len(list(follow(told.rules(2), SEEN[0], 0))) == 7
    told = heist(plausible=lambda self, view, action, seat: action.verb != "loot")
    with pytest.raises(IllegalAction, match="'loot'"):
        list(follow(told.rules(2), SEEN[0], 0))


def own_hand_known(self: HeistRules, view: Vault, seat: int, rng: Random) -> Vault:
    """Guesses that need the hand of the seat they are for."""
    if UNKNOWN in view.hands[seat]:
        raise ValueError("whose guess is this?")
    return HeistRules.guess(self, view, seat, rng)


def others_filled(self: HeistRules, view: Vault, seat: int, rng: Random) -> Vault:
    """Guesses that leave the hand of the seat they are for."""
    guessed = HeistRules.guess(self, view, seat, rng)
    kept = (view if owner == seat else guessed for owner in range(self.players))
    return view._replace(hands=tuple(state.hands[at] for at, state in enumerate(kept)))


def emptied(self: HeistRules, view: Vault, seat: int, rng: Random) -> Vault:
    """Guesses that are behind no view of a spectator."""
    if UNKNOWN in view.hands[seat]:
        return view._replace(hands=((),) * self.players)
    return HeistRules.guess(self, view, seat, rng)


@pytest.mark.parametrize("guess", [own_hand_known, others_filled, emptied])
def test_rules_need_not_guess_for_a_spectator(guess: Any) -> None:
    texts = (*SEEN[None], "trap 2", "spring")
    assert len(list(follow(heist(guess=guess).rules(2), texts, None))) == 9


def test_where_nothing_is_secret_every_seat_guesses_once() -> None:
    guessed: list[int] = []

    def guess(self: Any, view: Any, seat: int, rng: Random) -> Any:
        guessed.append(seat)
        return view

    with pytest.raises(IllegalAction):
        watch(nim(guess=guess).rules(), Heap(left=1), "take 2", None)
    assert guessed == [0, 1]


def test_a_game_with_one_player_at_a_time_is_followed() -> None:
    rules: Sequential[Vault, Move] = Sequential(HEIST.rules(2))
    texts = ("deal ?", "deal alarm", "deal ?", "deal trap", "2 pass", "loot", "roll 5", "2 alarm")
    *_, last = follow(rules, texts, 1)
    assert (last.actor, last.after.state.stake, last.after.passed) == (1, 2, 0)
    for wrong in ("1 pass", "loot"):
        with pytest.raises(IllegalAction):
            list(follow(rules, (*texts[:4], wrong), 1))


@pytest.mark.parametrize(
    ("game", "options"),
    [
        ("circuit", {"board": 5, "laps": 3}),
        ("circuit", {"edition": 2, "board": 5, "laps": 3}),
        ("thief", {"cards": True, "target": 2000, "open_table": True}),
        ("thief", {"target": 2000}),
        ("preys", {}),
        ("oware", {}),
        ("zombie", {}),
    ],
    ids=str,
)
def test_every_game_can_be_followed(game: str, options: dict[str, Any]) -> None:
    rules = gamenight.game(game).rules(**options)
    texts = random_texts(rules, Random(1))
    whole = list(replay(rules, texts))
    for viewer in (None, *range(rules.players)):
        seen = [rules.format(rules.seen(ply.before, ply.action, viewer)) for ply in whole]
        for ply, known in zip(whole, follow(rules, seen, viewer), strict=True):
            assert repr(known.after) == repr(rules.hide(ply.after, viewer))
            assert known.actor in (None, ply.actor)


def test_the_public_name() -> None:
    assert gamenight.follow is follow
