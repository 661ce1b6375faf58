"""The bot `best`: the best response to the model of the others in `pace`.

Only without cards. Where the model says nothing (in the last turn, which has no offer, and where
the pot reaches 10,000, which is only possible with a higher target) it plays like `turn`.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache

from gamenight.core.bot import Opinion
from gamenight.games.thief.lab.pace import (
    LIMIT,
    STEP,
    Answer,
    Outcome,
    Pace,
    Sweep,
    answer,
    best_sweep,
    choices,
)
from gamenight.games.thief.policies import TURN
from gamenight.games.thief.rules import (
    DECLINE,
    END,
    STEAL,
    Action,
    Roll,
    State,
    ThiefRules,
    Unit,
    possible_holds,
    stake,
    units,
)

# By the number of players, as `python -m gamenight.games.thief.lab.pace` finds it.
SOLVED = {
    2: Pace(215849.62071653662, (0.0, -218.31800611479423)),
    3: Pace(2.270645078254926, (0.0, -217.34788909507955, -7.929476999264894)),
    4: Pace(
        1.6877174059026194, (0.0, -214.98342198986248, -109.33223686259946, -8.122511017218171)
    ),
    5: Pace(
        1.4978582135627903,
        (0.0, -214.53224184182469, -142.5523415688929, -72.88823997212211, -7.282667735684876),
    ),
    6: Pace(
        1.4126576910938253,
        (
            0.0,
            -214.47223844722845,
            -159.74214285015452,
            -105.55807836281946,
            -53.44283964012249,
            -5.260352333575292,
        ),
    ),
}


@lru_cache(maxsize=len(SOLVED))
def solved(players: int) -> Sweep:
    """The best plan for this many players, and the worth of everything in it."""
    return best_sweep(SOLVED[players])


@lru_cache(maxsize=1)
def _choices() -> dict[tuple[int, tuple[Unit, ...]], Outcome]:
    return {(len(one.roll), units(one.roll)): one for one in choices()}


def answers(players: int) -> Callable[[Roll, int], Answer]:
    """What it does with this many players, by the roll and the pot in steps."""

    def answered(roll: Roll, pot: int) -> Answer:
        one = _choices()[len(roll), units(roll)]
        if pot + one.points >= LIMIT:
            return answer(TURN, roll, pot)
        return solved(players).plan[one.number, pot]

    return answered


def is_modelled(rules: ThiefRules, view: State) -> bool:
    """Whether the model knows this moment; else `best` plays like `turn`."""
    return view.turn < rules.options.turn_limit and stake(view) < LIMIT * STEP


def choice(view: State) -> Action:
    """What it does in a modelled decision."""
    found = answers(view.away.count(False))(view.roll, view.pot // STEP)
    if view.waiting == "offer":
        return STEAL if found.steals else DECLINE
    if view.waiting == "choice" and found.ends:
        return END
    return possible_holds(view.roll)[found.way]


def opinions(view: State, actions: tuple[Action, ...]) -> list[Opinion]:
    """Among equals it ends, declines, or holds the most, which come first here."""
    sweep, pot = solved(view.away.count(False)), view.pot // STEP
    one = _choices()[len(view.roll), units(view.roll)]
    holds = possible_holds(view.roll)
    held = [sweep.held(one, pot, way) for way in range(len(holds))]
    worths: dict[Action, float] = {
        END: sweep.offered(0, one, pot),
        DECLINE: sweep.banked(sweep.seats - 1, pot + one.points),
        STEAL: max(held),
        **dict(zip(holds, held, strict=True)),
    }
    found = [_opinion(action, worth) for action, worth in worths.items() if action in actions]
    return sorted(found, key=lambda one: -one.value)


def _opinion(action: Action, points: float) -> Opinion:
    return Opinion(action, points, words(points))


def words(points: float) -> str:
    """A value, compared with that of a new turn."""
    gap = round(abs(points))
    if not gap:
        return "as good as a new turn"
    unit = "point" if gap == 1 else "points"
    return f"{gap:,} {unit} {'better' if points > 0 else 'worse'} than a new turn"
