"""Party: who plays tonight, as somebody fills it in: people by name, machines, empty seats.

It knows no screen: a page tells it what was typed, and a picture shows it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from random import Random
from typing import Any

from gamenight.app.place import PERSON, Place
from gamenight.app.regulars import remembered_seats
from gamenight.bots import ranked_bots, usual_bot
from gamenight.core.errors import GamenightError, InvalidName
from gamenight.core.game import Game, Way, headcount
from gamenight.core.record import Order, Seat
from gamenight.core.text import clean_name, is_placeholder, placeholder
from gamenight.match.seats import NOBODY, RANDOM, bot_seat, read_seat

USUAL_PLAYERS, MOST_SURPRISES = 2, 4


class Party:
    """The seats of a new match. names: who played here before, latest first; you: the person of
    this computer, or else the first of them."""

    def __init__(
        self,
        game: Game,
        table: Mapping[str, Any],
        names: Sequence[str],
        rng: Random | None = None,
        you: str = "",
    ):
        self.game = game
        self.names = [n for n in names if _fits(game, n) and not is_placeholder(n)]
        self._you = [you] if you and _fits(game, you) else self.names[:1]
        self.places: list[Place] = []
        self._aside: list[Place] = []  # people who have a name and no seat now
        self._crowded_out: list[Place] = []  # who comes back when the rules have room again
        self.possible = range(0)
        self.vacant: Mapping[int, str] = {}
        self.first: int | str = _starter(table.get("first"))
        self._rng = rng or Random()
        self._remembered = remembered_seats(game, table)
        self._known = {*self.names, *self._you, *(seat.name for seat in self._remembered)}
        self._friends = False  # several play: machines among them leave that as it is

    def fit(self, options: Mapping[str, Any]) -> None:
        """As many seats as these options allow."""
        asked, self.vacant = self.game.asked(**options), self.game.unasked(**options)
        self.possible = asked
        taken = self._taken()
        self.places += [p for p in self._crowded_out if p.name.casefold() not in taken]
        wanted = len(self.places) or len(self._remembered) or USUAL_PLAYERS
        count = min(max(wanted, asked[0]), asked[-1])
        self._crowded_out = self.places[count:]
        self._resize(count)
        self._note_friends()

    def _note_friends(self) -> None:
        self._friends |= self._people > 1

    def _resize(self, count: int) -> None:
        del self.places[count:]
        while len(self.places) < count:
            self.places.append(self._newcomer(len(self.places)))
        self.check()

    def _newcomer(self, number: int) -> Place:
        """Who sits at a new seat: somebody who was named already, whoever sat there last time, you,
        or the usual bot."""
        if self._aside:
            return self._person(number)
        if number < len(self._remembered):
            seat = self._remembered[number]
            if seat.name.casefold() not in self._taken():
                return Place(seat.name, seat.bot)
        return self._person(0) if number == 0 else self._machine(usual_bot(self.game))

    def _set_aside(self, places: Iterable[Place]) -> None:
        """Keep those who have a name: they come first where a person sits down again."""
        people = [p for p in places if not p.bot and p.name.strip()]
        named = [p for p in people if p.own or not is_placeholder(p.name)]
        self._aside = [*named, *self._aside]

    def _taken(self, but: Place | None = None) -> set[str]:
        sitting = [place.name for place in self.places if place is not but]
        return {name.casefold() for name in (*sitting, *self.vacant.values())}

    def _person(self, number: int, but: Place | None = None) -> Place:
        """Whoever had no seat for a while; you; others are asked for their names."""
        taken = self._taken(but)
        for person in self._aside:
            if person.name.casefold() not in taken:
                self._aside.remove(person)
                return Place(person.name, own=person.own)
        yours = [] if any(not p.bot for p in self.places if p is not but) else self._you
        usual = map(placeholder, (number + 1, *range(1, len(taken) + 2)))
        return Place(next(n for n in (*yours, *usual) if n.casefold() not in taken))

    def _machine(self, spec: str, but: Place | None = None) -> Place:
        seat = bot_seat(self.game, spec, list(map(Seat, self._taken(but))), self._rng)
        return Place(seat.name, seat.bot)

    # Ways.

    @property
    def _people(self) -> int:
        return sum(not place.bot for place in self.places)

    @property
    def way(self) -> int:
        """The number of the way to play that this is."""
        several = self._friends or self._people > 1
        kind = "several" if several else ("none", "one")[self._people]
        found = [n for n, way in enumerate(self.game.ways) if way.people == kind]
        return found[0] if found else 0

    def take(self, way: Way) -> None:
        """Seat as many people as this way to play has, and machines for the others: the usual
        bot, or where only machines play each of the game's own in turn. A typed name is kept for
        when its person plays again."""
        own = list(self.game.bots) or [usual_bot(self.game)]
        watched = way.people != "none" or not self._people
        self._friends = way.people == "several"
        if way.people == "several" and len(self.places) < USUAL_PLAYERS <= self.possible[-1]:
            self._resize(USUAL_PLAYERS)
        people = {"none": 0, "one": 1, "several": len(self.places)}[way.people]
        self._set_aside([*self.places[people:], *self._crowded_out])
        self._crowded_out = []
        for number, place in enumerate(self.places[people:], people):
            if not place.bot or not watched:
                spec = own[number % len(own)] if way.people == "none" else own[0]
                self.places[number] = self._machine(spec, place)
        for number, place in enumerate(self.places[:people]):
            if place.bot and place.own:
                self.places[number] = Place(place.name, own=True)
            elif place.bot or (self._aside and not place.own and place.name not in self.names):
                self.places[number] = self._person(number, place)
        if way.people == "one" and self.places:
            self._seat_you()
        self.check()

    def _seat_you(self) -> None:
        """Whoever is alone at this computer is you, unless another name was typed."""
        alone = self.places[0]
        if self._you and not alone.own and alone.name != self._you[0]:
            self._set_aside([alone])
            self.places[0] = Place(self._you[0])

    # Seats.

    def add(self, person: bool | None = None) -> int:
        """One more seat, for a person where several play, else for a machine; its number."""
        if len(self.places) < self.possible[-1]:
            several = self.game.ways[self.way].people == "several" if person is None else person
            number = len(self.places)
            self.places.append(
                self._person(number) if several else self._machine(usual_bot(self.game))
            )
            self.check()
        return len(self.places) - 1

    def remove(self, number: int) -> bool:
        """One seat less, unless the game needs it."""
        if len(self.places) <= self.possible[0]:
            return False
        del self.places[number]
        self.first = RANDOM
        self.check()
        return True

    def turn(self, number: int, by: int) -> None:
        """A person, then the usual bot, or another one, ranked; a typed name stays."""
        kinds, kind = [PERSON, *ranked_bots(self.game)], self.places[number].kind
        usual = kind == PERSON and by > 0
        turned = usual_bot(self.game) if usual else kinds[(kinds.index(kind) + by) % len(kinds)]
        self._seat(number, turned)

    def seat_machine(self, number: int | None, kind: str) -> int:
        """A machine takes a seat; where none is chosen that of the first machine, or the last."""
        if number is None:
            machines = (at for at, place in enumerate(self.places) if place.bot)
            number = next(machines, len(self.places) - 1)
        self._seat(number, kind)
        return number

    def _seat(self, number: int, kind: str) -> None:
        place = self.places[number]
        if kind == PERSON:
            new = self._person(number, place)
        elif place.bot:  # the same machine, with another mind
            new = Place(place.name, kind)
        else:
            new = self._machine(kind, place)
        if place.own:
            new = Place(place.name, kind, own=True)
        self.places[number] = new
        self.check()

    # Names.

    def type(self, number: int, text: str) -> int:
        """Letters for the name of a seat: they continue one that is being typed and replace any
        other, and a person sits down. A comma goes on to the next seat that nobody has
        named, or nowhere where it follows no name; where no seat is left it stays in the name,
        which is refused. Whoever names everybody may begin with somebody who is proposed at another
        seat already, and stays there. Returns the seat that the next letter is for."""
        head, comma, rest = text.partition(",")
        self._continue(number, head)
        if not comma:
            return number
        if self.places[number].fresh and not self.places[number].own:
            return self.type(number, rest)  # a comma too many names nobody
        if self._is_proposed_elsewhere(number):
            self.places[number] = self._person(number, self.places[number])
            return self.type(number, rest)
        after = None if "," in self.places[number].name else self._next_nameless(number)
        if after is None:
            self._continue(number, comma + rest)
            return number
        self.finish(number)
        return self.type(after, rest)

    def _is_proposed_elsewhere(self, number: int) -> bool:
        typed, *others = self.places[number], *self.places[:number], *self.places[number + 1 :]
        name = typed.name.strip().casefold()
        proposed = (place.name.casefold() for place in others if not (place.own or place.bot))
        return typed.own and not typed.bot and name in proposed

    def _continue(self, number: int, text: str) -> None:
        place = self.places[number]
        if text.strip() or (text and not place.fresh):
            name = text.lstrip() if place.fresh else place.name + text
            kind = place.bot if place.own else PERSON
            self.places[number] = Place(name, kind, done=False, own=True)
        self.check()

    def _next_nameless(self, number: int) -> int | None:
        """The next seat without a typed name, or a new one; where there is no room for one, a
        person before it who has no name."""
        after = [n for n in range(number + 1, len(self.places)) if not self.places[n].own]
        if after:
            return after[0]
        if len(self.places) < self.possible[-1]:
            return self.add(person=True)
        return None if self.nameless == number else self.nameless

    @property
    def nameless(self) -> int | None:
        """The first person who has no name yet."""
        people = [n for n, p in enumerate(self.places) if not p.bot and is_placeholder(p.name)]
        return next(iter(people), None)

    def erase(self, number: int) -> None:
        """Backspace: the last letter of a typed name, or the whole of a proposed one."""
        place = self.places[number]
        name = place.name[:-1] if place.own or not place.fresh else ""
        self.places[number] = Place(name, done=False, own=bool(name))
        self.check()

    def finish(self, number: int) -> None:
        """A name is complete: `bot:easy` is a machine, nothing is a name by itself."""
        place = self.places[number]
        text = place.name.strip()
        if not text:
            self.places[number] = self._person(number, place)
        elif place.asks_for_machine:
            with suppress(GamenightError):  # it stands beside the name
                seat = read_seat(self.game, text, list(map(Seat, self._taken(place))))
                self.places[number] = self._machine(seat.bot, place)
        self.places[number].done = True
        self._note_friends()
        self.check()

    def finish_all(self) -> None:
        """Nobody types any more."""
        for number in range(len(self.places)):
            self.finish(number)

    def suggestions(self, number: int) -> list[str]:
        """Earlier names for a person here: those that begin with what was typed."""
        place = self.places[number]
        if place.bot:
            return []
        begun = "" if place.fresh else place.name.strip().casefold()
        taken = self._taken(place)
        free = [n for n in self.names if n.casefold() not in taken and n != place.name]
        return [name for name in free if name.casefold().startswith(begun)]

    def complete(self, number: int) -> bool:
        """Take the first suggestion."""
        found = self.suggestions(number)
        if found:
            self.places[number] = Place(found[0], done=False, own=True)
            self.check()
        return bool(found)

    # What it comes to.

    def check(self) -> None:
        """Say beside each seat what is wrong with it."""
        taken = [name.casefold() for name in self.vacant.values()]
        for place in self.places:
            place.error, place.told, place.short = "", "", False
            try:
                name = self._checked(place)
                if name.casefold() in taken:
                    raise InvalidName(f"{name} is at the table already: choose another name", name)
                taken.append(name.casefold())
            except GamenightError as error:
                place.error = str(error)
                place.told = "" if place.may_grow(self.game.setup.longest) else place.error
                lacking = len(place.name.strip()) < self.game.setup.shortest
                place.short = lacking or place.asks_for_machine

    def _checked(self, place: Place) -> str:
        if place.asks_for_machine and "," not in place.name:
            return read_seat(self.game, place.name, ()).name
        if place.bot:
            return clean_name(place.name)
        if "," in place.name and place.name not in self._known:
            extra = place.name.partition(",")[2].strip()
            title, who = self.game.title, f" for {extra}" if extra else ""
            raise InvalidName(f"{title} is for {headcount(self.possible)}: no seat is left{who}")
        return clean_name(place.name, self.game.setup.shortest, self.game.setup.longest)

    @property
    def error(self) -> tuple[int, str] | None:
        """The first seat where something is wrong, and what."""
        return next(((n, p.error) for n, p in enumerate(self.places) if p.error), None)

    @property
    def told(self) -> str:
        """The first thing to say about a name that is wrong."""
        return next((place.told for place in self.places if place.told), "")

    @property
    def seats(self) -> list[Seat]:
        """Who is asked to play."""
        return [Seat(clean_name(place.name), place.bot) for place in self.places]

    @property
    def everybody(self) -> tuple[Seat, ...]:
        """All seats in table order, including those that nobody plays."""
        seats = self.seats
        for number, name in sorted(self.vacant.items()):
            seats.insert(number, Seat(name, NOBODY))
        return tuple(seats)

    @property
    def starters(self) -> list[tuple[int | str, str]]:
        """Who may begin, where that is asked: somebody, or whoever is drawn."""
        if self.game.setup.starter != "ask" or len(self.places) < 2 or self.vacant:
            return []
        return [(RANDOM, "drawn by lot"), *((n, p.name) for n, p in enumerate(self.places))]

    def turn_starter(self, by: int) -> None:
        found = [value for value, _ in self.starters]
        at = found.index(self.first) if self.first in found else 0
        self.first = found[(at + by) % len(found)]

    @property
    def order(self) -> Order:
        if self.starters:
            return self.first if isinstance(self.first, int) else "shuffle"
        shuffled = self.game.setup.starter == "shuffle" and not self.vacant
        return "shuffle" if shuffled else "given"

    def kept(self) -> dict[str, Any]:
        """What to remember for the next match."""
        return {"seats": [list(seat) for seat in self.seats], "first": self.first}

    def surprise(self) -> None:
        """You, and surprising bots."""
        self._friends = False
        you = next((place for place in self.places if not place.bot), None)
        self._set_aside([*(p for p in self.places if p is not you), *self._crowded_out])
        self._crowded_out = []
        counts = [n for n in self.possible if USUAL_PLAYERS <= n <= MOST_SURPRISES]
        count = self._rng.choice(counts or [self.possible[0]])
        bots = list(self.game.bots) or [usual_bot(self.game)]
        self.places = [you or self._person(0)][:count]
        while len(self.places) < count:
            self.places.append(self._machine(self._rng.choice(bots)))
        self.check()


def _fits(game: Game, name: str) -> bool:
    try:
        return clean_name(name, game.setup.shortest, game.setup.longest) == name
    except GamenightError:
        return False


def _starter(value: object) -> int | str:
    return value if type(value) is int and 0 <= value < 1000 else RANDOM
