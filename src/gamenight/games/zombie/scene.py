"""What a viewer sees of Zombie Dice: the three cells, the two areas beside them, the scores."""

from __future__ import annotations

from dataclasses import replace

from gamenight.core.rules import Decision, Over
from gamenight.core.scene import Area, Choice, Glyph, Scene, ScoreRow, Spot, Token, who
from gamenight.games.zombie.rules import ROLL, ROLLED_DICE, Dice, Roll, State, ZombieRules

COLOR_NAMES = ("green", "yellow", "red")
ROLLED_FACES = ("brain", "footprints", "shotgun")  # in the order of a `Roll`
UNROLLED = "unrolled"
EMPTY_CELL = "no die"

GLYPHS = {
    "brain": Glyph("🧠", "brain", "brain", "eaten: a point, if you hold in time"),
    "footprints": Glyph("👣", "feet", "footprints", "the human got away: the die is rolled again"),
    "shotgun": Glyph("💥", "shot", "shotgun", "the human shot you: three end the turn"),
    UNROLLED: Glyph("🎲", "die", "die to be rolled"),
    "green": Glyph("🟩", "G", "green die", "a weak human"),
    "yellow": Glyph("🟨", "Y", "yellow die", "a strong human"),
    "red": Glyph("🟥", "R", "red die", "a tough human"),
}


def scene(rules: ZombieRules, state: State, viewer: int | None) -> Scene:
    """The table, and the choices for the viewer whose turn it is. What is left in the bag is
    only counted: its colours follow from the dice outside it."""
    node = rules.node(state)
    if isinstance(node, Over):
        played = counted(state.round, "turn")
        return replace(table(rules, state), status=(played, _aim(rules)), message=node.reason)
    if not isinstance(node, Decision):
        return table(rules, state)
    return replace(
        table(rules, state),
        ask=f"{who(state.player)}, roll on or hold?",
        choices=_choices(rules, state) if viewer == state.player else (),
    )


def table(rules: ZombieRules, state: State, rolled: Roll | None = None) -> Scene:
    """The table of a state; with `rolled`, the cells show those dice before sorting: by colour, as
    they were drawn, so that none changes its place while it rolls."""
    goal = None if rules.options.max_turns else rules.options.brains_to_win
    shown = rolled or Roll(brains=(0, 0, 0), feet=state.rolling, shots=(0, 0, 0))
    cells = tuple(
        Token("die", face, color)
        for number, color in enumerate(COLOR_NAMES)
        for face, dice in zip(ROLLED_FACES, shown, strict=True)
        for _ in range(dice[number])
    )
    if state.waiting == "roll" and rolled is None:
        cells = tuple(replace(die, face=UNROLLED) for die in cells)
    returned = state.eaten - sum(state.brains)
    note = f"and {returned} more, dice back in the bag" if returned else ""
    return Scene(
        title="Zombie Dice",
        status=_status(rules, state),
        scores=tuple(_row(state, seat, goal) for seat in range(rules.players)),
        areas=(
            Area(
                key="rolling",
                title="Rolling",
                shape="row",
                spots=tuple(_cell(cells, number) for number in range(ROLLED_DICE)),
                rank=0,
            ),
            _tray("brains", "brain", "brains eaten", state.brains, note),
            _tray("shots", "shotgun", "shots taken", state.shots),
        ),
    )


def _cell(dice: tuple[Token, ...], number: int) -> Spot:
    if number >= len(dice):
        return Spot(f"r{number + 1}", name=EMPTY_CELL)
    die = dice[number]
    spoken = f"{die.color}, {GLYPHS[die.face].name}"
    return Spot(f"r{number + 1}", name=spoken, tokens=(die,))


def _tray(key: str, sign: str, name: str, dice: Dice, note: str = "") -> Area:
    tokens = tuple(Token("die", color=color) for color in colors(dice))
    spot = Spot(f"{key} aside", name=name, tokens=tokens, note=note)
    return Area(key=key, title="", shape="pile", spots=(spot,), look="tray", sign=sign)


def _row(state: State, seat: int, goal: int | None) -> ScoreRow:
    plays = seat == state.player and not state.winners
    out = ("out of the tie-break",) if seat not in state.playing else ()
    return ScoreRow(
        key=f"seat {seat}",
        seat=seat,
        name=who(seat),
        value=state.scores[seat],
        stake=(state.eaten or None) if plays else None,
        goal=goal,
        facts=(f"turns {state.turns[seat]}", *out),
        current=plays,
    )


def _status(rules: ZombieRules, state: State) -> tuple[str, ...]:
    turn, last = state.turns[state.player] + 1, rules.options.max_turns
    number = f"turn {turn} of {last}" if last and not state.tied else f"turn {turn}"
    return (
        who(state.player),
        number,
        f"{counted(sum(state.bag), 'die')} in the bag",
        _aim_now(rules, state),
    )


def _aim(rules: ZombieRules) -> str:
    """How the game is won, which is also its mode."""
    if rules.options.max_turns:
        return "most brains win"
    return f"{counted(rules.options.brains_to_win, 'brain')} to win"


def _aim_now(rules: ZombieRules, state: State) -> str:
    """The same, but what counts in the last round: brains alone do not win it any more."""
    if state.tied:
        return "tie-break"
    most = max(state.scores)
    if not rules.options.max_turns and most >= rules.options.brains_to_win:
        return f"last round, {most} to beat"
    return _aim(rules)


def _choices(rules: ZombieRules, state: State) -> tuple[Choice, ...]:
    kept, filled = sum(state.rolling), rules.apply(state, ROLL)
    dice = min(ROLLED_DICE, kept + sum(filled.bag))
    sources = [f"{kept} kept"] if kept else []
    sources += [f"{dice - kept} from the bag"] if dice > kept else []
    if filled.brains != state.brains:
        sources.append(f"{counted(sum(state.brains), 'brain die')} back into it first")
    eaten = counted(state.eaten, "brain") if state.eaten else "nothing"
    return (
        Choice(
            "roll",
            f"Roll {counted(dice, 'die')}",
            key="r",
            hint=", ".join(sources),
            default=not state.eaten,
        ),
        Choice("hold", f"Hold, keep {eaten}", key="h", hint=_what_holding_means(rules, state)),
    )


def _what_holding_means(rules: ZombieRules, state: State) -> str:
    """In the last round nobody catches up later: who holds with fewer brains than the leader has
    lost, and who holds with as many has not won yet."""
    total = state.scores[state.player] + state.eaten
    rivals = [seat for seat in range(rules.players) if seat != state.player]
    leader = max(rivals, key=state.scores.__getitem__)
    most = state.scores[leader]
    if not rules.is_last_round(state) or total > most:
        return ""
    return f"loses: {who(leader)} has {most}" if total < most else f"only level with {who(leader)}"


def colors(dice: Dice) -> list[str]:
    """The colour of every die."""
    return [name for name, count in zip(COLOR_NAMES, dice, strict=True) for _ in range(count)]


def counted(number: int, word: str) -> str:
    """A number of things: `1 brain`, `2 dice`."""
    if number == 1:
        return f"1 {word}"
    return f"{number} {word[:-3]}dice" if word.endswith("die") else f"{number} {word}s"
