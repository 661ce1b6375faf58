"""Seating: questions about who plays, where the command line does not say it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from random import Random
from typing import Any

from gamenight.bots import bots_for, find_bot, ranked_bots, rated_name, scale, typed_bot
from gamenight.core.errors import GamenightError, InvalidPlayers
from gamenight.core.game import Game, for_playing, headcount, span
from gamenight.core.record import Order, Seat
from gamenight.core.text import enumerated, listed, placeholder, quoted, whole_number
from gamenight.match.changes import numbered
from gamenight.match.seats import NOBODY, RANDOM, bot_lines, bot_seat, read_first, read_seat
from gamenight.plain.alignment import entry, numbered_lines
from gamenight.plain.console import Console, Quit, Undo

FRIENDS = ("friends", "friends at this keyboard")


@dataclass
class Seating:
    """The questions about who plays, and the answers so far. `undo` goes back to the last one.

    possible: how many are asked for; vacant: the seats that nobody is asked for, with their names;
    known: who played here before; rng: draws the names of machines; alone: one name was typed where
    everybody was asked for, so who else plays is asked next.
    """

    console: Console
    game: Game
    possible: range
    vacant: Mapping[int, str] = field(default_factory=dict)
    seats: list[Seat] = field(default_factory=list)
    order: Order | None = None
    opponent: str | None = None
    count: int | None = None
    confirmed: bool = False
    known: Sequence[str] = ()
    rng: Random | None = None
    alone: bool = False

    @classmethod
    def of(cls, console: Console, game: Game, options: Mapping[str, Any]) -> Seating:
        """The questions for a match with these options."""
        rng = Random() if console.interactive else None  # a transcript can be repeated
        return cls(console, game, game.asked(**options), game.unasked(**options), rng=rng)

    def take(self, text: str) -> None:
        """Seat somebody; raises a GamenightError."""
        if len(self.seats) == self.possible[-1]:
            raise InvalidPlayers(
                f"{self.game.title} is for {headcount(self.possible)}, not {len(self.seats) + 1}"
                if self.possible[-1]
                else f"the die decides everything in {self.game.title}: "
                f"{quoted(text)} {_remedy(self.game)}"
            )
        self.seats.append(self._read(text))

    def begin(self, text: str) -> None:
        """Who begins; raises a GamenightError."""
        if self.vacant:
            raise InvalidPlayers(
                f"nobody can choose who begins in {self.game.title}: every seat has its part"
            )
        self.order = read_first(text, max(len(self.seats), self.possible[0]))

    def ask(self) -> tuple[tuple[Seat, ...], Order]:
        """The seats in the order given, the vacant ones included, and who begins."""
        answered: list[dict[str, Any]] = []
        while (question := self.open_question()) is not None:
            before = {**vars(self), "seats": list(self.seats)}
            try:
                question()
                answered.append(before)
            except Undo:
                if answered:
                    vars(self).update(answered.pop())
                else:
                    self.console.say("This is the first question: there is nothing to undo.")
        assert self.order is not None
        seats = list(self.seats)
        for number, name in sorted(self.vacant.items()):
            seats.insert(number, Seat(name, NOBODY))
        return tuple(seats), self.order

    def _read(self, text: str) -> Seat:
        return read_seat(self.game, text, [*self.seats, *map(Seat, self.vacant.values())])

    def open_question(self) -> Callable[[], None] | None:
        """The next question, or None once everything is answered."""
        if self.opponent is None:
            self.confirmed = bool(self.seats) and not self.alone
            nobody_else = self.possible[-1] < 2
            if not (nobody_else or self.seats) and self.game.setup.names == "line":
                return self._ask_names
            if self.alone or not (nobody_else or self.seats):
                return self._ask_opponent
            self.opponent = ""
            if self.order is None and 1 < len(self.seats) >= self.possible[0]:
                self.order = self._usual_order()  # everybody is named: nothing needs to be asked
        if self.count is None:
            missing = self.alone or len(self.seats) < self.possible[0]
            if missing and self._counts[0] < self._counts[-1]:
                return self._ask_count
            self.count = max(len(self.seats), self.possible[0])
        if len(self.seats) < self.count:
            if self.opponent and (self.seats or self.opponent == "watch"):
                self._seat_bots()
                return self.open_question()
            return self._ask_seat
        if self.game.setup.confirm and self.opponent is not None and not self.confirmed:
            return self._ask_all_right
        if self.order is None:
            if self.game.setup.starter == "ask" and len(self.seats) > 1:
                return self._ask_first
            self.order = self._usual_order()
        return None

    def _usual_order(self) -> Order:
        """Who begins where nobody is asked."""
        starter = self.game.setup.starter
        if starter == "ask":
            return read_first(RANDOM, len(self.seats))
        return "shuffle" if starter == "shuffle" else "given"

    def _opponents(self, summaries: bool) -> list[str]:
        """The lines of the menu, numbered; with how each bot plays where that has room."""
        bots = ranked_bots(self.game).values()
        machines = (
            f"against {rated_name(info)}" + (f": {info.summary}" if summaries else "")
            for info in bots
        )
        watch = [] if self.alone else ["watch bots play each other"]
        return numbered_lines([FRIENDS[1], *machines, *watch])

    def _ask_opponent(self) -> None:
        bots = ranked_bots(self.game)
        ways = ["", *bots, *([] if self.alone else ["watch"])]
        question = f"Who plays with {self.seats[0].name}?" if self.alone else "Who plays?"
        rated = any(info.elo is not None for info in bots.values())
        width = len(str(len(ways)))
        meaning = [entry("", f"({scale(self.game)}.)", width)] if rated else []
        lines = [*self._opponents(summaries=True), *meaning]
        if not self.console.has_room("", question, *lines):
            more = entry("?", "shows how each of them plays", width)
            lines = [*self._opponents(summaries=False), *meaning, more]
        self.console.say("", question, *lines)

        def accept(answer: str) -> str | list[Seat]:
            if "," in answer:
                return self._read_everybody(answer)
            text = answer.casefold().removeprefix("against ").strip() or "1"
            line, _, _ = text.removeprefix("bot:").partition(": ")  # of the menu, or a bot
            found = typed_bot(self.game, line.partition(" (")[0])
            if found.partition(":")[0] in bots:
                find_bot(self.game, found)
                return found
            if text in FRIENDS or text in ways:
                return "" if text in FRIENDS else text
            number = whole_number(text)
            if number is not None and 1 <= number <= len(ways):
                return ways[number - 1]
            named = "against" not in answer.casefold().split()
            if named and any(map(str.isalpha, text)) and text != "watch":
                return [self._read(answer)]
            words = ["friends", *(info.name for info in bots.values()), *ways[len(bots) + 1 :]]
            raise InvalidPlayers(
                f"{quoted(answer)} is not a choice (possible: 1 to {len(ways)}, {listed(words)}; "
                f"or {self._on_one_line})"
            )

        help = [
            "Type the number of a line, the name of a bot, or your own; Enter means 1.",
            f"Or name {self._on_one_line}.",
            *bot_lines(self.game),
        ]
        answer = self.console.ask(f"{question} [1] ", help, accept)
        if isinstance(answer, str):
            self.opponent = answer
        elif len(answer) == 1 and not self.alone:
            self._welcome_one(answer[0])
        else:
            self.opponent, self.alone = "", False
            self._sit_down(answer)
            self.count = len(self.seats) if len(self.seats) in self.possible else None

    def _welcome_one(self, seat: Seat) -> None:
        """One name where everybody was asked for may be a slip, and somebody is still missing."""
        if self._confirmed(seat.name):
            self.seats, self.alone = [seat], True
            if self.game.setup.confirm:
                self._greet([seat.name])

    @property
    def _counts(self) -> range:
        """How many can play: somebody and a bot are two."""
        fewest = 2 if self.opponent not in (None, "", "watch") else 1
        return range(max(self.possible[0], fewest), self.possible[-1] + 1)

    def _ask_count(self) -> None:
        def accept(answer: str) -> int | list[Seat]:
            if "," in answer:
                return self._read_everybody(answer)
            number = whole_number(answer) if answer else possible[0]
            if number is not None and number in possible:
                return number
            raise InvalidPlayers(
                f"{self.game.title} is for {headcount(possible)}, not {quoted(answer)}"
            )

        possible = self._counts
        prompt = f"How many players, {span(possible)}? [{possible[0]}] "
        help = [
            f"Type a number from {span(possible)}; Enter means {possible[0]}.",
            f"Or name {self._on_one_line}.",
        ]
        answer = self.console.ask(prompt, help, accept)
        if isinstance(answer, int):
            self.count = answer
        else:
            self.count = len(self.seats) + len(answer)
            self._sit_down(answer)

    def _ask_seat(self) -> None:
        number = len(self.seats) + 1
        default = placeholder(number)

        def accept(answer: str) -> list[Seat]:
            return self._read_all(answer or default)

        help = [
            f"Type a name of {self.game.setup.shortest} to {self.game.setup.longest} characters, "
            f"several of them separated by commas, or one of the bots; Enter means {default}.",
            *bot_lines(self.game),
        ]
        with self._earlier_names():
            seats = self.console.ask(f"Name of player {number}? [{default}] ", help, accept)
        self._sit_down(seats)

    def _sit_down(self, seats: Sequence[Seat]) -> None:
        """Seat these, unless a name is not right after all. Of several on one line nobody is asked
        for each: the list of them is confirmed as a whole."""
        alone = len(seats) == 1 and not seats[0].bot
        if self.game.setup.confirm and alone and not self._confirmed(seats[0].name):
            return
        self.seats += seats
        if self.game.setup.confirm:
            self._greet([seat.name for seat in seats])

    def _read_names(self, text: str) -> list[Seat]:
        """Names separated by commas."""
        found: list[Seat] = []
        taken = [*self.seats, *map(Seat, self.vacant.values())]
        for name in text.split(","):
            found.append(read_seat(self.game, name, [*taken, *found]))
        return found

    def _read_everybody(self, text: str) -> list[Seat]:
        """All who are not seated yet, on one line."""
        found = self._read_names(text)
        if len(self.seats) + len(found) not in self.possible:
            raise InvalidPlayers(
                f"{self.game.title} is for {headcount(self.possible)}, "
                f"not {len(self.seats) + len(found)}: {quoted(text)}"
            )
        return found

    @property
    def _on_one_line(self) -> str:
        return f"everybody{' else' if self.seats else ''} on one line: {self._example}"

    @property
    def _example(self) -> str:
        """Whoever is missing, as people could type it."""
        people = ["Ann", "Ben"][len(self.seats) : 2 if self.possible[-1] > 2 else 1]
        return ", ".join([*people, f"bot:{[*(self.game.bots or bots_for(self.game))][-1]}"])

    def _read_all(self, text: str) -> list[Seat]:
        """One name, or several separated by commas, for the seats that are still free."""
        assert self.count is not None
        found = self._read_names(text)
        free = self.count - len(self.seats)
        if len(found) > free:
            seats = "1 seat is" if free == 1 else f"{free} seats are"
            raise InvalidPlayers(f"{seats} free, and these are {len(found)} names: {quoted(text)}")
        return found

    @contextmanager
    def _earlier_names(self) -> Iterator[None]:
        """Offer the names of those who played here before, where they can be completed."""
        with self.console.completing(self.known) as can:
            if can and not self.seats:
                self.console.say(f"Played here before: {listed(self.known)} (Tab completes).")
            yield

    def _confirmed(self, name: str) -> bool:
        help = ["Type y if the name is right, n to type it again; Enter means y."]
        return self.console.ask(f"You are {name}: is that right? [Y/n] ", help, yes_or_no)

    def _greet(self, names: Sequence[str]) -> None:
        """A word to the newcomers, and below it everybody so far."""
        self.console.say(f"Welcome, {enumerated(names)}!", "", "At the table:")
        self.console.say(*numbered_lines([seat.name for seat in self.seats], "."), "")

    def _ask_all_right(self) -> None:
        """Once everyone is named: go on, or name them again."""

        def accept(answer: str) -> bool:
            if answer.casefold() in ("", "c", "continue"):
                return True
            if answer.casefold() in ("a", "again", "start again"):
                return False
            raise GamenightError(f"type c, a or q, not {quoted(answer)}")

        help = ["Type c (or Enter) to go on, a to name everyone again, q to quit."]
        self.confirmed = self.console.ask("[c]ontinue, start [a]gain or [q]uit? ", help, accept)
        if not self.confirmed:
            self.seats, self.count, self.opponent, self.alone = [], None, None, False

    def _ask_names(self) -> None:
        def accept(answer: str) -> list[Seat]:
            if not answer:
                raise Quit
            seats: list[Seat] = []
            for text in answer.split(","):
                seats.append(read_seat(self.game, text, seats))
            if len(seats) < self.possible[0]:
                raise InvalidPlayers(
                    f"{self.game.title} is for {headcount(self.possible)}, not {len(seats)}: "
                    f"add a friend or a bot, such as {answer}, {machine}"
                )
            return seats

        prompt = f"Names of the {headcount(self.possible)}, separated by commas: "
        machine = self._example.split(", ")[-1]
        self.console.say(
            "",
            f"Who plays? All names on one line, such as {self._example}.",
            f"{machine} is a bot; an empty line leaves.",
        )
        help = [
            "Type the names on one line, such as: Ann, Ben. An empty line leaves.",
            "For a machine, type one of these:",
            *bot_lines(self.game),
        ]
        with self._earlier_names():
            seats = self.console.ask(prompt, help, accept)
        if len(seats) > self.possible[-1]:
            self.console.say(f"At most {self.possible[-1]} can play: the others are left out.")
        self.seats = seats[: self.possible[-1]]
        self.count, self.opponent = len(self.seats), ""

    def _seat_bots(self) -> None:
        """The chosen bot takes the other seats; to watch, the game's bots take turns."""
        assert self.count is not None
        own = list(self.game.bots) or list(bots_for(self.game))
        people = len(self.seats)
        while len(self.seats) < self.count:
            spec = own[len(self.seats) % len(own)] if self.opponent == "watch" else self.opponent
            self.seats.append(bot_seat(self.game, spec or own[0], self.seats, self.rng))
        if self.game.setup.confirm:
            self._greet([seat.name for seat in self.seats[people:]])

    def _ask_first(self) -> None:
        self.console.say("", "Who begins?")
        lot, last = "whoever is drawn by lot", len(self.seats) + 1
        self.console.say(*numbered_lines([*(seat.name for seat in self.seats), lot]))

        def accept(answer: str) -> Order:
            names = [seat.name.casefold() for seat in self.seats]
            if answer.casefold() in names:
                return names.index(answer.casefold())
            try:
                return read_first(RANDOM if answer in ("", str(last)) else answer, len(self.seats))
            except InvalidPlayers:
                possible = f"{numbered(self.seats)}, {last} {lot}"
                told = f"{quoted(answer)} cannot begin (possible: {possible})"
                raise InvalidPlayers(told, answer) from None

        help = ["Type the number of a line, or a name; Enter draws lots."]
        self.order = self.console.ask(f"Who begins? [{last}] ", help, accept)


def _remedy(game: Game) -> str:
    """Whether somebody can play where the usual rules leave nothing to decide, and how."""
    flags = [f"--{name.replace('_', '-')} {value}" for name, value in for_playing(game).items()]
    return f"can play with {' '.join(flags)}" if flags else "cannot play"


def yes_or_no(answer: str) -> bool:
    """The answer to a yes-or-no question; Enter means yes."""
    if answer.casefold() in ("", "y", "yes"):
        return True
    if answer.casefold() in ("n", "no"):
        return False
    raise GamenightError(f"type y or n, not {quoted(answer)}")
