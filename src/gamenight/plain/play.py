"""Play: a match line by line, at one keyboard or over a pipe."""

from __future__ import annotations

import signal
from collections.abc import Awaitable, Callable
from dataclasses import replace

from gamenight.core.errors import GamenightError, InvalidAction
from gamenight.core.marks import chosen, marked, toggled
from gamenight.core.prompts import GO_ON, PASS, READY
from gamenight.core.resolver import resolve
from gamenight.core.scene import Choice, Scene, texts
from gamenight.core.text import did_you_mean, listed, quoted
from gamenight.draw.layouts.flow import legend, render_choices
from gamenight.draw.manual import manual
from gamenight.match.changes import read_change, sitting
from gamenight.match.course import play_out
from gamenight.match.curtain import Curtain
from gamenight.match.files import save_file
from gamenight.match.hints import Hint
from gamenight.match.matches import StaleMatch, StoreError
from gamenight.match.table import LISTENING, NotPossible, Table
from gamenight.match.turn import At, Turn
from gamenight.match.waiting import without_loop
from gamenight.match.words import check_alone, words_at
from gamenight.plain.console import Console, Left, Quit, Undo
from gamenight.plain.display import Display
from gamenight.plain.rounds import next_table

FOOTER = "[?] help   [q] quit"
NOW = "   [now] out of turn"


def play(console: Console, table: Table) -> None:
    """Play a match, and more rounds for as long as people want; raises Quit or Left."""
    without_loop(_play(console, table))


async def _play(console: Console, table: Table) -> None:
    following: Table | None = table
    while following is not None:
        table = following
        try:
            await Plain(console, table).run()
            following = await next_table(console, table)
        except BaseException as reason:  # everything stored is safe, and people should know
            if isinstance(reason, KeyboardInterrupt):
                signal.signal(signal.SIGINT, signal.SIG_IGN)  # one Ctrl-C is enough
            if not isinstance(reason, StoreError) or isinstance(reason, StaleMatch):
                ended = isinstance(reason, Left)  # nobody left: the input did
                console.say("", table.farewell() if ended else table.close())
            raise


class Plain:
    """One match at this console: shows what happens, and asks whoever is to play."""

    def __init__(self, console: Console, table: Table):
        self.console = console
        self.table = table
        self.curtain = Curtain(table)
        self.display = Display(console, table, self.curtain)
        self._shown = table.last
        self._looked_away = False
        table.listening = LISTENING if console.interactive else 0.0
        self._paused_at: At | None = None
        self._hinted: tuple[At, int, Hint] | None = None
        self._commands: dict[str, Callable[[int | None, str], Awaitable[None]]] = {
            "board": self._board,
            "rules": self._rules,
            "hint": self._hint,
            "odds": self._odds,
            "undo": self._undo,
            "save": self._save,
            "seat": self._seat,
            "resign": self._resign,
            "leave": self._leaves,
            "join": self._joins,
            "quit": self._quit,
            "q": self._quit,
        }
        if table.interrupts:
            self._commands["now"] = self._now

    async def run(self) -> None:
        """Play to the end."""
        table = self.table
        if not table.last:
            opening = table.opening()
            self.console.say(*([""] if opening else []), *opening)
        if not table.here and self.console.interactive and not self.console.paced:
            self.console.ask_pace()
        await play_out(table, self)
        self.display.draw_still()
        self.console.say("", *(table.verdict() or ()))

    # What happens.

    async def show(self) -> None:
        """Tell the plies since last time, and draw the board unless a prompt is about to."""
        table = self.table
        self._shown = min(self._shown, table.last)
        if self._shown == table.last:
            return
        while self._shown < table.last:
            self._shown += 1
            self.display.tell(self._shown)
        turn, by_chance = table.turn(), table.plies[-1].actor is None
        stepping = self.console.stepping and not table.here
        decides = turn.kind == "elsewhere" and turn.seats and not table.rolls
        if stepping if by_chance else decides:
            self.display.draw_still()
        if stepping:
            await self._go_on("(Enter) ")

    async def watch(self, turn: Turn) -> None:
        """Chance or a bot. Where several people share a screen and cards can be played out of turn,
        there is a pause before every ply and every roll of a bot, whether or not anybody holds a
        card; a pipe is asked for a line only where a bot decides."""
        pauses = turn.seats and (self.console.interactive or not self.table.rolls)
        if pauses and self.table.shared and self._paused_at != self.table.at:
            if self.curtain.shows_a_hand:
                self.display.clear()  # this prompt is for everybody
                self.curtain.closes()
            if self.display.is_empty:
                self.display.draw_still()
            name = self.table.names[turn.seats[0]]
            if not await self._go_on(f"{name} is next (Enter to go on, now to act out of turn) "):
                return
            self._paused_at = self.table.at
        self._tell(await self.table.advance(None if self.table.here else 1))

    async def _go_on(self, prompt: str) -> bool:
        """Wait for Enter; False if somebody did something instead."""
        return not await self._prompt(None, Scene(""), prompt, GO_ON)

    def _tell(self, sentence: str) -> None:
        """What the table answers, if anything."""
        self.display.say(*filter(None, [sentence]))

    # Questions.

    async def ask(self, turn: Turn) -> None:
        seat = turn.seats[0]
        if turn.kind == "ready":
            if self.curtain.hides(seat):
                self.display.clear()
            if await self._is_ready(seat):
                await self.table.ready(seat)
        elif turn.kind == "roll":
            await self._roll(seat)
        elif not await self._choose(seat, may_pass=turn.kind == "offered"):
            await self.table.passes(seat)

    @property
    def _warning(self) -> list[str]:
        """What people should not forget while it is so."""
        return [f"Not saved: {self.table.warning}."] if self.table.warning else []

    @property
    def _sign(self) -> str:
        """The emblem of the game before a prompt."""
        emblem = self.table.game.emblem
        if emblem is None:
            return ""
        return f"{emblem.emoji if self.console.style.pictures else emblem.ascii} "

    async def _choose(self, seat: int, may_pass: bool) -> bool:
        """Ask for a choice; False if that was to pass."""
        if self.curtain.hides(seat):
            self.display.clear()
            if not await self._is_ready(seat):
                return True
        self.curtain.opens(seat)
        scene = marked(self.table.scene(seat), self.table.draft(seat))
        self.display.draw(scene)
        self.console.say(FOOTER + (NOW if self.table.shared else ""), *self._warning)
        passing = " (Enter passes)" if may_pass else ""
        prompt = f"{self._sign}{self.table.names[seat]}{passing}> "
        self.display.sentences.clear()
        return await self._prompt(seat, scene, prompt, PASS if may_pass else None)

    async def _roll(self, seat: int) -> None:
        """Wait for the word to roll, the only choice there is; Enter takes it."""
        if self.curtain.hides(seat):
            self.display.clear()
            if not await self._is_ready(seat):
                return
        scene = self.table.rolling(seat)
        if any(area.secret for area in scene.areas):
            self.display.draw(replace(scene, choices=()))
            self.display.sentences.clear()
        (roll,) = scene.choices
        prompt = f"{self._sign}{self.table.names[seat]}: {roll.label} (Enter) "
        if not await self._prompt(seat, replace(scene, choices=()), prompt, roll):
            await self.table.ready(seat)

    def _eyes(self, seat: int | None) -> int | None:
        """Whose hand may be shown now: that of the person who is asked, once they have said ready;
        nobody's to those who watch."""
        shown = seat is not None and seat in self.table.here and not self.curtain.hides(seat)
        return seat if shown else None

    async def _is_ready(self, seat: int) -> bool:
        """Wait for Enter; False if the person changed the match instead (undo, resign)."""
        prompt = f"{self.table.names[seat]}, ready? (Enter) "
        if await self._prompt(seat, Scene(""), prompt, READY):
            return False
        self.curtain.opens(seat)
        return True

    async def _prompt(
        self, seat: int | None, scene: Scene, prompt: str, enter: Choice | None
    ) -> bool:
        """Ask until an action or a command changes the match, or somebody else has looked at the
        screen; False if the answer was `enter`, by Enter or its word."""
        offered = scene if enter is None else replace(scene, choices=(*scene.choices, enter))
        before, self._looked_away = self.table.version, False
        while before == self.table.version and not self._looked_away:
            typed = self.console.read(prompt, fresh=True)
            if enter is not None and (not typed or resolve(offered, typed) == (enter,)):
                return False
            await self._answer(seat, scene, typed, may_pass=enter is not None)
        return True

    async def _answer(self, seat: int | None, scene: Scene, typed: str, may_pass: bool) -> None:
        """The game's own words win over the commands; `?` and `q` are always commands."""
        word, _, rest = typed.partition(" ")
        if word == "?":
            self._help(scene)
            return
        marks = toggled(scene, typed)
        if marks is not None and seat is not None:
            self.table.keep_draft(seat, marks)
            return
        if not typed and scene.marks is not None:
            await self._confirm(scene, seat)
            return
        found = resolve(scene, typed) if word.casefold() != "q" else ()
        if len(found) == 1:
            await self._act(found[0].text, seat)
        elif found:
            labels = [" ".join(scene.label(key) for key in choice.on) for choice in found]
            distinct = len(set(labels)) == len(labels)
            ways = labels if distinct else [choice.text for choice in found]
            self.console.say(f"{quoted(typed)} could mean: {listed(ways)}")
        elif typed.casefold() == "help":
            self._help(scene)
        elif word.casefold() in self._commands:
            try:
                check_alone(word.casefold(), rest.strip())
                await self._commands[word.casefold()](seat, rest.strip())
            except GamenightError as error:
                self.console.object(str(error))
        else:
            await self._speak(seat, scene, typed, may_pass)

    async def _confirm(self, scene: Scene, seat: int | None) -> None:
        """Enter takes what is marked."""
        choice = chosen(scene)
        if choice is not None:
            await self._act(choice.text, seat)
        else:
            keys = dict.fromkeys(key for choice in scene.choices for key in choice.on)
            labels = listed(scene.label(key) for key in keys)
            self.console.object(f"mark at least one first (possible: {labels}; ? explains)")

    async def _act(self, text: str, seat: int | None) -> None:
        assert seat is not None  # only who is asked has choices
        try:
            self._tell(await self.table.play(text, seat))
        except InvalidAction as error:
            self.console.object(str(error))

    async def _speak(self, seat: int | None, scene: Scene, typed: str, may_pass: bool) -> None:
        """Something that another person may do, or a sentence that says what is possible."""
        possible = ["Enter"] if may_pass else []
        possible += ["now"] if seat is None and self.table.shared else []
        for choice in scene.choices:
            labels = " ".join(scene.label(key) for key in choice.on).strip()
            possible.append(labels or choice.key or choice.text)
        ways = f"(possible: {listed(possible)}; ? explains)"
        if not typed:
            self.console.object(f"nothing was typed {ways}")
            return
        try:
            self._tell(await self.table.speak(typed, self._eyes(seat)))
        except NotPossible as error:
            reason = self.table.why_not(scene, typed, self._eyes(seat))
            if reason:
                self.console.object(f"{quoted(typed)} is not possible here: {reason} {ways}")
                return
            words = [choice.text for choice in scene.choices] + [*words_at(self.table)]
            slip = did_you_mean(typed, words) if typed.isalpha() else ""
            self.console.object(f"{error}{slip} {ways}")
        except InvalidAction as error:
            self.console.object(str(error))

    # Commands.

    def _help(self, scene: Scene) -> None:
        style, glyphs = self.console.style, self.table.game.glyphs
        self.console.say(*render_choices(scene, glyphs, style))
        seen = set(texts(scene.areas))
        self.console.say(*legend({face: g for face, g in glyphs.items() if face in seen}, style))
        self.console.say("At every prompt:")
        self.console.say(*(f"  {word:7} {help}" for word, help in words_at(self.table).items()))
        self.console.say(f"The seats: {sitting(self.table)}.")

    async def _board(self, seat: int | None, rest: str) -> None:
        draft = None if seat is None else self.table.draft(seat)
        self.display.draw(marked(self.table.scene(self._eyes(seat)), draft))

    async def _rules(self, seat: int | None, rest: str) -> None:
        self.console.say(*manual(self.table.game, self.console.style))

    async def _odds(self, seat: int | None, rest: str) -> None:
        fractions = rest.casefold() == "fractions"
        self.console.say(*await self.table.odds(self._eyes(seat), fractions))
        if self.table.game.fractions is not None and not fractions:
            self.console.say("(odds fractions tells them exactly)")

    async def _hint(self, seat: int | None, rest: str) -> None:
        eyes = self._eyes(seat)
        if eyes is None:
            raise GamenightError("a hint is for the player who is asked: press Enter first")
        told = self._hinted
        if told is not None and told[:2] == (self.table.at, eyes):
            found = told[2]
            self.console.say(f"{found.heading}:", *(f"  {line}" for line in found.lines))
            return
        found = await self.table.hint(eyes)
        self._hinted = self.table.at, eyes, found
        self.console.say(f"{found.sentence} (hint again says why)")

    async def _undo(self, seat: int | None, rest: str) -> None:
        self._tell(await self.table.undo(seat))
        self.curtain.closes()  # whoever typed it may not be the one asked next

    async def _save(self, seat: int | None, rest: str) -> None:
        if rest:
            self.console.say(save_file(self.table.record(), rest))
        else:
            self.console.say(self.table.farewell())

    async def _seat(self, seat: int | None, rest: str) -> None:
        self._tell(await self.table.sit(*read_change(self.table, rest)))

    async def _resign(self, seat: int | None, rest: str) -> None:
        if seat is None and self.table.here:
            raise GamenightError("resign at your own prompt: here nobody can tell who resigns")
        if seat is None:
            raise GamenightError("there is no player here who could give up")
        self._tell(await self.table.resign(seat))

    async def _leaves(self, seat: int | None, rest: str) -> None:
        self._tell(await self.table.speak(f"leave {rest}", self._eyes(seat)))

    async def _joins(self, seat: int | None, rest: str) -> None:
        self._tell(await self.table.speak(f"join {rest}", self._eyes(seat)))

    async def _now(self, seat: int | None, rest: str) -> None:
        """Somebody acts out of turn, while the others look away."""
        if not self.table.shared:
            raise GamenightError("whoever can act out of turn is asked, and nobody can right now")
        others = [seat for seat in self.table.here if seat != self.table.player]
        people = {str(seat + 1): seat for seat in others}
        people |= {self.table.names[seat].casefold(): seat for seat in others}
        names = [f"{seat + 1} {self.table.names[seat]}" for seat in others]

        def accept(answer: str) -> int | None:
            if answer and answer.casefold() not in people:
                raise GamenightError(f"nobody here is {quoted(answer)} (possible: {listed(names)})")
            return people.get(answer.casefold())

        help = [f"Type a number or a name: {listed(names)}; Enter means nobody."]
        try:
            asked = self.console.ask(f"Who? ({listed(names)}) ", help, accept)
        except Undo:
            return
        if asked is None:
            return
        self.display.clear()
        self.console.pause(f"{self.table.names[asked]}, ready? (Enter) ")
        self.curtain.opens(asked)
        if self.table.scene(asked).choices:
            await self._choose(asked, may_pass=True)
        else:
            self.console.pause("There is nothing you can play right now. (Enter) ")
        self.display.clear()
        self.curtain.closes()
        self._looked_away = True

    async def _quit(self, seat: int | None, rest: str) -> None:
        raise Quit
