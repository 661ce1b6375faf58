"""The telling of Thief with cards; no sentence names a card that the viewer must not know."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from gamenight.core.rules import Over
from gamenight.core.scene import PAGE, Step, Tone, who
from gamenight.core.text import enumerated
from gamenight.games.thief.card_scene import scene, with_hand
from gamenight.games.thief.cards import (
    AGAIN,
    DEALT,
    DOUBLE,
    GUARD,
    JINX,
    LOCK,
    SAFETY,
    SNATCH,
    UNKNOWN,
    CardAction,
    CardState,
    CardThiefRules,
    Drawn,
    Interrupt,
    Played,
    saved,
)
from gamenight.games.thief.odds import dice_in_words
from gamenight.games.thief.rules import Rolled, stake, units
from gamenight.games.thief.telling import tell as tell_base

SHORT_BEAT = 0.6


def tell(
    rules: CardThiefRules, before: CardState, action: CardAction, viewer: int | None
) -> Sequence[Step]:
    """The steps of one ply; the last scene is that of the state after it."""
    if isinstance(action, Drawn | Played | Interrupt):
        return tell_card(rules, before, action, viewer)
    after = rules.apply(before, action)
    *steps, last = (
        replace(step, scene=with_hand(rules, before, viewer, step.scene)) if step.scene else step
        for step in tell_base(rules.base, before.base, action, viewer)
    )
    if isinstance(action, Rolled) and before.safe and not units(action.dice):
        steps.append(Step(_saving(before), steps[-1].scene, "good", PAGE))
    node, now = rules.node(after), scene(rules, after, viewer)
    text = node.reason if isinstance(node, Over) else last.text
    return (*steps, replace(last, text=text, scene=now))


def tell_card(
    rules: CardThiefRules,
    before: CardState,
    action: Drawn | Played | Interrupt,
    viewer: int | None,
) -> Sequence[Step]:
    """The steps of a card that is dealt, drawn or played."""
    after = rules.apply(before, action)
    node, now = rules.node(after), scene(rules, after, viewer)
    if isinstance(action, Drawn):
        text = _drawing(before, action, after, viewer)
        return (Step(text, now, beat=SHORT_BEAT, sound="card"),) if text else ()
    seat = action.seat if isinstance(action, Interrupt) else before.player
    text, tone = SENTENCES[action.card](before, seat), TONES.get(action.card, "")
    played = Step(text, now, tone, sound="card")
    if isinstance(node, Over):
        return played, Step(node.reason, now, sound="win")
    if after.turn > before.turn:
        return played, Step(f"{who(after.player)} starts with five dice.", now)
    return (played,)


def _drawing(before: CardState, action: Drawn, after: CardState, viewer: int | None) -> str:
    """At the end of the deal, the viewer's cards all together; later, who draws."""
    if before.turn > 1:
        seat = who(before.due[0])
        return f"{seat} draws a card{'' if action.card == UNKNOWN else f': {action.card}'}."
    if after.due:
        return ""
    own = after.hands[viewer] if viewer is not None else ()
    told = f" {who(viewer)} has {enumerated(own)}." if viewer is not None and own else ""
    return f"Everybody has {DEALT} cards.{told}"


def _saving(before: CardState) -> str:
    kept = saved(before.pot)
    total = before.scores[before.player] + kept
    return f"Thanks to the safety, {who(before.player)} keeps {kept} of it, {total} in all."


def _banked(before: CardState) -> str:
    gained = stake(before.base)
    return f"banks {gained}: {before.scores[before.player] + gained} in all"


def _locking(before: CardState, seat: int) -> str:
    return f"{who(seat)} plays lock: no offer. {who(seat)} {_banked(before)}."


def _throwing_again(before: CardState, seat: int) -> str:
    return f"{who(seat)} plays again, and throws the {dice_in_words(len(before.roll))} once more."


def _doubling(before: CardState, seat: int) -> str:
    points = stake(before.base) - before.pot
    total = stake(before.base) + points
    return f"{who(seat)} plays double: {points} more, {total} with everything that counts."


def _netting(before: CardState, seat: int) -> str:
    return f"{who(seat)} plays safety: if the next roll busts, half of the pot is safe."


def _jinxing(before: CardState, seat: int) -> str:
    return f"{who(seat)} jinxes {who(before.player)}, who must hold and roll."


def _guarding(before: CardState, seat: int) -> str:
    return f"{who(seat)} plays guard: the pot cannot be stolen. {who(seat)} {_banked(before)}."


def _snatching(before: CardState, seat: int) -> str:
    assert before.asked is not None
    pot = f"the pot of {stake(before.base)} from {who(before.player)}"
    return f"{who(seat)} snatches {pot} before {who(before.asked)} decides, and must roll."


SENTENCES: dict[str, Callable[[CardState, int], str]] = {
    LOCK: _locking,
    AGAIN: _throwing_again,
    DOUBLE: _doubling,
    SAFETY: _netting,
    JINX: _jinxing,
    GUARD: _guarding,
    SNATCH: _snatching,
}
TONES: dict[str, Tone] = {
    LOCK: "good",
    GUARD: "good",
    DOUBLE: "good",
    JINX: "danger",
    SNATCH: "danger",
}
