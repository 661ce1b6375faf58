"""What a bot is."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any, NamedTuple, Protocol, runtime_checkable

from gamenight.core.errors import InvalidOption
from gamenight.core.text import quoted


@dataclass(frozen=True, slots=True)
class Limit:
    """How long a bot may think about one choice; a limit in simulations is reproducible."""

    simulations: int | None = None
    """How many games it may play in its mind."""

    seconds: float | None = None
    """How long it may take."""

    @classmethod
    def parse(cls, text: str) -> Limit:
        """`400n` is 400 simulations, `0.5` or `0.5s` half a second."""
        try:
            if text.endswith("n"):
                limit = cls(simulations=int(text[:-1]))
            else:
                limit = cls(seconds=float(text.removesuffix("s")))
        except ValueError:
            limit = cls(seconds=0.0)
        if not 0 < (limit.simulations or limit.seconds or 0) < 1e9:
            raise InvalidOption(
                f"a bot's limit is in seconds, such as 0.5, or in simulations, such as "
                f"400n, not {quoted(text)}",
                text,
            )
        return limit


THREADS = "GAMENIGHT_THREADS"
MOST_THREADS = 8


def threads() -> int:
    """On how many threads a bot may think about one choice: GAMENIGHT_THREADS, else two if this
    process may use two processors. One where many bots think beside each other."""
    given = os.environ.get(THREADS, "")
    if given.isdecimal() and int(given):
        return min(int(given), MOST_THREADS)
    return min(2, len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else 1)


class Interrupted(Exception):
    """A bot has to stop thinking."""


class Stoppable(Random):
    """The numbers of `Random`, until `stop` is called from another thread: the next draw then
    raises `Interrupted`, which ends a search that would otherwise run on."""

    stopped = False
    """Whether `stop` was called."""

    def stop(self) -> None:
        """From now on, asking for a number raises `Interrupted`."""
        self.stopped = True

    def random(self) -> float:
        self._check()
        return super().random()

    def getrandbits(self, k: int, /) -> int:
        self._check()
        return super().getrandbits(k)

    def _check(self) -> None:
        if self.stopped:
            raise Interrupted


class Bot(Protocol):
    """Chooses for a seat from what that seat may know."""

    def choose(self, rules: Any, view: Any, seat: int, rng: Random, limit: Limit) -> Any | None:
        """An action of `rules.node(view).of(seat)`; None, only out of turn, is to do nothing."""


class Opinion(NamedTuple):
    """What a bot thinks of one action (None: doing nothing, out of turn): its value on the bot's
    own scale, higher is better, and the same as a phrase without a full stop."""

    action: Any | None
    """What it is about."""

    value: float
    """How good it is."""

    words: str
    """Why, for people."""


@runtime_checkable
class Explains(Protocol):
    """A bot that can explain its choice; this is optional."""

    def explain(
        self, rules: Any, view: Any, seat: int, rng: Random, limit: Limit
    ) -> Sequence[Opinion]:
        """This seat's actions, best first: `choose` takes the first, or one just as good.
        Actions that the bot never weighs are missing; words may mention seats as scenes do."""


@runtime_checkable
class Foretells(Protocol):
    """A bot that can say what its choices leave to chance; this is optional."""

    def chances(self, rules: Any, view: Any, seat: int) -> Mapping[Any, float]:
        """How likely it takes each action of the seat whose turn it is; together they are 1."""


def no_preparation(rules: Any) -> Iterable[str]:
    return ()


@dataclass(frozen=True, slots=True)
class BotInfo:
    """A bot as a menu shows it: its name, how it plays in one sentence, its measured Elo.

    prepare: work to do before the bot can play by these rules; it yields messages for the
    person who is waiting. Most bots need none.
    """

    name: str
    """What menus and the table call it."""

    summary: str
    """How it plays, in a sentence."""

    bot: Bot
    """The player itself."""

    elo: float | None = None
    """How strong it is, whole or to a tenth; filled in from `ladder.json`."""

    limit: Limit = Limit()
    """How long it thinks unless somebody says otherwise."""

    prepare: Callable[[Any], Iterable[str]] = no_preparation
    """What it does before its first match by these rules."""

    exact: bool = False
    """Whether choices that it likes equally are equally good, and nobody else has to be asked."""
