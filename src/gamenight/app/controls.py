"""Controls: the keys that work at a table right now, for the bar of keys and for F1."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

from gamenight.app.play import Play
from gamenight.app.question import Question
from gamenight.core.prompts import GO_ON, PASS, READY


@dataclass(frozen=True, slots=True)
class Control:
    """A key as the bar shows it, what it does in a word or two, and in a sentence."""

    key: str
    label: str
    help: str


ARROWS = Control("↑↓←→", "move", "move to a choice; Enter takes it")
LETTERS = Control("letters", "answer", "type a label; or a word (of a choice, or undo), then Enter")
MOUSE = Control("mouse", "answer", "click a spot or a button")
SKIP = Control("Space", "skip", "skip what is moving now; any key does")
WAIT = Control("w", "wait", "wait, until you press it again")
HURRY = Control("Tab", "to my turn", "on to my next question; it stops where you lose something")
AHEAD = Control("Tab", "skip ahead", "on to my next question, if there is one, or to the end")
HINT = Control("F2", "hint", "what the best bot would do")
ODDS = Control("F3", "odds", "the odds right now")
ANSWER = Control("F6", "answer", "say yes or no to what somebody proposes")
UNDO = Control("F4", "undo", "take back your last move")
CALL = Control("F7", "out of turn", "act out of turn; you say who you are")
LOG = Control("F8", "earlier", "go back, with the board after each move")
MOVES = Control("F9", "log", "list everything that happened")
LOOK = Control("F5", "look", "what lies on the board: the arrow keys go round")
RULES = Control("?", "rules", "the rules of the game")
KEYS = Control("F1", "keys", "this list")
SIGNS = Control("F1", "keys, signs", "this list, and what the signs mean")
COMMAND = Control(":", "command", "type an action or a command")
MENU = Control("Esc", "menu", "save, take back, settings, quit")
STOP = Control("Esc", "stop", "look no further for what you asked for")
BACK = Control("Esc", "back", "take back what you touched or typed")
QUIT = Control("q", "quit", "to the first page; the menu says whether the match is kept")
IN_THE_LOG = (
    Control("F8", "earlier", "one move back"),
    Control("F9", "later", "one move on"),
    Control("Esc", "back", "back to the present"),
    KEYS,
)
LOOKING = (
    Control("↑↓←→", "look around", "to the next thing on the board"),
    Control("Esc", "back", "back to the question"),
)


class Moment(NamedTuple):
    """What decides which keys work. sought: somebody waits for a hint or the odds; explained:
    something on the board has a caption."""

    play: Play
    in_the_log: bool
    sought: bool
    explained: bool


def controls(now: Moment) -> tuple[Control, ...]:
    """What works now, the most useful first."""
    return IN_THE_LOG if now.in_the_log else tuple(_at_the_table(now, now.play.question))


def _at_the_table(now: Moment, question: Question | None) -> Iterator[Control]:
    play = now.play
    if play.watching and (question is None or not question.any_key):
        yield from _pause(play)
        yield Control("+", "faster", "show moves faster")
        yield Control("-", f"slower (now {1 / play.tempo.pace:g}x)", "show moves more slowly")
    elif question is None and play.tempo.paused:
        yield Control("Space", "play on", "end the pause")
    elif question is None:
        yield from (SKIP, _hurry(play), *([WAIT] if play.in_window else []))
    if question is not None:
        yield from _answers(question, [] if play.watching else [_hurry(play)])
    hidden = question is not None and question.hidden
    if play.table.offers:
        yield ANSWER
    if play.table.shared:
        yield CALL
    if play.table.game.odds is not None and not (hidden or play.at_the_end):
        yield ODDS
    if "undo" in play.table.can and not play.watching:
        yield UNDO
    yield from (_escape(question, now.sought), QUIT)
    signs = play.table.game.legend(**play.table.options)
    has_signs = any(glyph.help for glyph in signs.values())
    yield from (RULES, SIGNS if has_signs else KEYS)
    if now.explained:
        yield LOOK
    if not hidden:
        yield from (LOG, MOVES)
    yield COMMAND


def _pause(play: Play) -> Iterator[Control]:
    if play.tempo.paused:
        yield Control("Space", "play", "go on by itself")
        yield Control("Enter", "step", "show one more move")
    else:
        yield Control("Space", "pause", "stop after this move")


def _escape(question: Question | None, sought: bool) -> Control:
    """What Esc does: back by a touch or a word, or else the end of what is looked for, or else the
    menu."""
    touched = question is not None and (question.selection.path or question.selection.typed)
    return BACK if touched else STOP if sought else MENU


def _hurry(play: Play) -> Control:
    """What Tab does: where dice play for a seat, a person may never be asked again."""
    table = play.table
    return AHEAD if table.game.unasked(**table.options) else HURRY


def _answers(question: Question, hurry: list[Control]) -> Iterator[Control]:
    choices = question.selection.scene.choices
    if question.hidden:
        yield Control("Enter", "ready", "show what only you may see")
    elif choices == (READY,):
        yield Control("Enter", "ready", "go on to your roll")
    elif question.any_key or choices == (GO_ON,):
        yield Control("Enter", "next", "go on; any key does")
        yield from hurry if question.any_key and choices == (GO_ON,) else []
    elif question.may_pass and not question.selection.path:
        yield Control(choices[-1].key or PASS.text, "pass", "let the others go on")
    if len(choices) > 1 and not question.any_key:
        yield HINT


def explained(now: Moment) -> list[str]:
    """The same in sentences, with the ways to answer first."""
    question, found = now.play.question, list(controls(now))
    if question is not None and not question.any_key and not now.in_the_log:
        found = [ARROWS, LETTERS, MOUSE, *found]
    width = max(len(control.key) for control in found)
    return [f"{control.key:{width}}  {control.help}" for control in found]
