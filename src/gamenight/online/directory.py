"""Directory: the tables of a server that everybody may see, and how to open another."""

from __future__ import annotations

import json
from collections.abc import Callable, Collection, Sequence
from dataclasses import replace
from typing import Any
from urllib.error import HTTPError
from urllib.request import ProxyHandler, Request, build_opener

from gamenight.core.errors import GamenightError
from gamenight.core.game import Game
from gamenight.match.hall import Hall, Listed, TableKind
from gamenight.match.lobby import Lobby
from gamenight.match.network import PATIENCE as SOON
from gamenight.match.network import Chair, News
from gamenight.online.connection import PATIENCE, Unreachable, no_answer
from gamenight.online.links import Address, read_address

NO_SERVER = "what answers there is not a server of tables"
LARGEST = 1024 * 1024  # bytes of an answer
_open = build_opener(ProxyHandler({})).open


class ServerRefuses(GamenightError):
    """The server says no."""

    code = "server_refuses"


class Directory(Hall):
    """address: of the server; client: this screen at one of its tables; known: the same address
    with the tokens that somebody here has there."""

    def __init__(
        self,
        address: Address,
        client: Callable[[Address], Lobby],
        known: Callable[[Address], Address] = lambda address: address,
    ):
        self._address, self._client, self._known = address, client, known
        self.server = address.server

    def tables(self) -> Sequence[Listed]:
        self.opens = self.talks = False
        found, house = (_ask(Request(f"{self.server}/api/{name}")) for name in ("tables", "house"))
        try:
            self.opens, self.talks = bool(house["tables"]), bool(house["chat"])
            self.public = bool(house["public"])
            return [_listed(table) for table in found]
        except (KeyError, TypeError, AttributeError):
            raise Unreachable(NO_SERVER) from None

    def enter(self, table: Listed, watch: bool = False) -> Lobby:
        address = replace(self._address, table=table.id)
        if watch:
            return self._client(address)
        return self._client(self._known(replace(address, public=table.is_open)))

    def new(self, game: Game, kinds: Collection[TableKind] = ()) -> Lobby:
        public, chat, live = "private" not in kinds, "chat" in kinds, "live" in kinds
        asked = {"game": game.id, "public": public, "chat": chat, "live": live}
        made = _ask(Request(f"{self.server}/api/tables", json.dumps(asked).encode()))
        return self._client(
            replace(self._address, table=str(made["id"]), tokens=(str(made["host"]),))
        )


def news(chair: Chair) -> News:
    """How the table of a seat is now; raises a GamenightError."""
    address = read_address(chair.link)
    found = _ask(Request(f"{address.server}/api/tables/{address.table}"), SOON)
    try:
        left = found.get("left")
        playing, over = found["state"] == "playing", found["state"] == "over"
        yours = playing and found.get("turn") in chair.places
        return News(yours, int(left) if left is not None else None, over)
    except (KeyError, TypeError, ValueError, AttributeError):
        raise Unreachable(NO_SERVER) from None


def _listed(table: dict[str, Any]) -> Listed:
    names = tuple(str(place["name"]) for place in table["places"])
    return Listed(str(table["id"]), str(table["game"]), names, str(table["state"]))


def _ask(request: Request, seconds: float = PATIENCE) -> Any:
    try:
        with _open(request, timeout=seconds) as answer:
            return json.loads(answer.read(LARGEST))
    except HTTPError as error:
        raise ServerRefuses(_sentence(error)) from None
    except ValueError:
        raise Unreachable(NO_SERVER) from None
    except OSError:
        raise Unreachable(no_answer(request.full_url)) from None


def _sentence(error: HTTPError) -> str:
    try:
        return str(json.loads(error.read(LARGEST))["text"])
    except (OSError, ValueError, KeyError, TypeError):
        return f"the server answers {error.code}"
