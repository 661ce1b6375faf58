"""Games that break the laws 5 and 8: secrets and scenes."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import replace
from typing import Any, NamedTuple, get_args

import pytest

from gamenight.core.game import Game
from gamenight.core.laws import check
from gamenight.core.rules import Decision, Over
from gamenight.core.scene import (
    Area,
    AreaLook,
    AreaShape,
    Choice,
    Glyph,
    Scene,
    ScoreRow,
    Spot,
    Step,
    Token,
    TokenKind,
    Tone,
)
from tests.core.laws.suspects import heist, nim, verdict
from tests.toys.heist import DECK, GLYPHS, HEIST, UNKNOWN, HeistRules, Vault, scene, tell
from tests.toys.nim import NIM, Heap, NimRules


def fails(*given: Any) -> Any:
    raise RuntimeError("dark")


def leaky(self: HeistRules, state: Vault, seat: int | None) -> Vault:
    """The player's hand is open."""
    hidden = HeistRules.hide(self, state, seat)
    return hidden._replace(hands=state.hands) if seat == state.player else hidden


def fading(self: HeistRules, state: Vault, seat: int | None) -> Vault:
    """Each look hides another card."""
    hand = (*state.spent, UNKNOWN)
    return HeistRules.hide(self, state, seat)._replace(spent=hand)


def sly_node(self: HeistRules, state: Vault) -> Any:
    """Who cannot see all cards is told another player."""
    node = HeistRules.node(self, state)
    if isinstance(node, Decision) and UNKNOWN in sum(state.hands, ()):
        return replace(node, player=(node.player + 1) % self.players, others=())
    return node


def vague_node(self: HeistRules, state: Vault) -> Any:
    """Who cannot see all cards is told fewer actions."""
    node = HeistRules.node(self, state)
    if isinstance(node, Decision) and UNKNOWN in sum(state.hands, ()):
        return replace(node, actions=node.actions[:1])
    return node


def over_node(self: HeistRules, state: Vault) -> Any:
    """Who cannot see all cards is told that the game is over."""
    unknown = UNKNOWN in sum(state.hands, ())
    return self._over(state, "Dark.") if unknown else HeistRules.node(self, state)


def own_hand_lost(self: HeistRules, view: Vault, seat: int, rng: random.Random) -> Vault:
    cards = sorted(DECK)
    return view._replace(hands=tuple(tuple(rng.choice(cards) for _ in h) for h in view.hands))


def jokers(self: HeistRules, view: Vault, seat: int, rng: random.Random) -> Vault:
    """The cards of others are none of the deck."""
    hands = enumerate(view.hands)
    return view._replace(hands=tuple(h if s == seat else ("joker",) * len(h) for s, h in hands))


def joker_node(self: HeistRules, state: Vault) -> Any:
    """A joker, which is in no deck, makes every action possible twice."""
    node = HeistRules.node(self, state)
    if isinstance(node, Decision) and "joker" in state.hands[node.player]:
        return replace(node, actions=node.actions * 2)
    return node


def strict_apply(self: HeistRules, state: Vault, action: Any) -> Vault:
    """A whole state has no unknown cards, so a known one never meets them."""
    if action.verb == "deal" and action.card != UNKNOWN and UNKNOWN in state.hands[state.player]:
        raise RuntimeError("a known card on an unknown hand")
    return HeistRules.apply(self, state, action)


def late_trouble(self: HeistRules, state: Vault, action: Any) -> Vault:
    """Breaks another law than that of secrets, though a guess played on may meet it first."""
    if action.verb == "bank":
        raise RuntimeError("the bank is closed")
    return HeistRules.apply(self, state, action)


def telling_scene(rules: HeistRules, state: Vault, viewer: int | None) -> Scene:
    return replace(scene(rules, state, viewer), message=f"next: {state.hands[-1]}")


def flickering_scene(rules: HeistRules, state: Vault, viewer: int | None) -> Scene:
    return replace(scene(rules, state, viewer), message=str(random.random()))


SECRETS = {
    "hide shows a hand in turn": (heist(hide=leaky), "apply(view, seen)"),
    "hide is not idempotent": (heist(hide=fading), "hide() twice"),
    "hide fails": (heist(hide=fails), "hide() for a spectator raises RuntimeError: dark"),
    "hide gives nothing": (heist(hide=lambda self, s, seat: None), "for a spectator"),
    "seen shows every card": (heist(seen=lambda self, s, a, seat: a), "apply(view, seen)"),
    "seen fails": (heist(seen=fails), "seen() for a spectator of"),
    "guess loses the own hand": (heist(guess=own_hand_lost), "hide(guess(view))"),
    "guess fails": (heist(guess=fails), "guess() for seat 0 raises RuntimeError: dark"),
    "guess is only the view": (
        heist(guess=lambda self, view, seat, rng: view, apply=strict_apply),
        "a guess cannot be played on",
    ),
    "guess with impossible cards": (
        heist(guess=jokers, node=joker_node),
        "a guess cannot be played on: total: the actions of a Decision hold",
    ),
    "another player": (heist(node=sly_node), "the player after hide()"),
    "other actions": (heist(node=vague_node), "its actions after hide()"),
    "another kind": (heist(node=over_node), "the node after hide()"),
    "scene shows a hand": (replace(HEIST, scene=telling_scene, tell=None), "the scene of"),
}


@pytest.mark.parametrize("name", SECRETS)
def test_a_game_that_does_not_keep_secrets(name: str) -> None:
    game, words = SECRETS[name]
    found = verdict(game)
    assert found.law == "secrets"
    assert words in str(found)


def test_what_breaks_without_a_guess_is_not_blamed_on_guesses() -> None:
    for seed in range(5):
        found = verdict(heist(apply=late_trouble), seed=seed)
        assert found.law == "total", str(found)


def test_a_guess_may_be_an_object_of_its_own() -> None:
    check(nim(guess=lambda self, view, seat, rng: Heap(view.left, view.player)), games=6)


def drawn(change: Callable[[Scene], Any]) -> Game:
    """Heist with changed scenes."""
    return replace(HEIST, scene=lambda r, s, v: change(scene(r, s, v)), tell=None)


def with_area(*spots: Spot, shape: Any = "row", look: Any = "cell", key: str = "extra") -> Game:
    area = Area(key, "Extra", shape, spots, look=look)
    return drawn(lambda s: replace(s, areas=(*s.areas, area)))


def with_choices(*choices: Choice, spots: tuple[Spot, ...] = ()) -> Game:
    """Nim whose only scene offers these choices to everybody."""
    rows = (ScoreRow("row0", 0, "{0}", 0), ScoreRow("row1", 1, "{1}", 0))
    areas = (Area("heap", "Heap", "row", spots),)
    shown = Scene("Nim", scores=rows, areas=areas, choices=choices)
    return replace(NIM, scene=lambda rules, state, viewer: shown)


def with_tokens(*tokens: Token) -> Game:
    return with_area(Spot("x", tokens=tokens))


def with_row(**changed: Any) -> Game:
    """Heist whose scoreboard has such a row more."""
    row = ScoreRow(**{"key": "more", "seat": 0, "name": "More", "value": 0, **changed})
    return drawn(lambda s: replace(s, scores=(*s.scores, row)))


def with_scene(**changed: Any) -> Game:
    return drawn(lambda s: replace(s, **changed))


def with_glyph(glyph: Any) -> Game:
    return replace(HEIST, glyphs={**GLYPHS, "vault": glyph})


def with_steps(steps: Any) -> Game:
    return replace(HEIST, tell=lambda rules, before, action, viewer: steps)


NOT_TEXT: Any = 7
COIN: Any = "coin"
GRIM: Any = "grim"
HALF: Any = 0.5
IN_TEXT: Any = "x"
A, B = Spot("x", label="a"), Spot("y", label="b")
ONE, TWO = Choice("take 1", "One"), Choice("take 2", "Two")
EMPTY = Scene("Heist")
STEPS = (A, B, Spot("z", label="1"), Spot("w", label="1"))


def in_two_touches(marks: Any) -> Game:
    """Nim with two choices; what is touched last has the same label in both."""
    choices = (replace(ONE, on=("x", "z")), replace(TWO, on=("y", "w")))
    area = Area("heap", "Heap", "row", STEPS)
    shown = Scene("Nim", areas=(area,), choices=choices, marks=marks)
    return replace(NIM, scene=lambda r, s, v: shown if s.left > 1 else Scene("Nim"))


SCENES = {
    "no scene": (drawn(lambda s: "a board"), "not a Scene"),
    "scene fails": (replace(HEIST, scene=fails, tell=None), "scene() for a spectator raises"),
    "scene flickers": (replace(HEIST, scene=flickering_scene, tell=None), "from call to call"),
    "area twice": (with_area(key="board"), "the key of an area 'board'"),
    "spot twice": (with_area(Spot("vault")), "'vault'"),
    "spot and row alike": (with_area(Spot("row0")), "'row0'"),
    "token twice": (with_area(Spot("x", tokens=(Token("die", key="k"),) * 2)), "'k'"),
    "unknown shape": (with_area(shape="star"), "'star'"),
    "unknown look": (with_area(look="hole"), "'hole'"),
    "shape of nothing": (
        with_area(shape=None),
        "the shape of the area 'extra' is None, not one of",
    ),
    "look of a list": (with_area(look=["cell"]), "the look of the area 'extra' is ['cell']"),
    "unknown kind": (
        with_tokens(Token(COIN)),
        "'x' is 'coin', not one of 'die', 'seed', 'pawn', 'card'",
    ),
    "tone of a token": (with_tokens(Token("die", tone=GRIM)), "a token on 'x' is 'grim'"),
    "tone of a spot": (with_area(Spot("x", tone=GRIM)), "the tone of 'x' is 'grim'"),
    "tone of a scene": (with_scene(tone=GRIM), "the tone of the message is 'grim'"),
    "tone of nothing": (
        with_scene(tone=None),
        "the tone of the message is None, not one of '', 'good'",
    ),
    "tone of a step": (with_steps([Step("He loots.", tone=GRIM)]), "the tone of a step is 'grim'"),
    "tone in a step": (
        with_steps([Step("", replace(EMPTY, tone=GRIM))]),
        "the tone of the message is 'grim'",
    ),
    "face of a token": (with_area(Spot("x", tokens=(Token("die", "★"),))), "'★'"),
    "face of a spot": (with_area(Spot("x", face="★")), "'★'"),
    "label": (with_area(Spot("x", label="ä")), "'ä'"),
    "title of nothing": (with_scene(title=None), "the title is None, not text"),
    "message of nothing": (with_scene(message=None), "the message is None"),
    "ask of a number": (with_scene(ask=7), "the question is 7"),
    "status of text": (with_scene(status="round 1"), "the status is 'round 1'"),
    "status of numbers": (with_scene(status=(1,)), "the status is (1,)"),
    "name of a spot": (with_area(Spot("x", name=NOT_TEXT)), "the name of 'x' is 7"),
    "label of a number": (with_area(Spot("x", label=NOT_TEXT)), "the label 7 of 'x'"),
    "label of a choice": (with_choices(Choice("take 1", NOT_TEXT)), "label of a choice is 7"),
    "on of text": (with_choices(replace(ONE, on=IN_TEXT)), "`on` of a choice is 'x'"),
    "row of nobody": (with_row(seat=9), "the seat of the row 'more' is 9"),
    "row of no seat": (with_row(seat=None), "the seat of the row 'more' is None"),
    "half a point": (with_row(value=0.5), "the value of the row 'more' is 0.5"),
    "name of a row": (with_row(name=None), "the name of a row is None"),
    "facts of text": (with_row(facts="away"), "facts of a row is 'away'"),
    "fewer seeds than none": (with_tokens(Token("seed", count=-3)), "'x' is -3"),
    "half a seed": (with_tokens(Token("seed", count=HALF)), "'x' is 0.5"),
    "two spots in a cell": (
        with_area(Spot("x", at=(0, 1)), Spot("y", at=(0, 1)), shape="grid"),
        "cell of the grid 'extra' (0, 1)",
    ),
    "tell flickers": (replace(HEIST, tell=lambda *_: [Step(str(random.random()))]), "tell() for"),
    "marks nowhere": (drawn(lambda s: replace(s, marks=("x",))), "the marks name 'x'"),
    "choice on nothing": (with_choices(replace(ONE, on=("x",))), "'x', which does not exist"),
    "choice to nothing": (with_choices(replace(ONE, reach=("x",))), "reaches 'x', which"),
    "choice twice": (with_choices(ONE, ONE), "'take 1' is there twice"),
    "two defaults": (
        with_choices(replace(ONE, default=True), replace(TWO, default=True)),
        "2 defaults",
    ),
    "same key": (with_choices(replace(ONE, key="t"), replace(TWO, key="t")), "'t'"),
    "nothing to play": (with_choices(Choice("take 4", "Four")), "'take 4'"),
    "live labels alike": (
        with_choices(
            replace(ONE, on=("x",)),
            replace(TWO, on=("y",)),
            spots=(A, replace(B, label="A")),
        ),
        "label 'a'",
    ),
    "label of a row": (
        with_choices(
            replace(ONE, on=("x", "row0")),
            replace(TWO, on=("x", "y")),
            spots=(A, replace(B, label="1")),
        ),
        "label '1'",
    ),
    "labels of marks alike": (in_two_touches(marks=()), "label '1'"),
    "glyph without ASCII": (with_glyph(Glyph("🏦", "", "vault")), "'vault' is ''"),
    "glyph in Unicode": (with_glyph(Glyph("🏦", "█", "vault")), "'█'"),
    "glyph of text": (with_glyph("🏦"), "not a Glyph"),
    "steps of text": (with_steps("He loots."), "'He loots.'"),
    "step of text": (with_steps(["He loots."]), "not a Step"),
    "steps with bad scenes": (with_steps([Step("", drawn)]), "not a Scene"),  # type: ignore[arg-type]
    "tell fails": (replace(HEIST, tell=fails), "tell() for a spectator of"),
    "spots come and go": (
        replace(HEIST, tell=lambda r, s, a, v: (*tell(r, s, a, v), Step("", EMPTY))),
        "change their spots",
    ),
}


@pytest.mark.parametrize("name", SCENES)
def test_a_game_with_bad_scenes(name: str) -> None:
    game, words = SCENES[name]
    found = verdict(game)
    assert found.law == "scenes"
    assert words in str(found)


DRAWN_WELL = {
    "no seeds": with_tokens(Token("seed", count=0)),
    "spots of a grid anywhere": with_area(Spot("x"), Spot("y"), Spot("z", at=(0, 0)), shape="grid"),
    "cells of two grids": drawn(
        lambda s: replace(
            s,
            areas=(
                Area("g", "", "grid", (Spot("x", at=(0, 0)),)),
                Area("h", "", "grid", (Spot("y", at=(0, 0)),)),
            ),
            choices=(),
        )
    ),
    "a row twice for a seat": with_row(seat=1, value=-3, facts=("late",)),
    "choices of others": with_choices(ONE),
    "labels alike after different touches": in_two_touches(marks=None),
    "every kind and tone": with_area(
        *(Spot(f"k {kind}", tokens=(Token(kind),)) for kind in get_args(TokenKind)),
        *(Spot(f"t {tone}", tone=tone) for tone in get_args(Tone)),
    ),
    "every shape": drawn(
        lambda s: replace(
            s, areas=tuple(Area(x, "", x, ()) for x in get_args(AreaShape)), choices=()
        )
    ),
    "every look": drawn(
        lambda s: replace(
            s, areas=tuple(Area(x, "", "row", (), look=x) for x in get_args(AreaLook)), choices=()
        )
    ),
}


@pytest.mark.parametrize("name", DRAWN_WELL)
def test_no_more_is_asked_of_scenes(name: str) -> None:
    check(DRAWN_WELL[name], games=1)


class Long(NamedTuple):
    ply: int = 0


class LongRules(NimRules):
    """Six hundred plies."""

    def initial(self) -> Any:
        return Long()

    def node(self, state: Any) -> Any:
        over = Over((0,) * self.players, (), "Enough.")
        return Decision(state.ply % self.players, (1,)) if state.ply < 600 else over

    def apply(self, state: Any, action: int) -> Any:
        return Long(state.ply + 1)


def long_scene(rules: Any, state: Long, viewer: int | None) -> Scene:
    seldom = range(250, 260)
    return Scene("Long", marks=("nowhere",) if state.ply in seldom else None)


def test_a_scene_that_breaks_seldom_and_late() -> None:
    game = replace(NIM, make=lambda o, n: LongRules(n), scene=long_scene)
    for seed in range(5):
        found = verdict(game, seed=seed, games=1)
        assert (found.law, "the marks name" in str(found)) == ("scenes", True)
    check(replace(game, scene=lambda rules, state, viewer: Scene("Long")), games=2)


def test_scenes_of_the_end_are_checked() -> None:
    game = drawn(lambda s: replace(s, areas=(*s.areas, *s.areas)) if s.message else s)
    found = verdict(game)
    assert found.law == "scenes"
    assert isinstance(found.state, Vault)
    assert isinstance(HEIST.rules(len(found.state.hands)).node(found.state), Over)


def test_secrets_without_scenes_are_checked() -> None:
    bare: dict[str, Any] = {"scene": None, "tell": None}
    assert verdict(replace(heist(seen=lambda self, s, a, v: a), **bare)).law == "secrets"
    assert verdict(nim(hide=lambda self, s, v: s._replace(left=s.left - 1))).law == "secrets"
