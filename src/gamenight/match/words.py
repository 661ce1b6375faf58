"""Words: what can be typed at any table besides answers, in every front end."""

from __future__ import annotations

from typing import NamedTuple

from gamenight.match.table import Ability, Table


class Word(NamedTuple):
    """What a word does, and the ability of a table that it needs."""

    help: str
    ability: Ability | None = None


WORDS = {
    "help": Word("what can be typed"),
    "board": Word("draw the board again"),
    "rules": Word("read the rules"),
    "hint": Word("what the best bot would do; again: why", "hint"),
    "odds": Word("the odds right now", "odds"),
    "undo": Word("take back your last move"),
    "save": Word("check that the match is saved; save FILE.json writes it to a file too"),
    "seat": Word("hand a seat over, by number or name: seat 2 bot:NAME, or seat 2 Ann", "sit"),
    "resign": Word("give up", "resign"),
    "leave": Word("somebody leaves the table: leave Ann, or leave 2", "join"),
    "join": Word("somebody joins it: join Ann, join bot:NAME, or join 2", "join"),
    "now": Word("act out of turn, while the others look away"),
    "quit": Word("leave"),
}


def words_at(table: Table) -> dict[str, str]:
    """The words that work at this table, each with what it does."""
    return {
        word: f"{about.help}; {what_is_kept(table)}" if word == "quit" else about.help
        for word, about in WORDS.items()
        if (about.ability is None or about.ability in table.can)
        and (word != "now" or table.interrupts)
    }


def what_is_kept(table: Table) -> str:
    """What becomes of the match if everybody here leaves it now."""
    if table.kept:
        return "the match is kept"
    why = "nobody has played yet" if table.here else "it is only watched"
    return f"{why}, so it is not kept"
