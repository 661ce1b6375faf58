"""Make the pictures of the README: every game on the full screen, in the middle of a match.

Run it as `.venv/bin/python tools/screenshots.py`; it writes `docs/pictures/ID.svg` for each game.
"""

from __future__ import annotations

import asyncio
import re
from html import unescape
from pathlib import Path

from rich.cells import cell_len

from gamenight.bots import bots_for
from gamenight.core import registry
from gamenight.core.game import Game
from gamenight.core.record import Seat
from gamenight.match.match import Match
from gamenight.match.sqlite import SqliteStore
from gamenight.terminal.app.app import Gamenight
from gamenight.terminal.app.table import TableScreen
from gamenight.terminal.settings import Settings

FOLDER = Path(__file__).parent.parent / "docs" / "pictures"
SIZE = (100, 30)
CELL = 12.2  # the width of a cell in the export
SEED = 7
LEAST = 14  # plies, and none that only sets the table up
NAMES = ("Ama", "Kofi", "Esi")


def seats(game: Game) -> list[Seat]:
    """A person, and bots at the other seats."""
    vacant, count = game.unasked(), min(max(game.players()[0], 3), game.players()[-1])
    strongest = next(reversed(game.bots), next(iter(bots_for(game))))
    found = [Seat(NAMES[0]), *(Seat(name, strongest) for name in NAMES[1:count])]
    return [Seat(vacant[n], strongest) if n in vacant else s for n, s in enumerate(found)]


def middle(game: Game) -> Match:
    """A match some plies after its start, at a decision of the person where there is one."""
    match = Match.new(SqliteStore(), game, seats(game), order="given", seed=SEED)
    while match.result is None:
        turn = match.turn()
        decided = sum(ply.actor is not None for ply in match.plies)
        moves = decided if match.people else len(match.plies)
        if moves >= LEAST and (turn.kind == "person" or not match.people):
            break
        if turn.kind == "chance":
            match.chance(1)
        elif turn.kind == "bot" and turn.seat is not None:
            match.bot(turn.seat)
        elif turn.seat is not None:
            own = bots_for(game)["greedy"]
            view = match.rules.hide(match.state, turn.seat)
            action = own.bot.choose(
                match.rules, view, turn.seat, match.bot_generator(turn.seat), own.limit
            )
            if action is None:
                match.passes(turn.seat)
            else:
                match.play(match.rules.format(action), turn.seat)
    return match


async def picture(game: Game) -> str:
    match = middle(game)
    app = Gamenight(
        match.store, Settings(speed="slow"), first=lambda app: TableScreen(match), animate=True
    )
    async with app.run_test(size=SIZE) as pilot:
        await pilot.pause(0.5)
        svg = app.export_screenshot(title=game.title)
    # No font is fetched from anywhere: the reader's own monospaced one is used.
    svg = re.sub(r"@font-face\s*\{.*?\}\s*", "", svg, flags=re.DOTALL)
    return re.sub(r'textLength="[\d.]+"([^>]*>)([^<]*)', _measured, svg)


def _measured(text: re.Match[str]) -> str:
    """A piece of text as long as its cells: an emoji has two, which the export forgets."""
    length = cell_len(unescape(text[2])) * CELL
    return f'textLength="{length:.1f}"{text[1]}{text[2]}'


def main() -> None:
    FOLDER.mkdir(parents=True, exist_ok=True)
    for id in registry.games():
        file = FOLDER / f"{id}.svg"
        file.write_text(asyncio.run(picture(registry.game(id))), encoding="utf-8")
        print(f"wrote {file}")


if __name__ == "__main__":
    main()
