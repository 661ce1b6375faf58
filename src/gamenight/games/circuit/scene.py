"""What a viewer sees of Circuit: the ring with its pawns, the standings, the roll, the cards."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache

from gamenight.core.rules import Decision, Over
from gamenight.core.scene import Area, AreaShape, Choice, Glyph, Scene, ScoreRow, Spot, Token, who
from gamenight.games.circuit.cards import changes, roll_change
from gamenight.games.circuit.hand_scene import (
    CARD_GLYPHS,
    card_choices,
    hand_area,
    in_play_area,
    initial,
)
from gamenight.games.circuit.options import Options
from gamenight.games.circuit.rules import ROLL, Action, CircuitRules, Play
from gamenight.games.circuit.state import Fall, State, Tile
from gamenight.games.circuit.tiles import EMPTY, TILES, title
from gamenight.games.circuit.words import (
    MOST_DICE_LISTED,
    arithmetic,
    counted,
    lap_and_tile,
    ordinal,
    signed,
)

SIGNS = {
    EMPTY: ("·", "."),
    "card": ("🃏", "?"),
    "speed": ("🚀", "^"),
    "wormhole": ("🌀", "v"),
    "time": ("⏰", "@"),
    "moonwalk": ("🌙", "("),
    "bomb": ("💣", "*"),
}
SHORT_NAMES = {"time": "Time", "moonwalk": "Moon", "bomb": "Bomb"}
TINTS = {
    "card": "#94762a",
    "speed": "#3f7d4f",
    "wormhole": "#6a4bb0",
    "time": "#a8562f",
    "moonwalk": "#37548f",
    "bomb": "#8f2f3f",
}


def tile_face(kind: str) -> str:
    """The face of a tile; a card can have its name."""
    return f"{kind} tile"


GLYPHS = {
    tile_face(kind): Glyph(
        emoji,
        ascii,
        TILES[kind].title,
        TILES[kind].does.replace("{number}", "by its number"),
        SHORT_NAMES.get(kind, ""),
        TINTS.get(kind, ""),
    )
    for kind, (emoji, ascii) in SIGNS.items()
} | CARD_GLYPHS


def faces(options: Options) -> set[str]:
    """The tiles that can be on the board, and the cards in the edition that has them."""
    kinds = {tile.kind for tile in options.given or [tile for tile, _ in options.shares]}
    tiles = {tile_face(kind) for kind in kinds} & GLYPHS.keys()
    return tiles | (CARD_GLYPHS.keys() if options.edition == 3 else set())


MOST_TILES = 4_096  # that are remembered: most are as they were when a pawn takes a step
MOST_TABLES = 256  # of which it is remembered what everybody sees
ROLLING = "a roll and what its tile does are one step"
DEALING = "the cards are being dealt"


def scene(rules: CircuitRules, state: State, viewer: int | None) -> Scene:
    """The table, and the choices for the viewer who may act, in turn or out of turn."""
    node = rules.node(state)
    if isinstance(node, Over):
        ended = table(rules, state, viewer, None, "the game is over")
        return replace(ended, message=node.reason)
    if not isinstance(node, Decision):
        shown = table(rules, state, viewer, state.player, DEALING if state.due else ROLLING)
        return replace(shown, ask=_awaited(rules, state))
    actions = node.of(viewer) if viewer is not None else ()
    return replace(
        table(rules, state, viewer, state.player, ""),
        ask=_ask(state, viewer, actions),
        choices=tuple(_choices(rules, state, actions)),
    )


def table(
    rules: CircuitRules, state: State, viewer: int | None, current: int | None, closed: str
) -> Scene:
    """Everything on the table. closed: why nobody can play a card now; "" if they can."""
    board, rows = _public(rules, rules.hide(state, None), current)
    areas = [board, _roll(state.player, state.thrown, state.fall)]
    if rules.cards:
        areas += [hand_area(state, viewer, closed)] if viewer is not None else []
        areas += [in_play_area(state.in_play)] if state.in_play else []
    return Scene(
        title="Circuit",
        status=_status(rules, state, current),
        scores=rows,
        unit="tiles",
        areas=tuple(areas),
        facts_suffice=True,
    )


def elsewhere(table: Scene, rules: CircuitRules, public: State, current: int) -> Scene:
    """The same table where nothing but pawns has moved. public: the state without hands."""
    board, rows = _public(rules, public, current)
    return replace(table, scores=rows, areas=(board, *table.areas[1:]))


def _status(rules: CircuitRules, state: State, current: int | None) -> tuple[str, ...]:
    options = rules.options
    goal = counted(options.laps, "lap") if options.edition > 1 else f"to tile {options.length}"
    turn = f"turn {state.turns + 1}" if current is not None else counted(state.turns, "turn")
    return goal, options.dice, turn


@lru_cache(MOST_TABLES)
def _public(
    rules: CircuitRules, state: State, current: int | None
) -> tuple[Area, tuple[ScoreRow, ...]]:
    """The board and the standings in a state without hands: all viewers see the same."""
    rows = tuple(_row(rules, state, seat, current) for seat in range(rules.players))
    return _board(rules, state), rows


def _row(rules: CircuitRules, state: State, seat: int, current: int | None) -> ScoreRow:
    """The tiles walked on the way to the goal, with lap, tile and rank."""
    lap, tile = lap_and_tile(rules, state.positions[seat])
    facts, ring = [ordinal(state.rank(seat))], rules.options.edition > 1
    facts += [f"lap {lap}" if lap <= rules.options.laps else "finished"] if ring else []
    facts.append(f"tile {tile}")
    if rules.cards:
        change = roll_change(state, seat)
        facts.append(counted(len(state.hands[seat]), "card"))
        facts += [f"rolls {change:+}"] if change else []
    return ScoreRow(
        key=f"seat {seat}",
        seat=seat,
        name=who(seat),
        value=state.positions[seat],
        goal=rules.goal,
        facts=tuple(facts),
        current=seat == current,
    )


def _board(rules: CircuitRules, state: State) -> Area:
    """A ring, or the line of edition 1; always with a spot for every tile."""
    there: dict[int, tuple[int, ...]] = defaultdict(tuple)
    for seat, position in enumerate(state.positions):
        _, number = lap_and_tile(rules, position)
        there[number] += (seat,)
    missing = rules.options.length - len(state.tiles)
    tiles = enumerate((*state.tiles, *[None] * missing), 1)
    spots = tuple([_tile(number, tile, there[number]) for number, tile in tiles])
    shape: AreaShape = "row" if rules.options.edition == 1 else "ring"
    return Area("board", "", shape, spots, look="tile", rank=0)


@lru_cache(MOST_TILES)
def _tile(number: int, tile: Tile | None, there: tuple[int, ...]) -> Spot:
    label, pawns = str(number), tuple(Token("pawn", owner=n, key=f"pawn {n}") for n in there)
    if tile is None:
        return Spot(f"tile {label}", label, f"tile {label}, not laid yet", pawns)
    face = tile_face(tile.kind)
    return Spot(
        key=f"tile {label}",
        label=label,
        name=f"tile {label}, {title(tile)}",
        tokens=pawns,
        face=face if face in GLYPHS else initial(TILES[tile.kind].title),
        note=str(tile.number) if tile.number else TILES[tile.kind].sign,
        tone="muted" if tile.kind == EMPTY else "",
    )


@lru_cache(MOST_TABLES)
def _roll(player: int, thrown: tuple[int, ...] | None, fall: Fall | None) -> Area:
    """The dice of this roll so far, else those of the last one: the same for all viewers."""
    if thrown:
        dice, words = thrown, f"{who(player)} is throwing"
    elif fall is not None:
        dice, words = fall.dice, f"{who(fall.seat)}: {arithmetic(fall.dice, fall.change)}"
    else:
        dice, words = (), "nobody has rolled yet"
    listed = dice if len(dice) <= MOST_DICE_LISTED else ()
    tokens = tuple(Token("die", str(die)) for die in listed)
    return Area("roll", "Last roll", "list", (Spot("roll", name=words, tokens=tokens),))


def _awaited(rules: CircuitRules, state: State) -> str:
    """What chance is about to decide."""
    if len(state.tiles) < rules.options.length:
        return "The board is being laid."
    if state.due:
        return f"{who(state.due[0])} gets a card."
    return f"{who(state.player)} rolls {_dice(rules, state)}."


def _ask(state: State, viewer: int | None, actions: tuple[Action, ...]) -> str:
    """The question. Nobody knows whether the others can play their cards."""
    player = who(state.player)
    if viewer is None or viewer == state.player or not actions:
        can_play = len(actions) > 1 if viewer == state.player else bool(state.hands[state.player])
        return f"{player}, roll{' or play a card' if can_play else ''}."
    plays = [action for action in actions if isinstance(action, Play)]
    in_vain = not any(changes(state, play.card, play.target) for play in plays)
    vain = ", but it would change nothing now" if in_vain else ""
    return f"{who(viewer)}, you may play a card before {player} rolls{vain}."


def _choices(rules: CircuitRules, state: State, actions: tuple[Action, ...]) -> Iterator[Choice]:
    if ROLL in actions:
        reached = tuple(f"tile {number}" for number in _reached(rules, state))
        yield Choice(
            ROLL.verb,
            f"Roll {_dice(rules, state)}",
            key="r",
            hint=_landing(rules, state),
            default=True,
            reach=reached,
        )
    yield from card_choices(rules, state, actions)


def _reached(rules: CircuitRules, state: State) -> tuple[int, ...]:
    """The tiles where the next roll can end, before these act, the nearest first. On a ring the
    goal is no tile."""
    start = state.positions[state.player]
    ends = (start + total for total in _totals(rules, state))
    ring = rules.options.edition > 1
    tiles = (lap_and_tile(rules, end)[1] for end in ends if not ring or end < rules.goal)
    return tuple(dict.fromkeys(tiles))


def _totals(rules: CircuitRules, state: State) -> range:
    """What the next roll can come to, with the cards in play."""
    sizes, change = rules.options.sizes, roll_change(state, state.player)
    return range(len(sizes) + change, sum(sizes) + change + 1)


def _landing(rules: CircuitRules, state: State) -> str:
    """Where a roll ends, as a phrase: `lands on tiles 19 to 24; a total of 9 or more wins`."""
    tiles, totals = _reached(rules, state), _totals(rules, state)
    missing = rules.goal - state.positions[state.player]
    if missing <= totals[0]:
        return "any roll wins"
    there = f"lands on {'tile' if len(tiles) == 1 else 'tiles'} {_stretch(tiles)}"
    if len(tiles) == rules.options.length:
        there = ""
    wins = f"a total of {missing} or more wins" if missing <= totals[-1] else ""
    return "; ".join(filter(None, (there, wins)))


def _stretch(tiles: tuple[int, ...]) -> str:
    """Tiles one after another, told in two parts where they pass the start: `23, 24 or 1 to 9`."""
    turn = next((at for at in range(1, len(tiles)) if tiles[at] < tiles[at - 1]), 0)
    if turn:
        before = _stretch(tiles[:turn]).replace(" or ", ", ")
        return f"{before} or {_stretch(tiles[turn:])}"
    if len(tiles) == 2:
        return f"{tiles[0]} or {tiles[1]}"
    return str(tiles[0]) if len(tiles) == 1 else f"{tiles[0]} to {tiles[-1]}"


def _dice(rules: CircuitRules, state: State) -> str:
    """The dice with what cards change for the player: `2d6 - 1`."""
    return f"{rules.options.dice}{signed(roll_change(state, state.player))}"
