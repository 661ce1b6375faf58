"""What a viewer sees and hears of the cards in Thief."""

from __future__ import annotations

import pytest
from rich.cells import cell_len

from gamenight.app.question import with_pass
from gamenight.core.marks import toggled
from gamenight.core.resolver import resolve
from gamenight.core.rules import Decision
from gamenight.core.scene import Area, Scene, named
from gamenight.core.view import scene_of, steps_of
from gamenight.games.thief.card_scene import scene, with_cards
from gamenight.games.thief.cards import CARDS, CardState
from gamenight.games.thief.rules import stake
from gamenight.games.thief.scene import CARD_GLYPHS
from gamenight.games.thief.scene import scene as base_scene
from tests.games.thief.card_states import CHOICE, GAME, JINXED, OFFER, STOLEN, at, game

NAMES = ("Ann", "Bob", "Cyd")


def hand(shown: Scene) -> Area:
    return next(area for area in shown.areas if area.key == "hand")


def listed(state: CardState, viewer: int) -> list[str]:
    spots = hand(scene_of(GAME, game(), state, viewer, NAMES)).spots
    return [f"{spot.label or '-'} {spot.name}: {spot.note}" for spot in spots if spot.name]


HANDS = [
    (at(CHOICE, "lock again double"), 0, "x lock: bank 200, no offer"),
    (at(CHOICE, "lock again double"), 0, "y again: throw the 4 dice again"),
    (at(CHOICE, "lock again double"), 0, "z double: 100 more into the pot"),
    (at(CHOICE, "safety"), 0, "x safety: if the next roll busts, you keep half of the pot"),
    (at(CHOICE, "safety", safe=True), 0, "- safety: not now: when you choose what to hold, once"),
    (at(CHOICE, "", "jinx"), 1, "x jinx: Ann must hold and roll"),
    (at(OFFER, "guard guard lock"), 0, "- lock: not now: when you may end your turn, or are jinx"),
    (at(OFFER, "guard guard lock"), 0, "y guard (2): bank 200, nobody steals it"),
    (at(OFFER, "", "", "snatch"), 2, "x snatch: steal 200 from Ann"),
    (at(OFFER, "", "snatch"), 1, "- snatch: not now: while a pot is offered to somebody else"),
    (at(STOLEN, "lock"), 0, "- lock: not now"),
    (at(STOLEN, "", "jinx"), 1, "- jinx: not now: when another player may end the turn"),
    (at(CHOICE, "guard"), 0, "- guard: not now: while your own pot is offered"),
]


@pytest.mark.parametrize(("state", "viewer", "line"), HANDS, ids=[line for *_, line in HANDS])
def test_a_card_in_the_hand(state: CardState, viewer: int, line: str) -> None:
    assert any(found.startswith(line) for found in listed(state, viewer))


def test_the_hand_is_secret_and_always_three_places() -> None:
    for hands in ("", "lock", "lock lock lock", "lock jinx snatch"):
        area = hand(scene(game(), at(CHOICE, hands), 0))
        assert (area.secret, [spot.key for spot in area.spots]) == (
            *(True, ["card 1", "card 2", "card 3"]),
        )
    spectators = scene(game(), at(CHOICE, "lock"), None)
    assert [area.key for area in spectators.areas] == ["roll", "held"]


def test_the_question_out_of_turn_is_put_to_the_one_who_is_asked() -> None:
    jinx = scene(game(), at(CHOICE, "lock", "jinx"), 1)
    assert jinx.ask == "{1}, you may play a card before {0} goes on."
    assert [choice.hint for choice in jinx.choices] == ["{0} must hold and roll"]
    offer = at(OFFER, "guard", "", "snatch")
    pot = stake(offer.base)
    own = scene(game(), offer, 0).ask
    assert own == f"{{0}}, {{1}} may steal your pot of {pot}: you may play a card first."
    other = scene(game(), offer, 2).ask
    assert other == f"{{2}}, {{1}} may steal {{0}}'s pot of {pot}: you may play a card first."
    assert scene(game(), offer, 1).ask.startswith("{1}, steal the pot")


def test_everybody_sees_how_many_cards_there_are() -> None:
    state = at(JINXED, "lock jinx", "guard", "", safe=True, away=(False, False, True))
    facts = [row.facts for row in scene(game(), state, None).scores]
    assert facts == [("2 cards", "safety", "jinxed"), ("1 card",)], "who has left has no row"


@pytest.mark.parametrize(
    ("state", "viewer", "typed", "text"),
    [
        (at(CHOICE, "lock safety"), 0, "x", "play lock"),
        (at(CHOICE, "lock safety"), 0, "y", "play safety"),
        (at(CHOICE, "lock safety"), 0, "play safety", "play safety"),
        (at(CHOICE, "lock"), 0, "e", "end"),
        (at(CHOICE, "lock", "lock jinx"), 1, "y", "2 jinx"),
        (at(OFFER, "guard"), 0, "x", "1 guard"),
        (at(OFFER, "", "", "snatch"), 2, "x", "3 snatch"),
        (at(OFFER, "", "snatch"), 1, "s", "steal"),
    ],
    ids=str,
)
def test_cards_are_played_by_their_label(
    state: CardState, viewer: int, typed: str, text: str
) -> None:
    shown = scene(game(), state, viewer)
    assert toggled(shown, typed) is None
    assert [choice.text for choice in resolve(shown, typed)] == [text]


@pytest.mark.parametrize("moment", [CHOICE, OFFER, STOLEN, JINXED])
def test_choices_are_what_the_viewer_may_play(moment: dict[str, object]) -> None:
    rules, hands = game(), ("lock jinx snatch", "jinx guard again", "snatch guard jinx")
    state = at(moment, *hands)
    node = rules.node(state)
    assert isinstance(node, Decision)
    for viewer in range(3):
        wanted = [rules.format(action) for action in node.of(viewer)]
        shown = [choice.text for choice in scene(rules, state, viewer).choices]
        assert sorted(shown) == sorted(wanted)
    assert scene(rules, state, None).choices == ()


def test_cards_leave_the_rest_of_the_scene_as_it_was() -> None:
    rules, state = game(), at(CHOICE, "lock")
    base = base_scene(rules.base, state.base, 0)
    shown = with_cards(rules, state, 0, base)
    assert shown.areas[:-1] == base.areas
    assert shown.choices[: len(base.choices)] == base.choices
    assert (shown.ask, shown.marks, shown.status) == (base.ask, base.marks, base.status)


def test_what_is_asked() -> None:
    jinxed = scene_of(GAME, game(), at(JINXED), 0, NAMES).ask
    assert jinxed.startswith("Ann, you are jinxed: choose what to hold")
    assert scene_of(GAME, game(), at(CHOICE, due=(2,)), None, NAMES).ask == "Cyd gets a card."
    thrown = at({**CHOICE, "held": (), "roll": (), "waiting": "roll"})
    assert scene_of(GAME, game(), thrown, None, NAMES).ask == "Ann, roll 5 dice."


TOLD = [
    (at(CHOICE, "lock"), "play lock", ["no offer. Ann banks 200: 1200 in all.", "Bob st"]),
    (at(CHOICE, "again"), "play again", ["Ann plays again, and throws the 4 dice once more."]),
    (at(CHOICE, "double"), "play double", ["100 more, 300 with everything that counts."]),
    (
        at(CHOICE, "double", scores=(9750, 0, 0)),
        "play double",
        ["300 with everything that counts.", "10050 points reach the target of 10000."],
    ),
    (at(CHOICE, "safety"), "play safety", ["if the next roll busts, half of the pot is safe."]),
    (at(CHOICE, "", "jinx"), "2 jinx", ["Bob jinxes Ann, who must hold and roll."]),
    (at(OFFER, "guard"), "1 guard", ["Ann banks 200: 1200 in all.", "Bob starts with five dice."]),
    (at(OFFER, "", "", "snatch"), "3 snatch", ["Cyd snatches the pot of 200 from Ann before Bob"]),
    (
        at({**CHOICE, "roll": (), "waiting": "roll", "pot": 300}, safe=True),
        "roll 2 2 3 4",
        [
            *("nothing counts", "the pot of 300 is lost", "Ann keeps 150 of it, 1150 in all."),
            "Bob starts with five dice.",
        ],
    ),
    (
        at({**CHOICE, "roll": (), "waiting": "roll", "pot": 300}, safe=True, scores=(9900, 0, 0)),
        "roll 2 2 3 4",
        [
            *("nothing counts", "the pot of 300 is lost", "Ann keeps 150 of it, 10050 in all."),
            "10050 points reach the target of 10000.",
        ],
    ),
    (at(OFFER), "decline", ["Bob declines, and Ann banks 200: 1200 in all.", "Bob starts"]),
]


@pytest.mark.parametrize(("state", "text", "sentences"), TOLD, ids=[text for _, text, _ in TOLD])
@pytest.mark.parametrize("viewer", [None, 0, 1])
def test_what_is_told(
    state: CardState, text: str, sentences: list[str], viewer: int | None
) -> None:
    rules = game()
    action = rules.parse(text)
    steps = steps_of(GAME, rules, state, action, viewer, NAMES)
    for step, sentence in zip(steps, sentences, strict=True):
        assert sentence in step.text
    after = rules.apply(state, action)
    assert steps[-1].scene == named(scene(rules, rules.hide(after, viewer), viewer), NAMES)


@pytest.mark.parametrize(
    ("viewer", "own"), [(1, " Bob has jinx and snatch."), (None, "")], ids=["Bob", "spectator"]
)
def test_the_deal_is_told_at_its_end_with_own_cards_only(viewer: int | None, own: str) -> None:
    rules, state, told = game(), game().initial(), list[str]()
    for card in ("lock", "jinx", "guard", "again", "snatch", "double"):
        action = rules.parse(f"card {card}")
        told += [step.text for step in steps_of(GAME, rules, state, action, viewer, NAMES)]
        state = rules.apply(state, action)
    assert told == [f"Everybody has 2 cards.{own}"]


def test_who_draws_later_is_told() -> None:
    rules, state = game(), at(CHOICE, due=(0,))
    action = rules.parse("card lock")
    for viewer, sentence in ((0, "Ann draws a card: lock."), (1, "Ann draws a card.")):
        (step,) = steps_of(GAME, rules, state, action, viewer, NAMES)
        assert step.text == sentence


def test_every_card_has_a_glyph_two_cells_wide() -> None:
    assert tuple(CARD_GLYPHS) == CARDS
    for glyph in CARD_GLYPHS.values():
        assert (len(glyph.emoji), cell_len(glyph.emoji)) == (1, 2)


def test_what_can_be_played_out_of_turn_is_listed_in_words_beside_the_pass() -> None:
    offered = with_pass(scene(game(), at(OFFER, "", "", "jinx snatch"), 2))
    listed = [(choice.key, choice.label) for choice in offered.choices]
    assert listed == [("y", "Play the card Snatch"), ("p", "pass")]
