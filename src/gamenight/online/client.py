"""Client: this screen at a table on a server, from the lobby to the last round."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence
from functools import partial
from typing import Any

from gamenight.core import registry
from gamenight.core.command import command_here
from gamenight.core.errors import GamenightError, InvalidAction
from gamenight.core.game import Game
from gamenight.match.lobby import NEW_CODE, Lobby, Place
from gamenight.match.waiting import Think, beside
from gamenight.online import protocol
from gamenight.online.connection import (
    Answered,
    Dial,
    Silent,
    Transport,
    TurnedAway,
    Unreachable,
    no_answer,
)
from gamenight.online.line import Line, LoopLine, Stirred, Told
from gamenight.online.links import Address
from gamenight.online.mirror import Mirror, Missed
from gamenight.online.mixer import Mixer, MixingTransport
from gamenight.online.protocol import Heard, Hello, Sent, Welcome
from gamenight.online.qr import qr_lines
from gamenight.online.remote import RemoteTable

BACK = "You are back in your seat."
OTHER_RULES = "this server plays by other rules than this gamenight: update both"


def unreachable(url: str) -> str:
    """Nobody answers."""
    raise OSError(url)


class Client(Lobby):
    """address: which table, and what lets us in; dial: opens a line to such an address; seated: is
    called when somebody here has a seat; line: makes the line, by default on this loop; fetch: what
    is at an address of the server, raises OSError; mixer: what this screen adds to chance; kept:
    the same address, with the tokens of seats here that nobody is in."""

    def __init__(
        self,
        address: Address,
        dial: Callable[[str], Awaitable[Transport]],
        think: Think = beside,
        seated: Callable[[Client], None] = lambda client: None,
        line: Callable[[Dial, Callable[[], Hello], Told, Stirred], Line] = LoopLine,
        fetch: Callable[[str], str] = unreachable,
        mixer: Mixer | None = None,
        kept: Callable[[Client], Address] | None = None,
    ):
        self.address = address
        self.table: RemoteTable | None = None
        self.version, self.host, self.code, self.chat = 0, False, "", False
        self.hints, self.clock, self.live = True, "", False
        self._code = ""  # as the server writes it
        self.options: Mapping[str, Any] = {}
        self.places: Sequence[Place] = ()
        self.yours: Sequence[int] = ()
        self.hosts: Sequence[int] = ()
        self.game: Game
        self._think, self._seated, self._fetch, self._kept = think, seated, fetch, kept
        self._news: list[str] = []
        self._talk: list[str] = []
        self._changed: Callable[[], None] = lambda: None
        self.again = ""  # the command that opens a table of our own again
        self._bye = ""  # what a server said that ends, until it is back
        self._knows = True  # whether what we have is what the server thinks we have
        self.mixer, self._dial = mixer or Mixer(), dial
        told: tuple[Told, Stirred] = (self.hear, lambda: self._changed())
        self._new_line = partial(line, self._dialled, self._hello, *told)
        self._line = self._new_line()

    # The line.

    async def _dialled(self) -> Transport:
        return MixingTransport(await self._dial(self.address.socket), self.mixer)

    @property
    def trouble(self) -> str:
        return self._bye or self._line.trouble

    @property
    def failure(self) -> GamenightError | None:
        return self._line.failure

    def number(self) -> int:
        return self._line.number()

    async def open(self) -> None:
        await self._open_line()
        if not self.yours and not self.host:
            await self._go_back()
        if self.yours:
            self._seated(self)

    async def _open_line(self) -> None:
        try:
            await self._line.open()
        except Silent:
            given = "code" if self.address.code else "address"
            raise Unreachable(no_answer(self.address.server, given)) from None
        self._line.take_in()

    async def _go_back(self) -> None:
        """To the seat that somebody here has at this table, although they came without its link;
        where it is no longer theirs, they stay as they came."""
        came = self.address
        kept = came if self._kept is None else self._kept(self)
        if not kept.tokens:
            return
        try:
            await self._come_anew(kept)
            self._news.append(BACK)
        except TurnedAway:
            await self._come_anew(came)

    async def _come_anew(self, address: Address) -> None:
        self._line.close()
        self.address, self.table = address, None
        self._line = self._new_line()
        await self._open_line()

    async def ask(self, message: Sent) -> Answered:
        answer = await self._line.ask(message)
        self._line.take_in()
        return answer

    async def wait(self, sentence: str = "") -> None:
        await self._line.wait(sentence)
        self._line.take_in()
        if self._line.failure is not None:
            raise self._line.failure

    def interrupt(self) -> None:
        self._line.interrupt()

    def tell_changes(self, changed: Callable[[], None]) -> None:
        self._changed = changed

    def look(self) -> str:
        if self._line.failure is not None:
            raise self._line.failure
        self._line.take_in()
        news, self._news = self._news, []
        return " ".join(dict.fromkeys(news))

    def fetch(self) -> str:
        return self._fetch(self.address.record)

    def overheard(self) -> list[str]:
        talk, self._talk = self._talk, []
        return talk

    def close(self) -> None:
        if self.yours:
            self._seated(self)  # with whom, and how far they came
        self._line.close()

    def _hello(self) -> Hello:
        mirror = self.table.mirror if self.table is not None and self._knows else None
        return Hello(
            protocol.VERSION,
            [*self.address.tokens],
            "text",
            None if mirror is None else mirror.match,
            None if mirror is None else mirror.at,
        )

    # What the server tells.

    def hear(self, heard: Heard) -> None:
        """Take in a message; whatever cannot be understood is asked for again."""
        try:
            self._take(heard)
        except (Missed, InvalidAction) as error:
            if isinstance(heard, Welcome) and not heard.start:
                raise TurnedAway(OTHER_RULES) from error
            self._knows = False
            self._line.again()
        self.version += 1

    def _take(self, heard: Heard) -> None:
        mirror = None if self.table is None else self.table.mirror
        if isinstance(heard, Welcome):
            self._welcomed(heard)
        elif isinstance(heard, protocol.Here):
            self._places(heard.places)
            self._news += [heard.text] if heard.text else []
        elif isinstance(heard, protocol.Bye):
            self._bye = heard.text
        elif isinstance(heard, protocol.No):
            self._news += [heard.text] if heard.id is None else []
        elif isinstance(heard, protocol.Said):
            talk = self._news if self.table is None else self._talk
            talk.append(f"{heard.name}: {heard.text}")
        elif mirror is not None:
            self._match_goes_on(mirror, heard)

    def _match_goes_on(self, mirror: Mirror, heard: Heard) -> None:
        if isinstance(heard, protocol.Ply):
            mirror.ply_came(heard)
        elif isinstance(heard, protocol.Turned):
            mirror.turn_came(heard)
        elif isinstance(heard, protocol.Over):
            mirror.end_came(heard)
        elif isinstance(heard, protocol.Cut):
            mirror.cut_came(heard)
            self._news.append(heard.text)
        elif isinstance(heard, protocol.Changed):
            mirror.seat_came(heard)
            self._news.append(heard.text)
        elif isinstance(heard, protocol.Offers):
            mirror.offers = heard.offers
            self._news.append(heard.text)
        self._news = [*filter(None, self._news)]

    def _welcomed(self, welcome: Welcome) -> None:
        """Everything about the table."""
        self.host, self._code, self.chat = welcome.host, welcome.code, welcome.chat
        self.hints, self.hosts, self.clock = welcome.hints, welcome.hosts, welcome.clock
        self.live = welcome.live
        self.code = self.address.spelled(welcome.code) if welcome.code else ""
        self.options, self.yours, self._bye = welcome.options, welcome.yours, ""
        self.address = self.address.at_table(welcome.table)
        if not self.yours and not self.host:
            self.address = self.address.without_tokens()  # they are no longer good
        if welcome.match is None:
            self.game = registry.game(welcome.game)
        elif self.table is not None and self.table.mirror.match == welcome.match:
            self.table.mirror.take(welcome)
        else:
            before, self.table = self.table, RemoteTable(self, Mirror(welcome), self._think)
            self.game, self.table.vouches = self.table.game, self.mixer.vouches
            if before is not None:
                before.follow_with(self.table)
        self._knows = True
        self._places(welcome.places)

    def _places(self, places: list[protocol.Place]) -> None:
        self.places = [Place(place.name, place.bot, place.here) for place in places]
        if self.table is not None:
            self.table.mirror.places = places

    # Before the match.

    @property
    def may_claim(self) -> bool:
        return bool(self._code or self.address.code) or self.host or self.address.public

    async def claim(self, name: str) -> str:
        code = self._code or self.address.code  # the new one, if there is one
        answer = await self.ask(protocol.Claim(self.number(), name, code))
        if isinstance(answer, protocol.Ok) and answer.token:
            self.address = self.address.with_token(answer.token)
            if answer.place is not None and answer.place not in self.yours:
                self.yours = [*self.yours, answer.place]
            self._seated(self)
        return self._told(answer)

    async def rename(self, place: int, name: str) -> str:
        return self._told(await self.ask(protocol.Rename(self.number(), place, name)))

    async def agree(self, options: Mapping[str, Any]) -> str:
        return self._told(await self.ask(protocol.Options(self.number(), dict(options))))

    async def count_time(self, clock: str) -> str:
        return self._told(await self.ask(protocol.SetClock(self.number(), clock)))

    async def machine(self, place: int, bot: str) -> str:
        return self._told(await self.ask(protocol.Machine(self.number(), place, bot)))

    async def count(self, places: int) -> str:
        return self._told(await self.ask(protocol.Places(self.number(), places)))

    async def new_code(self) -> str:
        answer = await self.ask(protocol.NewCode(self.number()))
        return self._told(answer) or NEW_CODE

    async def begin(self) -> str:
        return self._told(await self.ask(protocol.Begin(self.number())))

    def _told(self, answer: Answered) -> str:
        return answer.text if isinstance(answer, protocol.Ok) else ""

    # How to come here, and how to come back.

    def invitation(self) -> str:
        return self.address.claiming(self._code) if self._code else ""

    def picture(self) -> Sequence[str]:
        return qr_lines(self.invitation()) if self.code else ()

    @property
    def is_local(self) -> bool:
        return bool(self.again) and self.address.is_local

    @property
    def link(self) -> str:
        return "" if self.again else self.address.link

    def farewell(self) -> str:
        if self.again:
            return f"To open it again: {self.again}"
        if self.address.tokens:
            return f"To come back: {command_here(f'join {self.address.link}')}"
        return f"To look on again: {command_here(f'join {self.address.link}')}"
