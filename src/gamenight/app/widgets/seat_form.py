"""SeatForm: how many play, and for each seat a person or a bot."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

from textual.app import ComposeResult
from textual.containers import Vertical
from textual.widget import Widget
from textual.widgets import Static

from gamenight.app import bot_names
from gamenight.app.widgets.fields import Chooser, FieldChanged, FormRow, TextField
from gamenight.bots import bots_for, find_bot
from gamenight.core.bot import BotInfo, Limit
from gamenight.core.errors import GamenightError, InvalidName
from gamenight.core.game import Game, span
from gamenight.core.record import Order, Seat
from gamenight.core.text import LONGEST_NAME, clean_name
from gamenight.match.seats import NOBODY, RANDOM, bot_seat

PERSON = ""
USUAL_PLAYERS, MOST_SURPRISES = 2, 4


class SeatRow(FormRow):
    """Who takes a seat: a person or one of the bots, and under which name."""

    def __init__(self, number: int, game: Game, seat: Seat, names: Sequence[str]):
        self.bots = bots_for(game)
        kind = seat.bot.partition(":")[0]
        kinds = [(PERSON, "a person"), *((id, info.name) for id, info in self.bots.items())]
        self.kind = Chooser(kinds, kind)
        self.entry = TextField(seat.name, names)
        super().__init__(str(number), [self.kind, self.entry], classes="seat")
        self.note = self.sentence

    @property
    def info(self) -> BotInfo | None:
        return self.bots.get(self.kind.value)

    @property
    def sentence(self) -> str:
        """How well the bot plays, and how."""
        if self.info is None:
            return ""
        strength = f"Elo {self.info.elo}. " if self.info.elo is not None else ""
        return strength + self.info.summary


class SeatBlock(Vertical):
    """A seat, and below it how long its bot may think, where that can be set."""

    def __init__(self, number: int, game: Game, seat: Seat, names: Sequence[str]):
        super().__init__()
        self.game = game
        self.row = SeatRow(number, game, seat, names)
        self.automatic = seat.name
        given = seat.bot.partition(":")[2]
        info = self.row.info
        self.limit = TextField(given or (limit_text(info.limit) if info else ""))
        self.thinking = FormRow(
            "thinks for",
            [self.limit],
            "seconds such as 0.5, or simulations such as 400n",
            classes="thinking",
        )

    def compose(self) -> ComposeResult:
        yield self.row
        if self.limited:
            yield self.thinking

    @property
    def limited(self) -> bool:
        return self.row.info is not None and self.row.info.limit != Limit()

    @property
    def spec(self) -> str:
        """The bot, with its limit where that is not the usual one."""
        kind: str = self.row.kind.value
        typed = self.limit.value.strip()
        if not self.limited or self.row.info is None or typed == limit_text(self.row.info.limit):
            return kind
        return f"{kind}:{typed}"

    def seat(self, taken: Sequence[Seat]) -> Seat:
        """Who sits here; raises a GamenightError."""
        if not self.row.kind.value:
            name = clean_name(
                self.row.entry.value, self.game.setup.shortest, self.game.setup.longest
            )
        else:
            name = clean_name(self.row.entry.value)
        if name.casefold() in (seat.name.casefold() for seat in taken):
            raise InvalidName(f"{name} is at the table already: choose another name", name)
        return Seat(name, self.spec)

    def check(self, taken: Sequence[Seat]) -> Seat | None:
        """Who sits here; None, with the reason beside the field, if that is not possible."""
        try:
            if self.limited:
                Limit.parse(self.limit.value.strip())
            self.thinking.tell()
        except GamenightError as error:
            self.thinking.tell(error=str(error))
            return None
        try:
            seat = self.seat(taken)
        except GamenightError as error:
            self.row.tell(self.row.sentence, str(error))
            return None
        self.row.tell(self.row.sentence)
        return seat

    def put(self, seat: Seat) -> None:
        """Seat somebody else here."""
        self.row.kind.value = seat.bot.partition(":")[0]
        self.row.kind.refresh()
        self.row.entry.value = self.automatic = seat.name
        info = self.row.info
        self.limit.value = seat.bot.partition(":")[2] or (limit_text(info.limit) if info else "")
        if self.limited and not self.thinking.is_attached:
            self.mount(self.thinking)
        self.thinking.display = self.limited


class SeatForm(Vertical):
    """How many play, who they are, and who begins."""

    DEFAULT_CSS = """
    SeatForm, SeatForm Vertical { height: auto; }
    SeatForm .seat .label { width: 4; }
    SeatForm .seat Chooser { width: 15; }
    SeatForm .seat TextField { width: 20; }
    SeatForm .thinking .label { padding: 0 1 0 5; }
    SeatForm .fixed { width: 35; height: 1; padding: 0 1; }
    """

    def __init__(self, game: Game, table: Mapping[str, Any], names: Sequence[str]):
        super().__init__()
        self.game = game
        self.names = [name for name in names if _fits(game, name)]
        self.possible = range(0)
        self.vacant: Mapping[int, str] = {}
        self.blocks: list[SeatBlock] = []
        self.seats: list[Seat] | None = None
        self._remembered = remembered_seats(game, table)
        self.count = Chooser([(0, "0")], 0)
        self.count_row = FormRow("Players", [self.count])
        first = table.get("first")
        self.first = Chooser(
            [(RANDOM, RANDOM), (first, "")], first if _is_number(first) else RANDOM
        )
        self.first_row = FormRow("Who begins", [self.first])
        self.seat_list = Vertical()

    def compose(self) -> ComposeResult:
        yield self.count_row
        yield self.seat_list
        yield self.first_row

    def ask_for(self, options: Mapping[str, Any]) -> None:
        """Show as many seats as these options allow."""
        possible, vacant = self.game.players(**options), self.game.unasked(**options)
        asked = range(possible[0] - len(vacant), possible[-1] + 1 - len(vacant))
        if asked != self.possible or vacant != self.vacant:
            anew = vacant != self.vacant or not self.possible
            wanted = self.count.value if self.possible else len(self._remembered) or USUAL_PLAYERS
            self.possible, self.vacant = asked, vacant
            self.count.offer([(n, str(n)) for n in asked])
            self.count.value = min(max(wanted, asked[0]), asked[-1])
            self.count_row.display = len(asked) > 1
            self.count_row.tell(f"{span(asked)} can play")
            if anew:
                self._list_anew()
        self._fill()

    def _list_anew(self) -> None:
        """List the seats again; those that nobody plays keep their places."""
        self.blocks.clear()
        self.seat_list.remove_children()
        if self.vacant:
            self._grow()
            rows: list[Widget] = list(self.blocks)
            for number, name in sorted(self.vacant.items()):
                fixed = Static(name, classes="fixed", markup=False)
                why = "never decides, so nobody plays it"
                rows.insert(number, FormRow(str(number + 1), [fixed], why, classes="seat"))
            self.seat_list.mount(*rows)

    def _fill(self) -> None:
        before = len(self.blocks)
        self._grow()
        if len(self.blocks) > before:
            self.seat_list.mount(*self.blocks[before:])
        while len(self.blocks) > self.count.value:
            self.blocks.pop().remove()
        self.check()

    def _grow(self) -> None:
        numbers = [n for n in range(1, 1000) if n - 1 not in self.vacant]
        while len(self.blocks) < self.count.value:
            place = len(self.blocks)
            block = SeatBlock(numbers[place], self.game, self._newcomer(place), self.names)
            self.blocks.append(block)

    def _newcomer(self, place: int) -> Seat:
        """Who sits at a new seat: whoever sat there last time, you, or the usual bot."""
        taken = [*self._sitting(), *(Seat(name) for name in self.vacant.values())]
        names = {seat.name.casefold() for seat in taken}
        if place < len(self._remembered) and self._remembered[place].name.casefold() not in names:
            return self._remembered[place]
        if place == 0:
            return self._person(1, taken)
        return bot_seat(self.game, next(iter(bots_for(self.game))), taken)

    def _person(self, number: int, taken: Sequence[Seat]) -> Seat:
        names = {seat.name.casefold() for seat in taken}
        usual = (f"Player {n}" for n in (number, *range(1, len(taken) + 2)))
        return Seat(next(n for n in (*self.names, *usual) if n.casefold() not in names))

    def _sitting(self, but: SeatBlock | None = None) -> list[Seat]:
        return [Seat(b.row.entry.value.strip()) for b in self.blocks if b is not but]

    def on_field_changed(self, message: FieldChanged) -> None:
        """More or fewer seats, or somebody else at one of them."""
        if message.field is self.count:
            self._fill()
        block = next((b for b in self.blocks if b.row.kind is message.field), None)
        if block is not None:
            self._rename(block)
        self.check()

    def _rename(self, block: SeatBlock) -> None:
        """A person or another bot sits there now, under its own name unless one was typed."""
        taken = [*self._sitting(block), *map(Seat, self.vacant.values())]
        kind = block.row.kind.value
        if kind == PERSON:
            seat = self._person(self.blocks.index(block) + 1, taken)
        else:
            seat = bot_seat(self.game, kind, taken)
            if block.row.entry.value not in (block.automatic, ""):
                seat = Seat(block.row.entry.value, kind)
        block.put(seat)

    def check(self) -> None:
        """Read every seat; `seats` is None if something is wrong with one of them."""
        taken = list(map(Seat, self.vacant.values()))
        found: list[Seat] = []
        for block in self.blocks:
            seat = block.check([*taken, *found])
            if seat is not None:
                found.append(seat)
        self.seats = found if len(found) == len(self.blocks) else None
        self._offer_first()

    def _offer_first(self) -> None:
        asked = self.game.setup.starter == "ask" and len(self.blocks) > 1 and not self.vacant
        if self.first_row.display != asked:
            self.first_row.display = asked
        names = [(n, b.row.entry.value or str(n + 1)) for n, b in enumerate(self.blocks)]
        self.first.offer([(RANDOM, RANDOM), *names])

    @property
    def everybody(self) -> tuple[Seat, ...]:
        """All seats in table order, including those that nobody plays."""
        seats = list(self.seats or ())
        for number, name in sorted(self.vacant.items()):
            seats.insert(number, Seat(name, NOBODY))
        return tuple(seats)

    @property
    def order(self) -> Order:
        if self.first_row.display:
            chosen: Any = self.first.value
            return "shuffle" if chosen == RANDOM else int(chosen)
        shuffled = self.game.setup.starter == "shuffle" and not self.vacant
        return "shuffle" if shuffled else "given"

    def kept(self) -> dict[str, Any]:
        """What to remember for the next match."""
        return {"seats": [list(seat) for seat in self.seats or ()], "first": self.first.value}

    def surprise(self, rng: Random) -> None:
        """You, and surprising bots."""
        people = [b.row.entry.value for b in self.blocks if b.row.kind.value == PERSON]
        self.count.value = rng.choice(
            [n for n in self.possible if 2 <= n <= MOST_SURPRISES] or [self.possible[0]]
        )
        self.count.refresh()
        self._fill()
        pool = [*_shuffled(self.game.bot_names, rng), *_shuffled(bot_names.NAMES, rng)]
        bots = list(self.game.bots) or list(bots_for(self.game))
        taken = list(map(Seat, self.vacant.values()))
        for place, block in enumerate(self.blocks):
            names = {seat.name.casefold() for seat in taken}
            if place == 0:
                seat = Seat(people[0]) if people else self._person(1, taken)
            else:
                name = next(n for n in pool if n.casefold() not in names)
                seat = Seat(name[:LONGEST_NAME], rng.choice(bots))
            taken.append(seat)
            block.put(seat)
        self.check()


def remembered_seats(game: Game, table: Mapping[str, Any]) -> list[Seat]:
    """Who sat at the table last time, as far as they still can."""
    found: list[Seat] = []
    items = table.get("seats")
    for item in items if isinstance(items, list) else []:
        try:
            name, bot = item
            if isinstance(name, str) and isinstance(bot, str) and clean_name(name) == name:
                if bot:
                    find_bot(game, bot)
                found.append(Seat(name, bot))
        except (GamenightError, TypeError, ValueError):
            continue
    return found


def limit_text(limit: Limit) -> str:
    """A limit as people type it."""
    if limit.simulations is not None:
        return f"{limit.simulations}n"
    return "" if limit.seconds is None else f"{limit.seconds:g}"


def _fits(game: Game, name: str) -> bool:
    try:
        return clean_name(name, game.setup.shortest, game.setup.longest) == name
    except GamenightError:
        return False


def _is_number(value: object) -> bool:
    return type(value) is int and 0 <= value < 1000


def _shuffled(names: Sequence[str], rng: Random) -> list[str]:
    return rng.sample(list(names), len(names))
