"""Pages: the files of the page in a browser. Every address of a screen gives the same document;
what it shows is decided there."""

from __future__ import annotations

from pathlib import Path

from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import Request
from starlette.responses import FileResponse, PlainTextResponse, Response
from starlette.routing import BaseRoute, Mount, Route
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

FOLDER = Path(__file__).parent / "page"
SCREENS = (
    *("/", "/tables", "/new/{game}", "/m/{id}", "/c/{code}", "/tv/{id}"),
    *("/r/{id}", "/r/{id}/{match}", "/replay", "/learn", "/learn/{game}"),
)
SAFE = {
    "Content-Security-Policy": (
        "default-src 'self'; img-src 'self' data: blob:; object-src 'none'; base-uri 'none'; "
        "form-action 'self'; frame-ancestors 'none'"
    ),
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
    "Cache-Control": "no-cache",  # ask whether there is a newer one
}


class PageFiles(StaticFiles):
    """The modules, styles and fonts."""

    async def get_response(self, path: str, scope: Scope) -> Response:
        response = await super().get_response(path, scope)
        response.headers.update(SAFE)
        return response


async def screen(request: Request) -> Response:
    """The document that shows any screen."""
    return FileResponse(FOLDER / "index.html", headers=SAFE)


async def nowhere(request: Request, error: Exception) -> Response:
    """There is nothing at this address: people read so in the document, programs in a line."""
    if request.url.path.startswith(("/api/", "/page/")) or request.method != "GET":
        return PlainTextResponse("Not Found", 404)
    return FileResponse(FOLDER / "index.html", 404, headers=SAFE)


async def service(request: Request) -> Response:
    """The worker that says that there is no connection: it stands above all it looks after."""
    return FileResponse(FOLDER / "service.js", headers=SAFE)


def routes() -> list[BaseRoute]:
    screens: list[BaseRoute] = [Route(path, screen) for path in SCREENS]
    files = GZipMiddleware(PageFiles(directory=FOLDER), compresslevel=6)
    return [*screens, Route("/service.js", service), Mount("/page", files)]
