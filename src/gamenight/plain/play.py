"""Play: a match line by line, at one keyboard or over a pipe."""

from __future__ import annotations

import signal
from collections.abc import Awaitable
from dataclasses import replace

from gamenight.core.errors import InvalidAction
from gamenight.core.marks import chosen, marked, toggled
from gamenight.core.prompts import GO_ON, PASS, READY, in_words
from gamenight.core.resolver import by_enter, resolve
from gamenight.core.scene import Choice, Scene
from gamenight.core.text import did_you_mean, listed, quoted
from gamenight.draw.layouts.flow import tone_signs
from gamenight.match.course import play_out
from gamenight.match.curtain import Curtain
from gamenight.match.matches import StaleMatch, StoreError
from gamenight.match.refusals import why_not
from gamenight.match.table import LISTENING, NotPossible, Table
from gamenight.match.turn import At, Turn
from gamenight.match.waiting import without_loop
from gamenight.match.words import words_at
from gamenight.plain.commands import Commands
from gamenight.plain.console import NEXT, Console, Left, Woken
from gamenight.plain.display import Display
from gamenight.plain.hurry import Hurry
from gamenight.plain.rounds import next_table

FOOTER = "[?] help   [q] quit"
NOW = "   [now] out of turn"
WATCHING = "You are watching now: press Enter to stop, and again to go on."
STOPPED = "Stopped (Enter to go on) "


def play(console: Console, table: Table) -> None:
    """Play a match, and more rounds for as long as people want; raises Quit or Left."""
    without_loop(play_on(console, table))


async def play_on(console: Console, table: Table) -> None:
    """The same for whoever waits for it."""
    following: Table | None = table
    while following is not None:
        table = following
        try:
            console.say(*filter(None, [table.greeting]))
            await Plain(console, table).run()
            following = await next_table(console, table)
        except BaseException as reason:  # everything stored is safe, and people should know
            if isinstance(reason, KeyboardInterrupt):
                signal.signal(signal.SIGINT, signal.SIG_IGN)  # one Ctrl-C is enough
            if not isinstance(reason, StoreError) or isinstance(reason, StaleMatch):
                # A pipe that ends leaves nobody; Ctrl-D at a keyboard, or a closed window, does.
                ended = isinstance(reason, Left) and not console.interactive
                console.say("", table.farewell() if ended else table.close())
            raise


def elsewhere(table: Table) -> list[str]:
    """How things are at other screens, in sentences."""
    gone = [f"{table.names[seat]} is not connected." for seat in table.away]
    return [table.trouble] if table.trouble else gone or ["Everybody is connected."]


class Plain:
    """One match at this console: shows what happens, and asks whoever is to play."""

    def __init__(self, console: Console, table: Table):
        self.console = console
        self.table = table
        self.curtain = Curtain(table)
        self.display = Display(console, table, self.curtain, self._turns_page)
        self._shown = table.last
        self.looked_away = False
        self._asked_at, self._known = table.at, elsewhere(table)
        self._news: list[str] = []  # which nobody has told yet
        self._waits = False  # whether a prompt says for whom
        self._watching = False  # whether people know that they only watch
        table.listening = LISTENING if console.interactive else 0.0
        self._paused_at: At | None = None
        self._commands, self._hurry = Commands(self), Hurry(console, table)
        if table.remote:
            console.listen()
            table.tell_changes(console.wake)

    async def run(self) -> None:
        """Play to the end."""
        table = self.table
        if not table.last:
            opening = table.opening()
            self.console.say(*([""] if opening else []), *opening)
        own = not table.remote  # elsewhere others set the pace
        if own and not table.here and self.console.interactive and not self.console.paced:
            self.console.ask_pace()
        self.console.say(*filter(None, [table.watching]))
        if table.last and table.turn().kind in ("elsewhere", "ready", "roll"):
            self.display.draw_still()  # whoever comes back sees at once how things are
        await play_out(table, self)
        self.display.draw_still()
        self.console.say("", *(table.verdict() or ()))

    # What happens.

    async def show(self) -> None:
        """Tell the plies since last time, and draw the board unless a prompt is about to."""
        table = self.table
        self.console.say(*table.overheard())
        self._shown = min(self._shown, table.last)
        if self._shown == table.last:
            return
        while self._shown < table.last:
            self._shown += 1
            await self.display.tell(self._shown)
        if self._shown > table.last:
            return  # moves were taken back meanwhile
        turn, by_chance = table.turn(), table.plies[-1].actor is None
        stepping = self.console.stepping and not table.here
        decides = turn.kind == "elsewhere" and turn.seats and not table.rolls
        if stepping if by_chance else decides:
            self.display.draw_still()
        if stepping:
            await self._go_on(NEXT)

    async def watch(self, turn: Turn) -> None:
        """Chance or a bot. Where several people share a screen and cards can be played out of turn,
        there is a pause before every ply and every roll of a bot, whether or not anybody holds a
        card; a pipe is asked for a line only where a bot decides."""
        if await self._did_something_else():
            return
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
        typing = self.table.offers or (self.table.busy and self.console.interactive)
        if self.table.remote and typing:
            await self._wait_for_others()
        else:
            self.tell(await self.table.advance(None if self.table.here else 1))

    async def _did_something_else(self) -> bool:
        """Where nobody here is asked, a key stops the match: people may join, or take back."""
        others = self.table.here or self.table.remote or self.console.stepping
        before, self._watching = self._watching, self.console.interactive and not others
        if self._watching and not before:
            self.console.say(WATCHING)
        return self._watching and self.console.stirred() and not await self._go_on(STOPPED)

    async def _wait_for_others(self) -> None:
        """Somebody elsewhere plays: words can be typed meanwhile."""
        table = self.table
        self.console.say(*self._warning)
        seat = table.viewer if table.viewer in table.here else None
        self._waits = True
        try:
            await self._prompt(seat, Scene(""), f"({table.busy or table.game.title}) ", GO_ON)
        finally:
            self._waits = False

    async def _go_on(self, prompt: str, shown: Scene | None = None) -> bool:
        """Wait for Enter; False if somebody did something instead. shown: what help explains."""
        return not await self._prompt(None, shown or Scene(""), prompt, GO_ON)

    async def _turns_page(self, shown: Scene) -> bool:
        """Wait until a page was read; False if somebody changed the match instead. On a pipe, a
        line that is not Enter is for the next question. Nobody reads while their clock runs."""
        if self._hurry.runs:
            return True
        if self.console.interactive:
            return await self._go_on(NEXT, shown)
        self.console.pause(NEXT)
        return True

    def tell(self, sentence: str) -> None:
        """What the table answers, if anything."""
        self.display.say(*filter(None, [sentence]))

    # Questions.

    async def ask(self, turn: Turn) -> None:
        seat = turn.seats[0]
        if turn.kind == "ready":
            if self.curtain.hides(seat):
                self.display.clear()
            if await self._is_ready(seat):
                await self._hand_over(self.table.ready(seat))
        elif turn.kind == "roll":
            await self._roll(seat)
        elif not await self.choose(seat, may_pass=turn.kind == "offered"):
            await self._hand_over(self.table.passes(seat))

    async def _hand_over(self, answer: Awaitable[str]) -> None:
        """Where that is not possible, say why; then somebody is asked again."""
        try:
            self.tell(await answer)
        except InvalidAction as error:
            self.console.object(error)

    @property
    def _warning(self) -> list[str]:
        """What people should not forget while it is so."""
        table = self.table
        lines = [f"Not saved: {table.warning}."] if table.warning else []
        return [
            *lines,
            *self._times,
            *(f"{offer.sentence}: type yes or no." for offer in table.offers),
        ]

    @property
    def _times(self) -> list[str]:
        """What the clocks show."""
        clocks = self.table.clocks
        return [] if clocks is None else [clocks.told(self.table.names)]

    @property
    def _sign(self) -> str:
        """The emblem of the game before a prompt."""
        emblem = self.table.game.emblem
        if emblem is None:
            return ""
        return f"{emblem.emoji if self.console.style.pictures else emblem.ascii} "

    async def choose(self, seat: int, may_pass: bool) -> bool:
        """Ask for a choice; False if that was to pass."""
        if self.curtain.hides(seat):
            self.display.clear()
            if not await self._is_ready(seat):
                return True
        self.curtain.opens(seat)
        scene = marked(self.table.scene(seat), self.table.draft(seat))
        scene = in_words(scene) if may_pass else scene
        self.display.draw(scene)
        signs = "".join(f"   {sign}" for sign in tone_signs(scene, self.console.style))
        self.console.say(FOOTER + (NOW if self.table.shared else "") + signs, *self._warning)
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
        self.console.say(*self._times)
        (roll,) = scene.choices
        prompt = f"{self._sign}{self.table.names[seat]}: {roll.label} (Enter) "
        if not await self._prompt(seat, replace(scene, choices=()), prompt, roll):
            await self._hand_over(self.table.ready(seat))

    def eyes(self, seat: int | None) -> int | None:
        """Whose hand may be shown now: that of the person who is asked, once they have said ready;
        nobody's to those who watch."""
        shown = seat is not None and seat in self.table.here and not self.curtain.hides(seat)
        return seat if shown else None

    async def _is_ready(self, seat: int) -> bool:
        """Wait for Enter; False if the person changed the match instead (undo, resign)."""
        self.console.say(*self._times)
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
        moment, self.looked_away = self._moment, False
        self._asked_at = self.table.at
        before = self._taken_in()

        def wakes() -> bool:
            found = self._is_news() or moment != self._moment
            if not found:
                self._hurry.remind()
            return found

        while (before, moment) == (self.table.version, self._moment) and not self.looked_away:
            try:
                with self._hurry.watching():
                    typed = self.console.read(prompt, fresh=True, wakes=wakes)
            except Woken:
                before = self._taken_in()
                continue
            before = self._taken_in()
            if enter is not None and (not typed or resolve(offered, typed) == (enter,)):
                return False
            await self._answer(seat, scene, typed, enter)
        return True

    @property
    def _moment(self) -> tuple[object, ...]:
        """What a prompt is about; when this has changed, the prompt is out of date."""
        table = self.table
        return table.at, table.turn(), table.offers, table.busy if self._waits else ""

    def _is_news(self) -> bool:
        """Take in what has come from elsewhere; whether it has to be said."""
        self.console.quiet()
        self._news += [*filter(None, [self.table.look()]), *self.table.overheard()]
        return bool(self._news) or self._known != elsewhere(self.table)

    def _taken_in(self) -> int:
        """Tell what has come from elsewhere; the version of the table then."""
        if self._is_news():
            news, self._news = self._news, []
            self.display.say(*news)
            known, self._known = self._known, elsewhere(self.table)
            self.console.say(*(line for line in self._known if line not in known))
        return self.table.version

    async def _answer(
        self, seat: int | None, scene: Scene, typed: str, enter: Choice | None
    ) -> None:
        """The game's own words win over the commands; `?` and `q` are always commands."""
        word, _, rest = typed.partition(" ")
        if word == "?":
            self._commands.help(scene, enter)
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
            self._commands.help(scene, enter)
        elif word.casefold() in self._commands:
            await self._commands.do(word.casefold(), seat, rest.strip())
        else:
            await self._speak(seat, scene, typed, enter or by_enter(scene))

    async def _confirm(self, scene: Scene, seat: int | None) -> None:
        """Enter takes what is marked."""
        choice = chosen(scene)
        if choice is not None:
            await self._act(choice.text, seat)
        else:
            keys = dict.fromkeys(key for choice in scene.choices for key in choice.on)
            labels = listed(scene.label(key) for key in keys)
            self.console.object(f"choose at least one first (possible: {labels}; ? explains)")

    async def _act(self, text: str, seat: int | None) -> None:
        assert seat is not None  # only who is asked has choices
        await self._hand_over(self.table.play(text, seat, self._asked_at))

    async def _speak(
        self, seat: int | None, scene: Scene, typed: str, enter: Choice | None
    ) -> None:
        """Something that another person may do, or a sentence that says what is possible. enter:
        what Enter does."""
        possible = ["Enter"] if enter is not None else []
        possible += ["now"] if seat is None and self.table.shared else []
        for choice in scene.choices:
            labels = " ".join(scene.label(key) for key in choice.on).strip()
            possible.append(labels or choice.key or choice.text)
        ways = f"(possible: {listed(possible)}; ? explains)"
        if not typed:
            self.console.object(f"nothing was typed {ways}")
            return
        try:
            self.tell(await self.table.speak(typed, self.eyes(seat)))
        except NotPossible as error:
            reason = why_not(self.table, scene, typed, self.eyes(seat))
            if reason:
                self.console.object(f"{quoted(typed)} is not possible here: {reason} {ways}")
                return
            words = [choice.text for choice in scene.choices] + [*words_at(self.table)]
            slip = did_you_mean(typed, words) if typed.isalpha() else ""
            self.console.object(f"{error}{slip} {ways}")
        except InvalidAction as error:
            self.console.object(error)
