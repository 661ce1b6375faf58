"""Library: what anybody may read of the games, and where a table is, over HTTP."""

from __future__ import annotations

import asyncio
from typing import Any

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from gamenight.core import registry
from gamenight.online.catalogue import details, entry, signs
from gamenight.online.house import House
from gamenight.online.links import CODE, TABLE, is_loopback
from gamenight.online.qr import qr_svg
from gamenight.online.teaching import lesson, rules


def answered(value: Any) -> Response:
    """A value as JSON; parts of scenes may be JSON already."""
    return Response(msgspec.json.encode(value), media_type="application/json")


class Library:
    """The answers. proxy: the address of one that is trusted."""

    def __init__(self, house: House, proxy: str = ""):
        self._house, self._proxy = house, proxy
        self._entries: dict[str, dict[str, Any]] = {}  # pictures take a moment

    async def games(self, request: Request) -> Response:
        return answered([await self._entry(id) for id in registry.games()])

    async def _entry(self, id: str) -> dict[str, Any]:
        if id not in self._entries:
            self._entries[id] = await asyncio.to_thread(lambda: entry(registry.game(id)))
        return self._entries[id]

    async def game(self, request: Request) -> Response:
        id = request.path_params["id"]
        told = await asyncio.to_thread(details, registry.game(id))
        return answered({**await self._entry(id), **told})

    async def rules(self, request: Request) -> Response:
        game = registry.game(request.path_params["id"])
        return answered(await asyncio.to_thread(rules, game))

    async def signs(self, request: Request) -> Response:
        game = registry.game(request.path_params["id"])
        return answered(await asyncio.to_thread(signs, game, request.query_params))

    async def lesson(self, request: Request) -> Response:
        game = registry.game(request.path_params["id"])
        return answered(await asyncio.to_thread(lesson, game))

    async def qr(self, request: Request) -> Response:
        """The QR code of the link that claims a free place; when there is none, of the table's."""
        link, _ = await self._way(request)
        return Response(qr_svg(link), media_type="image/svg+xml")

    async def link(self, request: Request) -> Response:
        """What that QR code says, for whoever has to type it."""
        link, code = await self._way(request)
        return answered({"link": link, "code": code})

    async def _way(self, request: Request) -> tuple[str, str]:
        """The link to a table, and the code in it, if a place is free."""
        seating = await self._house.seating(request.path_params["id"])
        free = seating.match is None and not all(place.name for place in seating.places)
        code = self._house.code(seating) if free else ""
        path = f"{CODE}/{code}" if code else f"{TABLE}/{seating.id}"
        return f"{self._server(request)}/{path}", code

    def _server(self, request: Request) -> str:
        """Where others find this server: as whoever asks has found it, unless that is good for this
        machine only."""
        trusted = request.client is not None and request.client.host == self._proxy
        scheme = request.headers.get("x-forwarded-proto", "") if trusted else ""
        url = request.url
        if self._house.where is not None and is_loopback(url.hostname or ""):
            host, port = self._house.where
            return f"{url.scheme}://{host}:{port}"
        return f"{'https' if scheme == 'https' else url.scheme}://{url.netloc}"
