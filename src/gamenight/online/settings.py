"""Settings of a server: from a file, from the environment, or from the command line."""

from __future__ import annotations

import os
from collections.abc import Mapping
from configparser import ConfigParser
from configparser import Error as BadFile
from dataclasses import dataclass, fields, replace
from ipaddress import ip_address
from pathlib import Path
from typing import Any

from gamenight.core.clock import InvalidClock, read_control
from gamenight.core.errors import GamenightError
from gamenight.core.limits import TooLarge, read_file
from gamenight.core.paths import shown, trouble
from gamenight.core.text import listed, quoted
from gamenight.online.tokens import PORT

PREFIX = "GAMENIGHT_SERVE_"  # GAMENIGHT_TABLES is where endgame tables are
SECTION = "server"
LARGEST_FILE = 64 * 1024  # bytes of a file with settings


class WrongSetting(GamenightError):
    """A setting that does not exist, or cannot have this value."""

    code = "wrong_setting"


@dataclass(frozen=True)
class Settings:
    """What a host can say; HELP has a sentence for each."""

    address: str = "127.0.0.1"
    port: int = PORT
    store: str = ""
    public: bool = False
    tables: bool = True
    chat: bool = False
    away: int = 90
    clock: str = ""
    idle: int = 300
    proxy: str = ""
    url: str = ""
    hosts: str = ""
    inside: str = ""
    metrics_token: str = ""
    connections: int = 200
    most_connections: int = 10_000
    requests: int = 200
    messages: int = 100
    sockets: int = 10
    new_tables: int = 20
    tries: int = 20
    guesses: int = 120


HELP = {
    "address": "the address to listen on; 0.0.0.0 is every network of this machine",
    "port": "the port to listen on; 0 takes any that is free",
    "store": "the file that keeps tables and matches; by default the one of this user. "
    "postgresql://... is a database, which several servers can share",
    "public": "whether everybody sees all tables in the lobby, instead of by links only",
    "tables": "whether anybody who can reach the server may open tables",
    "chat": "whether people at a table can talk",
    "away": "seconds after which a machine plays for somebody who is gone; 0 means never",
    "clock": "how time is counted at a new table that says nothing else: 30s, 5m+10s, 3d, none",
    "idle": "seconds after which a table that nobody looks at leaves memory",
    "proxy": "the address of a proxy whose X-Forwarded-For is to be believed",
    "url": "where people find the server, such as https://HOST, if that is not where it listens",
    "hosts": "the names by which people may call the server, besides any address; * is every name",
    "inside": "where other servers with the same database reach this one, such as 10.0.0.5:8650; "
    "by default where it listens",
    "metrics_token": "what lets another machine read /metrics, as Authorization: Bearer",
    "connections": "how many connections one address may have",
    "most_connections": "how many connections there may be in all, as far as the system allows",
    "requests": "how many requests, sockets aside, one address may make in 20 seconds",
    "messages": "how many messages a screen may send in 20 seconds",
    "sockets": "how many screens one address may have at one table",
    "new_tables": "how many tables one address may open in an hour",
    "tries": "how many wrong codes, and how many wrong links, one address may try in ten minutes",
    "guesses": "how many wrong codes of all addresses a minute may have until codes are slow",
}

AT_LEAST_ONE = (
    *("idle", "connections", "most_connections", "requests", "messages", "sockets"),
    *("new_tables", "tries", "guesses"),
)


def read_settings(
    path: Path | None, environment: Mapping[str, str] = os.environ, **given: Any
) -> Settings:
    """The settings of a file, then of the environment, then those given; raises WrongSetting."""
    settings = Settings()
    if path is not None:
        settings = _with(settings, _of_file(path), str(path))
    named = {
        name.removeprefix(PREFIX).lower(): text
        for name, text in environment.items()
        if name.startswith(PREFIX)
    }
    settings = _with(settings, named, "the environment")
    return _with(settings, {n: str(v) for n, v in given.items() if v is not None}, "given")


def _of_file(path: Path) -> dict[str, str]:
    parser = ConfigParser(interpolation=None)
    try:
        parser.read_string(read_file(path, LARGEST_FILE).decode("utf-8"))
    except TooLarge as error:
        raise WrongSetting(str(error)) from None
    except OSError as error:
        raise WrongSetting(trouble(path, "read", error)) from None
    except (UnicodeDecodeError, BadFile) as error:
        raise WrongSetting(f"{shown(path)} cannot be read: {error}") from None
    if parser.sections() != [SECTION]:
        raise WrongSetting(f"{path} must have one section, [{SECTION}]")
    return dict(parser[SECTION])


def _with(settings: Settings, texts: Mapping[str, str], source: str) -> Settings:
    kinds = {field.name: field.type for field in fields(Settings)}
    changed: dict[str, Any] = {}
    for name, text in texts.items():
        if name not in kinds:
            raise WrongSetting(
                f"{source}: there is no setting {quoted(name)} (possible: {listed(kinds)})", name
            )
        changed[name] = _READERS[str(kinds[name])](name, text)
        if name in AT_LEAST_ONE and changed[name] < 1:
            raise WrongSetting(f"{name} is at least 1, not {text}", text)
        if name == "clock":
            _check_clock(text)
        if name == "proxy" and text and not _is_ip(text):
            raise WrongSetting(f"proxy is an address such as 127.0.0.1, not {quoted(text)}", text)
    return replace(settings, **changed)


def _check_clock(text: str) -> None:
    try:
        read_control(text)
    except InvalidClock as error:
        raise WrongSetting(f"clock: {error}", text) from None


def _is_ip(text: str) -> bool:
    try:
        ip_address(text)
    except ValueError:
        return False
    return True


def _number(name: str, text: str) -> int:
    if not text.isascii() or not text.isdigit() or len(text) > 9:
        raise WrongSetting(f"{name} is a whole number, 0 or more, not {quoted(text)}", text)
    return int(text)


def _switch(name: str, text: str) -> bool:
    words = {"yes": True, "no": False, "true": True, "false": False, "1": True, "0": False}
    if text.casefold() not in words:
        raise WrongSetting(f"{name} is yes or no, not {quoted(text)}", text)
    return words[text.casefold()]


def _text(name: str, text: str) -> str:
    return text


_READERS = {"int": _number, "bool": _switch, "str": _text}
