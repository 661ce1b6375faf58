"""Guests: games that other packages bring. Whatever goes wrong in their code costs that game only:
it becomes a BrokenGame, which names the plug-in, and rules that do not answer are ended.

The engine gets guarded rules; the guest's own functions get their own rules back, so that they may
use all that these have. Our own games are not guarded, and pay nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from random import Random
from typing import Any, TypeVar

from gamenight.core import shapes
from gamenight.core.bot import Bot, BotInfo, Explains, Interrupted, Limit, Opinion
from gamenight.core.errors import GamenightError, InvalidAction
from gamenight.core.game import Format, Game, company
from gamenight.core.guard import Guard
from gamenight.core.lab import Lab
from gamenight.core.laws.verdict import shown
from gamenight.core.options import declared
from gamenight.core.rules import Chance, Decision, Over, Rules
from gamenight.core.scene import Scene, Step
from gamenight.core.shapes import Misshapen
from gamenight.core.text import LONGEST_NAME
from gamenight.core.theme import Theme

T = TypeVar("T")
THOUGHT = 60.0  # seconds that a bot may think longer than its limit says
LONGEST_VIEW = 1_000_000  # characters of a state that is drawn as text


class GuestRules(Rules[Any, Any]):
    """The rules of a guest, as the engine calls them. Whatever else they have is theirs."""

    def __init__(self, own: Rules[Any, Any], guard: Guard):
        self.own, self._guard = own, guard
        self.players, self.interrupts = own.players, own.interrupts

    def __getattr__(self, name: str) -> Any:
        if name in ("own", "_guard") or name.startswith("__"):  # while it is being unpickled
            raise AttributeError(name)
        return getattr(self.own, name)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, GuestRules) and bool(self.own == other.own)

    def __hash__(self) -> int:
        return hash(self.own)

    def __repr__(self) -> str:
        return repr(self.own)

    def initial(self) -> Any:
        return self._guard("initial", self.own.initial)

    def node(self, state: Any) -> Decision[Any] | Chance[Any] | Over:
        own = self.own
        return self._guard("node", lambda: shapes.node(own, state, own.node(state)))

    def apply(self, state: Any, action: Any) -> Any:
        return self._guard("apply", self.own.apply, state, action)

    def scores(self, state: Any) -> tuple[int, ...]:
        own = self.own
        return self._guard(
            "scores", lambda: shapes.numbers("scores", own.scores(state), own.players)
        )

    def format(self, action: Any) -> str:
        return self._guard("format", lambda: shapes.action_text(self.own.format(action)))

    def parse(self, text: str) -> Any:
        return self._guard("parse", self.own.parse, text, passing=InvalidAction)

    def begins_turn(self, before: Any, after: Any) -> bool:
        return bool(self._guard("begins_turn", self.own.begins_turn, before, after))

    def absent(self, state: Any) -> tuple[int, ...]:
        own = self.own
        return self._guard("absent", lambda: shapes.seats("absent", own.absent(state), own.players))

    def hide(self, state: Any, seat: int | None) -> Any:
        return self._guard("hide", self.own.hide, state, seat)

    def seen(self, state: Any, action: Any, seat: int | None) -> Any:
        return self._guard("seen", self.own.seen, state, action, seat)

    def refusal(self, view: Any, action: Any, seat: int | None) -> str:
        own = self.own
        return self._guard(
            "refusal", lambda: shapes.text("refusal", own.refusal(view, action, seat))
        )

    def guess(self, view: Any, seat: int, rng: Random) -> Any:
        return self._guard("guess", self.own.guess, view, seat, rng, passing=Interrupted)

    def plausible(self, view: Any, action: Any, seat: int | None) -> bool | None:
        def answer() -> bool | None:
            told = self.own.plausible(view, action, seat)
            return None if told is None else bool(told)

        return self._guard("plausible", answer)


def own_rules(rules: Any) -> Any:
    """What a guest knows its rules as."""
    return rules.own if isinstance(rules, GuestRules) else rules


@dataclass(frozen=True)
class GuestBot:
    """A bot of a guest: it has its limit of time, and some patience."""

    own: Bot
    name: str
    guard: Guard

    def choose(self, rules: Any, view: Any, seat: int, rng: Random, limit: Limit) -> Any | None:
        return self._asked(self.own.choose, rules, view, seat, rng, limit)

    def _asked(
        self, call: Callable[..., T], rules: Any, view: Any, seat: int, rng: Random, limit: Limit
    ) -> T:
        given = (own_rules(rules), view, seat, rng, limit)
        seconds = (limit.seconds or 0) + THOUGHT
        what = f"its bot {self.name}"
        return self.guard.patient(what, call, *given, seconds=seconds, passing=Interrupted)


@dataclass(frozen=True)
class ExplainingGuestBot(GuestBot):
    """One that can also say why."""

    def explain(
        self, rules: Any, view: Any, seat: int, rng: Random, limit: Limit
    ) -> Sequence[Opinion]:
        assert isinstance(self.own, Explains)
        return self._asked(self.own.explain, rules, view, seat, rng, limit)


def guarded(game: Game, plugin: str) -> Game:
    """The same game, each of its functions guarded; raises BrokenGame for one that cannot even
    be listed."""
    guard = Guard(plugin)
    guest: Game = guard("its description", lambda: replace(game, **_parts(game, guard)))
    for option in guard("its options", lambda: declared(guest.options)):
        if option.type not in (int, str, bool):
            kind = f"{option.name} is neither a whole number, a text, nor yes or no"
            raise guard.broken(f"failed in its options: {kind}")
    guard("seats", lambda: company(guest))
    return guest


def _parts(game: Game, guard: Guard) -> dict[str, Any]:
    """The fields of a game that can go wrong."""
    for name, kind in (("title", str), ("summary", str), ("version", int)):
        shapes.check_type(name, getattr(game, name), kind)
    shapes.check_type("theme", game.theme, Theme)

    def lines(name: str, slow: bool = True) -> Callable[..., list[str]] | None:
        return _result(guard, name, getattr(game, name), _strings, slow)

    def scene(found: Any, rules: Any, *_: Any) -> Scene:
        return shapes.scene(found, rules.players)

    def steps(found: Any, rules: Any, *_: Any) -> tuple[Step, ...]:
        return shapes.steps(found, rules.players)

    def rules(found: Any, options: Any, players: int) -> GuestRules:
        return _rules(found, players, guard)

    return {
        "make": _result(guard, "make", game.make, rules),
        "seats": _seats(game, guard),
        "options": _options(game.options, guard),
        "scene": _result(guard, "scene", game.scene, scene),
        "tell": _result(guard, "tell", game.tell, steps),
        "faces": lines("faces", slow=False),
        "welcome": lines("welcome", slow=False),
        "odds": lines("odds"),
        "fractions": lines("fractions"),
        "on_time": _result(guard, "on_time", game.on_time, _itself),
        "vacant": _result(guard, "vacant", game.vacant, _names),
        "lesson": _result(guard, "its lesson", game.lesson, _itself),
        "puzzles": _result(guard, "its puzzles", game.puzzles, _itself),
        "lab": _result(guard, "its lab", game.lab, lambda lab, *_: _lab(lab, guard), True),
        "bots": {name: _bot(name, info, guard) for name, info in game.bots.items()},
        "views": {
            name: _result(guard, f"its view {name}", view, _text)
            for name, view in game.views.items()
        },
        "commands": {
            name: replace(own, run=_command(own.run, guard)) for name, own in game.commands.items()
        },
        "formats": {
            suffix: Format(*(_reader(suffix, call, guard) for call in (own.read, own.write)))
            for suffix, own in game.formats.items()
        },
    }


def _result(
    guard: Guard,
    what: str,
    call: Callable[..., Any] | None,
    taken: Callable[..., T],
    slow: bool = False,
) -> Callable[..., T] | None:
    """A guarded function, given the guest's own rules, and what is taken of its result (and what
    was given). slow: it may take any time."""
    if call is None:
        return None

    def guarded_call(*arguments: Any) -> T:
        given = [own_rules(argument) for argument in arguments]
        refused = GamenightError if what in ("make", "vacant") else ()
        asked = guard.patient if slow else guard
        return asked(what, lambda: taken(call(*given), *given), passing=refused)

    return guarded_call


def _itself(found: T, *_: Any) -> T:
    return found


def _text(found: object, *_: Any) -> str:
    return shapes.text("it", found, LONGEST_VIEW)


def _strings(found: Iterable[object], *_: Any) -> list[str]:
    return [shapes.text("a line", line) for line in shapes.several("it", found)]


def _names(found: Any, *_: Any) -> dict[int, str]:
    names = dict(found)
    for seat, name in names.items():
        shapes.check_type("a seat", seat, int)
        shapes.text("a name", name, LONGEST_NAME)
    return names


def _rules(found: Any, players: int, guard: Guard) -> GuestRules:
    if found.players != players:
        raise Misshapen(f"its rules are for {shown(found.players)} players, not {players}")
    return GuestRules(found, guard)


def _seats(game: Game, guard: Guard) -> range | Callable[[Any], range]:
    seats = game.seats
    if isinstance(seats, range):
        return seats

    def asked(options: Any) -> range:
        return guard("seats", lambda: possible(seats(options)), passing=GamenightError)

    def possible(found: Any) -> range:
        shapes.check_type("it", found, range)
        if not found:
            raise Misshapen("it says that nobody can play")
        return range(found.start, found.stop, found.step)

    return asked


def _options(own: type[Any], guard: Guard) -> type[Any]:
    """The same options, made under guard: what is made is of the guest's own type."""

    class Guarded(own):  # type: ignore[misc]
        def __new__(cls, **values: Any) -> Any:
            return guard("its options", lambda: own(**values), passing=GamenightError)

    return Guarded


def _bot(name: str, info: BotInfo, guard: Guard) -> BotInfo:
    kind = ExplainingGuestBot if isinstance(info.bot, Explains) else GuestBot

    def prepare(rules: Any) -> Iterator[str]:
        what = f"its bot {name}"
        messages = guard.patient(what, lambda: iter(info.prepare(own_rules(rules))))
        while (message := guard.patient(what, lambda: _message(messages))) is not None:
            yield message

    return replace(info, bot=kind(info.bot, name, guard), prepare=prepare)


def _message(messages: Iterator[str]) -> str | None:
    message = next(messages, None)
    return None if message is None else shapes.text("a message", message)


def _command(run: Callable[[list[str]], int], guard: Guard) -> Callable[[list[str]], int]:
    """A command may leave by `sys.exit`, and take its time."""

    def guarded_run(words: list[str]) -> int:
        left = (GamenightError, OSError, SystemExit)
        return guard.patient("its command", run, words, passing=left)

    return guarded_run


def _reader(suffix: str, call: Callable[[Any], Any], guard: Guard) -> Callable[[Any], Any]:
    def guarded_call(given: Any) -> Any:
        what = f"its format {suffix}"
        return guard.patient(what, call, given, seconds=THOUGHT, passing=GamenightError)

    return guarded_call


def _lab(lab: Lab, guard: Guard) -> Lab:
    """What is computed may take any time."""

    def kernel() -> Any:
        assert lab.kernel is not None
        return guard.patient("its kernel", lab.kernel, passing=ImportError)

    return replace(
        lab,
        kernel=None if lab.kernel is None else kernel,
        judge=_result(guard, "its judge", lab.judge, _itself, True),
        solve=_result(guard, "solve", lab.solve, _strings, True),
        tables={name: _command(run, guard) for name, run in lab.tables.items()},
    )
