"""What opening and leaving a page costs: CPU time by page and size of the window.

python tools/pages.py

Every page is opened from home and left again several times in one process: the median and the
worst, including the rubbish that is looked for meanwhile, as in the program; the pages of a lesson
are turned to its end and back. Of what each game has, the slowest is printed. To turn what was
painted into codes for a terminal comes on top.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from functools import partial
from statistics import median
from time import process_time
from typing import cast

from textual.pilot import Pilot
from textual.screen import Screen

from gamenight.app import routes
from gamenight.app.app import Gamenight
from gamenight.app.screens.lesson import LessonPage
from gamenight.app.settings import Settings
from gamenight.core import registry
from gamenight.core.game import Game
from gamenight.core.record import Seat
from gamenight.core.rubbish import tidy_seldom
from gamenight.match.matches import Matches, unkept_matches

SIZES = ((60, 20), (80, 24), (200, 50))
TIMES = 9
PLAYED = 10  # matches of each game for two, so that there is a list
Open = Callable[[], Screen[None]]
OF_A_GAME: dict[str, Callable[[Game], Screen[None]]] = {
    "new game": routes.new_game,
    "rules": routes.rules,
    "lesson": routes.lesson,
}
OTHERS: dict[str, Open] = {
    "matches": routes.replays,
    "scores": routes.statistics,
    "settings": routes.settings,
}


def some_matches() -> Matches:
    matches = unkept_matches()
    for game in map(registry.game, registry.games()):
        for seed in range(PLAYED if 2 in game.players() and not game.unasked() else 0):
            matches.new(game, [Seat("Ann"), Seat("Ben")], seed=seed)
    return matches


@dataclass(frozen=True)
class Cost:
    """Milliseconds of CPU, of one way to a page or back."""

    median: float
    worst: float

    def __str__(self) -> str:
        return f"{self.median:5.0f} ({self.worst:3.0f})"


async def costs(matches: Matches, size: tuple[int, int]) -> dict[str, tuple[Cost, Cost]]:
    """What opening and leaving each page costs."""
    app = Gamenight(matches, Settings(greeted=True, path=None), animate=False)
    async with app.run_test(size=size) as pilot:
        await app.workers.wait_for_complete()  # by then every page is loaded
        await pilot.pause()
        tidy_seldom()
        found = {}
        for name, of in OF_A_GAME.items():
            ways = [await _both_ways(app, pilot, partial(of, game)) for game in app.games.values()]
            found[name] = max(ways, key=lambda way: way[0].median)
        turned = [await _turned(app, pilot, game) for game in app.games.values() if game.lesson]
        found["its pages"] = max(turned, key=lambda way: way[0].median)
        return found | {name: await _both_ways(app, pilot, page) for name, page in OTHERS.items()}


async def _both_ways(app: Gamenight, pilot: Pilot[None], page: Open) -> tuple[Cost, Cost]:
    opened, left = [], []
    for _ in range(TIMES):
        opened.append(await _spent(pilot, lambda: app.push_screen(page())))
        left.append(await _spent(pilot, app.pop_screen))
    return Cost(median(opened), max(opened)), Cost(median(left), max(left))


async def _turned(app: Gamenight, pilot: Pilot[None], game: Game) -> tuple[Cost, Cost]:
    """What a next page of the lesson costs, and the one before."""
    await app.push_screen(routes.lesson(game))
    await pilot.press("n")
    pages = range(len(cast(LessonPage, app.screen).views) - 1)
    ways = [
        [await _spent(pilot, partial(pilot.press, key)) for _ in pages]
        for key in ("pagedown", "pageup")
    ]
    app.pop_screen()
    await pilot.pause()
    there, back = (Cost(median(way), max(way)) for way in ways)
    return there, back


async def _spent(pilot: Pilot[None], turn: Callable[[], Awaitable[object]]) -> float:
    start = process_time()
    await turn()
    await pilot.pause()
    return 1000 * (process_time() - start)


def main() -> None:
    print(f"milliseconds of CPU to open and to leave, median (worst) of {TIMES}")
    print(" " * 10 + "".join(f"{f'{width}x{height}':>24}" for width, height in SIZES))
    found = [asyncio.run(costs(some_matches(), size)) for size in SIZES]
    for name in found[0]:
        print(f"{name:10}" + "".join(f"  {one[name][0]} {one[name][1]}" for one in found))


if __name__ == "__main__":
    main()
