"""Game: the record that describes one game to the engine and to every front end."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any, Generic, Literal, TypeVar

from gamenight.core.bot import BotInfo
from gamenight.core.errors import InvalidPlayers
from gamenight.core.lab import Lab
from gamenight.core.lesson import Lesson
from gamenight.core.options import NoOptions, chosen, values
from gamenight.core.puzzle import Puzzles
from gamenight.core.rules import Rules
from gamenight.core.scene import Glyph, Scene, Step
from gamenight.core.text import LONGEST_NAME, quoted
from gamenight.core.theme import THEME, Theme

R = TypeVar("R")
MOST_SHARED = 64


@dataclass(frozen=True, slots=True)
class Setup:
    """How a front end asks who plays."""

    names: Literal["each", "line"] = "each"
    """Ask for `each` name, or for all of them in one `line`, separated by commas."""

    shortest: int = 1
    """The fewest characters of a name."""

    longest: int = LONGEST_NAME
    """The most characters of a name."""

    confirm: bool = False
    """Repeat each name and ask y/n."""

    starter: Literal["ask", "shuffle", "given"] = "shuffle"
    """`ask` who begins, `shuffle` the seats, or take them as `given`."""


@dataclass(frozen=True, slots=True)
class Way:
    """A way to play, as a form offers it before anything else."""

    title: str
    """What it is called: `Alone`."""

    text: str
    """What that means, in two or three words."""

    people: Literal["one", "several", "none"]
    """How many people sit down; bots take the other seats."""

    options: Mapping[str, Any] = field(default_factory=dict)
    """The options that it stands for."""


WAYS = (
    Way("Alone", "against machines", "one"),
    Way("Friends", "at this keyboard", "several"),
    Way("Watch", "machines play", "none"),
)


@dataclass(frozen=True, slots=True)
class Format(Generic[R]):
    """A file format of one game besides the JSON of a `Record`, which R stands for; `read` may
    return several matches."""

    read: Callable[[str], tuple[R, ...]]
    """The matches in the text of a file."""

    write: Callable[[R], str]
    """The text of a file that holds this match."""


@dataclass(frozen=True, slots=True)
class GameCommand:
    """A command that a game brings, besides those for all games."""

    run: Callable[[list[str]], int]
    """From the words that follow it, the exit status."""

    help: str
    """What it does, for the list of commands."""


@dataclass(frozen=True, kw_only=True)
class Game:
    """One game. `games/<id>/__init__.py`, or a plug-in, holds it as `GAME`. The fields without a
    default are required. What is slow to import is imported inside the functions that need it."""

    id: str
    """What people type, and the name of the game's folder or entry point."""

    title: str
    """The name of the game in menus."""

    summary: str
    """The game in one sentence, for lists."""

    version: int
    """The version of the rules: a record of another version is refused."""

    make: Callable[[Any, int], Rules[Any, Any]]
    """The rules, from options and a number of players that have been checked."""

    seats: range | Callable[[Any], range]
    """How many can play, or a function of the options that says so."""

    options: type[Any] = NoOptions
    """The options: a dataclass whose fields are made with `option`."""

    scene: Callable[[Any, Any, int | None], Scene] | None = None
    """What a viewer sees, from rules, state and viewer (None: a spectator). Without it, only scores
    and choices are shown."""

    tell: Callable[[Any, Any, Any, int | None], Sequence[Step]] | None = None
    """The steps of one ply, from rules, the state before it, the action and the viewer. Without it
    a ply is shown by its text."""

    glyphs: Mapping[str, Glyph] = field(default_factory=dict)
    """How faces of tokens and spots are drawn and spoken; one without a glyph is drawn as is."""

    faces: Callable[[Any], Collection[str]] | None = None
    """From options, which of these faces can appear, for legends; without it, all of them."""

    minutes: int | None = None
    """About how long a match lasts: what bots need to decide in a match of a few players, at ten
    seconds a decision and three a roll, rounded up."""

    skill: int | None = None
    """What decides, as its author sees it: 0 is luck alone, 100 skill alone."""

    bots: Mapping[str, BotInfo] = field(default_factory=dict)
    """The bots of this game, by the name that people type; the weakest first."""

    bot_names: tuple[str, ...] = ()
    """What bots are called at the table; by default they are called as they are anywhere."""

    vacant: Callable[[Any], Mapping[int, str]] | None = None
    """From options, the seats that never decide, each with the name to show for it."""

    ways: tuple[Way, ...] = WAYS
    """The ways to play that are offered."""

    empty: str = ""
    """The option that says how many of the last seats begin empty, for people who join later;
    where people play and it is not given, the table has all the seats there can be."""

    setup: Setup = Setup()
    """How a front end asks who plays."""

    emblem: Glyph | None = None
    """The sign of the game, in prompts and menus."""

    theme: Theme = THEME
    """Its colours, and what its board lies on."""

    welcome: Callable[[Any], Sequence[str]] | None = None
    """From options, what a front end says before it asks for names."""

    lesson: Callable[[], Lesson] | None = None
    """The tutorial, loaded on demand."""

    puzzles: Callable[[], Puzzles] | None = None
    """Positions with one best move, loaded on demand."""

    odds: Callable[[Any, Any], Sequence[str]] | None = None
    """The lines that answer `odds`, from rules and a state; NoOdds says why there are none."""

    fractions: Callable[[Any, Any], Sequence[str]] | None = None
    """The same as exact fractions, for those who ask for them, where `odds` rounds."""

    on_time: Callable[[Any, Any, int], Any] | None = None
    """The action that is done for a seat whose time is up, from rules, what it may know of the
    state, and the seat. Without it, of two players the other wins, and of more a machine plays on
    until they are back."""

    commands: Mapping[str, GameCommand] = field(default_factory=dict)
    """The game's own commands by name: `gamenight ID ...` under its id, others under names of
    their own, unless these are taken."""

    formats: Mapping[str, Format[Any]] = field(default_factory=dict)
    """File formats besides the JSON record, by the suffix of a file."""

    views: Mapping[str, Callable[[Any, Any], str]] = field(default_factory=dict)
    """Other ways to draw a state as text, by name, from rules and state."""

    manual: Path | None = None
    """The rules for readers, a Markdown file in the game's folder."""

    lab: Callable[[], Lab] | None = None
    """What is computed about the game (kernel, judge, tables ...), loaded on demand."""

    def players(self, /, **options: object) -> range:
        """How many seats there can be with these options."""
        return self._seats(chosen(self.options, options))

    def starters(self, /, **options: object) -> range:
        """How many can begin to play with these options: some seats may begin empty."""
        possible, empty = self.players(**options), self.begin_empty(**options)
        return range(possible[0] - empty, possible[-1] + 1 - empty)

    def begin_empty(self, /, **options: object) -> int:
        """How many of the last seats begin empty with these options."""
        return int(values(chosen(self.options, options))[self.empty]) if self.empty else 0

    def legend(self, /, **options: object) -> Mapping[str, Glyph]:
        """The glyphs of the faces that can appear with these options; raises InvalidOption."""
        agreed = chosen(self.options, options)
        if self.faces is None:
            return self.glyphs
        possible = set(self.faces(agreed))
        return {face: glyph for face, glyph in self.glyphs.items() if face in possible}

    def unasked(self, /, **options: object) -> Mapping[int, str]:
        """The seats that nobody is asked to take, with their names."""
        return self.vacant(chosen(self.options, options)) if self.vacant is not None else {}

    def asked(self, /, **options: object) -> range:
        """How many people or bots are asked to sit down: the others never decide."""
        possible, vacant = self.starters(**options), len(self.unasked(**options))
        return range(possible[0] - vacant, possible[-1] + 1 - vacant)

    def rules(self, players: int | None = None, **options: object) -> Rules[Any, Any]:
        """The rules for this number of seats (by default the smallest) with these options."""
        agreed = chosen(self.options, options)
        possible = self._seats(agreed)
        count = possible[0] if players is None else players
        if type(count) is not int or count not in possible:
            raise InvalidPlayers(
                f"{self.title} is for {headcount(possible)}, not {quoted(players)}",
                players,
                possible,
            )
        return self.make(agreed, count)

    def shared_rules(self, players: int, **options: object) -> Rules[Any, Any]:
        """The same, as one shared object for equal players and options: rules never change, so
        matches can share them. (`rules` makes new ones, for the laws to compare.)"""
        key = (players, *values(chosen(self.options, options)).items())
        if key not in self._shared:
            if len(self._shared) >= MOST_SHARED:
                self._shared.pop(next(iter(self._shared)), None)
            self._shared[key] = self.rules(players, **options)
        return self._shared[key]

    @cached_property
    def _shared(self) -> dict[tuple[object, ...], Rules[Any, Any]]:
        return {}

    def _seats(self, options: Any) -> range:
        return self.seats if isinstance(self.seats, range) else self.seats(options)


def lab_of(game: Game) -> Lab:
    """What a game brings to the lab; an empty `Lab` where it brings nothing."""
    return game.lab() if game.lab is not None else Lab()


def span(possible: range) -> str:
    """A range of numbers as a phrase: `2`, `3 to 6`."""
    return f"{possible[0]} to {possible[-1]}" if len(possible) > 1 else str(possible[0])


def headcount(possible: range, noun: str = "player") -> str:
    """How many can play: `1 player`, `3 to 6 players`."""
    return f"{span(possible)} {noun}{'' if possible[-1] == 1 else 's'}"


def for_playing(game: Game) -> Mapping[str, Any]:
    """The options with which people decide something: the usual ones, or else those of the first
    way to play in which they do."""
    if game.asked()[-1]:
        return {}
    return next((way.options for way in game.ways if game.asked(**way.options)[-1]), {})


def company(game: Game, verb: str = "") -> str:
    """How many can play in some way that is offered: `3 to 6`; `1 or watch` where nobody decides
    unless asked for; `watch` where nobody ever does. verb: what is said of them, ` can play`."""
    usual, ways = game.asked(), [game.asked(**way.options) for way in game.ways]
    most = max([usual, *ways], key=lambda possible: possible[-1])
    if not most[-1]:
        return "watch"
    return f"{span(most)}{verb}{'' if usual[-1] else ' or watch'}"
