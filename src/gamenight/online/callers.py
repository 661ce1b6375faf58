"""Callers: who asks a server for something, from where, and whether that may be."""

from __future__ import annotations

import hmac
from contextlib import suppress
from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network
from urllib.parse import urlsplit

from starlette.requests import HTTPConnection

from gamenight.core.errors import GamenightError
from gamenight.online.passes import Passes
from gamenight.online.settings import Settings

NETWORK_BITS = 64  # of an IPv6 address: the rest is for its owner to choose
LOCAL_NAMES = ("localhost", "ip6-localhost")


class ForeignOrigin(GamenightError):
    """A page of another site."""

    code = "foreign_origin"


class WrongHost(GamenightError):
    """A name that this server does not have."""

    code = "wrong_host"


class Callers:
    """By the settings of a server; passes: what another server passes on, it has looked at."""

    def __init__(self, settings: Settings, passes: Passes | None = None):
        self._passes = passes
        self._proxy = read_ip(settings.proxy)
        self._names = {name.casefold() for name in settings.hosts.replace(",", " ").split()}
        self._names |= {name} if (name := urlsplit(settings.url).hostname) else set()
        self._token = settings.metrics_token

    def address(self, request: HTTPConnection) -> str:
        """Who asks; a proxy that is trusted says for whom it does, as the last of all. A network of
        IPv6 counts as one, since whoever has it has all of its addresses."""
        relayed = self._passes.caller(request) if self._passes is not None else None
        if relayed is not None:
            return relayed
        peer = request.client.host if request.client is not None else ""
        found = read_ip(peer)
        if found is not None and found == self._proxy:
            lines = request.headers.getlist("x-forwarded-for")
            found = read_ip(",".join(lines).rpartition(",")[2]) or found
        if isinstance(found, IPv6Address):
            return str(ip_network((found, NETWORK_BITS), strict=False))
        return peer if found is None else str(found)

    def is_operator(self, request: HTTPConnection) -> bool:
        """Whether somebody at this machine asks, not through a proxy, or with the token for it."""
        given = request.headers.get("authorization", "").encode()
        if self._token and hmac.compare_digest(given, f"Bearer {self._token}".encode()):
            return True
        peer = read_ip(request.client.host if request.client is not None else "")
        passed_on = any(name in request.headers for name in ("x-forwarded-for", "forwarded"))
        return peer is not None and peer.is_loopback and not passed_on

    def check(self, request: HTTPConnection) -> None:
        """A page of somebody else cannot act for whoever looks at it: neither from its own site nor
        under a name of its own that leads here. Raises ForeignOrigin or WrongHost."""
        if self._passes is not None and self._passes.caller(request) is not None:
            return
        host, origin = request.headers.get("host", ""), request.headers.get("origin")
        if not self._is_ours(host):
            raise WrongHost(f"this server is not called {host[:100]!r} (its setting: hosts)")
        if origin is None:
            return
        with suppress(ValueError):
            site = urlsplit(origin).netloc
            if site and site == host:
                return
        raise ForeignOrigin("this came from another site")

    def _is_ours(self, host: str) -> bool:
        """A name that no stranger can give this server: an address, this machine's own, or one of
        the settings."""
        name = _without_port(host).casefold().rstrip(".")
        known = name in LOCAL_NAMES or name in self._names or "*" in self._names
        return known or not host or read_ip(name) is not None


def read_ip(text: str) -> IPv4Address | IPv6Address | None:
    """An address, perhaps with a port, or in brackets; None if it is not one."""
    name = _without_port(text.strip())
    with suppress(ValueError):
        found = ip_address(name)
        mapped = found.ipv4_mapped if isinstance(found, IPv6Address) else None
        return mapped or found
    return None


def _without_port(host: str) -> str:
    if host.startswith("["):
        return host[1:].partition("]")[0]
    return host.partition(":")[0] if host.count(":") == 1 else host
