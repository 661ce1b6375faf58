"""Journal: the log of a server, one JSON object a line, without tokens, names and cards."""

from __future__ import annotations

import asyncio
import json
import logging
import traceback
from pathlib import Path
from time import monotonic
from typing import Any

SELDOM_SECONDS = 60.0  # between two lines about the same trouble
log = logging.getLogger("gamenight.online")
_told: dict[str, float] = {}  # when each trouble was noted last


def event(what: str, **values: Any) -> None:
    """A line of the log."""
    log.info(json.dumps({"event": what, **values}))


def failed(error: BaseException) -> None:
    """A fault of this program: what it is and where, without what it was about."""
    log.error(json.dumps({"event": "failed", **_described(error)}))


def _described(error: BaseException) -> dict[str, str]:
    frames = traceback.extract_tb(error.__traceback__)
    where = f"{Path(frames[-1].filename).name}:{frames[-1].lineno}" if frames else ""
    return {"why": type(error).__name__, "where": where}


def structured(record: logging.LogRecord) -> bool:
    """A filter of what the web server notes: it becomes a line like all others, without its
    traceback. Left out is what somebody else got wrong, for anybody could fill the log with that,
    and that a request was given up when the server ended."""
    error = record.exc_info[1] if record.exc_info else None
    about = record.getMessage().strip()
    if about.startswith("Invalid ") or isinstance(error, asyncio.CancelledError):
        return False
    told = {"event": "web_server", "about": about[:100]}
    record.msg = json.dumps(told if error is None else {**told, **_described(error)})
    record.args, record.exc_info = (), None
    return True


def trouble(what: str, why: str = "", **values: Any) -> None:
    """Something that others can cause as often as they like: noted once a minute."""
    now, kind = monotonic(), f"{what} {why}"
    if now - _told.get(kind, -SELDOM_SECONDS) >= SELDOM_SECONDS:
        _told[kind] = now
        log.warning(json.dumps({"event": what, "why": why, **values}))


def loop_failed(loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
    """What nobody else catches: a connection that cannot be accepted, a task that broke."""
    error = context.get("exception")
    why = type(error).__name__ if error is not None else "unknown"
    trouble("trouble", why, about=str(context.get("message", ""))[:100])
