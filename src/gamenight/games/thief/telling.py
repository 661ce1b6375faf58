"""The telling of Thief: sentences that make sense on their own, and scenes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from gamenight.core.rules import Over
from gamenight.core.scene import PAGE, Step, who
from gamenight.core.text import enumerated
from gamenight.games.thief.odds import dice_in_words
from gamenight.games.thief.rules import (
    DICE,
    JOIN,
    STEAL,
    Action,
    Hold,
    Roll,
    Rolled,
    SeatChange,
    State,
    ThiefRules,
    Unit,
    stake,
    units,
    value,
)
from gamenight.games.thief.scene import NUMBERS, as_they_lie, scene, table, unit_name


def tell(rules: ThiefRules, before: State, action: Action, viewer: int | None) -> Sequence[Step]:
    """The steps of one ply; the last scene is that of the state after it."""
    after = rules.apply(before, action)
    now = scene(rules, after, viewer)
    if isinstance(action, Rolled):
        return _rolled(rules, before, action.dice, after, viewer)
    if isinstance(action, Hold):
        return (Step(_holding(after, action), now, sound="drop"),)
    if isinstance(action, SeatChange):
        return _moved(rules, before, action, after, viewer)
    if action == STEAL:
        return (Step(_stealing(before), now, "danger", sound="capture"),)
    if after.asked is not None:
        return (Step(_offering(before, after.asked), now),)
    banked = Step(_banking(before), table(rules, before), "good", sound="win")
    return banked, *_turn_over(rules, after, viewer)


def _rolled(
    rules: ThiefRules, before: State, dice: Roll, after: State, viewer: int | None
) -> tuple[Step, ...]:
    """The dice as they fell, and then what they bring: a bust, a chain, the win or a choice. They
    are a page of their own if they are gone afterwards."""
    lying = before._replace(roll=dice, waiting="choice")
    stays = after.waiting == "choice" or after.winners
    beat = PAGE if units(dice) and not stays else 1.0
    fell = Step(_falling(before.player, dice), table(rules, lying), beat=beat, sound="roll")
    now = scene(rules, after, viewer)
    if not units(dice):
        lost = table(rules, lying._replace(pot=0))
        bust = Step(_busting(before), lost, "danger", PAGE, "lose")
        return fell, bust, *_turn_over(rules, after, viewer)
    node = rules.node(after)
    if isinstance(node, Over):
        return fell, Step(node.reason, now, "good", sound="win")
    if after.waiting == "roll":
        return fell, Step(_chaining(after), now, "good", PAGE)
    so_far = f"With everything that counts the pot is {stake(after)}." if before.pot else ""
    return fell, Step(so_far, now)


def _moved(
    rules: ThiefRules, before: State, action: SeatChange, after: State, viewer: int | None
) -> tuple[Step, ...]:
    """Somebody sits down or leaves, which may end the turn."""
    now = scene(rules, after, viewer)
    if action.verb == JOIN:
        return (Step(f"{who(action.seat)} sits down and starts at 0.", now),)
    text = _leaving(before, action.seat, after)
    if after.winners or after.turn > before.turn:
        return Step(text, table(rules, before)), *_turn_over(rules, after, viewer)
    return (Step(text, now),)


def _turn_over(rules: ThiefRules, after: State, viewer: int | None) -> tuple[Step, ...]:
    """What follows a turn: the end of the round, or the next player."""
    node, now = rules.node(after), scene(rules, after, viewer)
    if isinstance(node, Over):
        return (Step(node.reason, now, sound="win"),)
    return (Step(f"{who(after.player)} starts with five dice.", now),)


def _falling(player: int, dice: Roll) -> str:
    found = units(dice)
    counting = "nothing counts"
    if found:
        single = len(found) == 1 and unit_name(found[0]).startswith(("a ", "the "))
        counting = f"{_all_of(found)} {'counts' if single else 'count'}"
    return f"{who(player)} rolls {' '.join(map(str, as_they_lie(dice)))}: {counting}."


def _busting(before: State) -> str:
    lost = f"the pot of {before.pot} is lost" if before.pot else "there was no pot to lose"
    return f"Bust! {who(before.player)}'s turn is over, and {lost}."


def _chaining(after: State) -> str:
    player = who(after.player)
    return f"A chain: every die counts. The pot is {after.pot}, and {player} rolls all five again."


def _holding(after: State, hold: Hold) -> str:
    dice = dice_in_words(DICE - len(after.held))
    return f"{who(after.player)} holds {_all_of(hold.units)}: pot {after.pot}, {dice} to roll."


def _offering(before: State, asked: int) -> str:
    return (
        f"{who(before.player)} ends the turn and offers the pot of {stake(before)} to {who(asked)}."
    )


def _stealing(before: State) -> str:
    assert before.asked is not None
    offer = f"the pot of {stake(before)} from {who(before.player)}"
    return f"{who(before.asked)} steals {offer}, and must hold and roll."


def _banking(before: State) -> str:
    """A pot that is declined, or not offered in the last turn."""
    player, gained = who(before.player), stake(before)
    total = f"{gained}: {before.scores[before.player] + gained} in all"
    if before.asked is None:
        return f"{player} ends the last turn and banks {total}."
    return f"{who(before.asked)} declines, and {player} banks {total}."


def _leaving(before: State, seat: int, after: State) -> str:
    text = f"{who(seat)} leaves the table"
    gone = [f"{before.scores[seat]} points"] if before.scores[seat] else []
    if seat == before.player and stake(before):
        gone.append(f"the pot of {stake(before)}")
    verb = "are" if before.scores[seat] else "is"
    text += f": {' and '.join(gone)} {verb} gone." if gone else "."
    if seat != before.asked:
        return text
    if after.asked is not None:
        return f"{text} {who(after.asked)} is asked instead."
    return f"{text} Nobody else can be asked: {who(before.player)} banks {stake(before)}."


def _all_of(found: tuple[Unit, ...]) -> str:
    """Units with their points; single dice of the same face together."""
    parts = []
    for unit, count in Counter(found).items():
        name = unit_name(unit) if count == 1 else f"{NUMBERS[count]} {unit[0]}s"
        parts.append(f"{name} ({count * value(unit)})")
    return enumerated(parts)
