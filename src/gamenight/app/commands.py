"""Commands: what can be typed at the table besides answers, as in plain mode."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from gamenight.app.play import Play
from gamenight.core.errors import GamenightError
from gamenight.core.resolver import resolve
from gamenight.core.text import enumerated, listed
from gamenight.match.changes import read_change, sitting
from gamenight.match.files import save_file
from gamenight.match.table import NotPossible
from gamenight.match.words import check_alone, words_at

ARRIVALS = "join Ann (or bot:NAME) and leave 2 bring somebody to the table, or see them off."
EXAMPLES = ("resign", "undo", "save", "quit")
TO_OTHERS = ("seat", "leave", "join", "offer", "say")  # where they sit at screens of their own
ALONE = {  # what is said to a word that needs more
    "join": "Who joins? Type join NAME, or join bot:NAME.",
    "leave": "Who leaves? Type leave NAME.",
    "seat": "Which seat, and for whom? Type seat 2 NAME, or seat 2 bot:NAME.",
}
ACTION = "You can also type an action"
ANYBODY = ", even for somebody else at this keyboard."
UNHIDDEN = "; for somebody else at this keyboard, only one that everybody may see."


class Commands:
    """Does what a line says; `simple` are the commands of a single word."""

    def __init__(
        self, play: Play, resign: Callable[[int], None], simple: Mapping[str, Callable[[], None]]
    ):
        self.play = play
        self.simple = simple
        self._confirm_resigning = resign

    def examples(self) -> list[str]:
        """What can be typed, with the seats as they are numbered."""
        can = self.play.table.can
        seats = f"seat 2 bot:NAME or seat 2 Ann hands over a seat: {sitting(self.play.table)}."
        more = [*([seats] if "sit" in can else []), *([ARRIVALS] if "join" in can else [])]
        if self.play.table.remote:
            told = words_at(self.play.table)
            more = [f"{word}: {told[word]}." for word in TO_OTHERS if word in told]
        others = UNHIDDEN if self.play.table.interrupts else ANYBODY
        action = f"{ACTION}{others}" if len(self.play.table.here) > 1 else f"{ACTION}."
        known = enumerated([word for word in EXAMPLES if word in words_at(self.play.table)])
        plain = f"{known} do what they say; save FILE.json writes a file."
        return [*more, plain, *([action] if self.play.table.here else [])]

    @property
    def words(self) -> list[str]:
        """Every word that works now, as in plain mode."""
        known = {*self.simple, "seat", "resign", "save", "leave", "join", "offer", "say"}
        return [word for word in words_at(self.play.table) if word in known]

    def needs_more(self, line: str) -> str:
        """What to type after a word that says nothing by itself; empty for any other line."""
        word = line.strip().casefold()
        return ALONE.get(word, "") if word in self.words else ""

    async def do(self, line: str) -> None:
        """The game's own words come before the program's. Raises a GamenightError that says why
        something is not possible."""
        word, _, rest = line.partition(" ")
        table, word = self.play.table, word.casefold()
        if self._answers(line):
            return
        if word in self.simple or word in self.words:
            check_alone(word, rest.strip())
        simple = self.simple.get(line.casefold()) or self.simple.get(word)
        if simple is not None:
            simple()
        elif word == "seat":
            await self.play.change(table.sit(*read_change(table, rest)))
        elif word == "resign":
            self.resign()
        elif word == "offer" and table.remote:
            await self.play.change(table.propose(rest))
        elif word == "say" and table.remote:
            self.play.tell(await self.play.wait_for(table.say(rest)))
        elif word == "save":
            saved = save_file(table.record(), rest) if rest else table.farewell()
            self.play.tell(saved)
        else:
            await self._speak(line)

    async def _speak(self, line: str) -> None:
        """Something another person at this screen may do, or that waits for the dice to fall."""
        table = self.play.table
        before = table.at, table.turn()
        try:
            sentence = await table.speak(line, self.play.eyes)
        except NotPossible as error:
            told = f"{error} (possible: an action, {listed(self.words)})"
            raise NotPossible(told, line) from error
        if (table.at, table.turn()) != before:  # whoever leaves need not say that they are ready
            self.play.look_again()
        self.play.tell(sentence)

    def _answers(self, line: str) -> bool:
        """Whether the line answers the question."""
        question = self.play.question
        if question is None or question.seat is None or question.hidden:
            return False
        found = resolve(question.selection.scene, line)
        if len(found) == 1:
            self.play.answer(found[0])
        return len(found) == 1

    def resign(self) -> None:
        """The person being asked gives up, or else the only person here."""
        question, people = self.play.question, self.play.table.here
        seat = question.seat if question is not None else None
        if seat is None and len(people) == 1:
            seat = people[0]
        if seat is None:
            raise GamenightError(
                "resign when it is your turn: right now it is not clear who wants to"
            )
        self._confirm_resigning(seat)
