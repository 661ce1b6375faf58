"""What a viewer sees of Preys and Hunters: the river with one lane per fish, from quay to sea."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from gamenight.core.rules import Decision, Over
from gamenight.core.scene import Area, Choice, Glyph, Scene, ScoreRow, Spot, Token, who
from gamenight.games.preys.rules import (
    CAUGHT,
    FISH,
    QUAY,
    SEA,
    START,
    TEAM_FISH,
    TEAM_FISHERMEN,
    PreysRules,
    State,
    Swim,
)

MAJORITY = len(FISH) // 2 + 1
RIVER = range(QUAY + 1, SEA)

# Who swims instead of a safe fish.
STEPPING_IN = {
    "closest": "the closest swims for a safe fish",
    "farthest": "the farthest swims for a safe fish",
    "choose": "the fish choose who swims for a safe one",
}

GLYPHS = {
    "boat": Glyph("🚣", "boat", "the boat", "rows on 1, 6 and the numbers of captured fish"),
    "sea": Glyph("🌊", "sea", "the open sea", "a fish here is safe"),
    "water": Glyph("~", "~", "water", "a place in the river"),
    "start": Glyph("▓", "#", "the start", "where the fish began"),
    "wake": Glyph(".", ".", "the wake", "the boat has been here"),
    **{f"fish {fish}": Glyph(f"{fish}🐟", f"{fish}>", f"fish {fish}") for fish in FISH},
}


def scene(rules: PreysRules, state: State, viewer: int | None) -> Scene:
    """The river, and if the fish choose who swims, the choices for their team."""
    node = rules.node(state)
    if isinstance(node, Over):
        return replace(river(rules, state), message=node.reason)
    if not isinstance(node, Decision):
        return river(rules, state)
    ask = f"{who(TEAM_FISH)}, which fish swims instead?"
    asked = replace(river(rules, state), ask=ask)
    if viewer != node.player:
        return asked
    return replace(asked, choices=tuple(_choices(rules, state)))


def river(rules: PreysRules, state: State) -> Scene:
    """The board of a state, without a question."""
    return Scene(
        title="Preys and Hunters",
        status=(STEPPING_IN[rules.options.escort],),
        scores=(
            ScoreRow(
                key="safe",
                seat=TEAM_FISH,
                name=who(TEAM_FISH),
                value=state.safe,
                goal=MAJORITY,
                facts=("safe",),
                current=state.choosing,
            ),
            ScoreRow(
                key="captured",
                seat=TEAM_FISHERMEN,
                name=who(TEAM_FISHERMEN),
                value=state.captured,
                goal=MAJORITY,
                facts=("captured",),
            ),
        ),
        unit="fish",
        areas=(Area("river", "River", "grid", tuple(_spots(state)), rank=0),),
    )


def _spots(state: State) -> Iterator[Spot]:
    """The boat and the sea, which span all lanes, and every place of the river in each lane."""
    yield Spot(
        key="boat",
        label=str(state.boat),
        name="the boat",
        spoken=f"the boat at place {state.boat}",
        tokens=_pawns(state, CAUGHT),
        face="boat",
        owner=TEAM_FISHERMEN,
        at=(0, state.boat - QUAY),
        span=(len(FISH), 1),
    )
    for lane, fish in enumerate(FISH):
        for place in RIVER:
            yield _place(state, lane, fish, place)
    yield Spot(
        key="sea",
        label=str(SEA),
        name="the open sea",
        tokens=_pawns(state, SEA),
        face="sea",
        owner=TEAM_FISH,
        at=(0, SEA - QUAY),
        span=(len(FISH), 1),
    )


def _place(state: State, lane: int, fish: int, place: int) -> Spot:
    """A place in the lane of a fish. The boat comes from the left: a place that it has taken is
    drawn behind it. The numbers of the places are above the first lane; where a fish can be
    chosen by its own number, that of its place cannot be typed."""
    taken = place <= state.boat
    column = place - QUAY - taken
    here = state.place(fish) == place
    ground = "wake" if taken else "start" if place == START else "water"
    on = GLYPHS[ground].name
    number, typed = str(column + QUAY) if lane == 0 else "", here and state.choosing
    return Spot(
        key=_key(fish, place),
        label="" if typed else number,
        heading=number if typed else "",
        tokens=(_pawn(fish, place == state.boat + 1),) if here else (),
        face="" if here else ground,
        tone="" if here or ground == "start" else "muted",
        at=(lane, column),
        spoken=_spoken(state, fish, place) if here else f"{on}, lane {fish}, place {column + QUAY}",
    )


def _spoken(state: State, fish: int, place: int) -> str:
    danger = ", right in front of the boat" if place == state.boat + 1 else ""
    return f"fish {fish} at place {place}{danger}"


def _key(fish: int, place: int) -> str:
    return f"{fish} at {place}"


def _pawn(fish: int, in_danger: bool = False) -> Token:
    """A fish; one in front of the boat is in danger."""
    return Token(
        "pawn",
        f"fish {fish}",
        owner=TEAM_FISH,
        tone="danger" if in_danger else "",
        key=f"fish {fish}",
    )


def _pawns(state: State, place: int) -> tuple[Token, ...]:
    return tuple(_pawn(fish) for fish in FISH if state.place(fish) == place)


def label(fish: int) -> str:
    """What people call the choice of a fish."""
    return f"Fish {fish}"


def _choices(rules: PreysRules, state: State) -> Iterator[Choice]:
    """One per free fish, on the place where it is; its number is typed."""
    for fish in state.free:
        place = state.place(fish)
        yield Choice(
            text=rules.format(Swim(fish)),
            label=label(fish),
            on=(_key(fish, place),),
            key=str(fish),
            hint=f"to {'the sea' if place + 1 == SEA else f'place {place + 1}'}",
        )
