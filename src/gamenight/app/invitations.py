"""Invitations: what home offers to play online: host a game, or join somebody's table."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from gamenight.app import routes
from gamenight.app.screens.dialogs import LineDialog, PickDialog
from gamenight.app.screens.page import Page
from gamenight.app.widgets.items import Item
from gamenight.core.errors import GamenightError
from gamenight.core.game import Game
from gamenight.core.text import sentence
from gamenight.match.lobby import EXAMPLE_CODE
from gamenight.match.network import Network

HOST, JOIN = "h", "j"
MACHINE, LAN = "m", "l"
MOST = 5  # seats to come back to


def play_online(page: Page) -> None:
    """Ask what is wanted; where packages are missing, say which."""
    network = page.gamenight.network
    try:
        network.check()
    except GamenightError as error:
        page.tell_error(error)
        return
    seats = network.seats()[:MOST]
    items = [
        Item(HOST, "h  Host", "a table here, for people at other screens"),
        Item(JOIN, "j  Join", "a table by its link or code, or a server"),
        *(Item(one.link, f"{n}  Back", one.told()) for n, one in enumerate(seats, 1)),
    ]

    def choose(key: str | None) -> None:
        if key == HOST:
            choose_game(page, lambda game: _choose_reach(page, network, game))
        elif key == JOIN:
            _ask_address(page)
        elif key is not None:
            join_table(page, key)

    page.app.push_screen(PickDialog("Play online", items), choose)


def choose_game(page: Page, take: Callable[[Game], None]) -> None:
    """Ask which game is to be played; `take` gets it."""
    games = [*page.gamenight.games.values()]
    items = [Item(str(n), f"{n}  {game.title}", game.summary) for n, game in enumerate(games, 1)]

    def choose(key: str | None) -> None:
        if key is not None:
            take(games[int(key) - 1])

    page.app.push_screen(PickDialog("Which game?", items), choose)


def _choose_reach(page: Page, network: Network, game: Game) -> None:
    items = [
        Item(MACHINE, "m  This machine", "other windows here"),
        Item(LAN, "l  Local network", "other machines and phones near you"),
    ]

    def choose(key: str | None) -> None:
        if key is not None:
            page.do(_host(page, network, game, key == LAN))

    page.app.push_screen(PickDialog("Who can come?", items), choose)


def resume_table(page: Page, game: str, table: str) -> None:
    """Back to a table that is hosted here, where it was."""
    page.do(_resume(page, page.gamenight.network, game, table))


async def _resume(page: Page, network: Network, game: str, table: str) -> None:
    network.check()
    page.notify("Opening the table ...", markup=False)
    lobby = await asyncio.to_thread(network.resume, game, table)
    page.app.push_screen(routes.lobby(lobby))


async def _host(page: Page, network: Network, game: Game, lan: bool) -> None:
    page.notify("Opening a table ...", markup=False)
    lobby = await asyncio.to_thread(network.host, game, lan)
    page.app.push_screen(routes.lobby(lobby))


def _ask_address(page: Page, typed: str = "", reason: str = "") -> None:
    lines = [
        f"A link, or a code such as {EXAMPLE_CODE}: whoever hosts the table sees it.",
        "The address of a server lists its tables: http://HOST:PORT.",
    ]

    def take(address: str | None) -> None:
        if address is not None:
            join_table(page, address, lambda reason: _ask_address(page, address, reason))

    page.app.push_screen(LineDialog("Join a table", lines, typed, reason), take)


def join_table(page: Page, address: str, refused: Callable[[str], None] | None = None) -> None:
    """A table, or the tables of a server; if the address is wrong, it is asked for. refused: gets
    what only the server finds wrong with it."""
    network = page.gamenight.network
    try:
        hall = network.hall(address)
        if hall is None:
            opened = routes.lobby(network.join(address), refused=refused)
        else:
            opened = routes.hall(hall)
    except GamenightError as error:
        _ask_address(page, address, sentence(error))
    else:
        page.app.push_screen(opened)
