"""Advising: hints and odds for people at a server, from what their seat may know. They are worked
out where bots think, a few at a time, and once for all who ask the same."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Callable, Sequence
from typing import Any

from gamenight.core import registry
from gamenight.core.errors import GamenightError
from gamenight.core.game import Game
from gamenight.core.rules import Chance, Over
from gamenight.core.view import odds_of
from gamenight.match.hints import NoHint, hint
from gamenight.match.match import StaleAction
from gamenight.match.turn import At
from gamenight.online import protocol as p
from gamenight.online.playing import Playing
from gamenight.online.thinkers import Pool

MOST_KEPT = 256  # answers
AT_ONCE = 2  # questions that are worked on, if that leaves a process to the machines at the tables
MOST_WAITING = 32  # questions that somebody waits for
MOVED_ON = "the match has moved on"
Work = Callable[..., p.Advice]
Here = Callable[[], bool]
"""Whether whoever asked still looks at the moment that they asked about."""


class NoAdvice(GamenightError):
    """It could not be worked out."""

    code = "no_advice"


class Question:
    """About a moment of a match. askers: those who wait for the answer."""

    def __init__(self) -> None:
        self.askers: list[Here] = []
        self.answer: asyncio.Future[p.Advice]

    @property
    def is_open(self) -> bool:
        """Whether it has an answer, or may get one."""
        answer = self.answer
        return not answer.done() or not (answer.cancelled() or answer.exception())

    @property
    def is_wanted(self) -> bool:
        return any(here() for here in self.askers)


class Advising:
    """The answers. pool: the processes where bots think; without them it is done in a thread."""

    def __init__(self, pool: Pool | None):
        self._pool = pool
        spare = AT_ONCE if pool is None else max(pool.count - 1, 1)
        self._free = asyncio.Semaphore(min(AT_ONCE, spare))
        self._kept: OrderedDict[tuple[object, ...], Question] = OrderedDict()
        self._ready: set[tuple[str, type]] = set()

    def is_ready(self, game: Game, kind: type[p.Hint | p.Odds]) -> bool:
        """Whether something of this kind was worked out before."""
        return (game.id, kind) in self._ready

    async def hint(self, playing: Playing, message: p.Hint, here: Here) -> p.Advice:
        """What the best bot would do; raises NoHint."""
        if playing.result is not None:
            raise NoHint(f"{playing.match.names[message.seat]} has nothing to choose now")
        return await self._worked_out(playing, message, here, _hint)

    async def odds(self, playing: Playing, message: p.Odds, here: Here) -> p.Advice:
        """Chances in per cent, or as fractions; raises NoOdds."""
        return await self._worked_out(playing, message, here, _odds, message.fractions)

    async def _worked_out(
        self, playing: Playing, message: p.Hint | p.Odds, here: Here, work: Work, *how: object
    ) -> p.Advice:
        """As of what the asker has seen: nobody learns here what is still being shown."""
        match, seat = playing.match, message.seat
        if At(*message.n) != match.at:
            raise StaleAction(MOVED_ON)
        key = (match.id, match.at, seat, work, *how)
        known = self._kept.get(key)
        if known is None or not known.is_open:
            self._check_waiting()
            view = match.rules.hide(match.state, seat)
            given = (playing.game, match.rules, view, seat, match.names)
            known = self._kept[key] = Question()
            known.answer = asyncio.ensure_future(self._done(known, work, *given, *how))
            known.answer.add_done_callback(lambda _: known.askers.clear())
        if not known.answer.done():
            known.askers.append(here)
        self._kept.move_to_end(key)
        while len(self._kept) > MOST_KEPT:
            self._kept.popitem(last=False)
        found = await asyncio.shield(known.answer)
        self._ready.add((playing.game.id, type(message)))
        return p.Advice(message.id, found.heading, found.lines, found.sentence, found.text)

    def _check_waiting(self) -> None:
        waiting = sum(q.is_wanted for q in self._kept.values() if not q.answer.done())
        if waiting >= MOST_WAITING:
            raise NoAdvice("many want advice just now: try again in a while")

    async def _done(self, question: Question, work: Work, game: Game, *given: Any) -> p.Advice:
        """The answer, unless nobody waits for it any more when its turn comes."""
        async with self._free:
            if not question.is_wanted:
                raise StaleAction(MOVED_ON)
            try:
                if self._pool is None:
                    return await asyncio.to_thread(work, game, *given)
                return await self._pool.do(_of_game, game.id, work, *given)
            except GamenightError:
                raise
            except Exception as error:  # of a bot, or of a plug-in
                raise NoAdvice(f"this cannot be worked out ({type(error).__name__})") from error


def _of_game(id: str, work: Work, *given: Any) -> p.Advice:
    """In a process of the pool."""
    return work(registry.game(id), *given)


def _hint(game: Game, rules: Any, view: Any, seat: int, names: Sequence[str]) -> p.Advice:
    found = hint(game, rules, view, seat, names)
    return p.Advice(0, found.heading, list(found.lines), found.sentence, found.text)


def _odds(
    game: Game, rules: Any, view: Any, seat: int | None, names: Sequence[str], fractions: bool
) -> p.Advice:
    return p.Advice(
        0, _moment(rules.node(view), names), odds_of(game, rules, view, seat, names, fractions)
    )


def _moment(node: Any, names: Sequence[str]) -> str:
    """What the odds are about."""
    if isinstance(node, Over) or node.player is None:
        return "The odds now"
    deed = "rolls" if isinstance(node, Chance) else "decides"
    return f"The odds now: {names[node.player]} {deed}"
