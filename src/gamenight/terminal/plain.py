"""Plain mode: a match line by line, at one keyboard or over a pipe."""

from __future__ import annotations

import signal
from collections.abc import Callable

from gamenight.bots import find_bot
from gamenight.core.bot import Limit
from gamenight.core.errors import GamenightError, InvalidAction
from gamenight.core.resolver import resolve
from gamenight.core.scene import Scene, texts
from gamenight.core.text import listed, quoted
from gamenight.core.view import odds_of
from gamenight.match.hints import advisers, hint
from gamenight.match.match import Match
from gamenight.match.store import UnknownMatch
from gamenight.terminal.asides import (
    is_for_later,
    needs_curtain,
    reason_against,
    turn_begins,
    who_may,
    who_may_at_table,
)
from gamenight.terminal.console import Console, Quit
from gamenight.terminal.manual import manual
from gamenight.terminal.marking import chosen, marked, toggled
from gamenight.terminal.rounds import farewell, has_roles, next_match, take_back
from gamenight.terminal.seating import change_seat
from gamenight.terminal.stage import Stage, announcement
from gamenight.terminal.text import legend, render_choices

FOOTER = "[?] help   [q] quit"


def play(console: Console, match: Match) -> None:
    """Play a match, and further rounds as long as the people want; raises Quit or Left."""
    while True:
        table = Table(console, match)
        try:
            table.run()
            following = next_match(console, match)
        except BaseException as reason:  # whatever it was, nothing is lost, and that is told
            if isinstance(reason, KeyboardInterrupt):
                signal.signal(signal.SIGINT, signal.SIG_IGN)  # one Ctrl-C is enough
            if not isinstance(reason, UnknownMatch):
                console.say("", farewell(match))
            raise
        if following is None:
            return
        match = following


class Table:
    """One match: shows what happens, asks whose turn it is."""

    def __init__(self, console: Console, match: Match):
        self.console = console
        self.match = match
        self.stage = Stage(console, match)
        self._shown_to: int | None = None
        self._prepared: set[str] = set()
        self._later: list[str] = []
        self._commands: dict[str, tuple[Callable[[int, str], None], str]] = {
            "board": (self._board, "draw the board again"),
            "rules": (self._rules, "read the rules"),
            "hint": (self._hint, "what the best bot would do, and why"),
            "undo": (self._undo, "take your last move back"),
            "save": (self._save, "make sure that the match is kept"),
            "seat": (self._seat, "hand a seat over: seat 2 bot:NAME, or seat 2 Ann"),
            "resign": (self._resign, "give up"),
            "quit": (self._quit, "leave; the match is kept"),
        }
        if match.game.odds is not None:
            self._commands["odds"] = (self._odds, "the odds of this moment")

    def run(self) -> None:
        """Play to the end."""
        match = self.match
        if not match.plies and match.rules.players > 1 and not has_roles(match):
            self.console.say("", f"In the order of play: {', '.join(match.names)}.")
            self.console.say(f"{match.names[0]} begins.")
        if not match.people and self.console.interactive and not self.console.paced:
            self.console.ask_pace()
        while (turn := match.turn()).kind != "over":
            if self._later and turn.kind != "chance":
                self._do_later(self._later.pop(0))
            elif turn.kind == "chance":
                self._chance(turn.seat)
            elif turn.seat is not None and turn.kind == "bot":
                self._bot(turn.seat)
            elif turn.seat is not None:
                self._person(turn.seat, may_pass=turn.kind == "offered")
        assert match.result is not None
        self.stage.draw_still()
        self.console.say("", *announcement(match.names, match.result))

    @property
    def _sign(self) -> str:
        """The emblem of the game before a prompt."""
        emblem = self.match.game.emblem
        if emblem is None:
            return ""
        return f"{emblem.emoji if self.console.style.pictures else emblem.ascii} "

    def _chance(self, seat: int | None) -> None:
        """What chance decides; a person whose turn begins with it is asked to be ready."""
        if seat in self.match.people and turn_begins(self.match, seat):
            if self._needs_curtain(seat):
                self.console.curtain()
            if not self._ready(seat):
                return
        watched = not self.match.people
        for ply in self.match.chance(1 if watched else None):
            self.stage.tell(ply)
        if watched and self.console.stepping:
            self.stage.draw_still()
            self._watch()

    def _watch(self) -> None:
        """Whoever only watches goes on with Enter, or asks for something."""
        self._prompt(0, Scene(""), "(Enter) ", may_pass=True)

    def _bot(self, seat: int) -> None:
        spec = self.match.seats[seat].bot
        info, limit = find_bot(self.match.game, spec)
        if spec not in self._prepared:
            for message in info.prepare(self.match.rules):
                self.console.say(message)
            self._prepared.add(spec)
        if limit != Limit() and self.console.interactive:
            self.console.say("", f"{self.match.names[seat]} thinks ...")
        ply = self.match.bot(seat)
        if ply is not None:
            self.stage.show(ply)
            if self.console.stepping and not self.match.people:
                self._watch()

    def _person(self, seat: int, may_pass: bool) -> None:
        if self._needs_curtain(seat):
            self.console.curtain()
            if not self._ready(seat):
                return
        scene = marked(self.stage.scene(seat), self.match.draft)
        self.stage.draw(scene)
        self.console.say(FOOTER)
        passing = " (Enter passes)" if may_pass else ""
        prompt = f"{self._sign}{self.match.names[seat]}{passing}> "
        if not self._prompt(seat, scene, prompt, may_pass):
            self.match.passes(seat)

    def _needs_curtain(self, seat: int) -> bool:
        return needs_curtain(self.match, seat, self._shown_to)

    def _eyes(self, seat: int) -> int | None:
        """Whose secrets may be shown now: those of the person who is asked, once that person has
        said ready; nobody's to those who watch."""
        return seat if seat in self.match.people and not self._needs_curtain(seat) else None

    def _ready(self, seat: int) -> bool:
        """Wait for Enter; False if the person changed the match instead (undo, resign)."""
        prompt = f"{self.match.names[seat]}, ready? (Enter) "
        if self._prompt(seat, Scene(""), prompt, may_pass=True):
            return False
        self._shown_to = seat
        return True

    def _prompt(self, seat: int, scene: Scene, prompt: str, may_pass: bool) -> bool:
        """Ask until the match changes, by an action or by a command; False if Enter passed."""
        before = self._standing()
        while before == self._standing():
            typed = self.console.read(prompt)
            if not typed and may_pass:
                return False
            self._answer(seat, scene, typed, may_pass)
        return True

    def _standing(self) -> object:
        """What an answer can change."""
        match = self.match
        return len(match.plies), match.seats, match.result, match.draft

    def _answer(self, seat: int, scene: Scene, typed: str, may_pass: bool) -> None:
        """The game's own words win over the commands; `?` and `q` are always commands."""
        word, _, rest = typed.partition(" ")
        if word == "?":
            self._help(scene)
            return
        marks = toggled(scene, typed)
        if marks is not None:
            self.match.keep_draft(marks)
            return
        if not typed and scene.marks is not None:
            self._confirm(scene, seat)
            return
        found = resolve(scene, typed) if word.casefold() != "q" else ()
        if len(found) == 1:
            self._act(found[0].text, seat)
        elif found:
            labels = [" ".join(scene.label(key) for key in choice.on) for choice in found]
            distinct = len(set(labels)) == len(labels)
            ways = labels if distinct else [choice.text for choice in found]
            self.console.say(f"{quoted(typed)} can mean: {listed(ways)}")
        elif word.casefold() in ("q", *self._commands):
            command = self._quit if word.casefold() == "q" else self._commands[word.casefold()][0]
            try:
                command(seat, rest.strip())
            except GamenightError as error:
                self.console.say(str(error))
        elif (actor := who_may(self.match, typed)) is not None:
            self._act(typed, actor)
        elif is_for_later(self.match, typed):
            self._later.append(typed)
            self.console.say(f"Noted: {typed}, as soon as the dice have fallen.")
        else:
            self.console.say(self._refusal(seat, scene, typed, may_pass))

    def _confirm(self, scene: Scene, seat: int) -> None:
        """Enter takes what is marked."""
        choice = chosen(scene)
        if choice is not None:
            self._act(choice.text, seat)
        else:
            keys = dict.fromkeys(key for choice in scene.choices for key in choice.on)
            labels = listed(scene.label(key) for key in keys)
            self.console.say(f"mark at least one first (possible: {labels}; ? explains)")

    def _do_later(self, text: str) -> None:
        """What was typed before a roll, to leave the table or to join it, is done now."""
        seat = who_may_at_table(self.match, text)
        if seat is None:
            self.console.say(f"{quoted(text)} is not possible any more.")
        else:
            self._act(text, seat)

    def _act(self, text: str, seat: int) -> None:
        try:
            ply = self.match.play(text, seat)
        except InvalidAction as error:
            self.console.say(str(error))
        else:
            self.stage.show(ply)

    def _refusal(self, seat: int, scene: Scene, typed: str, may_pass: bool) -> str:
        possible = ["Enter"] if may_pass else []
        for choice in scene.choices:
            labels = " ".join(scene.label(key) for key in choice.on).strip()
            possible.append(labels or choice.key or choice.text)
        given = f"{quoted(typed)} is not possible here" if typed else "nothing was typed"
        reason = reason_against(self.match, typed, self._eyes(seat))
        given += f": {reason}" if reason else ""
        return f"{given} (possible: {listed(possible)}; ? explains)"

    def _help(self, scene: Scene) -> None:
        style, glyphs = self.console.style, self.match.game.glyphs
        self.console.say(*render_choices(scene, glyphs, style))
        seen = set(texts(scene.areas))
        self.console.say(*legend({face: g for face, g in glyphs.items() if face in seen}, style))
        self.console.say("At every prompt:")
        self.console.say(*(f"  {word:7} {about}" for word, (_, about) in self._commands.items()))

    def _board(self, seat: int, rest: str) -> None:
        self.stage.draw(marked(self.stage.scene(self._eyes(seat)), self.match.draft))

    def _rules(self, seat: int, rest: str) -> None:
        self.console.say(*manual(self.match.game, self.console.style))

    def _odds(self, seat: int, rest: str) -> None:
        match = self.match
        eyes = self._eyes(seat)
        self.console.say(*odds_of(match.game, match.rules, match.state, eyes, match.names))

    def _hint(self, seat: int, rest: str) -> None:
        if self._eyes(seat) is None:
            raise GamenightError("a hint is for the person who is asked: press Enter first")
        for info in advisers(self.match.game):
            self.console.say(*info.prepare(self.match.rules))
        proposal, *reasons = hint(self.match, seat).lines
        self.console.say(proposal, *(f"  {reason}" for reason in reasons))

    def _undo(self, seat: int, rest: str) -> None:
        take_back(self.console, self.match)
        self._shown_to = None  # whoever typed it need not be the one who is asked next

    def _save(self, seat: int, rest: str) -> None:
        self.console.say(farewell(self.match))

    def _seat(self, seat: int, rest: str) -> None:
        number, _, who = rest.partition(" ")
        changed = change_seat(self.match, number, who)
        self.console.say(f"Seat {number} is now {self.match.names[changed]}.")

    def _resign(self, seat: int, rest: str) -> None:
        if seat not in self.match.people:
            raise GamenightError("nobody who plays could give up here")
        name = self.match.names[seat]
        self.match.resign(seat)
        if self.match.result is None:
            self.console.say(f"{name} gives up: {self.match.names[seat]} plays on.")

    def _quit(self, seat: int, rest: str) -> None:
        raise Quit
