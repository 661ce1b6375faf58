"""The rules of Zombie Dice: the bag, the three areas, the turn, the rounds and the tie.

Dice are counted by colour: a `Dice` of (2, 1, 0) is two green ones and a yellow one.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations_with_replacement
from math import comb
from typing import NamedTuple, TypeAlias

from gamenight.core.errors import InvalidAction, InvalidOption
from gamenight.core.options import option
from gamenight.core.rules import Chance, Decision, Over, Rules
from gamenight.core.text import quoted

COLORS = "gyr"
BRAIN, FEET, SHOT = FACES = "bfs"
ROLLED_DICE = 3
SHOTS_THAT_KILL = 3
# With this many brains in one turn machines hold: dice without shotguns could be rolled for ever.
# With the standard dice, rolling on even then gains less than 1e-12 brains per turn.
MOST_BRAINS = 64

Dice: TypeAlias = tuple[int, int, int]
NONE: Dice = (0, 0, 0)

FACE_FORM = "the faces of a die, one letter each: b brain, f footprints, s shotgun"


@dataclass(frozen=True)
class Options:
    """The values of the configuration file: weak humans are green, strong yellow, tough red."""

    weak_dice: int = option(6, "green dice in the bag", low=0, high=99, section="Game")
    strong_dice: int = option(4, "yellow dice in the bag", low=0, high=99, section="Game")
    tough_dice: int = option(3, "red dice in the bag", low=0, high=99, section="Game")
    max_players: int = option(6, "the most players", low=2, high=99, section="Game")
    brains_to_win: int = option(13, "brains that end the game", low=1, section="Game")
    max_turns: int = option(
        0, "turns per player, whatever the brains; 0: play for brains", low=0, section="Game"
    )
    round_limit: int = option(
        1000,
        "rounds, tie rounds included, after which the leaders win",
        low=1,
        section="Game",
        step=50,
    )
    weak_die_faces: str = option(
        "bbbffs", "faces of a green die", section="Dice", pattern="[bfs]+", form=FACE_FORM
    )
    strong_die_faces: str = option(
        "bbffss", "faces of a yellow die", section="Dice", pattern="[bfs]+", form=FACE_FORM
    )
    tough_die_faces: str = option(
        "bffsss", "faces of a red die", section="Dice", pattern="[bfs]+", form=FACE_FORM
    )

    def __post_init__(self) -> None:
        if not sum(self.bag):
            raise InvalidOption("there must be at least one die in the bag", self.bag)
        if not any(n and BRAIN in faces for n, faces in zip(self.bag, self.faces, strict=True)):
            raise InvalidOption("at least one die in the bag must have a brain", self.faces)

    @property
    def bag(self) -> Dice:
        """The dice by colour."""
        return self.weak_dice, self.strong_dice, self.tough_dice

    @property
    def faces(self) -> tuple[str, str, str]:
        """The faces by colour."""
        return self.weak_die_faces, self.strong_die_faces, self.tough_die_faces


class Choice(NamedTuple):
    """What a player decides: to `roll` on or to `hold`."""

    verb: str


class Draw(NamedTuple):
    """Dice come out of the bag into the rolling area."""

    drawn: Dice


class Roll(NamedTuple):
    """What the dice of the rolling area show, by colour."""

    brains: Dice
    feet: Dice
    shots: Dice


Action: TypeAlias = Choice | Draw | Roll

ROLL, HOLD = Choice("roll"), Choice("hold")


class State(NamedTuple):
    """The dice of one turn and the scores of all.

    bag, rolling, brains, shots: the dice by place; in `rolling` they are footprints, and what
    was drawn to be rolled with them. eaten: the brains of this turn, which stay counted when
    their dice go back into the bag. waiting: `draw`, `roll` or `choice`.
    playing: the seats of this round, after a tie only those in it; then `tied` is set.
    """

    bag: Dice
    scores: tuple[int, ...]
    turns: tuple[int, ...]
    playing: tuple[int, ...]
    player: int = 0
    round: int = 1
    tied: bool = False
    rolling: Dice = NONE
    brains: Dice = NONE
    shots: Dice = NONE
    eaten: int = 0
    waiting: str = "draw"
    winners: tuple[int, ...] = ()


@dataclass(frozen=True)
class ZombieRules(Rules[State, Action]):
    options: Options = Options()
    players: int = 2

    def initial(self) -> State:
        nobody = (0,) * self.players
        return State(self.options.bag, nobody, nobody, tuple(range(self.players)))

    def node(self, state: State) -> Decision[Action] | Chance[Action] | Over:
        if state.winners:
            return Over(state.scores, state.winners, self._reason(state))
        if state.waiting == "draw":
            needed = min(ROLLED_DICE - sum(state.rolling), sum(state.bag))
            return draws(state.bag, needed, state.player)
        if state.waiting == "roll":
            return rolls(state.rolling, self.options.faces, state.player)
        return Decision(state.player, (ROLL, HOLD))

    def apply(self, state: State, action: Action) -> State:
        if isinstance(action, Draw):
            return state._replace(
                bag=_minus(state.bag, action.drawn),
                rolling=_plus(state.rolling, action.drawn),
                waiting="roll",
            )
        if isinstance(action, Roll):
            return self._sorted(state, action)
        return self._filled(state) if action == ROLL else self._held(state)

    def _sorted(self, state: State, roll: Roll) -> State:
        """The dice in their areas, and the end of the turn if they cause it."""
        after = sort_dice(state, roll)
        if sum(after.shots) >= SHOTS_THAT_KILL:
            return self._turn_ended(after, 0)
        # A small bag can run out: with nothing left to roll, the turn ends as a hold.
        left = sum(after.rolling) + sum(after.bag) + sum(after.brains)
        return after if left else self._held(after)

    def _filled(self, state: State) -> State:
        """Before the draw: if the bag has too few dice, the brains go back into it."""
        needed = ROLLED_DICE - sum(state.rolling)
        if needed > sum(state.bag):
            state = state._replace(bag=_plus(state.bag, state.brains), brains=NONE)
        return state._replace(waiting="draw" if needed and sum(state.bag) else "roll")

    def _held(self, state: State) -> State:
        return self._turn_ended(state, state.eaten)

    def _turn_ended(self, state: State, gained: int) -> State:
        """The brains are scored, all dice return to the bag, and the next player begins."""
        scores = _raised(state.scores, state.player, gained)
        turns = _raised(state.turns, state.player, 1)
        fresh = State(
            self.options.bag, scores, turns, state.playing, round=state.round, tied=state.tied
        )
        later = [seat for seat in state.playing if seat > state.player]
        if later:
            return fresh._replace(player=later[0])
        return self._round_ended(fresh)

    def _round_ended(self, state: State) -> State:
        """Everybody had the same number of turns: the game is decided, tied, or goes on."""
        leaders = tuple(s for s in state.playing if state.scores[s] == max(state.scores))
        decided = self._is_enough(state)
        if self._is_limit(state) or (decided and len(leaders) == 1):
            return state._replace(winners=leaders)
        playing = leaders if decided else state.playing
        return state._replace(
            playing=playing, player=playing[0], tied=decided, round=state.round + 1
        )

    def is_last_round(self, state: State) -> bool:
        """Whether whoever has fewer brains than another after this round has lost."""
        return self._is_enough(state) or self._is_limit(state)

    def _is_limit(self, state: State) -> bool:
        # `max_turns` is exact, so the limit of rounds can only cut short the ties after them.
        return state.round >= max(self.options.round_limit, self.options.max_turns)

    def _is_enough(self, state: State) -> bool:
        """Whether the regular game is over: by turns if they are limited, else by brains."""
        if self.options.max_turns:
            return state.round >= self.options.max_turns
        return max(state.scores) >= self.options.brains_to_win

    def _reason(self, state: State) -> str:
        brains = max(state.scores)
        most = "1 brain is the most" if brains == 1 else f"{brains} brains are the most"
        # Not "rounds": on the page of results those are the matches of a series.
        turns = "1 turn each" if state.round == 1 else f"{state.round} turns each"
        if state.tied:
            turns = f"{state.round} turns with those of the tie"
        decided = len(state.winners) == 1 and self._is_enough(state)
        return f"{most} after {turns}{'' if decided else ', which is the limit'}."

    def scores(self, state: State) -> tuple[int, ...]:
        return _raised(state.scores, state.player, state.eaten)

    def format(self, action: Action) -> str:
        if isinstance(action, Choice):
            return action.verb
        if isinstance(action, Draw):
            return f"draw {''.join(color * n for color, n in _by_color(action.drawn))}"
        dice = (
            [color + face] * n
            for color, *counts in zip(COLORS, *action, strict=True)
            for face, n in zip(FACES, counts, strict=True)
        )
        return " ".join(["dice", *(die for same in dice for die in same)])

    def parse(self, text: str) -> Action:
        verb, _, rest = text.partition(" ")
        found: Action = Choice(verb)
        if verb == "draw":
            found = Draw(_count(rest))
        elif verb == "dice":
            dice = rest.split(" ")
            brains, feet, shots = (
                _count("".join(die[:1] for die in dice if die[1:] == face)) for face in FACES
            )
            found = Roll(brains, feet, shots)
        known = found in (ROLL, HOLD) or not isinstance(found, Choice)
        if known and self.format(found) == text:
            return found
        raise InvalidAction(
            f"not an action of Zombie Dice: {quoted(text)} (possible: roll, hold, draw ggy, "
            f"dice gb yf rs)",
            text,
        )


def sort_dice(state: State, roll: Roll) -> State:
    """Brains and shotguns go to their areas, footprints stay to be rolled again."""
    return state._replace(
        rolling=roll.feet,
        brains=_plus(state.brains, roll.brains),
        shots=_plus(state.shots, roll.shots),
        eaten=state.eaten + sum(roll.brains),
        waiting="choice",
    )


@lru_cache(maxsize=4096)
def draws(bag: Dice, needed: int, player: int | None = None) -> Chance[Action]:
    """The ways to draw this many dice: each handful with the number of ways to take it."""
    handfuls = []
    for colors in combinations_with_replacement(range(len(COLORS)), needed):
        drawn = _counted(colors)
        ways = 1
        for there, taken in zip(bag, drawn, strict=True):
            ways *= comb(there, taken)
        if ways:
            handfuls.append((Draw(drawn), ways))
    return Chance(tuple(handfuls), player)


@lru_cache(maxsize=4096)
def rolls(dice: Dice, faces: tuple[str, str, str], player: int | None = None) -> Chance[Action]:
    """What the dice can show: dice of one colour are alike, so it counts how many show what."""
    outcomes: list[tuple[tuple[Dice, ...], int]] = [((), 1)]
    for count, die in zip(dice, faces, strict=True):
        outcomes = [
            ((*before, shown), ways * more)
            for before, ways in outcomes
            for shown, more in _rolls_of_one_color(count, die)
        ]
    by_face = ((Roll(*zip(*by_color, strict=True)), ways) for by_color, ways in outcomes)
    return Chance(tuple(by_face), player)


def _rolls_of_one_color(count: int, die: str) -> Iterator[tuple[Dice, int]]:
    """(brains, feet, shots) of this many equal dice, and in how many ways they show it."""
    for brains in range(count + 1):
        for feet in range(count - brains + 1):
            shots = count - brains - feet
            ways = comb(count, brains) * comb(count - brains, feet)
            ways *= die.count(BRAIN) ** brains * die.count(FEET) ** feet * die.count(SHOT) ** shots
            if ways:
                yield (brains, feet, shots), ways


def _counted(colors: tuple[int, ...]) -> Dice:
    return colors.count(0), colors.count(1), colors.count(2)


def _count(letters: str) -> Dice:
    """Dice by colour; an unknown letter makes a text that does not read back."""
    return letters.count("g"), letters.count("y"), letters.count("r")


def _by_color(dice: Dice) -> Iterator[tuple[str, int]]:
    return zip(COLORS, dice, strict=True)


def _plus(dice: Dice, more: Dice) -> Dice:
    return dice[0] + more[0], dice[1] + more[1], dice[2] + more[2]


def _minus(dice: Dice, fewer: Dice) -> Dice:
    return dice[0] - fewer[0], dice[1] - fewer[1], dice[2] - fewer[2]


def _raised(values: tuple[int, ...], seat: int, by: int) -> tuple[int, ...]:
    return (*values[:seat], values[seat] + by, *values[seat + 1 :])
