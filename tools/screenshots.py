"""Make the pictures of the README: every game on the full screen, in the middle of a match.

Run it as `.venv/bin/python tools/screenshots.py`; it writes `docs/pictures/ID.svg` for each game.
"""

from __future__ import annotations

import asyncio
from contextlib import suppress
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

from gamenight.app import routes
from gamenight.app.app import Gamenight
from gamenight.app.settings import Settings
from gamenight.app.snapshot import screen_picture
from gamenight.bots import bots_for
from gamenight.core import registry
from gamenight.core.game import Game
from gamenight.core.record import Seat
from gamenight.draw.svg import as_svg
from gamenight.match.course import play_out
from gamenight.match.matches import Matches, open_matches
from gamenight.match.table import Table
from gamenight.match.turn import Turn
from gamenight.match.waiting import without_loop

FOLDER = Path(__file__).parent.parent / "docs" / "pictures"
SIZE = (100, 30)
SEED = 7
LEAST = 14  # plies, not counting those that set up the table
NAMES = ("Ama", "Kofi", "Esi")


def seats(game: Game) -> list[Seat]:
    """A person, and bots in the other seats."""
    vacant, count = game.unasked(), min(max(game.players()[0], 3), game.players()[-1])
    strongest = next(reversed(list(game.bots)), next(iter(bots_for(game))))
    found = [Seat(NAMES[0]), *(Seat(name, strongest) for name in NAMES[1:count])]
    return [Seat(vacant[n], strongest) if n in vacant else s for n, s in enumerate(found)]


class Guest:
    """A front end for somebody who plays like `greedy`, until there is something to see."""

    def __init__(self, table: Table):
        self.table, self.rng = table, Random(SEED)

    async def show(self) -> None:
        decided = sum(ply.actor is not None for ply in self.table.plies)
        moves = decided if self.table.here else self.table.last
        if moves >= LEAST and (self.table.turn().kind == "person" or not self.table.here):
            raise Enough

    async def watch(self, turn: Turn) -> None:
        await self.table.advance(1)

    async def ask(self, turn: Turn) -> None:
        table, seat = self.table, turn.seats[0]
        if turn.kind in ("ready", "roll"):
            await table.ready(seat)
            return
        own = bots_for(table.game)["greedy"]
        view = table.rules.hide(table.state(), seat)
        action = own.bot.choose(table.rules, view, seat, self.rng, own.limit)
        if action is None:
            await table.passes(seat)
        else:
            await table.play(table.rules.format(action), seat)


class Enough(Exception):
    """There is something to see."""


def middle(matches: Matches, game: Game) -> Table:
    """A match some plies after its start, at a decision of the person if there is one."""
    table = matches.new(game, seats(game), seed=SEED)
    with suppress(Enough):
        without_loop(play_out(table, Guest(table)))
    return table


async def picture(game: Game, matches: Matches) -> str:
    table = middle(matches, game)
    app = Gamenight(
        matches, Settings(speed="slow"), first=lambda app: routes.table(table), animate=True
    )
    async with app.run_test(size=SIZE) as pilot:
        await pilot.pause(0.5)
        return as_svg(screen_picture(app.screen, keys=True), app.look.palette, game.title)


def main() -> None:
    FOLDER.mkdir(parents=True, exist_ok=True)
    for id in registry.games():
        file = FOLDER / f"{id}.svg"
        with TemporaryDirectory() as folder:  # nothing on the picture says that it is not saved
            matches = open_matches(Path(folder) / "gamenight.sqlite")
            drawn = asyncio.run(picture(registry.game(id), matches))
            matches.close()
        file.write_text(drawn, encoding="utf-8")
        print(f"wrote {file}")


if __name__ == "__main__":
    main()
