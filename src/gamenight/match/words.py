"""Words: what can be typed at any table besides answers, in every front end."""

from __future__ import annotations

from dataclasses import replace
from typing import NamedTuple

from gamenight.core.errors import GamenightError
from gamenight.core.play import possible_actions
from gamenight.core.resolver import by_word
from gamenight.core.text import listed, quoted
from gamenight.match.costs import what_is_kept
from gamenight.match.table import Ability, Table


class Word(NamedTuple):
    """What a word does, the ability of a table that it needs, and what may follow it: nothing, one
    of these words, or (None) anything."""

    help: str
    ability: Ability | None = None
    follows: tuple[str, ...] | None = ()


WORDS = {
    "help": Word("what can be typed"),
    "board": Word("draw the board again"),
    "rules": Word("read the rules"),
    "hint": Word("what the best bot would do; again: the numbers", "hint"),
    "odds": Word("the odds right now", "odds", follows=("fractions",)),
    "undo": Word("take back your last move"),
    "save": Word(
        "check that the match is saved; save FILE.json writes it to a file too", follows=None
    ),
    "seat": Word(
        "hand a seat over, by number or name: seat 2 bot:NAME, or seat 2 Ann", "sit", None
    ),
    "resign": Word("give up", "resign"),
    "leave": Word("somebody leaves the table: leave Ann, or leave 2", "join", None),
    "join": Word("somebody joins it: join Ann, join bot:NAME, or join 2", "join", None),
    "now": Word("act out of turn, while the others look away"),
    "offer": Word("ask the others", follows=None),
    "yes": Word("agree to what somebody proposes"),
    "no": Word("do not agree to it"),
    "say": Word("say something to everybody at the table: say hello", follows=None),
    "quit": Word("leave"),
}
# What a word does where others sit at screens of their own.
ELSEWHERE = {
    "undo": "ask the others whether you can take back your last move",
    "seat": "take your seat back from the machine that plays there, by its number: seat 2 Ann",
    "leave": "leave the table: leave Ann, or leave 2",
    "join": "come back to the table: join Ann; others use the code",
}


def check_alone(word: str, rest: str) -> None:
    """Refuse what follows a word and would be ignored; raises a GamenightError."""
    follows = WORDS[word].follows if word in WORDS else ()
    if rest and follows is not None and rest.casefold() not in follows:
        possible = f" (possible: {word}, {listed(f'{word} {one}' for one in follows)})"
        more = possible if follows else ": nothing comes after it"
        raise GamenightError(f"{word} {quoted(rest)} is not possible{more}")


def words_at(table: Table) -> dict[str, str]:
    """The words that work at this table, each with what it does."""
    plays = bool(table.here or table.resting)
    needs = {
        "undo": plays or not table.remote,
        "now": table.interrupts and (plays or not table.remote),
        "offer": bool(table.proposals),
        "yes": table.remote and plays,
        "no": table.remote and plays,
        "say": table.talks,
    }
    return {
        word: _help(word, table)
        for word, about in WORDS.items()
        if (about.ability is None or about.ability in table.can) and needs.get(word, True)
    }


def _help(word: str, table: Table) -> str:
    usual = WORDS[word].help
    if word == "quit":
        return f"{usual}; {what_is_kept(table)}"
    if word == "offer":
        return f"{usual}: {listed(f'offer {one.words}' for one in table.proposals)}"
    return ELSEWHERE.get(word, usual) if table.remote else usual


def speakers(table: Table, eyes: int | None) -> list[int]:
    """Those here for whom a word may act while nobody is asked for it: whoever is to play only once
    they see the screen, since nobody answers a question that was not shown yet."""
    return [seat for seat in table.here if seat == eyes or seat != table.player]


def meant(table: Table, typed: str, eyes: int | None) -> str:
    """The text of the choice that a word or key means while nobody is asked for it: among all that
    whoever looks at the screen can choose, else among what everybody sees that somebody here can.
    Anything else stays as it was typed."""
    for seat in speakers(table, None) if eyes is None else (eyes,):
        known = table.rules.hide(table.state(None, eyes), eyes)
        actions, scene = possible_actions(table.rules, known, seat), table.scene(seat)
        texts = set(map(table.rules.format, actions))
        public = tuple(choice for choice in scene.choices if choice.text in texts)
        choice = by_word(replace(scene, choices=public), typed)
        if choice is not None:
            return choice.text
    return typed
