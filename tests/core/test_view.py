"""What a viewer gets of a match: hidden before the game's own code draws or tells anything."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, NamedTuple

import pytest

from gamenight.core.errors import NoOdds
from gamenight.core.game import Game
from gamenight.core.rules import Chance, Decision, Over, Rules
from gamenight.core.scene import Choice, Scene, Step, texts
from gamenight.core.view import odds_of, scene_of, steps_of
from tests.toys.heist import HEIST, HeistRules, Move, Vault
from tests.toys.nim import NIM, Heap

NAMES = ("Ann", "Ben")


class Envelope(NamedTuple):
    """Ann has written down a number; 0 is one that is not known."""

    number: int
    waiting: str = "turn"


class Deed(NamedTuple):
    verb: str
    number: int = 0


class EnvelopeRules(Rules[Envelope, Deed]):
    """Careless rules: whatever they make of a state tells its number, and of an action too."""

    players = 2

    def initial(self) -> Envelope:
        return Envelope(0, "chance")

    def node(self, state: Envelope) -> Decision[Deed] | Chance[Deed] | Over:
        if state.waiting == "over":
            return Over((state.number, 0), (0,), f"It was {state.number}.")
        if state.waiting == "chance":
            return Chance(((Deed("draw", state.number), 1),))
        name = Deed("name", state.number)
        return Decision(0, (Deed("open", state.number), Deed("burn")), ((1, (name,)),))

    def apply(self, state: Envelope, action: Deed) -> Envelope:
        return Envelope(action.number)

    def scores(self, state: Envelope) -> tuple[int, ...]:
        return (state.number, 0)

    def format(self, action: Deed) -> str:
        return f"{action.verb} {action.number or '?'}"

    def parse(self, text: str) -> Deed:
        raise NotImplementedError

    def hide(self, state: Envelope, seat: int | None) -> Envelope:
        return state if seat == 0 else state._replace(number=0)

    def seen(self, state: Envelope, action: Deed, seat: int | None) -> Deed:
        return action if seat == 0 else Deed(action.verb)


BARE = Game(
    id="envelope",
    title="Envelope",
    summary="What did Ann write?",
    version=1,
    make=lambda options, players: EnvelopeRules(),
    seats=range(2, 3),
)
DRAWN = replace(
    BARE,
    scene=lambda rules, state, viewer: Scene("Envelope", message=f"{{0}} wrote {state.number}."),
    tell=lambda rules, before, action, viewer: [
        Step(f"{{0}} wrote {before.number}."),
        Step(f"{{1}} sees {action.number}."),
    ],
    odds=lambda rules, state: [f"{{0}} wrote {state.number}: sure."],
)
RULES, SEVEN = EnvelopeRules(), Envelope(7)
OPEN = Deed("open", 7)
# Who looks, and the number that is seen there.
VIEWERS = pytest.mark.parametrize(("viewer", "number"), [(0, 7), (1, 0), (None, 0)])


@VIEWERS
def test_a_scene_is_drawn_from_what_the_viewer_may_know(viewer: int | None, number: int) -> None:
    assert scene_of(DRAWN, RULES, SEVEN, viewer, NAMES).message == f"Ann wrote {number}."


@VIEWERS
def test_a_telling_starts_from_what_the_viewer_may_know(viewer: int | None, number: int) -> None:
    first, _ = steps_of(DRAWN, RULES, SEVEN, Deed("burn"), viewer, NAMES)
    assert first == Step(f"Ann wrote {number}.")


@VIEWERS
def test_a_telling_tells_what_the_viewer_sees_of_the_action(
    viewer: int | None, number: int
) -> None:
    _, second = steps_of(DRAWN, RULES, Envelope(0), OPEN, viewer, NAMES)
    assert second == Step(f"Ben sees {number}.")


@VIEWERS
def test_odds_are_those_of_what_the_viewer_may_know(viewer: int | None, number: int) -> None:
    assert odds_of(DRAWN, RULES, SEVEN, viewer, NAMES) == [f"Ann wrote {number}: sure."]


def test_a_game_without_odds_tells_none() -> None:
    with pytest.raises(NoOdds, match="Envelope has no odds to tell; a hint says what to try"):
        odds_of(BARE, RULES, SEVEN, 0, NAMES)
    with pytest.raises(NoOdds, match="Envelope has no odds as fractions"):
        odds_of(DRAWN, RULES, SEVEN, 0, NAMES, fractions=True)


# A game that draws and tells nothing itself.


@VIEWERS
@pytest.mark.parametrize("waiting", ["turn", "chance", "over"])
def test_a_plain_scene_shows_the_scores_that_the_viewer_may_know(
    waiting: str, viewer: int | None, number: int
) -> None:
    scene = scene_of(BARE, RULES, Envelope(7, waiting), viewer, NAMES)
    assert [(row.name, row.value) for row in scene.scores] == [("Ann", number), ("Ben", 0)]
    assert number or "7" not in " ".join(texts(scene))


def test_a_plain_scene_names_the_player() -> None:
    scene = scene_of(BARE, RULES, SEVEN, None, NAMES)
    assert (scene.title, scene.ask) == ("Envelope", "Ann, what do you do?")
    assert [row.current for row in scene.scores] == [True, False]
    for waiting in ("chance", "over"):
        scene = scene_of(BARE, RULES, Envelope(7, waiting), None, NAMES)
        assert (scene.ask, [row.current for row in scene.scores]) == ("", [False, False])


def test_a_plain_scene_of_the_end_has_the_final_scores() -> None:
    """In Nim only the end gives a point."""
    scene = scene_of(NIM, NIM.rules(), Heap(0, 1), None, NAMES)
    assert [row.value for row in scene.scores] == [1, 0]


OWN_CHOICES = pytest.mark.parametrize(
    ("viewer", "choices"),
    [
        (0, (Choice("open 7", "open 7"), Choice("burn ?", "burn ?"))),
        (1, (Choice("name ?", "name ?"),)),
        (None, ()),
    ],
)


@OWN_CHOICES
@pytest.mark.parametrize("game", [BARE, DRAWN], ids=["bare", "drawn"])
def test_plain_choices_are_the_own_actions_as_far_as_the_viewer_knows_them(
    game: Game, viewer: int | None, choices: tuple[Choice, ...]
) -> None:
    assert scene_of(game, RULES, SEVEN, viewer, NAMES).choices == choices


@pytest.mark.parametrize("waiting", ["chance", "over"])
def test_nobody_chooses_what_chance_decides_or_what_is_over(waiting: str) -> None:
    assert scene_of(BARE, RULES, Envelope(7, waiting), 0, NAMES).choices == ()


def test_the_choices_of_a_game_are_its_own() -> None:
    own = (Choice("burn ?", "Burn it"),)
    game = replace(BARE, scene=lambda rules, state, viewer: Scene("Envelope", choices=own))
    assert scene_of(game, RULES, SEVEN, 0, NAMES).choices == own


@pytest.mark.parametrize(
    ("before", "action", "sentences"),
    [
        (SEVEN, OPEN, ("Ann: open 7.", "Ann: open ?.", "Ann: open ?.")),
        (SEVEN, Deed("name", 7), ("Ben: name 7.", "Ben: name ?.", "Ben: name ?.")),
        (
            Envelope(7, "chance"),
            Deed("draw", 7),
            ("Chance: draw 7.", "Chance: draw ?.", "Chance: draw ?."),
        ),
    ],
    ids=["in turn", "out of turn", "chance"],
)
def test_a_plain_telling_says_who_did_what_the_viewer_sees(
    before: Envelope, action: Deed, sentences: tuple[str, ...]
) -> None:
    for viewer, sentence in zip((0, 1, None), sentences, strict=True):
        assert steps_of(BARE, RULES, before, action, viewer, NAMES) == (Step(sentence),)


# The same of a game that keeps its secrets: seat 1 holds two cards, seat 2 has an alarm.

PLAIN = replace(HEIST, scene=None, tell=None)
HEIST_RULES = HeistRules(2)
TABLE = Vault(
    hands=(("dodge", "trap"), ("alarm",)),
    spent=(),
    points=(4, 0),
    away=(False, False),
    stake=5,
    waiting="turn",
)
ALARM = Move("alarm", 1)


@pytest.mark.parametrize("game", [HEIST, PLAIN], ids=["heist", "plain"])
def test_a_view_looks_like_the_state_behind_it(game: Game) -> None:
    for viewer in (None, 0, 1):
        view = HEIST_RULES.hide(TABLE, viewer)
        scenes = [scene_of(game, HEIST_RULES, state, viewer, NAMES) for state in (TABLE, view)]
        assert scenes[0] == scenes[1]
        told = [steps_of(game, HEIST_RULES, state, ALARM, viewer, NAMES) for state in (TABLE, view)]
        assert told[0] == told[1]


def shown(viewer: int | None) -> set[str]:
    """The cards that a viewer finds in a scene."""
    words = " ".join(texts(scene_of(HEIST, HEIST_RULES, TABLE, viewer, NAMES))).split()
    return {*words} & {"alarm", "dodge", "trap"}


def test_only_the_own_hand_is_shown() -> None:
    assert (shown(0), shown(1), shown(None)) == ({"dodge", "trap"}, {"alarm"}, set())


def test_a_plain_telling_does_not_know_who_played_out_of_a_hidden_hand() -> None:
    told: dict[int | None, Any] = {
        viewer: steps_of(PLAIN, HEIST_RULES, TABLE, ALARM, viewer, NAMES)[0].text
        for viewer in (0, 1, None)
    }
    assert told == {0: "Somebody: 2 alarm.", 1: "Ben: 2 alarm.", None: "Somebody: 2 alarm."}
