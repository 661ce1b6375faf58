"""What a viewer sees of Thief: the scores with the pot, the dice on the table, those held."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache

from gamenight.core.rules import Decision, Over
from gamenight.core.scene import Area, Choice, Glyph, Scene, ScoreRow, Spot, Token, who
from gamenight.games.thief.odds import bust_chance, dice_in_words, dice_left
from gamenight.games.thief.rules import (
    DICE,
    STRAIGHT,
    Action,
    Hold,
    Roll,
    State,
    ThiefRules,
    Unit,
    possible_holds,
    stake,
    units,
    value,
)

LABELS = "abcde"
MOST_ROLLS = 1_024  # that are remembered as they lie on the table
NUMBERS = {2: "two", 4: "four", 5: "five"}

GLYPHS = {
    "1": Glyph("1", "1", "one", "100 points; three are 1000, four 2000, five 3000"),
    "2": Glyph("2", "2", "two", "three are 200, four 400, five 600"),
    "3": Glyph("3", "3", "three", "three are 300, four 600, five 900"),
    "4": Glyph("4", "4", "four", "three are 400, four 800, five 1200"),
    "5": Glyph("5", "5", "five", "50 points; three are 500, four 1000, five 1500"),
    "6": Glyph("6", "6", "six", "three are 600, four 1200, five 1800"),
}
CARD_GLYPHS = {
    "lock": Glyph("🔒", "lock", "lock", "end your turn and bank the pot, without an offer"),
    "again": Glyph("🔁", "again", "again", "throw the dice on the table once more"),
    "double": Glyph("💰", "double", "double", "what counts in this roll counts once more"),
    "safety": Glyph("☔", "safety", "safety", "if your next roll busts, you keep half of the pot"),
    "jinx": Glyph("🔮", "jinx", "jinx", "another player must roll before ending the turn"),
    "guard": Glyph("🐕", "guard", "guard", "bank your pot while it is offered"),
    "snatch": Glyph("🎣", "snatch", "snatch", "steal a pot that is offered to somebody else"),
}


def scene(rules: ThiefRules, state: State, viewer: int | None) -> Scene:
    """The table, and the choices for the viewer who is to act."""
    node = rules.node(state)
    if isinstance(node, Over):
        return replace(table(rules, state), message=node.reason)
    holding = state.waiting in ("choice", "hold")
    drawn = replace(table(rules, state, labelled=holding), ask=_ask(state))
    if not isinstance(node, Decision) or viewer != node.player:
        return drawn
    if not holding:
        return replace(drawn, choices=_answers(state))
    return replace(
        drawn,
        choices=tuple(_hold_choices(rules, state, node.actions)),
        marks=tuple(f"d{number}" for number in range(1, len(units(state.roll)) + 1)),
    )


def table(rules: ThiefRules, state: State, labelled: bool = False) -> Scene:
    """The table of a state; what counts can have labels to type. The dice held before this roll lie
    apart; the pot has what is marked now as well."""
    held = tuple(Token("die", str(die), tone="held") for die in state.held)
    at_stake = stake(state)
    pot = f"pot {at_stake}" if at_stake else ""
    return Scene(
        title="Thief",
        status=_status(rules, state),
        scores=tuple(_row(rules, state, seat) for seat, gone in enumerate(state.away) if not gone),
        areas=(
            Area("roll", "Dice on the table", "row", _dice(state, labelled), rank=0),
            Area(
                "held",
                "Held before",
                "pile",
                (Spot("h1", name="dice held", tokens=held, note=pot, staked=True),),
                look="tray",
            ),
        ),
    )


def unit_name(unit: Unit) -> str:
    """The name of what counts."""
    if unit == STRAIGHT:
        return "the straight"
    if len(unit) == 1:
        return f"a {unit[0]}"
    return f"{NUMBERS[len(unit)]} {unit[0]}s" if len(unit) in NUMBERS else f"a set of {unit[0]}s"


def _status(rules: ThiefRules, state: State) -> tuple[str, ...]:
    last = state.turn >= rules.options.turn_limit
    number = f"turn {state.turn}{', the last' if last else ''}"
    return f"target {rules.options.target}", number


def _row(rules: ThiefRules, state: State, seat: int) -> ScoreRow:
    acting = state.player if state.asked is None else state.asked
    return ScoreRow(
        key=f"seat {seat}",
        seat=seat,
        name=who(seat),
        value=state.scores[seat],
        stake=(stake(state) or None) if seat == state.player else None,
        goal=rules.options.target,
        current=seat == acting and not state.winners,
    )


def _dice(state: State, labelled: bool) -> tuple[Spot, ...]:
    """Always as many spots as there are dice: what counts, what does not, and empty ones."""
    rolled = state.winners or state.waiting != "roll"
    return _lying(state.roll, labelled) if rolled else _to_roll(DICE - len(state.held))


@lru_cache(MOST_ROLLS)
def _lying(roll: Roll, labelled: bool) -> tuple[Spot, ...]:
    return _row_of([*_counting(roll, labelled), *_others(roll)])


@lru_cache(MOST_ROLLS)
def _to_roll(dice: int) -> tuple[Spot, ...]:
    return _row_of([Spot("", name="a die to roll", tokens=(Token("die"),))] * dice)


def _row_of(spots: list[Spot]) -> tuple[Spot, ...]:
    row = [*spots, *[Spot("")] * (DICE - len(spots))]
    return tuple(replace(spot, key=f"d{number}") for number, spot in enumerate(row, 1))


def _counting(roll: Roll, labelled: bool) -> Iterator[Spot]:
    for label, unit in zip(LABELS, units(roll), strict=False):
        yield Spot(
            key="",
            label=label if labelled else "",
            name=f"{unit_name(unit)}, {value(unit)} points",
            tokens=tuple(Token("die", str(die)) for die in unit),
            note=str(value(unit)),
            tone="good",
            points=value(unit),
        )


def as_they_lie(roll: Roll) -> list[int]:
    """The dice in the order of the table: first what counts."""
    return [*(die for unit in units(roll) for die in unit), *_not_counting(roll)]


def _not_counting(roll: Roll) -> list[int]:
    counting = Counter(die for unit in units(roll) for die in unit)
    return sorted((Counter(roll) - counting).elements())


def _others(roll: Roll) -> Iterator[Spot]:
    for die in _not_counting(roll):
        name = f"a {die} that does not count"
        yield Spot("", name=name, tokens=(Token("die", str(die), tone="muted"),), tone="muted")


def _ask(state: State) -> str:
    player = who(state.player)
    if state.waiting == "roll":
        dice = dice_in_words(DICE - len(state.held))
        chain = state.pot and not state.held
        return f"{player}, {'a chain: roll all ' if chain else 'roll '}{dice}."
    if state.waiting == "offer":
        assert state.asked is not None
        offer = f"steal the pot of {stake(state)} from {player}"
        left = dice_in_words(_fewest_left(state))
        return f"{who(state.asked)}, {offer} with {left} left to roll, or decline?"
    if state.waiting == "hold":
        return f"{player}, your pot: hold which dice?"
    return f"{player}, hold which dice?"


def _hold_choices(rules: ThiefRules, state: State, actions: tuple[Action, ...]) -> Iterator[Choice]:
    """One per way to hold, everything that counts by default, and the end of the turn."""
    for action in actions:
        if not isinstance(action, Hold):
            yield Choice("end", "End the turn", key="e", hint=_ending(rules, state))
            continue
        dice = dice_left(state, action)
        pot = state.pot + sum(map(value, action.units))
        yield Choice(
            text=rules.format(action),
            label=f"Roll {dice_in_words(dice)}",
            on=_keys(units(state.roll), action),
            hint=f"pot {pot}, bust {float(bust_chance(dice)):.0%}",
            default=action == actions[0],
        )


def _keys(found: tuple[Unit, ...], hold: Hold) -> tuple[str, ...]:
    """The spots of the held units; among equals the first."""
    wanted, keys = Counter(hold.units), []
    for number, unit in enumerate(found, 1):
        if wanted[unit]:
            wanted[unit] -= 1
            keys.append(f"d{number}")
    return tuple(keys)


def _ending(rules: ThiefRules, state: State) -> str:
    """What the end of the turn does: with all that counts, whatever is marked."""
    ended = rules.apply(state, rules.parse("end"))
    if ended.asked is None:
        return f"banks all {stake(state)}"
    return f"offers {who(ended.asked)} all {stake(state)}"


def _answers(state: State) -> tuple[Choice, ...]:
    left = _fewest_left(state)
    more = " or more" if len(possible_holds(state.roll)) > 1 else ""
    rolling = f"you must roll {dice_in_words(left)}{more}, bust {float(bust_chance(left)):.0%}"
    return (
        Choice("steal", "Steal", key="s", hint=rolling),
        Choice("decline", "Decline", key="d", hint=f"{who(state.player)} banks {stake(state)}"),
    )


def _fewest_left(state: State) -> int:
    """The dice left to roll when everything that counts is held."""
    return dice_left(state, Hold(units(state.roll)))
