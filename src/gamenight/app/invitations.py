"""Invitations: what home offers to play online: host a game, or join somebody's table."""

from __future__ import annotations

import asyncio

from gamenight.app import routes
from gamenight.app.screens.dialogs import LineDialog, PickDialog
from gamenight.app.screens.page import Page
from gamenight.app.widgets.items import Item
from gamenight.core.errors import GamenightError
from gamenight.core.game import Game
from gamenight.core.text import sentence
from gamenight.match.lobby import Network

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
        Item(JOIN, "j  Join", "a table, by its link or its code"),
        *(Item(link, f"{n}  Back", about) for n, (link, about) in enumerate(seats, 1)),
    ]

    def choose(key: str | None) -> None:
        if key == HOST:
            _choose_game(page, network)
        elif key == JOIN:
            _ask_address(page, network)
        elif key is not None:
            _join(page, network, key)

    page.app.push_screen(PickDialog("Play online", items), choose)


def _choose_game(page: Page, network: Network) -> None:
    games = [*page.gamenight.games.values()]
    items = [Item(str(n), f"{n}  {game.title}", game.summary) for n, game in enumerate(games, 1)]

    def choose(key: str | None) -> None:
        if key is not None:
            _choose_reach(page, network, games[int(key) - 1])

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


async def _host(page: Page, network: Network, game: Game, lan: bool) -> None:
    page.notify("Opening a table ...", markup=False)
    lobby = await asyncio.to_thread(network.host, game, lan)
    page.app.push_screen(routes.lobby(lobby))


def _ask_address(page: Page, network: Network, typed: str = "", reason: str = "") -> None:
    lines = ["A link, or a code such as K7QM-3RTX: whoever hosts the table sees it."]

    def take(address: str | None) -> None:
        if address is not None:
            _join(page, network, address)

    page.app.push_screen(LineDialog("Join a table", lines, typed, reason), take)


def _join(page: Page, network: Network, address: str) -> None:
    try:
        lobby = network.join(address)
    except GamenightError as error:
        _ask_address(page, network, address, sentence(str(error)))
    else:
        page.app.push_screen(routes.lobby(lobby))
