"""States of Zombie Dice as text: the four places and the brains of the turn.

`bag gggyr, rolling g, brains gy, shots r, eaten 3`: each letter is a die by its colour.
"""

from __future__ import annotations

from gamenight import step
from gamenight.games.zombie.rules import (
    HOLD,
    NONE,
    Dice,
    Options,
    Roll,
    State,
    ZombieRules,
)

PLACES = ("bag", "rolling", "brains", "shots")


def dice(letters: str) -> Dice:
    return letters.count("g"), letters.count("y"), letters.count("r")


def letters(counts: Dice) -> str:
    return "".join(color * count for color, count in zip("gyr", counts, strict=True))


def places(text: str, rules: ZombieRules, waiting: str = "choice") -> State:
    """The state of the first turn with these dice; `eaten` left out, as many as brain dice."""
    found = {place: held for place, _, held in (part.partition(" ") for part in text.split(", "))}
    assert set(found) <= {*PLACES, "eaten"}
    bag, rolling, brains, shots = (dice(found.get(place, "")) for place in PLACES)
    eaten = int(found.get("eaten", sum(brains)))
    return rules.initial()._replace(
        bag=bag, rolling=rolling, brains=brains, shots=shots, eaten=eaten, waiting=waiting
    )


def shown(state: State) -> str:
    """The text of a state, empty places left out."""
    counts = (state.bag, state.rolling, state.brains, state.shots)
    parts = [
        f"{place} {letters(count)}"
        for place, count in zip(PLACES, counts, strict=True)
        if sum(count)
    ]
    return ", ".join([*parts, f"eaten {state.eaten}"])


def small(bag: str) -> ZombieRules:
    """The rules with these dice in the bag."""
    return ZombieRules(Options(*dice(bag)))


def played(rules: ZombieRules, state: State, *texts: str) -> State:
    """The state after these plies, each of them checked."""
    for text in texts:
        state = step(rules, state, text)
    return state


def turn(rules: ZombieRules, state: State, brains: str) -> State:
    """One turn of whoever plays: `3` holds with three brains, `x` is shot out."""
    if brains == "x":
        shot = state._replace(shots=(2, 0, 0), rolling=(1, 0, 0), eaten=4, waiting="roll")
        return rules.apply(shot, Roll(NONE, NONE, (1, 0, 0)))
    return rules.apply(state._replace(eaten=int(brains), waiting="choice"), HOLD)


def turns(rules: ZombieRules, text: str) -> State:
    """The state after turns from the start: `3 x 5 | 2 0 1`. A bar is checked to end a round."""
    state = rules.initial()
    for number, round in enumerate(text.split("|")):
        assert state.round == number + 1, f"{text}: {state}"
        for brains in round.split():
            assert not state.winners, f"{text}: over before the last turn"
            state = turn(rules, state, brains)
    return state
