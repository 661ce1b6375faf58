"""The telling of Preys and Hunters: what the die shows, and who moves."""

from __future__ import annotations

from collections.abc import Sequence

from gamenight.core.rules import Over
from gamenight.core.scene import Sound, Step, Tone, who
from gamenight.games.preys.rules import (
    CAUGHT,
    FISH,
    FISHERMEN,
    SEA,
    TEAM_FISH,
    Action,
    PreysRules,
    State,
    Swim,
)
from gamenight.games.preys.scene import river, scene


def tell(rules: PreysRules, before: State, action: Action, viewer: int | None) -> Sequence[Step]:
    """The move of one ply, and at the end of the game how it ended."""
    after = rules.apply(before, action)
    if isinstance(action, Swim):
        text = f"Fish {action.fish}, chosen by {who(TEAM_FISH)}, {_swimming(after, action.fish)}."
    else:
        number = action.number
        told = _reason(before, number) + deed(rules, before, number)
        text = f"The die shows {number}. {told[0].upper()}{told[1:]}."
    tone: Tone = "danger" if after.captured > before.captured else ""
    tone = "good" if after.safe > before.safe else tone
    sound: Sound = "capture" if after.captured > before.captured else "drop"
    node = rules.node(after)
    if isinstance(node, Over):
        moved = Step(text, river(rules, after), tone, sound=sound)
        return moved, Step(node.reason, scene(rules, after, viewer), sound="win")
    return (Step(text, scene(rules, after, viewer), tone, sound=sound),)


def deed(rules: PreysRules, state: State, number: int) -> str:
    """What a roll does."""
    after = rules.rolled(state, number)
    if after.boat != state.boat:
        return _rowing(state, after)
    if after.choosing:
        return "its team chooses who swims instead"
    swimmer = next(fish for fish in FISH if state.place(fish) != after.place(fish))
    return f"fish {swimmer} {_swimming(after, swimmer)}"


def _reason(state: State, number: int) -> str:
    """Why the number does not move its own fish."""
    if number in FISHERMEN or number in state.free:
        return ""
    return f"fish {number} is {'captured' if state.place(number) == CAUGHT else 'safe'}: "


def _rowing(before: State, after: State) -> str:
    caught = [fish for fish in before.free if after.place(fish) == CAUGHT]
    rowing = f"the boat rows to place {after.boat}"
    return f"{rowing} and captures {_all(caught)}" if caught else rowing


def _swimming(after: State, fish: int) -> str:
    left = SEA - after.place(fish)
    if not left:
        return "swims into the sea and is safe"
    return f"swims to place {after.place(fish)}, {left} from the sea"


def _all(fish: Sequence[int]) -> str:
    *others, last = map(str, fish)
    if len(fish) == len(FISH):
        return "all the fish"
    return f"fish {', '.join(others)} and {last}" if others else f"fish {last}"
