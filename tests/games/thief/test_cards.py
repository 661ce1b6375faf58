"""Thief with cards: tables of before and after for every card, alone and together."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from gamenight.core.bot import Limit
from gamenight.core.errors import IllegalAction
from gamenight.core.play import sample, step
from gamenight.core.rules import Chance, Decision, Over
from gamenight.games.thief.bots import BOTS
from gamenight.games.thief.cards import CARDS, CardState, Interrupt, Played
from gamenight.games.thief.rules import DECLINE, END
from tests.games.thief.card_states import (
    CHOICE,
    FRESH,
    JINXED,
    OFFER,
    ROLLING,
    STOLEN,
    at,
    game,
    played,
)

NO_HANDS = ((), (), ())
ENDED = {"due": (0,), **FRESH}
# Before, what is played, and what is other after it; all hands are empty then, unless told.
TABLES: dict[str, tuple[CardState, str, dict[str, Any]]] = {
    "lock banks without an offer": (
        at(CHOICE, "lock"),
        "play lock",
        {"scores": (1200, 2000, 3000), **ENDED},
    ),
    "lock breaks a jinx": (
        at(JINXED, "lock"),
        "play lock",
        {"scores": (1200, 2000, 3000), **ENDED},
    ),
    "again throws as many dice": (
        at(CHOICE, "again"),
        "play again",
        {**ROLLING},
    ),
    "again by a thief": (
        at(STOLEN, "again"),
        "play again",
        {**ROLLING},
    ),
    "again is the roll that stealing asks for": (
        at(STOLEN, "again"),
        "play again / roll 1 2 3 4",
        {"roll": (1, 2, 3, 4), "waiting": "choice"},
    ),
    "again shakes off a jinx": (
        at(JINXED, "again"),
        "play again / roll 1 2 3 4",
        {"roll": (1, 2, 3, 4), "waiting": "choice", "jinxed": False},
    ),
    "again that busts": (
        at(CHOICE, "again"),
        "play again / roll 2 2 3 4",
        {**FRESH},
    ),
    "double": (at(CHOICE, "double"), "play double", {"pot": 200}),
    "double twice": (
        at(CHOICE, "double double"),
        "play double / play double",
        {"pot": 300},
    ),
    "double, then one is held": (
        at(CHOICE, "double"),
        "play double / hold 5",
        {"pot": 250, "held": (1, 5), **ROLLING},
    ),
    "double, then the pot is declined": (
        at(CHOICE, "double"),
        "play double / end / decline",
        {"scores": (1300, 2000, 3000), **ENDED},
    ),
    "double, then the pot is stolen": (
        at(CHOICE, "double"),
        "play double / end / steal",
        {"player": 1, "pot": 200, "waiting": "hold"},
    ),
    "double under a jinx keeps the jinx": (
        at(JINXED, "double"),
        "play double",
        {"pot": 200},
    ),
    "double, then again": (
        at(CHOICE, "double again"),
        "play double / play again",
        {"pot": 200, **ROLLING},
    ),
    "safety": (at(CHOICE, "safety"), "play safety", {"safe": True}),
    "safety catches half of the pot": (
        at(CHOICE, "safety"),
        "play safety / hold 5 5 / roll 2 3",
        {"scores": (1100, 2000, 3000), **FRESH},
    ),
    "half is rounded down to 50": (
        at(CHOICE, "safety"),
        "play safety / hold 5 / roll 2 3 4",
        {"scores": (1050, 2000, 3000), **FRESH},
    ),
    "safety of a roll that counts": (
        at(CHOICE, "safety"),
        "play safety / hold 5 5 / roll 1 2",
        {"pot": 200, "held": (1, 5, 5), "roll": (1, 2), "waiting": "choice", "safe": False},
    ),
    "safety of a roll that chains": (
        at(CHOICE, "safety"),
        "play safety / hold 5 5 / roll 1 1",
        {**ROLLING, "pot": 400, "held": (), "safe": False},
    ),
    "safety covers one roll only": (
        at(CHOICE, "safety"),
        "play safety / hold 5 5 / roll 1 2 / hold 1 / roll 2",
        {**FRESH},
    ),
    "safety, then again": (
        at(CHOICE, "safety again"),
        "play safety / play again / roll 2 2 3 4",
        {"scores": (1050, 2000, 3000), **FRESH},
    ),
    "safety of a thief": (
        at(STOLEN, "safety"),
        "play safety / hold 5 5 / roll 2 3",
        {"scores": (1100, 2000, 3000), **FRESH},
    ),
    "safety does not go with the pot": (
        at(CHOICE, "safety"),
        "play safety / end / steal",
        {"player": 1, "waiting": "hold"},
    ),
    "safety ends with the turn": (
        at(CHOICE, "safety"),
        "play safety / end / decline",
        {"scores": (1200, 2000, 3000), **ENDED},
    ),
    "jinx": (
        at(CHOICE, "", "", "jinx"),
        "3 jinx",
        {"waiting": "hold", "jinxed": True},
    ),
    "jinx lasts until the next roll": (
        at(CHOICE, "", "jinx"),
        "2 jinx / hold 5 5 / roll 1 2",
        {"pot": 200, "held": (1, 5, 5), "roll": (1, 2)},
    ),
    "jinx, safety and a bust": (
        at(CHOICE, "safety", "jinx"),
        "2 jinx / play safety / hold 5 5 / roll 2 3",
        {"scores": (1100, 2000, 3000), **FRESH},
    ),
    "guard": (at(OFFER, "guard"), "1 guard", {"scores": (1200, 2000, 3000), **ENDED}),
    "snatch": (
        at(OFFER, "", "", "snatch"),
        "3 snatch",
        {"player": 2, "asked": None, "waiting": "hold"},
    ),
    "after a snatch that busts the one after the thief starts": (
        at(OFFER, "", "", "snatch"),
        "3 snatch / hold 5 5 / roll 2 3",
        {**FRESH, "player": 0},
    ),
    "a snatched pot is offered and guarded by its thief": (
        at(OFFER, "", "", "guard snatch"),
        "3 snatch / hold 5 5 / roll 1 2 / end / 3 guard",
        {"scores": (1000, 2000, 3300), **ENDED, "player": 0, "due": (2,)},
    ),
    "one card of two alike leaves": (
        at(CHOICE, "lock safety safety"),
        "play safety",
        {"safe": True, "hands": (("lock", "safety"), (), ())},
    ),
}


@pytest.mark.parametrize("name", TABLES)
def test_what_a_card_does(name: str) -> None:
    before, texts, changes = TABLES[name]
    expected = before._replace(**{"hands": NO_HANDS, **changes})
    assert played(game(), before, *texts.split(" / ")) == expected


@pytest.mark.parametrize(
    ("before", "refused"),
    [
        (at(CHOICE, "guard jinx snatch"), "1 guard, 1 jinx, 1 snatch, play lock, 2 jinx"),
        (at(CHOICE, "", "lock again guard", "snatch"), "play lock, play again, 2 guard, 3 snatch"),
        (at(STOLEN, "lock"), "play lock"),
        (at(STOLEN, "", "jinx"), "2 jinx"),
        (at(JINXED, "", "jinx"), "2 jinx, end"),
        (at(CHOICE, "safety", safe=True), "play safety"),
        (at(OFFER, "lock snatch", "snatch guard", "guard"), "1 snatch, 2 snatch, 2 guard, 3 guard"),
        (at(OFFER, "lock again double"), "play lock, play again, play double"),
        (at(CHOICE, "lock", due=(1,)), "play lock, end"),
    ],
    ids=str,
)
def test_a_card_has_its_moment(before: CardState, refused: str) -> None:
    for text in refused.split(", "):
        with pytest.raises(IllegalAction):
            step(game(), before, text)


def test_whoever_is_jinxed_is_told_why_the_turn_goes_on() -> None:
    rules, jinxed = game(), at(JINXED, "", "jinx")
    assert rules.refusal(jinxed, END, jinxed.player) == "whoever is jinxed has to roll first"
    assert rules.refusal(jinxed, END, jinxed.player + 1) == ""
    stolen = at(STOLEN, "", "jinx")
    assert rules.refusal(stolen, END, stolen.player) == "a thief has to roll first"


def test_who_rolls_again_by_a_card_goes_on_and_who_declines_begins() -> None:
    rules, first = game(), at(CHOICE, "again", pot=0, held=())
    assert not rules.begins_turn(first, rules.apply(first, Played("again")))
    offered = at(OFFER)
    assert rules.begins_turn(offered, rules.apply(offered, DECLINE))


def test_out_of_turn_are_those_who_have_the_card() -> None:
    rules = game()
    node = rules.node(at(CHOICE, "jinx lock", "jinx lock", "jinx snatch"))
    assert isinstance(node, Decision)
    assert [rules.format(action) for action in node.of(0)] == [
        *("hold 5 5", "hold 5", "end", "play lock"),
    ]
    assert node.others == ((1, (Interrupt(1, "jinx"),)), (2, (Interrupt(2, "jinx"),)))
    offered = rules.node(at(OFFER, "guard", "snatch guard", "snatch jinx"))
    assert isinstance(offered, Decision)
    assert [rules.format(action) for action in offered.of(1)] == ["steal", "decline"]
    assert offered.others == ((0, (Interrupt(0, "guard"),)), (2, (Interrupt(2, "snatch"),)))


def test_double_can_win_at_once() -> None:
    before = at(CHOICE, "double", scores=(9750, 0, 0))
    after = played(game(), before, "play double")
    assert game().node(after) == Over(
        (10050, 0, 0), (0,), "10050 points reach the target of 10000."
    )
    jinxed = at(JINXED, "double", scores=(9750, 0, 0))
    assert played(game(), jinxed, "play double").winners == (0,)
    short = at(CHOICE, "double", scores=(9650, 0, 0))
    assert played(game(), short, "play double") == short._replace(pot=200, hands=NO_HANDS)


def test_a_thief_wins_after_the_roll_and_not_by_double() -> None:
    before = at(STOLEN, "double", scores=(9900, 0, 0))
    doubled = played(game(), before, "play double")
    assert doubled == before._replace(pot=200, hands=NO_HANDS)
    assert played(game(), doubled, "hold 5 5", "roll 1 2").winners == (0,)
    assert played(game(), doubled, "hold 5 5", "roll 2 3").winners == ()


def test_what_a_thief_saves_can_win() -> None:
    before = at(STOLEN, "safety", scores=(9900, 0, 0))
    after = played(game(), before, "play safety", "hold 5 5", "roll 2 3")
    assert (after.scores, after.winners, after.turn) == ((10_000, 0, 0), (0,), 5)


LAST = {"turn_limit": 5}


@pytest.mark.parametrize(
    ("before", "texts", "scores", "winners"),
    [
        (at(CHOICE, "lock", scores=(1000, 1100, 0)), "play lock", (1200, 1100, 0), (0,)),
        (at(CHOICE, "lock", scores=(1000, 1200, 0)), "play lock", (1200, 1200, 0), (0, 1)),
        (
            at(CHOICE, "safety", scores=(1000, 1050, 0)),
            "play safety / hold 5 5 / roll 2 3",
            *((1100, 1050, 0), (0,)),
        ),
        (
            at(CHOICE, "", "jinx", scores=(1000, 1050, 0)),
            "2 jinx / hold 5 5 / roll 2 3",
            *((1000, 1050, 0), (1,)),
        ),
    ],
    ids=str,
)
def test_in_the_last_turn(
    before: CardState, texts: str, scores: tuple[int, ...], winners: tuple[int, ...]
) -> None:
    after = played(game(**LAST), before, *texts.split(" / "))
    node = game(**LAST).node(after)
    assert isinstance(node, Over)
    assert (node.scores, node.winners, after.due) == (scores, winners, ())


def test_the_deal_is_two_cards_each_in_turn() -> None:
    rules = game()
    texts = [f"card {card}" for card in ("lock", "jinx", "guard", "again", "snatch", "double")]
    dealt = played(rules, rules.initial(), *texts)
    assert dealt.hands == (("again", "lock"), ("jinx", "snatch"), ("double", "guard"))
    assert dealt._replace(hands=NO_HANDS, due=()) == rules.initial()._replace(due=())
    node = rules.node(dealt)
    assert isinstance(node, Chance)
    assert node.player == 0
    assert len(node.outcomes) == 252


@pytest.mark.parametrize(("players", "kinds"), [(2, CARDS[:-1]), (3, CARDS), (6, CARDS)])
def test_the_deck_has_all_kinds_alike(players: int, kinds: tuple[str, ...]) -> None:
    rules = game(players)
    node = rules.node(rules.initial())
    assert isinstance(node, Chance)
    assert [(rules.format(card), weight) for card, weight in node.outcomes] == [
        (f"card {kind}", 1) for kind in kinds
    ]
    assert node.player is None


def test_whoever_banks_draws_up_to_three() -> None:
    rules, two = game(), at(OFFER, "lock jinx")
    banked = played(rules, two, "decline")
    assert banked.due == (0,)
    assert played(rules, banked, "card safety").hands[0] == ("jinx", "lock", "safety")
    full = at(OFFER, "lock jinx safety")
    assert played(rules, full, "decline") == full._replace(**FRESH, scores=(1200, 2000, 3000))
    for unbanked in (at(CHOICE), at(STOLEN)):
        assert played(rules, unbanked, "hold 5 5", "roll 2 3").due == ()


OPEN = {"open_table": True}


def test_who_leaves_loses_the_hand_and_who_joins_gets_none() -> None:
    rules, before = game(**OPEN), at(CHOICE, "lock", "jinx guard", "snatch")
    left = played(rules, before, "leave 2")
    assert left.hands == (("lock",), (), ("snatch",))
    assert played(rules, left, "join 2").hands == left.hands


def test_the_owner_who_leaves_takes_safety_and_jinx_along() -> None:
    before = at(JINXED, "lock", "guard", safe=True)
    after = played(game(**OPEN), before, "leave 1")
    away = (True, False, False)
    gone: dict[str, Any] = {"scores": (0, 2000, 3000), "away": away, "hands": ((), ("guard",), ())}
    assert after == before._replace(**{**FRESH, **gone})
    stays = played(game(**OPEN), before, "leave 3")
    assert (stays.safe, stays.jinxed) == (True, True)


def test_with_nobody_left_to_ask_the_owner_banks_and_draws() -> None:
    before = at({**OFFER, "asked": 2}, "jinx", "", "snatch", away=(False, True, False))
    after = played(game(**OPEN), before, "join 2", "leave 3")
    assert (after.scores, after.due) == ((1200, 2000, 0), (0,))
    assert after.hands == (("jinx",), (), ())


def test_who_is_asked_after_one_left_cannot_snatch() -> None:
    asked = played(game(**OPEN), at(OFFER, "", "lock", "snatch"), "leave 2")
    assert (asked.asked, asked.hands) == (2, ((), (), ("snatch",)))
    with pytest.raises(IllegalAction):
        step(game(**OPEN), asked, "3 snatch")


def test_running_scores_have_the_doubled_pot() -> None:
    assert game().scores(at(CHOICE)) == (1200, 2000, 3000)
    assert game().scores(played(game(), at(CHOICE, "double"), "play double")) == (1300, 2000, 3000)


@pytest.mark.parametrize("seed", range(10))
def test_bots_of_the_base_game_play_with_cards(seed: int) -> None:
    """They keep their cards; others at the table play some against them."""
    rules, rng = game(3, target=3000), Random(seed)
    bots, state = list(BOTS.values()), rules.initial()
    while not isinstance(node := rules.node(state), Over):
        if isinstance(node, Chance):
            state = rules.apply(state, sample(node, rng))
            continue
        others = [action for _, own in node.others for action in own]
        if others and rng.random() < 0.5:
            state = rules.apply(state, rng.choice(others))
            continue
        bot = bots[node.player % len(bots)].bot
        view = rules.hide(state, node.player)
        action = bot.choose(rules, view, node.player, rng, Limit())
        assert action in node.actions
        assert not isinstance(action, Played)
        state = rules.apply(state, action)
    assert node.winners
