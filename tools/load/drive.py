"""Drive: the client program. It plays matches at one server, and prints what that took as JSON.

python -m tools.load.drive SERVER PORT PID moves MATCHES TABLES PLIES PACE
    PORT+PORT: the second player of each table comes in at another server of ours
python -m tools.load.drive SERVER PORT PID idle TABLES SCREENS
"""

from __future__ import annotations

import asyncio
import gc
import sys
from collections.abc import Awaitable, Callable, Iterable
from itertools import cycle, islice, pairwise
from random import Random
from time import perf_counter, process_time
from typing import TypeVar

import msgspec
from msgspec import Struct

from gamenight.core import registry
from gamenight.core.rules import Decision

from .line import Line
from .pairs import Pair, one_after_another
from .process import cpu_seconds, memory
from .talks import BoardgameIO, Floor, Ours, Venue

T = TypeVar("T")
SCRIPTS = 50
PATIENCE = 120.0  # seconds in which all matches have to end
AT_ONCE = 20  # clients that sit down at the same time
VENUES: dict[str, Callable[..., Venue]] = {
    "ours": Ours,
    "floor": Floor,
    "boardgame.io": BoardgameIO,
}


class Moves(Struct):
    """What playing took. cpu: seconds of the server's a move; own: those of this program's."""

    moves: int
    seconds: float
    p50: float
    p99: float
    cpu: float
    own: float


class Idle(Struct):
    """The server's memory, in bytes, of a match that nobody looks at, of one that somebody does,
    without the line, and of a line."""

    match: float
    watched: float
    line: float


def scripts(plies: int) -> list[list[str]]:
    """Random matches that are not over after so many plies."""
    rules = registry.game(Ours.game).rules(2)
    found: list[list[str]] = []
    for seed in range(1_000_000):
        rng, state, texts = Random(seed), rules.initial(), list[str]()
        while len(texts) < plies and isinstance(node := rules.node(state), Decision):
            action = rng.choice(node.actions)
            texts.append(rules.format(action))
            state = rules.apply(state, action)
        if len(texts) == plies and isinstance(rules.node(state), Decision):
            found.append(texts)
        if len(found) == SCRIPTS:
            break
    return found


async def few_at_once(works: Iterable[Awaitable[T]]) -> list[T]:
    """What all these give, in their order, without a flood."""
    gate = asyncio.Semaphore(AT_ONCE)

    async def one(work: Awaitable[T]) -> T:
        async with gate:
            return await work

    return await asyncio.gather(*map(one, works))


async def play(venue: Venue, pid: int, count: int, tables: int, plies: int, pace: float) -> Moves:
    """So many matches at a time, each followed by others until this many tables were used; with a
    pace, the moves of all together are so many a second."""
    given = cycle(scripts(plies))
    pairs = await few_at_once(venue.sit_down(script) for script in islice(given, count * tables))
    for pair in pairs:
        pair.pace = count / pace if pace else 0.0
    queues = [pairs[first::count] for first in range(count)]
    gc.collect()
    gc.disable()  # ours only: it would be seen as a server that answers late
    used, own, start = cpu_seconds(pid), process_time(), perf_counter()
    async with asyncio.timeout(PATIENCE):
        await asyncio.gather(*(_later(n, queue, pace) for n, queue in enumerate(queues)))
    seconds = perf_counter() - start
    used, own = cpu_seconds(pid) - used, process_time() - own
    for pair in pairs:
        pair.close()
    return _measured(pairs, seconds, used, own)


async def _later(number: int, pairs: list[Pair], pace: float) -> None:
    """With a pace, the matches do not begin all at once."""
    if pace:
        await asyncio.sleep(number / pace)
    await one_after_another(pairs)


def _measured(pairs: list[Pair], seconds: float, used: float, own: float) -> Moves:
    times = sorted(latency for pair in pairs for latency in pair.latencies)
    count = len(times)
    p50, p99 = times[count // 2], times[count * 99 // 100]
    return Moves(count, seconds, p50, p99, used / count, own / count)


async def idle(venue: Venue, pid: int, tables: int, screens: int) -> Idle:
    """Matches are begun and left, so that few lines are open at a time; then somebody looks at each
    of as many tables as there are screens, and somebody else at the same ones."""

    async def leave() -> str:
        pair = await venue.sit_down(["A"])
        pair.close()
        return pair.match

    for _ in range(AT_ONCE):  # what is loaded only once
        await leave()
    empty = memory(pid)
    left = await few_at_once(leave() for _ in range(tables))
    await asyncio.sleep(1)
    full = memory(pid)
    lines: list[Line] = []
    used = [full]
    for _ in range(2):
        lines += await few_at_once(map(venue.look_on, islice(cycle(left), screens)))
        await asyncio.sleep(1)
        used.append(memory(pid))
    for line in lines:
        line.close()
    first, second = ((after - before) / screens for before, after in pairwise(used))
    return Idle((full - empty) / tables, first - second, second)


async def drive(server: str, port: str, pid: str, what: str, *numbers: str) -> Moves | Idle:
    venue = VENUES[server](*map(int, port.split("+")))
    if what == "idle":
        tables, screens = map(int, numbers)
        return await idle(venue, int(pid), tables, screens)
    count, tables, plies = map(int, numbers[:3])
    return await play(venue, int(pid), count, tables, plies, float(numbers[3]))


if __name__ == "__main__":
    print(msgspec.json.encode(asyncio.run(drive(*sys.argv[1:]))).decode())
