"""Course: who is next in a match, and what happens by itself: chance, bots, words that have waited.

It asks nobody and shows nothing: it drives a `LocalTable`, or a match on a server."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from functools import cached_property, partial
from threading import Event, Timer
from time import monotonic
from typing import Any, Protocol, TypeVar

from gamenight.bots import find_bot
from gamenight.core.bot import Interrupted, Stoppable
from gamenight.core.errors import GamenightError, IllegalAction, InvalidAction
from gamenight.core.play import mover, read
from gamenight.core.record import Seat
from gamenight.core.rules import Chance, Decision
from gamenight.core.text import quoted
from gamenight.match.changes import text_at_table, told_later
from gamenight.match.locks import WAITING
from gamenight.match.match import Match
from gamenight.match.store import LockedStore
from gamenight.match.table import Table
from gamenight.match.turn import At, Turn, person
from gamenight.match.waiting import Busy, Clock, Keep, Think, Thinkers, at_once, in_time, prepare

T = TypeVar("T")
MOST_AT_ONCE = 16  # draws of chance that everybody gets at once from a server
IN_TIME = 0.7  # the share of its time after which a bot has to come to an answer


class Front(Protocol):
    """What a match needs from a front end."""

    async def show(self) -> None:
        """Show what has happened since the last time."""

    async def watch(self, turn: Turn) -> None:
        """Let things happen elsewhere: `Table.advance`."""

    async def ask(self, turn: Turn) -> None:
        """Ask the person the turn names, and hand the answer to the table. It is fine if nothing
        comes of it because the match has changed meanwhile."""


async def play_out(table: Table, front: Front) -> None:
    """The loop of a match, until its end."""
    while True:
        await front.show()
        turn = table.turn()
        if turn.kind == "over":
            await table.reveal()
            return
        await (front.watch(turn) if turn.kind == "elsewhere" else front.ask(turn))


class Course:
    """The course of one match.

    one_screen: all people share a screen. There, only somebody who is alone is asked out of turn,
    for the question itself would show the others who holds a card. On a server nobody is waited
    for, since that would show it too: before a bot's ply there is a window of these seconds for
    everybody. thinkers: who thinks for the bots, if not this program; keep: how a change is stored.
    """

    def __init__(
        self,
        match: Match,
        think: Think = at_once,
        one_screen: bool = False,
        thinkers: Thinkers | None = None,
        keep: Keep | None = None,
        clock: Clock | None = None,
        window: float | None = None,
    ):
        self.match = match
        self._thinkers, self._keep, self._clock = thinkers, keep, clock
        self._window, self._one_screen = window, one_screen
        self._given: object = None  # the moment at which there was a window
        self.think = Busy(think)
        self.listening = 0.0  # see `Table.listening`
        self._ready: object = None  # the moment at which somebody was ready
        self._rolls: object = None  # the moment at which somebody wanted to roll
        self._is_open = False  # whether people may leave and join
        self._looked_at: object = None  # the moment at which that was looked up
        self._heard: object = None  # the moment at which all bots there were asked out of turn
        self._prepared: set[str] = set()
        self._known: tuple[object, Turn] | None = None  # a moment, and what comes next then
        self._thinking: Stoppable | None = None
        self._waiting: Event | None = None  # ends a wait for the store

    @cached_property
    def _stopped(self) -> Event:
        """Whether nobody waits any more. It is 1 kB, and few tables of a server need it."""
        return Event()

    @property
    def busy(self) -> str:
        """What we are waiting for: a bot that is thinking, or a hint."""
        return self.think.sentence

    def turn(self) -> Turn:
        """What comes next. After each ply every bot that can act out of turn is asked once, in
        seat order after the player, and before a bot plays, all people who can are asked at once.
        It is worked out once for every change of the match.
        """
        moment = (self.match.revision, self._ready, self._rolls, self._heard, self.listening)
        if self._known is None or self._known[0] != moment:
            self._known = moment, self._next()
        return self._known[1]

    def _next(self) -> Turn:
        match, node = self.match, self.match.node
        if match.result is not None:
            return Turn("over")
        if isinstance(node, Chance):
            return self._before_a_roll(node)
        assert isinstance(node, Decision)
        if match.later:
            return Turn("elsewhere")
        then = self._unless_a_bot_acts(node)
        # Nobody learns that a bot is asked first: it would give away what the bot holds.
        asking = self._listens or (node.others and self._bots(node))
        return Turn("elsewhere") if asking and then.kind != "elsewhere" else then

    def _before_a_roll(self, node: Chance[Any]) -> Turn:
        """A person whose turn begins with a roll says ready first, and rolls where the game wants
        that said. Whoever has said that they leave need not."""
        match, roller = self.match, node.player
        if roller is None:
            return Turn("elsewhere")
        if match.seats[roller].bot:
            return Turn("elsewhere", (roller,))
        if match.later and self._text_at_table(roller) in match.later:
            return Turn("elsewhere")
        rules, last = match.rules, match.plies[-1] if match.plies else None
        begins = last is None or mover(rules, last) != roller
        begins = begins or (last is not None and rules.begins_turn(last.before, last.after))
        if begins and match.at not in (self._ready, self._rolls):
            return Turn("ready", (roller,))
        waits = node.label and self._rolls != match.at
        return Turn("roll", (roller,)) if waits else Turn("elsewhere")

    @property
    def _listens(self) -> bool:
        """Whether bots get the usual time to act out of turn now, be there one who can or not; on
        a server also where people only look on."""
        match = self.match
        never = not self.listening or not match.rules.interrupts
        if never or self._heard == (match.at, match.seats):  # who comes later is asked like others
            return False
        return bool(match.people or self._window is not None) and any(s.bot for s in match.seats)

    def _unless_a_bot_acts(self, node: Decision[Any]) -> Turn:
        """What comes next if no bot acts out of turn."""
        seats = self.match.seats
        people = tuple([seat for seat in self._open(node) if not seats[seat].bot])
        if not seats[node.player].bot:
            return person(node.player, *people)
        unasked = self._window is not None or (self._one_screen and len(self.match.people) > 1)
        if people and not unasked:
            return Turn("offered", people)
        return Turn("elsewhere", (node.player,))

    def _open(self, node: Decision[Any]) -> list[int]:
        """Who may act out of turn and has not passed, in seat order after the player."""
        if not node.others:
            return []
        count, passed = self.match.rules.players, self.match.passed
        after = ((node.player + 1 + n) % count for n in range(count - 1))
        return [seat for seat in after if seat not in passed and node.of(seat)]

    def _bots(self, node: Decision[Any]) -> list[int]:
        return [seat for seat in self._open(node) if self.match.seats[seat].bot]

    def ready(self, seat: int) -> None:
        """This seat is ready, or rolls; raises IllegalAction if no roll is waiting for it."""
        turn = self.turn()
        if turn == Turn("ready", (seat,)):
            self._ready = self.match.at
        elif turn == Turn("roll", (seat,)):
            self._rolls = self.match.at
        else:
            raise IllegalAction(f"no roll is waiting for {self.match.names[seat]}", seat)

    # What happens by itself.

    async def advance(self, most: int | None = None) -> str:
        """Let chance draw, do a word that has waited, or let a bot act; a sentence for people."""
        match, node = self.match, self.match.node
        if self.turn().kind != "elsewhere":
            return ""
        if match.rules.interrupts:
            # All at once: a bot that prepares in another player's turn would show that it can act.
            await self._prepare_once(seat.bot for seat in match.seats if seat.bot)
        if isinstance(node, Decision) and match.later:
            return await self.stored(lambda: self._do_later(node))
        if isinstance(node, Decision) and self._listens:
            await self._listen(node)
        elif isinstance(node, Decision):
            await self._bot(next(iter(self._bots(node)), node.player))
        else:
            await self._draw(most)
        return ""

    async def _draw(self, most: int | None) -> None:
        await self.stored(lambda: self.match.chance(most))

    async def go_on(self) -> None:
        """Let everything happen that needs nobody, as a server does."""
        while (turn := self.turn()).kind == "elsewhere":
            at = self.match.at
            if turn.seats and self._window and self._given != at:
                self._given = at
                await self._sleep(self._window)
            if self.match.at == at:
                await self.advance(MOST_AT_ONCE)

    async def _sleep(self, seconds: float) -> None:
        clock, stopped = self._clock, self._stopped
        await (clock.sleep(seconds) if clock else self.think("", lambda: stopped.wait(seconds)))

    def interrupt(self) -> None:
        """Stop the bot that is thinking."""
        self._stopped.set()
        if self._waiting is not None:
            self._waiting.set()
        if self._thinking is not None:
            self._thinking.stop()

    async def _listen(self, node: Decision[Any]) -> None:
        """Every bot that may act out of turn is asked, and has to be quick; this takes the same
        time whether or not there is one."""
        now = self._clock.now if self._clock else monotonic
        at, seats, until = self.match.at, self.match.seats, now() + self.listening
        self._stopped.clear()
        action: Any | None = None
        bots = self._bots(node)
        for asked, seat in enumerate(bots):
            rng = self._thinking = self.match.bot_generator(seat)
            share = max(until - now(), 0.0) / (len(bots) - asked)
            alarm = Timer(share, rng.stop)
            alarm.start()
            choice = self._choice("", seat, rng, share * IN_TIME)
            action = await (in_time(choice, self._clock, share) if self._clock else choice)
            alarm.cancel()
            self._thinking = None
            if self._stopped.is_set() or self.match.at != at:
                return
            if action is not None:
                break
            await self.stored(partial(self.match.passes, seat, at))
        await self._sleep(max(until - now(), 0.0))
        if not self._stopped.is_set() and self.match.at == at:
            self._heard = at, seats
            if action is not None:
                await self._bot_plays(at, seat, self.match.seats[seat], action)

    async def _bot(self, seat: int) -> None:
        """A bot thinks; if the match changes before it is done, its answer is dropped. Nobody
        learns that a bot thinks out of turn, for it would give away what the bot holds."""
        match, at, who = self.match, self.match.at, self.match.seats[seat]
        in_turn = isinstance(match.node, Decision) and match.node.player == seat
        rng = self._thinking = match.bot_generator(seat)
        try:
            await self._prepare_once([who.bot])
            if rng.stopped or not self._is_still(at, seat, who):
                return
            sentence = f"{who.name} is thinking ..." if in_turn else ""
            action = await self._choice(sentence, seat, rng)
            if not rng.stopped:
                await self._bot_plays(at, seat, who, action)
        finally:
            rng.stop()
            self._thinking = None

    async def _bot_plays(self, at: At, seat: int, who: Seat, action: Any | None) -> None:
        """What a bot has chosen is done, unless the match has changed meanwhile."""

        def play() -> None:
            if self._is_still(at, seat, who):
                self.match.bot_plays(seat, action)

        await self.stored(play)

    def _is_still(self, at: At, seat: int, who: Seat) -> bool:
        """Whether the match is not over and unchanged, with the same player in this seat."""
        match = self.match
        return match.result is None and (match.at, match.seats[seat]) == (at, who)

    async def _choice(
        self, sentence: str, seat: int, rng: Stoppable, seconds: float | None = None
    ) -> Any | None:
        """What a bot chooses, here or wherever bots think."""
        if self._thinkers is None:
            return await self.think(sentence, lambda: self._considered(seat, rng, seconds))
        view = self.match.rules.hide(self.match.state, seat)
        bot = self.match.seats[seat].bot
        return await self._thinkers.consider(self.match.rules, bot, view, seat, rng, seconds)

    def _considered(self, seat: int, rng: Stoppable, seconds: float | None = None) -> Any | None:
        """What a bot chooses; a bot that crashes must not crash the front end."""
        try:
            return self.match.consider(seat, rng, seconds)
        except Interrupted:
            return None
        except GamenightError:
            raise
        except Exception as error:
            name = self.match.seats[seat].bot
            sentence = f"the bot {name} failed: {error!r}"
            raise GamenightError(
                f"{sentence} (resume --seat {seat + 1}=NAME replaces it)"
            ) from error

    async def _prepare_once(self, bots: Iterable[str]) -> None:
        for bot in bots:
            if bot not in self._prepared and self._thinkers is None:
                info = find_bot(self.match.game, bot)[0]
                await prepare(self.think, self.match.rules, [info])
                self._prepared.add(bot)

    async def stored(self, change: Callable[[], T]) -> T:
        """Change the match; while another program is writing to the store, wait for it as the
        front end does. Until then nothing has changed."""
        if self._keep is not None:
            return await self._keep(change)
        while True:
            try:
                return change()
            except LockedStore:
                self._waiting = stop = Event()
                await self.think(WAITING, lambda: self.match.store.wait(stop))  # noqa: B023

    # What people say apart from answers.

    def speak(self, text: str, people: Sequence[int], eyes: int | None) -> bool:
        """Do what one of these people may do now; False for anything else. Whoever looks at the
        screen may do whatever they can; for others only what everybody sees that they can is
        done, so that nobody plays another's hidden card, or learns whether it is there."""
        match, rules = self.match, self.match.rules
        for seat in people:
            known = match.state if seat == eyes else rules.hide(match.state, None)
            with suppress(InvalidAction):
                read(rules, known, text, seat)
                match.play(text, seat, match.at)
                return True
        return False

    @property
    def is_open(self) -> bool:
        """Whether people may leave and join while this match lasts."""
        if not self._is_open and self._looked_at != self.match.at:
            seats = range(self.match.rules.players)
            self._is_open = any(self._text_at_table(seat) for seat in seats)
            self._looked_at = self.match.at
        return self._is_open

    def leave_or_join(self, seat: int) -> str:
        """Whoever is in this seat leaves the table, or joins it if they are away: now, or as soon
        as a roll leaves a choice. A sentence for people."""
        match = self.match
        text = None if match.result is not None else self._text_at_table(seat)
        if text is None:
            way = "join" if seat in match.absent else "leave"
            raise IllegalAction(f"{match.names[seat]} cannot {way} the table now", seat)
        if isinstance(match.node, Decision):
            match.play(text, seat, match.at)
            return ""
        if text not in match.later:
            match.keep_later((*match.later, text))
        return told_later(self.waiting)

    @property
    def waiting(self) -> dict[str, bool]:
        """Who has said that they join (True) or leave as soon as a roll leaves a choice."""
        match = self.match
        texts = (
            {self._text_at_table(n): n for n in range(match.rules.players)} if match.later else {}
        )
        seats = (texts[text] for text in match.later if text in texts)
        return {match.names[n]: n in match.absent for n in seats}

    def _text_at_table(self, seat: int) -> str | None:
        return text_at_table(self.match.rules, self.match.state, seat)

    def _do_later(self, node: Decision[Any]) -> str:
        """Whatever was said before a roll, to leave or to join the table, is done now."""
        match, (text, *rest) = self.match, self.match.later
        entries = ((seat, action) for seat, actions in node.table for action in actions)
        seat = next((s for s, action in entries if match.rules.format(action) == text), None)
        if seat is None:
            match.keep_later(rest)
            return f"{quoted(text)} is no longer possible."
        match.play_later(seat)
        return ""
