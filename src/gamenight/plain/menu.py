"""Menu: what `gamenight` shows when it is started without a command."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from datetime import UTC, datetime
from typing import Any

from gamenight import __version__
from gamenight.core import registry
from gamenight.core.command import command
from gamenight.core.errors import GamenightError
from gamenight.core.game import WAYS, Game, company
from gamenight.core.options import chosen
from gamenight.core.paths import path_of
from gamenight.core.record import Seat
from gamenight.core.text import listed, offered, quoted
from gamenight.draw.manual import manual
from gamenight.match.archive import ago, everybody
from gamenight.match.columns import title_of
from gamenight.match.files import read_records
from gamenight.match.lobby import Lobby
from gamenight.match.matches import Matches, Summary
from gamenight.match.network import MOST, Chair, Network, News, by_urgency, go_on, look_up
from gamenight.match.playback import ReplayTable
from gamenight.match.seats import for_people
from gamenight.match.solved import solved_beside
from gamenight.match.table import Table
from gamenight.plain.alignment import entry, numbered_lines
from gamenight.plain.console import HELP_WORDS, Console, Quit, Undo
from gamenight.plain.hall import choose_table
from gamenight.plain.lessons import learn
from gamenight.plain.lobby import join
from gamenight.plain.matches import match_number
from gamenight.plain.options import ask_options
from gamenight.plain.play import play
from gamenight.plain.puzzles import solve_puzzles
from gamenight.plain.seating import Seating

FEW = 3  # tables elsewhere that are listed
HELP = [
    "  NUMBER or name   play that game",
    "  resume [ID]      continue an unfinished match",
    "  load FILE        continue a match from a file; save FILE in a match writes one",
    "  back             to your table that waits for people",
    "  host GAME [lan]  open a table for people at other screens (lan: of your network)",
    "  join ADDRESS     sit down at somebody's table, by its link or its code, or see a server's",
    "  join NUMBER      back to a table elsewhere that the menu lists",
    "  learn GAME       learn a game step by step",
    "  puzzles GAME     find the best move, from very easy to very hard",
    "  rules GAME       read the rules of a game",
    "  quit             leave",
    "In a game, ? explains what you can type; every move is saved at once.",
]


def usable_games(console: Console) -> dict[str, Game]:
    """All games that can be loaded; a broken plug-in is reported and left out."""
    found = {}
    for id in registry.games():
        try:
            found[id] = registry.game(id)
        except GamenightError as error:
            console.object(error)
    return found


def load_table(matches: Matches, name: str) -> Table:
    """The match in a file, to play on; raises a GamenightError."""
    if not name:
        raise GamenightError("load which file? Type load and its name, such as: load match.json")
    record, *_ = read_records(path_of(name))
    if record.result is not None:
        raise GamenightError(f"the match in {name} is over (see: {command(f'replay {name}')})")
    return matches.take_up(record)


def new_table(console: Console, matches: Matches, game: Game) -> Table:
    """A new match, after all the questions."""
    way = ask_way(console, game)
    options = {**way, **ask_options(console, game, way)}
    say_welcome(console, game, **options)
    seating = Seating.of(console, game, options)
    seating.known = matches.people()
    seats, order = seating.ask()
    return matches.new(game, seats, for_people(game, options, seats), order)


def ask_way(console: Console, game: Game) -> Mapping[str, Any]:
    """The options of a way to play, where the game has its own ways."""
    if game.ways == WAYS:
        return {}
    numbers = [str(number) for number in range(1, len(game.ways) + 1)]
    console.say("", "How do you want to play?")
    console.say(*numbered_lines([f"{way.title}: {way.text}" for way in game.ways]))

    def accept(answer: str) -> Mapping[str, Any]:
        titles = [way.title.casefold() for way in game.ways]
        if answer.casefold() in titles:
            return game.ways[titles.index(answer.casefold())].options
        if (answer or "1") in numbers:
            return game.ways[int(answer or "1") - 1].options
        raise GamenightError(f"{quoted(answer)} is not a choice (possible: {listed(numbers)})")

    while True:
        try:
            return console.ask("How? [1] ", ["Type the number of a line; Enter means 1."], accept)
        except Undo:
            console.say("This is the first question: there is nothing to undo.")


def say_welcome(console: Console, game: Game, **options: Any) -> None:
    """How a game introduces itself, with the options that people play by."""
    values = chosen(game.options, for_people(game, options, [Seat("somebody")]))
    if game.welcome is None:
        console.say("", game.title, game.summary)
    else:
        console.say("")
        console.say_paragraphs(game.welcome(values))


def facts(game: Game) -> str:
    """Players, minutes, luck or skill."""
    told = [company(game, " can play")]
    told += [f"{game.minutes} min"] if game.minutes is not None else []
    if game.skill is not None:
        told.append("luck" if game.skill < 20 else "skill" if game.skill > 80 else "luck and skill")
    return ", ".join(told)


class Menu:
    """A choice of games, until the person leaves. commands: what else can be typed after the name
    of the program, and what it does."""

    def __init__(
        self, console: Console, matches: Matches, network: Network, commands: Mapping[str, str]
    ):
        self.console, self.commands = console, commands
        self.matches, self.network = matches, network
        self.games = usable_games(console)
        self._news: dict[Chair, News] = {}

    def show(self) -> None:
        """Print the menu. Servers are asked how the tables there are."""
        with suppress(GamenightError):  # the packages for it are missing
            self._news = look_up(self.network, go_on(self.network.seats())[:MOST])
        self.console.say("", f"gamenight {__version__}", "")
        games, digits = self.games.values(), len(str(len(self.games)))
        width = max((len(game.title) for game in games), default=0)
        for number, game in enumerate(games, 1):
            self.console.say(entry(number, f"{game.title:<{width}}  {game.summary}", digits))
            self.console.say(entry("", f"{'':{width}}  {facts(game)}", digits))
        self.console.say("")
        unfinished = self._unfinished()
        if unfinished:
            self.console.say(f"  resume  {self._left_off(unfinished[0])}")
        for table in self.matches.hosted(waiting=True)[:1]:
            self.console.say(f"  back    to your table that waits: {title_of(table.game)}")
        for number, chair in enumerate(self._elsewhere(), 1):
            self.console.say(f"  join {number}  back to {chair.told(self._news.get(chair))}")
        self.console.say(
            "  load    continue a match from a file",
            "  host    open a table for people at other screens",
            "  join    sit down at somebody's table",
            "  learn   learn a game step by step",
            "  puzzles find the best move in positions of a game",
            "  rules   read the rules of a game",
            "  ?       explain these words",
            "  quit    leave",
            "",
        )

    def run(self) -> None:
        """Show the menu and do what is chosen; raises Left when the input ends."""
        self.show()
        while True:
            typed = self.console.read("gamenight> ")
            word, _, rest = typed.partition(" ")
            if word.casefold() in ("q", "quit"):
                return
            try:
                self._do(word.casefold(), rest.strip(), typed)
            except Quit:
                self.show()
            except GamenightError as error:
                self.console.object(error)

    def _do(self, word: str, rest: str, typed: str) -> None:
        game = self._asked("play", rest) if word == "play" else self._named(typed)
        if game is not None:
            play(self.console, new_table(self.console, self.matches, game))
            self.show()
        elif word == "resume":
            self._resume(rest)
            self.show()
        elif word == "back":
            self._go_back()
            self.show()
        elif word == "load":
            play(self.console, load_table(self.matches, rest))
            self.show()
        elif word in ("host", "join"):
            self.network.check()
            join(self.console, self._hosted(rest) if word == "host" else self._joined(rest))
            self.show()
        elif word == "rules":
            self.console.say(*manual(self._asked("rules", rest), self.console.style))
        elif word == "learn":
            learn(self.console, self._asked("learn", rest))
            self.show()
        elif word == "puzzles":
            solved = solved_beside(self.matches.path)
            solve_puzzles(self.console, self._asked("puzzles", rest), solved)
            self.show()
        elif word in HELP_WORDS:
            self.console.say(*HELP)
        elif word == "undo":
            self.console.say("There is nothing to undo here.")
        elif word == "save":
            self.console.say("Every match saves itself, move by move.")
        elif word in self.commands:
            told = f"outside the menu: quit, then type {command(word)} to {self.commands[word]}"
            raise GamenightError(f"{quoted(word)} works {told}")
        else:
            possible = [
                f"1 to {len(self.games)}",
                *self.games,
                "resume",
                "back",
                "load",
                "host",
                "join",
                "learn",
                "puzzles",
                "rules",
                "?",
                "quit",
            ]
            raise GamenightError(f"{quoted(typed)} is not on the menu{offered(typed, possible)}")

    def _named(self, text: str) -> Game | None:
        """A game by its number, its id or its title."""
        wanted = text.casefold()
        for number, game in enumerate(self.games.values(), 1):
            if wanted in (str(number), game.id, game.title.casefold()):
                return game
        return None

    def _resume(self, rest: str) -> None:
        """The match of this number, or else the latest, where it is played."""
        wanted = match_number(rest) if rest else None
        found = [one for one in self._unfinished() if wanted in (None, one.id)]
        if found and found[0].table:
            self.network.check()
            join(self.console, self.network.resume(found[0].game, found[0].table))
        elif wanted is not None:
            play(self.console, self.matches.open(wanted))
        else:
            play(self.console, self.matches.open_latest(self.console.say))

    def _go_back(self) -> None:
        """To the latest table that is hosted here and waits for people."""
        self.network.check()
        for table in self.matches.hosted(waiting=True):
            join(self.console, self.network.resume(table.game, table.id))
            return
        raise GamenightError("no table of yours waits for people: host GAME opens one")

    def _hosted(self, rest: str) -> Lobby:
        name, _, reach = rest.rpartition(" ")
        lan = reach.casefold() == "lan"
        return self.network.host(self._asked("host", name if lan else rest), lan)

    def _joined(self, rest: str) -> Lobby:
        """The table of a link or a code, one where somebody here has a seat, by its number, or one
        of a server's."""
        if not rest:
            raise GamenightError("join which table? Type join and its link or its code")
        for number, chair in enumerate(self._elsewhere(), 1):
            if rest == str(number):
                return self.network.join(chair.link)
        hall = self.network.hall(rest)
        return self.network.join(rest) if hall is None else choose_table(self.console, hall)

    def _elsewhere(self) -> list[Chair]:
        """The latest tables far away where somebody here has a seat."""
        with suppress(GamenightError):  # the packages for it are missing
            found = [one for one in go_on(self.network.seats()) if one.game in self.games][:MOST]
            return by_urgency(found, self._news)[:FEW]
        return []

    def _unfinished(self) -> list[Summary]:
        return [one for one in self.matches.unfinished() if one.game in self.games]

    def _left_off(self, latest: Summary) -> str:
        """The match to continue, as people talk of it."""
        when, title = ago(datetime.now(UTC), latest.touched), self.games[latest.game].title
        where = ", at your table" if latest.table else ""
        with suppress(GamenightError):  # one that cannot be replayed is offered as it is
            table = ReplayTable(self.matches.record(latest.id), game=self.games[latest.game])
            latest = latest._replace(absent=table.absent)
        return f"continue {title} ({everybody(latest)}){where}, match {latest.id}, {when}"

    def _asked(self, word: str, text: str) -> Game:
        game = self._named(text)
        if game is None:
            told = f"there is no game {quoted(text)} to {word}" if text else f"{word} which game?"
            raise GamenightError(f"{told} (possible: {listed(self.games)})")
        return game
