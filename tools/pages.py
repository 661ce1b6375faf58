"""What opening and leaving a page costs: CPU time by page and size of the window.

python tools/pages.py

Every page is opened from home and left again several times in one process; the least counts, so
that other work on the machine does not. Of a page that each game has, the slowest is printed.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from functools import partial
from time import process_time

from textual.pilot import Pilot
from textual.screen import Screen

from gamenight.app import routes
from gamenight.app.app import Gamenight
from gamenight.app.settings import Settings
from gamenight.core import registry
from gamenight.core.game import Game
from gamenight.core.record import Seat
from gamenight.match.matches import Matches, unkept_matches

SIZES = ((80, 24), (200, 50))
TIMES = 5
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


async def costs(matches: Matches, size: tuple[int, int]) -> dict[str, tuple[float, float]]:
    """Milliseconds of opening and of leaving each page."""
    app = Gamenight(matches, Settings(greeted=True, path=None), animate=False)
    async with app.run_test(size=size) as pilot:
        await app.workers.wait_for_complete()  # by then every page is loaded
        await pilot.pause()
        found = {}
        for name, of in OF_A_GAME.items():
            pages = [partial(of, game) for game in app.games.values()]
            found[name] = max([await _least(app, pilot, page) for page in pages])
        return found | {name: await _least(app, pilot, page) for name, page in OTHERS.items()}


async def _least(app: Gamenight, pilot: Pilot[None], page: Open) -> tuple[float, float]:
    opened, left = [], []
    for _ in range(TIMES):
        start = process_time()
        await app.push_screen(page())
        await pilot.pause()
        opened.append(process_time() - start)
        start = process_time()
        await app.pop_screen()
        await pilot.pause()
        left.append(process_time() - start)
    return 1000 * min(opened), 1000 * min(left)


def main() -> None:
    print(f"milliseconds of CPU, least of {TIMES}: opening, leaving")
    print(" " * 10 + "".join(f"{f'{width}x{height}':>18}" for width, height in SIZES))
    found = [asyncio.run(costs(some_matches(), size)) for size in SIZES]
    for name in found[0]:
        print(f"{name:10}" + "".join(f"{one[name][0]:10.0f}{one[name][1]:8.0f}" for one in found))


if __name__ == "__main__":
    main()
