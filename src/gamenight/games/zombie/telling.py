"""The telling of Zombie Dice: sentences that make sense on their own, and scenes."""

from __future__ import annotations

from collections.abc import Sequence

from gamenight.core.rules import Over
from gamenight.core.scene import PAGE, Step, Tone, who
from gamenight.core.text import enumerated
from gamenight.games.zombie.rules import (
    HOLD,
    ROLLED_DICE,
    SHOTS_THAT_KILL,
    Action,
    Draw,
    Roll,
    State,
    ZombieRules,
    sort_dice,
)
from gamenight.games.zombie.scene import colors, counted, scene, table

SHORT_BEAT = 0.6


def tell(rules: ZombieRules, before: State, action: Action, viewer: int | None) -> Sequence[Step]:
    """The steps of one ply; the last scene is that of the state after it."""
    after = rules.apply(before, action)
    now = scene(rules, after, viewer)
    if isinstance(action, Draw):
        return (Step(_drawing(before, action), now, beat=SHORT_BEAT),)
    if isinstance(action, Roll):
        return _rolled(rules, before, action, after, viewer)
    if action == HOLD:
        shown = table(rules, before)
        held = Step(_holding(before), shown, "good", sound="win")
        held = held if before.eaten else Step(_holding(before), shown)
        return (held, *_turn_ended(rules, before, after, viewer))
    return (Step(_rolling_on(before, after), now, beat=SHORT_BEAT),)


def _drawing(before: State, action: Draw) -> str:
    kept = f"keeps {enumerated(colors(before.rolling))}, and " if sum(before.rolling) else ""
    return f"{who(before.player)} {kept}draws {enumerated(colors(action.drawn))}."


def _rolling_on(before: State, after: State) -> str:
    """The decision, and a note if the brain dice go back into the bag."""
    rolls = f"{who(before.player)} rolls on."
    if after.brains == before.brains:
        return rolls
    needed, there, dice = ROLLED_DICE - sum(before.rolling), sum(before.bag), sum(before.brains)
    lack = f"The bag has only {there} of the {needed} dice to draw" if there else "The bag is empty"
    back = "the brain die goes" if dice == 1 else f"the {dice} brain dice go"
    stay = "1 brain stays" if before.eaten == 1 else f"{before.eaten} brains stay"
    return f"{rolls} {lack}, so {back} back into it; {stay} counted."


def _rolled(
    rules: ZombieRules, before: State, roll: Roll, after: State, viewer: int | None
) -> tuple[Step, ...]:
    """The dice as they fell, then as they are sorted; that may be the end of the turn."""
    fell = Step(_tally(before.player, roll), table(rules, before, roll), beat=PAGE, sound="roll")
    sorted_dice = sort_dice(before, roll)
    if after.turns == before.turns:
        return fell, Step(_so_far(before, sorted_dice), scene(rules, after, viewer))
    tone: Tone = ""
    if sum(sorted_dice.shots) >= SHOTS_THAT_KILL:
        text, tone = _bust(sorted_dice), "danger"
    else:
        text = f"Nothing is left to roll. {_holding(sorted_dice)}"
    ended = Step(text, table(rules, sorted_dice), tone, beat=PAGE, sound="lose" if tone else "win")
    return fell, ended, *_turn_ended(rules, before, after, viewer)


def _tally(player: int, roll: Roll) -> str:
    brains, feet, shots = (sum(dice) for dice in roll)
    eats = counted(brains, "brain") if brains else "nothing"
    shot = f" and is shot {_times(shots)}" if shots else ""
    escaped = f"; {counted(feet, 'human')} {'gets' if feet == 1 else 'get'} away" if feet else ""
    return f"{who(player)} eats {eats}{shot}{escaped}."


def _times(number: int) -> str:
    return {1: "once", 2: "twice"}.get(number, f"{number} times")


def _so_far(before: State, now: State) -> str:
    """The sums of the turn, if they are more than the roll."""
    if not (before.eaten or sum(before.shots)):
        return ""
    brains, shots = counted(now.eaten, "brain"), counted(sum(now.shots), "shot")
    return f"So far this turn: {brains}, {shots}."


def _bust(state: State) -> str:
    lost = "and nothing is scored"
    if state.eaten:
        lost = f"and {counted(state.eaten, 'brain')} {'is' if state.eaten == 1 else 'are'} lost"
    shots = counted(sum(state.shots), "time")
    return f"{who(state.player)} was shot {shots}: the turn is over, {lost}."


def _holding(state: State) -> str:
    scored = counted(state.eaten, "brain") if state.eaten else "nothing"
    total = state.scores[state.player] + state.eaten
    return f"{who(state.player)} holds and scores {scored}: {total} in all."


def _turn_ended(
    rules: ZombieRules, before: State, after: State, viewer: int | None
) -> tuple[Step, ...]:
    """What follows a turn: the winner, a tie, or the next player."""
    node, now = rules.node(after), scene(rules, after, viewer)
    if isinstance(node, Over):
        return (Step(node.reason, now, sound="win"),)
    goes_on = Step(f"The bag goes to {who(after.player)}.", now)
    if after.tied and after.round > before.round:
        return Step(_tie(before, after), now, "held", PAGE), goes_on
    goal = rules.options.brains_to_win
    first_there = max(before.scores) < goal <= max(after.scores)
    if first_there and not rules.options.max_turns:
        return Step("The game ends after this round.", now), goes_on
    return (goes_on,)


def _tie(before: State, after: State) -> str:
    names = enumerated([who(seat) for seat in after.playing])
    brains = counted(after.scores[after.player], "brain")
    still = "Still a tie" if before.tied else "A tie"
    alone = "They alone" if len(after.playing) < len(after.scores) else "They"
    return f"{still}: {names} have {brains} each. {alone} play on until one is ahead."
