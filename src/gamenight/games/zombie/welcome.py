"""The welcome before the names are asked for, with the options in force."""

from __future__ import annotations

from textwrap import wrap

from gamenight.games.zombie.rules import ROLLED_DICE, SHOTS_THAT_KILL, Options
from gamenight.games.zombie.scene import COLOR_NAMES, counted

WIDTH = 76
HUMANS = ("weak humans", "strong humans", "tough humans")
MOST_FACES = 30


def welcome(options: Options) -> list[str]:
    """The game in a few lines, then how to type the names."""
    dice = sum(options.bag)
    rolled = counted(min(ROLLED_DICE, dice), "die")
    return [
        "Welcome to Zombie Dice! You are hungry zombies, and the dice are humans.",
        "",
        *wrap(_aim(options), WIDTH),
        "",
        f"On your turn you roll {rolled} at a time, from a bag of {dice}:",
        *_bag(options),
        *wrap(
            "A brain (b) is eaten and counts, footprints (f) get away and are rolled again, a "
            f"shotgun (s) hits you. {SHOTS_THAT_KILL} hits, and the brains of the turn are lost. "
            "So after each roll you choose: roll on, or hold and keep what you ate.",
            WIDTH,
        ),
    ]


def _aim(options: Options) -> str:
    tied = "and the most brains win. Those who are tied play on."
    if options.max_turns:
        turns = "1 turn" if options.max_turns == 1 else f"exactly {options.max_turns} turns"
        return f"Playing by turns: everybody has {turns}, whatever they eat, {tied}"
    goal = counted(options.brains_to_win, "brain")
    return f"The first with {goal} or more ends the game: the round is finished, {tied}"


def _bag(options: Options) -> list[str]:
    """One line per kind of die; the faces are written as in the configuration file."""
    kinds = zip(options.bag, COLOR_NAMES, HUMANS, options.faces, strict=True)
    return [
        f"  {count:2} {color:6}  {humans:13}  {_shortened(faces)}"
        for count, color, humans, faces in kinds
        if count
    ]


def _shortened(faces: str) -> str:
    return faces if len(faces) <= MOST_FACES else f"{faces[:MOST_FACES]}... ({len(faces)} faces)"
