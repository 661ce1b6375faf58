"""Game: the record that describes one game to the engine and to every front end."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from gamenight.core.bot import BotInfo
from gamenight.core.errors import InvalidPlayers
from gamenight.core.options import NoOptions, chosen, values
from gamenight.core.rules import Rules
from gamenight.core.scene import Glyph, Scene, Step
from gamenight.core.text import LONGEST_NAME, quoted

if TYPE_CHECKING:
    from gamenight.core.judge import Judge
    from gamenight.core.kernel import Kernel
    from gamenight.core.lesson import Lesson
    from gamenight.core.record import Record

MOST_SHARED = 64


@dataclass(frozen=True, slots=True)
class Setup:
    """How a front end asks who plays.

    names: one question `each`, or all in one `line`, separated by commas;
    confirm: repeat each name with y/n; starter: `ask` who begins, `shuffle` the seats,
    or take them as `given`.
    """

    names: Literal["each", "line"] = "each"
    shortest: int = 1
    longest: int = LONGEST_NAME
    confirm: bool = False
    starter: Literal["ask", "shuffle", "given"] = "shuffle"


@dataclass(frozen=True, slots=True)
class Format:
    """A file format of one game besides the JSON record; `read` may find several matches."""

    read: Callable[[str], tuple[Record, ...]]
    write: Callable[[Record], str]


@dataclass(frozen=True, kw_only=True)
class Game:
    """One game. `games/<id>/__init__.py`, or a plug-in, holds it as `GAME`.

    bot_names: names for machines at the table, else those of the bots; vacant: the seats that
    never decide with these options, each with the name that stands for it; emblem: the sign of the
    game, in prompts; welcome: what a front end says before it asks for names, from the options
    in force; lesson: the tutorial, read when it is asked for; odds: lines that answer `odds` in
    a state;
    commands: `gamenight NAME ...` of this game; formats: by the suffix of a file;
    views: other drawings of a state as text; peers: other programs' random games for
    `gamenight bench`, each a function of a number of games that returns the plies (0: uncounted);
    kernel: whole games compiled, read when they are asked for (ImportError: not installed);
    reference: the quick bot as which everybody plays where a position is judged by rollouts;
    judge: what is known of positions besides rollouts, or None with these rules; solve: lines
    that answer `gamenight solve`, as they are worked out;
    tables: `gamenight tables NAME GAME ...`, such as `build` and `verify`;
    manual: the rules for people, a Markdown file.
    """

    id: str
    title: str
    summary: str
    version: int
    make: Callable[[Any, int], Rules[Any, Any]]
    seats: range | Callable[[Any], range]
    options: type[Any] = NoOptions
    scene: Callable[[Any, Any, int | None], Scene] | None = None
    tell: Callable[[Any, Any, Any, int | None], Sequence[Step]] | None = None
    glyphs: Mapping[str, Glyph] = field(default_factory=dict)
    bots: Mapping[str, BotInfo] = field(default_factory=dict)
    bot_names: tuple[str, ...] = ()
    vacant: Callable[[Any], Mapping[int, str]] | None = None
    setup: Setup = Setup()
    emblem: Glyph | None = None
    welcome: Callable[[Any], Sequence[str]] | None = None
    lesson: Callable[[], Lesson] | None = None
    odds: Callable[[Any, Any], Sequence[str]] | None = None
    commands: Mapping[str, Callable[[list[str]], int]] = field(default_factory=dict)
    formats: Mapping[str, Format] = field(default_factory=dict)
    views: Mapping[str, Callable[[Any, Any], str]] = field(default_factory=dict)
    peers: Mapping[str, Callable[[int], int]] = field(default_factory=dict)
    kernel: Callable[[], Kernel] | None = None
    reference: str = "random"
    judge: Callable[[Any], Judge | None] | None = None
    solve: Callable[[Any], Iterable[str]] | None = None
    tables: Mapping[str, Callable[[list[str]], int]] = field(default_factory=dict)
    manual: Path | None = None

    def players(self, **options: object) -> range:
        """How many can play with these options."""
        return self._seats(chosen(self.options, options))

    def unasked(self, **options: object) -> Mapping[int, str]:
        """The seats for which nobody is asked, with their names."""
        return self.vacant(chosen(self.options, options)) if self.vacant is not None else {}

    def rules(self, players: int | None = None, **options: object) -> Rules[Any, Any]:
        """The rules for so many players (the fewest by default) with these options."""
        agreed = chosen(self.options, options)
        possible = self._seats(agreed)
        count = possible[0] if players is None else players
        if type(count) is not int or count not in possible:
            raise InvalidPlayers(
                f"{self.title} is for {span(possible)} players, not {quoted(players)}",
                players,
                possible,
            )
        return self.make(agreed, count)

    def shared_rules(self, players: int, **options: object) -> Rules[Any, Any]:
        """The same as one object wherever players and options are equal: rules never change, so
        matches need none of their own. (`rules` makes new ones, for the laws to compare.)"""
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


def span(possible: range) -> str:
    """A range of players in words."""
    if len(possible) == 1:
        return str(possible[0])
    return f"{possible[0]} to {possible[-1]}"
