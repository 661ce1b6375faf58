"""What a viewer sees of Oware, and the telling of a move."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache

from gamenight.core.rules import Over
from gamenight.core.scene import Area, Choice, Scene, ScoreRow, Spot, Step, Token, Tone, who
from gamenight.core.text import enumerated
from gamenight.games.oware.rules import (
    NORTH,
    SIDES,
    SOUTH,
    OwareRules,
    Position,
    Sowing,
    State,
    sowing_path,
)

SEED_BEAT, CAPTURE_BEAT = 0.25, 0.6
MOST_SPOTS = 4_096  # that are remembered: most houses are as they were when a seed falls


def scene(rules: OwareRules, state: State, viewer: int | None) -> Scene:
    """The board, and the choices for the viewer whose turn it is."""
    node = rules.node(state)
    if isinstance(node, Over):
        ended = _draw(rules, state, _board_after_taking(rules, state.position, node.scores))
        played = f"{state.plies} moves" if state.plies != 1 else "1 move"
        return replace(ended, status=(played,), message=node.reason)
    return replace(
        _draw(rules, state, state.position, current=node.player),
        ask=f"{who(node.player)}, which house do you sow?",
        choices=_choices(rules, state, node.actions) if viewer == node.player else (),
    )


def tell(rules: OwareRules, before: State, action: int, viewer: int | None) -> Sequence[Step]:
    """The seeds fall one by one, captures go to the store house by house, then the sentence."""
    sowing = rules.sow(before.position, action)
    steps = [*_sown(rules, before, action), *_captured(rules, before, sowing)]
    text = _sentence(rules, before, action, sowing)
    tone: Tone = "good" if sowing.captured else ""
    after = rules.apply(before, action)
    node, last = rules.node(after), scene(rules, after, viewer)
    if isinstance(node, Over):
        steps.append(Step(text, _draw(rules, before, after.position), tone))
        steps.append(Step(node.reason, last, sound="win"))
    else:
        steps.append(Step(text, last, tone))
    return steps


def house_label(rules: OwareRules, house: int) -> str:
    """Each side numbers its houses in the order of sowing, from its own left, as the letters go."""
    return str(house % rules.options.houses + 1)


def _draw(
    rules: OwareRules,
    state: State,
    position: Position,
    *,
    current: int | None = None,
    held: tuple[int, int] | None = None,
    lit: tuple[int, ...] = (),
    tone: Tone = "held",
) -> Scene:
    """A board in the frame of a state. held: (house, seeds) in the hand, drawn where they were
    picked up; lit: the houses where something happens, in this tone."""
    limit = rules.options.ply_limit
    goal = (sum(state.position.houses) + sum(state.position.stores)) // 2 + 1
    picked, hand = held or (None, 0)
    spots = [
        _house(
            rules,
            house,
            position.houses[house],
            hand if house == picked else 0,
            tone if house in lit else "",
        )
        for house in (*reversed(rules.rows[NORTH]), *rules.rows[SOUTH])
    ]
    north, south = (_store(rules, side, position.stores[side]) for side in (NORTH, SOUTH))
    return Scene(
        title="Oware",
        status=(_played(state.plies), *((f"a tie after move {limit}",) if limit else ())),
        scores=tuple(
            ScoreRow(
                key=f"seat {side}",
                seat=side,
                name=who(side),
                value=position.stores[side],
                goal=goal,
                current=side == current,
            )
            for side in (SOUTH, NORTH)
        ),
        unit="seeds",
        areas=(
            Area(
                key="board",
                title="Board",
                shape="grid",
                spots=(north, *spots, south),
                look="pit",
                rank=0,
                below=SOUTH,
            ),
        ),
    )


@lru_cache(MOST_SPOTS)
def _house(rules: OwareRules, house: int, seeds: int, held: int, tone: Tone) -> Spot:
    side = SOUTH if house in rules.rows[SOUTH] else NORTH
    label, last = house_label(rules, house), 2 * rules.options.houses - 1
    return Spot(
        key=rules.format(house),
        label=label,
        name=f"{who(side)}'s house {label}",
        tokens=(*_seeds(seeds), *_seeds(held, tone="held")),
        owner=side,
        tone=tone,
        at=(1 - side, (house if side == SOUTH else last - house) + 1),
    )


@lru_cache(MOST_SPOTS)
def _store(rules: OwareRules, side: int, seeds: int) -> Spot:
    column = rules.options.houses + 1 if side == SOUTH else 0
    return Spot(
        key=SIDES[side],
        name=who(side),
        tokens=_seeds(seeds),
        note="store",
        owner=side,
        at=(0, column),
        span=(2, 1),
    )


def _seeds(count: int, tone: Tone = "") -> tuple[Token, ...]:
    return (Token("seed", count=count, tone=tone),) if count else ()


def _choices(rules: OwareRules, state: State, actions: tuple[int, ...]) -> tuple[Choice, ...]:
    """One per house, in the order of sowing."""
    choices = []
    for house in sorted(actions):
        seeds = rules.sow(state.position, house).seeds
        letter, hint = rules.format(house), f"captures {seeds}" if seeds else ""
        label = f"house {house_label(rules, house)}"
        choices.append(Choice(letter, label, on=(letter,), hint=hint))
    return tuple(choices)


def _board_after_taking(rules: OwareRules, position: Position, scores: tuple[int, ...]) -> Position:
    """The last board: empty where the sides took their rows, else as it is."""
    if scores == position.stores:
        return position
    return Position((0,) * len(position.houses), rules.take_rows(position), position.mover)


def _sown(rules: OwareRules, before: State, action: int) -> list[Step]:
    position, mover = before.position, before.position.mover
    houses, hand = list(position.houses), position.houses[action]
    houses[action] = 0
    steps = []
    for lit in (action, *sowing_path(action, hand, len(houses))):
        if lit != action:
            houses[lit] += 1
            hand -= 1
        board = Position(tuple(houses), position.stores, mover)
        shown = _draw(rules, before, board, current=mover, held=(action, hand), lit=(lit,))
        steps.append(Step(scene=shown, beat=SEED_BEAT, sound="drop" if lit != action else ""))
    return steps


def _captured(rules: OwareRules, before: State, sowing: Sowing) -> list[Step]:
    mover = before.position.mover
    houses, stores = list(sowing.houses), list(before.position.stores)
    steps = []
    for house in sowing.captured:
        stores[mover] += houses[house] - sowing.after[house]
        houses[house] = sowing.after[house]
        board = Position(tuple(houses), (stores[SOUTH], stores[NORTH]), mover)
        shown = _draw(rules, before, board, current=mover, lit=(house,), tone="good")
        steps.append(Step(scene=shown, tone="good", beat=CAPTURE_BEAT, sound="capture"))
    return steps


def _sentence(rules: OwareRules, before: State, action: int, sowing: Sowing) -> str:
    """The whole move for somebody who cannot see the board."""
    mover, seeds = before.position.mover, before.position.houses[action]
    sows = f"{who(mover)} sows {_counted(seeds)} from house {house_label(rules, action)}"
    slam = f"would take all of {who(1 - mover)}'s seeds"
    captured = _from_houses(rules, 1 - mover, sowing, sowing.captured)
    if sowing.left:
        return f"{sows} and captures {captured}, but not the last seed: that {slam}."
    if not sowing.spared:
        return f"{sows} and captures {captured}." if captured else f"{sows}."
    if not captured:
        return f"{sows} but captures nothing: a capture {slam}."
    spared = _from_houses(rules, 1 - mover, sowing, sowing.spared)
    return f"{sows} and captures {captured}, but not {spared}: that {slam}."


def _counted(seeds: int) -> str:
    return "1 seed" if seeds == 1 else f"{seeds} seeds"


def _from_houses(rules: OwareRules, side: int, sowing: Sowing, houses: tuple[int, ...]) -> str:
    """How many seeds of which houses of a side; those that are spared are all still there."""
    taken = {house: sowing.houses[house] - sowing.after[house] for house in sowing.captured}
    owners = (f"{who(side)}'s ", *[""] * len(houses))
    parts = [
        f"{_counted(taken.get(house, sowing.houses[house]))} from {of}house "
        f"{house_label(rules, house)}"
        for of, house in zip(owners, houses, strict=False)
    ]
    return enumerated(parts) if parts else ""


def _played(moves: int) -> str:
    """Moves are counted when they were made, as in the log, in replays and in the list of
    matches."""
    return f"{moves or 'no'} {'move' if moves < 2 else 'moves'}{'' if moves else ' yet'}"
