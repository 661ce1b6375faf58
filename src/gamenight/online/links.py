"""Links: where a table is, and what lets somebody sit there."""

from __future__ import annotations

from dataclasses import dataclass, replace
from ipaddress import ip_address
from urllib.parse import urlsplit

from gamenight.core.errors import GamenightError
from gamenight.core.text import quoted
from gamenight.match.lobby import EXAMPLE_CODE
from gamenight.online import tokens

TABLE, CODE, BIG_SCREEN = "m", "c", "tv"  # the first part of a path
SOCKETS = {"http": "ws", "https": "wss"}
BETWEEN = ","  # tokens of people who share a screen
POSSIBLE = (
    f"possible: a code such as {EXAMPLE_CODE}, a shorter one with --server http://HOST:PORT, a "
    "link, or a server such as host:8650"
)


class WrongAddress(GamenightError):
    """Neither a link nor a code."""

    code = "wrong_address"


@dataclass(frozen=True)
class Address:
    """server: `http://host:port`; table: its id, once it is known; tokens: of the people at this
    screen; code: what lets somebody sit down."""

    server: str
    table: str = ""
    tokens: tuple[str, ...] = ()
    code: str = ""
    public: bool = False  # whoever comes may sit down

    @property
    def is_server(self) -> bool:
        """Whether it leads to a server, and to none of its tables yet."""
        return not self.table and not self.code

    @property
    def is_local(self) -> bool:
        """Whether only this machine can be reached by it."""
        return is_loopback(urlsplit(self.server).hostname or "")

    @property
    def link(self) -> str:
        """What leads back here. The tokens stand where no server gets to see them."""
        own = f"#{BETWEEN.join(self.tokens)}" if self.tokens else ""
        return f"{self.server}/{TABLE}/{self.table}{own}"

    @property
    def socket(self) -> str:
        """Where the socket of the table is; by its code while nothing else is known."""
        scheme, _, rest = self.server.partition("://")
        place = f"{TABLE}/{self.table}" if self.table else f"{CODE}/{self.code}"
        return f"{SOCKETS[scheme]}://{rest}/{place}/socket"

    @property
    def record(self) -> str:
        """Where the match is as a record."""
        return f"{self.server}/api/tables/{self.table}/record"

    @property
    def big_screen(self) -> str:
        """What shows the table to everybody in the room, in a browser."""
        return f"{self.server}/{BIG_SCREEN}/{self.table}"

    def at_table(self, table: str) -> Address:
        return replace(self, table=table)

    def with_token(self, token: str) -> Address:
        """One more person at this screen."""
        return replace(self, tokens=(*(one for one in self.tokens if one != token), token))

    def without_tokens(self) -> Address:
        """Nobody at this screen has a place."""
        return replace(self, tokens=())

    def spelled(self, code: str) -> str:
        """A code as somebody has to type it, with the server if it does not say that itself."""
        try:
            says_where = bool(tokens.read_code(code)[1])
        except tokens.WrongCode:
            says_where = False  # only its server can read it
        return code if says_where else f"{code} --server {self.server}"

    def claiming(self, code: str) -> str:
        """The link that lets others sit down."""
        return f"{self.server}/{CODE}/{code}"


def is_loopback(host: str) -> bool:
    """Whether this name or number leads a machine to itself."""
    try:
        return host == "localhost" or ip_address(host).is_loopback
    except ValueError:
        return False


def read_address(text: str, server: str = "") -> Address:
    """The address in a link or a code; server: where a code is good that does not say it. Raises
    WrongAddress or WrongCode."""
    if any(sign in text for sign in "/.:"):
        return _read_link(text)
    try:
        _, host, port = tokens.read_code(text)
    except tokens.WrongCode as error:
        raise tokens.WrongCode(f"{error} ({POSSIBLE})", text) from None
    if not server and not host:
        raise WrongAddress(f"{quoted(text)} needs its server: --server http://HOST:PORT", text)
    where = _read_server(server) if server else f"http://{host}:{port}"
    return Address(where, code="-".join(text.split()))  # as it fits into a link


def _read_link(text: str) -> Address:
    server = _read_server(text)
    url = urlsplit(_whole(text))
    kind, _, name = url.path.strip("/").partition("/")
    if not kind:
        return Address(server)
    if kind == TABLE and name and "/" not in name:
        return Address(server, name, tuple(filter(None, url.fragment.split(BETWEEN))))
    if kind == CODE and name and "/" not in name:
        tokens.read_code(name)
        return Address(server, code=name)
    possible = "a link such as http://host:8650/m/..., or a code"
    raise WrongAddress(f"{quoted(text)} leads to no table (possible: {possible})", text)


def _whole(text: str) -> str:
    return text if "://" in text else f"http://{text}"


def _read_server(text: str) -> str:
    """The server of an address, without its path."""
    try:
        url = urlsplit(_whole(text.strip()))
        port = f":{url.port}" if url.port else ""
    except ValueError:
        raise WrongAddress(f"{quoted(text)} is not an address", text) from None
    if url.scheme not in SOCKETS or not url.hostname or url.username:
        raise WrongAddress(f"{quoted(text)} is not an address (such as http://host:8650)", text)
    host = f"[{url.hostname}]" if ":" in url.hostname else url.hostname
    return f"{url.scheme}://{host}{port}"
