"""Words: what can be typed at the table besides answers, as at the prompts of plain mode."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from gamenight.core.errors import GamenightError
from gamenight.core.resolver import resolve
from gamenight.core.text import listed, quoted
from gamenight.terminal.app.play import Note, Play
from gamenight.terminal.asides import is_for_later, reason_against, who_may
from gamenight.terminal.rounds import farewell
from gamenight.terminal.seating import change_seat

EXAMPLES = (
    "seat 2 bot:NAME or seat 2 Ann hands a seat over.",
    "resign, undo, save and quit do what they say.",
    "The text of an action does it, also for another person at this keyboard.",
)


class Words:
    """Does what a line says; `simple` are the words that need nothing more."""

    def __init__(
        self, play: Play, resign: Callable[[int], None], simple: Mapping[str, Callable[[], None]]
    ):
        self.play = play
        self.simple = simple
        self._confirm_resigning = resign

    def do(self, line: str) -> None:
        """The game's own words win over the program's; what is not possible becomes a note."""
        try:
            self._obey(line)
        except GamenightError as error:
            self.play.note = Note(str(error))

    def _obey(self, line: str) -> None:
        word, _, rest = line.partition(" ")
        match, word = self.play.match, word.casefold()
        if self._answers(line):
            return
        if word in self.simple:
            self.simple[word]()
        elif word == "seat":
            number, _, who = rest.strip().partition(" ")
            changed = change_seat(match, number, who.strip())
            self.play.look_again()
            self.play.note = Note(f"Seat {number} is now {match.names[changed]}.", wrong=False)
        elif word == "resign":
            self._resign()
        elif word == "save":
            self.play.note = Note(farewell(match), wrong=False)
        elif is_for_later(match, line):
            self.play.later.append(line)
            told = f"Noted: {line}, as soon as the dice have fallen."
            self.play.note = Note(told, wrong=False)
        else:
            raise self._refusal(line)

    def _refusal(self, line: str) -> GamenightError:
        words = [*(word for word in self.simple if len(word) > 1), "seat", "resign", "save"]
        reason = reason_against(self.play.match, line, self.play.eyes)
        given = f"{quoted(line)} is not possible here" + (f": {reason}" if reason else "")
        return GamenightError(f"{given} (possible: an action, {listed(words)})")

    def _answers(self, line: str) -> bool:
        """Whether the line is an answer to what is asked, or what another person may do."""
        question = self.play.question
        if question is not None and question.seat is not None and not question.hidden:
            found = resolve(question.selection.scene, line)
            if len(found) == 1:
                self.play.answer(found[0])
                return True
        seat = who_may(self.play.match, line)
        if seat is None:
            return False
        self.play.act(line, seat)
        self.play.look_again()
        return True

    def _resign(self) -> None:
        """Whoever is asked gives up, else the only person."""
        question, people = self.play.question, self.play.match.people
        seat = question.seat if question is not None else None
        if seat is None and len(people) == 1:
            seat = people[0]
        if seat is None:
            raise GamenightError("resign when you are asked: now it is not clear who gives up")
        self._confirm_resigning(seat)
