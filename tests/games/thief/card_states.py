"""Moments of Thief with cards: what is on the table, and who holds what."""

from __future__ import annotations

from typing import Any

from gamenight.core.game import Game
from gamenight.core.play import step
from gamenight.games.thief.card_scene import scene
from gamenight.games.thief.card_telling import tell
from gamenight.games.thief.cards import CardState, CardThiefRules
from gamenight.games.thief.rules import Options
from gamenight.games.thief.scene import CARD_GLYPHS, GLYPHS

# Seat 1 holds a 1 and has rolled the other four: the two 5s count.
CHOICE: dict[str, Any] = {"pot": 100, "held": (1,), "roll": (2, 3, 5, 5), "waiting": "choice"}
OFFER = {**CHOICE, "waiting": "offer", "asked": 1}
STOLEN = {**CHOICE, "waiting": "hold"}
JINXED = {**STOLEN, "jinxed": True}
ROLLING: dict[str, Any] = {"roll": (), "waiting": "roll"}
CLEAR: dict[str, Any] = {"pot": 0, "held": (), "asked": None, "safe": False, "jinxed": False}
FRESH: dict[str, Any] = {**ROLLING, **CLEAR, "player": 1, "turn": 6}
SCORES = (1000, 2000, 3000)
GAME = Game(
    id="thief",
    title="Thief with cards",
    summary="Thief, and a hand of cards.",
    version=1,
    make=CardThiefRules,
    seats=lambda options: range(options.fewest, 7),
    options=Options,
    scene=scene,
    tell=tell,
    glyphs={**GLYPHS, **CARD_GLYPHS},
)


def game(players: int = 3, **options: Any) -> CardThiefRules:
    return CardThiefRules(Options(**options), players)


def at(moment: dict[str, Any], *hands: str, **changes: Any) -> CardState:
    """A moment of the fifth turn; each hand is written as `lock jinx`."""
    dealt = tuple(tuple(sorted(hand.split())) for hand in (*hands, "", "", "")[:3])
    started = game().initial()._replace(scores=SCORES, turn=5, hands=dealt, due=())
    return started._replace(**{**moment, **changes})


def played(rules: CardThiefRules, state: CardState, *texts: str) -> CardState:
    for text in texts:
        state = step(rules, state, text)
    return state
