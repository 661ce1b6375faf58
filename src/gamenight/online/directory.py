"""Directory: the tables of a server that everybody may see, and how to open another."""

from __future__ import annotations

import json
from dataclasses import dataclass, replace
from typing import Any
from urllib.error import HTTPError
from urllib.request import ProxyHandler, Request, build_opener

from gamenight.core.errors import GamenightError
from gamenight.online.connection import PATIENCE, Unreachable
from gamenight.online.links import Address

LARGEST = 1024 * 1024  # bytes of an answer
_open = build_opener(ProxyHandler({})).open


class ServerRefuses(GamenightError):
    """The server says no."""

    code = "server_refuses"


@dataclass(frozen=True)
class Listed:
    """A table: where it is, its game, who sits there (free where the name is empty), and whether it
    is open, playing or over."""

    address: Address
    game: str
    names: tuple[str, ...]
    state: str


def read_directory(server: Address) -> list[Listed]:
    """Its tables, the latest first; raises a GamenightError."""
    found = _ask(Request(f"{server.server}/api/tables"))
    try:
        return [_listed(server, table) for table in found]
    except (KeyError, TypeError, AttributeError):
        raise Unreachable("what answers there is not a server of tables") from None


def _listed(server: Address, table: dict[str, Any]) -> Listed:
    names = tuple(str(place["name"]) for place in table["places"])
    is_open = table["state"] == "open"
    address = replace(server, table=str(table["id"]), public=is_open and "" in names)
    return Listed(address, str(table["game"]), names, str(table["state"]))


def open_table(server: Address, game: str) -> Address:
    """A new table that everybody may see, for its host; raises a GamenightError."""
    body = json.dumps({"game": game, "public": True}).encode()
    made = _ask(Request(f"{server.server}/api/tables", body))
    return replace(server, table=str(made["id"]), tokens=(str(made["host"]),))


def _ask(request: Request) -> Any:
    try:
        with _open(request, timeout=PATIENCE) as answer:
            return json.loads(answer.read(LARGEST))
    except HTTPError as error:
        raise ServerRefuses(_sentence(error)) from None
    except (OSError, ValueError) as error:
        raise Unreachable(f"no server answers there ({error})") from None


def _sentence(error: HTTPError) -> str:
    try:
        return str(json.loads(error.read(LARGEST))["text"])
    except (OSError, ValueError, KeyError, TypeError):
        return f"the server answers {error.code}"
