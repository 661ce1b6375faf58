"""Settings of a server: a file, then the environment, then the command line."""

from __future__ import annotations

from dataclasses import fields
from pathlib import Path

import pytest

from gamenight.online.settings import HELP, PREFIX, Settings, WrongSetting, read_settings


def test_what_is_said_later_counts(tmp_path: Path) -> None:
    path = tmp_path / "server.ini"
    path.write_text("[server]\nport = 1\nchat = yes\nidle = 5\n")
    environment = {f"{PREFIX}PORT": "2", f"{PREFIX}IDLE": "6", "GAMENIGHT_TABLES": "elsewhere"}
    found = read_settings(path, environment, port="3", public=None)
    assert (found.port, found.idle, found.chat, found.public) == (3, 6, True, False)


def test_nothing_said() -> None:
    assert read_settings(None, {}) == Settings()
    assert Settings().address == "127.0.0.1"


def test_each_setting_has_a_sentence() -> None:
    assert set(HELP) == {field.name for field in fields(Settings)}


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("[server]\nports = 1\n", "'ports'.*port"),
        ("[server]\nport = x\n", "port is a whole number, 0 or more, not 'x'"),
        ("[server]\nport = -1\n", "whole number"),
        ("[server]\nport = ²\n", "whole number"),
        ("[server]\nchat = maybe\n", "chat is yes or no, not 'maybe'"),
        ("port = 1\n", "cannot be read"),
        ("[other]\n", r"one section, \[server\]"),
        ("[server]\n[more]\n", "one section"),
        ("", "one section"),
        ("x" * 70_000, "has more than"),
    ],
)
def test_a_wrong_file_is_one_sentence(tmp_path: Path, text: str, words: str) -> None:
    path = tmp_path / "server.ini"
    path.write_text(text)
    with pytest.raises(WrongSetting, match=words):
        read_settings(path, {})


def test_no_file(tmp_path: Path) -> None:
    with pytest.raises(WrongSetting, match="cannot be read"):
        read_settings(tmp_path / "none.ini", {})


@pytest.mark.parametrize(
    ("environment", "given", "told"),
    [
        ({"GAMENIGHT_SERVE_PROT": "1"}, {}, "no setting 'prot'"),
        ({}, {"proxy": "not an address"}, "proxy is an address"),
        ({}, {"messages": 0}, "messages is at least 1"),
        ({}, {"sockets": 0}, "sockets is at least 1"),
        ({}, {"idle": 0}, "idle is at least 1"),
    ],
)
def test_settings_that_cannot_be(
    environment: dict[str, str], given: dict[str, object], told: str
) -> None:
    with pytest.raises(WrongSetting, match=told):
        read_settings(None, environment, **given)
