"""Passes: how a server tells another one for whom it asks, so that limits count for people,
wherever they came in."""

from __future__ import annotations

import hmac
from time import time

from starlette.requests import HTTPConnection

HEADER = "gamenight-relay"
GOOD_SECONDS = 60.0  # for which a pass is good: clocks differ


class Passes:
    """Between servers with the same key. A pass is good for one path, for a minute."""

    def __init__(self, key: bytes):
        self._key = key

    def write(self, address: str, request: HTTPConnection) -> str:
        """For whoever asks from this address."""
        when = f"{time():.0f}"
        return f"{address} {when} {self._mac(address, when, request)}"

    def caller(self, request: HTTPConnection) -> str | None:
        """The address for which another server asks; None if this came from anybody else."""
        address, _, signed = request.headers.get(HEADER, "").partition(" ")
        when, _, mac = signed.partition(" ")
        if not hmac.compare_digest(mac.encode(), self._mac(address, when, request).encode()):
            return None
        return address if abs(time() - float(when)) < GOOD_SECONDS else None

    def _mac(self, address: str, when: str, request: HTTPConnection) -> str:
        text = f"relay {address} {when} {request.url.path}"
        return hmac.digest(self._key, text.encode(), "sha256").hex()
