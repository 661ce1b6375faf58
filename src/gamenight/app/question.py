"""Question: what a person is asked at the table, and what the program itself says there."""

from __future__ import annotations

from dataclasses import dataclass, replace

from gamenight.app.selection import Outcome, Selection
from gamenight.core.prompts import FIRST_ROLL, GO_ON, PASS, READY, RESULT, in_words
from gamenight.core.rules import Chance
from gamenight.core.scene import Choice, Scene
from gamenight.match.table import Table
from gamenight.match.turn import At

CLOSED = "Say that you are ready first: until then nobody may look."
UNADVISED = ((READY,), (FIRST_ROLL,), (GO_ON,))  # there is nothing to choose, so no hint would help


@dataclass(frozen=True, slots=True)
class Note:
    """A sentence of the program itself, shown in place of the game's message. fleeting: it is about
    this moment, and goes away with it."""

    text: str = ""
    wrong: bool = False
    fleeting: bool = False

    def later(self, hidden: bool = False) -> Note:
        """What is left of it when something else is shown or asked; behind a curtain also nothing
        of why an answer was refused, which shows what somebody holds."""
        return Note() if self.fleeting or (hidden and self.wrong) else self

    def under(self, word: bool) -> Note:
        """What is left of it when a key did something: a hint under a word is there again when the
        word is dropped."""
        return self if word and not self.wrong else Note()


@dataclass(frozen=True, slots=True)
class Question:
    """What a person is asked. at: how much of the match they have seen; hidden: behind a curtain;
    may_pass: they need not act; any_key: something to read, which any key closes."""

    seat: int | None
    selection: Selection
    at: At
    hidden: bool = False
    may_pass: bool = False
    any_key: bool = False

    @property
    def click(self) -> Choice | None:
        """What a click anywhere does: where there is nothing to choose, on it goes."""
        (only, *others) = self.selection.scene.choices or (None,)
        goes_on = self.any_key or (not others and only in (GO_ON, RESULT))
        return self.selection.waiting if goes_on else None

    def spells(self, outcome: Outcome) -> bool:
        """Whether a key went on with a word, or dropped it."""
        return isinstance(outcome, Selection) and bool(outcome.typed or self.selection.typed)


def with_pass(scene: Scene) -> Scene:
    """The scene of somebody who may also pass. That is a decision with a key of its own, unless
    something else here has it: Enter, which skips films, takes nothing by itself."""
    own = tuple(replace(choice, default=False) for choice in in_words(scene).choices)
    labels = [spot.label for area in scene.areas for spot in area.spots]
    taken = PASS.key in (*labels, *(choice.key for choice in own))
    return replace(scene, choices=(*own, replace(PASS, key="") if taken else PASS))


def noted(scene: Scene, question: Question | None, note: Note) -> Scene:
    """The scene with what is typed so far, or what the program itself has to say, in place of
    its message."""
    if question is not None and question.selection.typed:
        return replace(scene, message=question.selection.written)
    if not note.text:
        return scene
    return replace(scene, message=note.text, tone="danger" if note.wrong else "")


def last_board(table: Table, viewer: int | None) -> Scene:
    """The final board of a match that is over, with the verdict."""
    headline, reason = table.verdict() or ("", "")
    return replace(table.scene(viewer).still(reason), ask=headline, choices=(RESULT,))


def asks_ready(table: Table, seat: int, shown: Scene) -> Scene:
    """What is shown, with the question whether somebody is ready. Whoever shares the screen with
    nobody rolls by that, unless the game has words of its own for the roll."""
    name, node, shown = (
        table.names[seat],
        table.rules.node(table.state()),
        replace(shown, marks=None),
    )
    if len(table.here) == 1 and isinstance(node, Chance) and not node.label:
        return replace(shown, ask=f"{name}, it is your turn.", choices=(FIRST_ROLL,))
    return replace(shown, ask=f"{name}, ready?", choices=(READY,))


def tells_nothing(table: Table, seat: int) -> Scene:
    """What somebody sees who wanted to act out of turn and cannot."""
    ask = f"{table.names[seat]}, there is nothing you can play now."
    return replace(table.scene(seat), ask=ask, choices=(GO_ON,))
