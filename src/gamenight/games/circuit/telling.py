"""The telling of Circuit: the dice, the moves of the pawns, what a tile or card did."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from gamenight.core.rules import Over
from gamenight.core.scene import Scene, Step, Tone, who
from gamenight.core.text import enumerated
from gamenight.games.circuit.cards import CARDS, acting, cards_in_play
from gamenight.games.circuit.rules import (
    DEALT,
    Action,
    CircuitRules,
    Deal,
    Lay,
    Play,
    Throw,
)
from gamenight.games.circuit.scene import elsewhere, scene, table
from gamenight.games.circuit.state import NOBODY, Fall, State, replaced
from gamenight.games.circuit.tiles import TILES, title
from gamenight.games.circuit.words import (
    MOST_DICE_LISTED,
    card_deed,
    card_on,
    counted,
    lap_and_tile,
    play_words,
    signed,
    tile_deed,
)

MOST_FRAMES, MOST_NAMED = 12, 3
MOVING = "somebody is moving"
WALK_BEAT, THROW_BEAT = 0.2, 0.4

Positions = tuple[int, ...]


def tell(rules: CircuitRules, before: State, action: Action, viewer: int | None) -> Sequence[Step]:
    """The steps of one ply; the last scene is that of the state after it."""
    after = rules.apply(before, action)
    if isinstance(action, Throw):
        steps = _thrown(rules, before, action, after, viewer)
    elif isinstance(action, Play):
        steps = _played(rules, before, action, after, viewer)
    elif isinstance(action, Deal):
        steps = _dealt(before, action, after, viewer)
    else:
        steps = _laid(rules, after) if isinstance(action, Lay) else []
    if not steps:
        return ()
    node, now = rules.node(after), scene(rules, after, viewer)
    if isinstance(node, Over):
        return *steps, Step(node.reason, now, "good", sound="win")
    return *steps[:-1], replace(steps[-1], scene=now)


def _laid(rules: CircuitRules, after: State) -> list[Step]:
    """The tiles are laid without words; the last one says that the board is ready."""
    if len(after.tiles) < rules.options.length:
        return []
    return [Step(f"The board is laid: {counted(len(after.tiles), 'tile')}.")]


def _dealt(before: State, action: Deal, after: State, viewer: int | None) -> list[Step]:
    """A card is named to the player who draws it; at the start all are named together."""
    seat = before.due[0]
    if before.fall is not None:
        return [Step(_getting(seat, viewer, (action.card,)), sound="card")]
    if after.due:
        return []
    own = _getting(viewer, viewer, after.hands[viewer]) if viewer is not None else ""
    return [Step(f"Everybody gets {counted(DEALT, 'card')}. {own}".rstrip(), sound="card")]


def _getting(seat: int, viewer: int | None, cards: Sequence[str]) -> str:
    if seat != viewer:
        return f"{who(seat)} gets a card."
    return f"{who(seat)} gets {enumerated([CARDS[card].title for card in cards])}."


def _thrown(
    rules: CircuitRules, before: State, action: Throw, after: State, viewer: int | None
) -> list[Step]:
    """The dice, then the moves to the tile, then what the tile does to whom."""
    seat, fall = before.player, after.fall
    if after.thrown:
        return [Step(f"{who(seat)} throws {_shown(action.dice)}.", beat=THROW_BEAT, sound="roll")]
    assert fall is not None
    start = before.positions
    there = start[seat] + fall.total
    landed = replaced(start, seat, min(there, rules.goal) if rules.options.edition == 1 else there)
    film = Film(rules, after._replace(turns=before.turns), viewer, seat)
    told = f"{who(seat)} rolls {_shown(fall.dice)}"
    if fall.change:
        told += f": {sum(fall.dice)}{signed(fall.change)} = {fall.total}"
    elif len(fall.dice) > 1:
        told += f": {fall.total}"
    steps = [Step(f"{told}.", film.frame(start), sound="roll")]
    steps += film.moving(start, landed, _walking(rules, seat, start, landed))
    if fall.tile is not None and TILES[fall.tile.kind].effect is not None:
        does = _moved(rules, title(fall.tile), landed, after.positions)
        if not does:
            does = _unmoved(fall, drawn=len(after.due) > len(before.due))
        elif len(_changed(landed, after.positions)) > MOST_NAMED:
            does = f"{title(fall.tile)} {tile_deed(fall.tile, who(fall.seat))}."
        steps += film.moving(landed, after.positions, does, _tone(seat, landed, after.positions))
    return steps


def _played(
    rules: CircuitRules, before: State, action: Play, after: State, viewer: int | None
) -> list[Step]:
    """What is played on whom and what that means, then everybody it moves."""
    effect = CARDS[acting(before, action.card)]
    film = Film(rules, after, viewer, before.player)
    text = f"{who(action.seat)} plays {_playing(rules, before, action)}."
    steps = [Step(text, film.frame(before.positions), sound="card")]
    changed = _changed(before.positions, after.positions)
    if changed:
        does = _moved(rules, effect.title, before.positions, after.positions)
        does = does if len(changed) <= MOST_NAMED else ""
        steps += film.moving(before.positions, after.positions, does)
    return steps


def _playing(rules: CircuitRules, before: State, action: Play) -> str:
    """The card and what it does: `Overload on {1}: {1}'s rolls -2`."""
    card, target = action.card, action.target
    effect = CARDS[acting(before, card)]
    words = play_words(before, card, target)
    if effect.change is not None:
        changes = {seat: effect.change(target, seat) for seat in range(rules.players)}
        if [seat for seat in changes if changes[seat]] == [target]:
            return f"{words}: {who(target)}'s rolls {changes[target]:+}"
    if effect.targets is cards_in_play:
        return f"{play_words(before, card, NOBODY)}: {card_on(before.in_play[target])} is removed"
    return f"{words}: {card_deed(before, acting(before, card))}"


class Film:
    """Pictures of pawns that move while everything else on the table stays put."""

    def __init__(self, rules: CircuitRules, state: State, viewer: int | None, current: int):
        self.rules, self.public, self.current = rules, rules.hide(state, None), current
        self.table = table(rules, state, viewer, current, MOVING)

    def frame(self, positions: Positions) -> Scene:
        public = self.public._replace(positions=positions)
        return elsewhere(self.table, self.rules, public, self.current)

    def moving(self, start: Positions, end: Positions, text: str, tone: Tone = "") -> list[Step]:
        """One tile per step, or longer steps on a long way. The last has the text."""
        tiles = max(abs(there - here) for here, there in zip(start, end, strict=True))
        frames = min(tiles, MOST_FRAMES)
        steps = []
        for number in range(1, frames):
            between = tuple(
                here + (there - here) * number // frames
                for here, there in zip(start, end, strict=True)
            )
            steps.append(Step(scene=self.frame(between), beat=WALK_BEAT, sound="drop"))
        return [*steps, Step(text, self.frame(end), tone, sound="drop")]


def _shown(dice: Sequence[int]) -> str:
    """`4 and 5`; many dice are only counted."""
    if len(dice) > MOST_DICE_LISTED:
        return f"{len(dice)} dice"
    return enumerated([*map(str, dice)])


def _walking(rules: CircuitRules, seat: int, start: Positions, landed: Positions) -> str:
    """Where a roll leads, and the lap if it changes."""
    moved = landed[seat] - start[seat]
    if not moved:
        return f"{who(seat)} stays on tile {lap_and_tile(rules, start[seat])[1]}."
    return f"{_going(rules, seat, start[seat], landed[seat])}."


def _going(rules: CircuitRules, seat: int, start: int, end: int) -> str:
    (old_lap, _), (lap, tile) = lap_and_tile(rules, start), lap_and_tile(rules, end)
    way = counted(abs(end - start), "tile")
    text = f"{who(seat)} moves {way if end > start else f'back {way}'} to tile {tile}"
    if lap > rules.options.laps and old_lap < lap:
        return f"{text} and finishes the race"
    if lap > old_lap:
        return f"{text} and begins lap {lap}"
    return f"{text} and is back in lap {lap}" if lap < old_lap else text


def _changed(start: Positions, end: Positions) -> list[int]:
    """The seats that have moved."""
    pairs = enumerate(zip(start, end, strict=True))
    return [seat for seat, (here, there) in pairs if here != there]


def _moved(rules: CircuitRules, name: str, start: Positions, end: Positions) -> str:
    """Who is moved by a tile or a card, and where to; "" if nobody is."""
    ways = [_going(rules, seat, start[seat], end[seat]) for seat in _changed(start, end)]
    return f"{name}: {'; '.join(ways)}." if ways else ""


def _unmoved(fall: Fall, drawn: bool) -> str:
    """The sentence for a tile that moves nobody: a card from it comes with the next ply."""
    assert fall.tile is not None
    if drawn:
        return f"{who(fall.seat)} landed on a card tile."
    return f"{title(fall.tile)}: nobody moves."


def _tone(seat: int, start: Positions, end: Positions) -> Tone:
    """Good or bad for the player who landed."""
    return "good" if end[seat] > start[seat] else "danger" if end[seat] < start[seat] else ""
