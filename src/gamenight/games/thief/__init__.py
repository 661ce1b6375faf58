"""Thief: press your luck with five dice, and steal what others leave on the table."""

from collections.abc import Sequence
from pathlib import Path

from gamenight.core.game import Game, Setup
from gamenight.core.scene import Glyph, Scene, Step
from gamenight.games.thief import card_scene, card_telling, scene, telling
from gamenight.games.thief.bots import BOTS, NAMES
from gamenight.games.thief.cards import CardAction, CardState, CardThiefRules
from gamenight.games.thief.lesson import LESSON
from gamenight.games.thief.odds import odds
from gamenight.games.thief.rules import MOST_PLAYERS, Action, Options, State, ThiefRules
from gamenight.games.thief.welcome import welcome


def make(options: Options, players: int) -> ThiefRules | CardThiefRules:
    """The rules, with cards where they are wanted."""
    return CardThiefRules(options, players) if options.cards else ThiefRules(options, players)


def draw(rules: ThiefRules | CardThiefRules, state: State | CardState, viewer: int | None) -> Scene:
    if isinstance(rules, CardThiefRules) and isinstance(state, CardState):
        return card_scene.scene(rules, state, viewer)
    assert isinstance(rules, ThiefRules)
    assert isinstance(state, State)
    return scene.scene(rules, state, viewer)


def tell(
    rules: ThiefRules | CardThiefRules,
    before: State | CardState,
    action: Action | CardAction,
    viewer: int | None,
) -> Sequence[Step]:
    if isinstance(rules, CardThiefRules) and isinstance(before, CardState):
        return card_telling.tell(rules, before, action, viewer)
    return telling.tell(rules, before, action, viewer)  # type: ignore[arg-type]


GAME = Game(
    id="thief",
    title="Thief",
    summary="Five dice, a growing pot, and the next player may steal it.",
    version=1,
    make=make,
    seats=lambda options: range(options.fewest, MOST_PLAYERS + 1),
    options=Options,
    scene=draw,
    tell=tell,
    glyphs={**scene.GLYPHS, **card_scene.CARD_GLYPHS},
    bots=BOTS,
    bot_names=NAMES,
    setup=Setup(names="each", shortest=3, longest=15, confirm=True, starter="shuffle"),
    emblem=Glyph("🎲", "$", "thief"),
    welcome=welcome,
    lesson=LESSON,
    odds=odds,
    manual=Path(__file__).with_name("RULES.md"),
)
