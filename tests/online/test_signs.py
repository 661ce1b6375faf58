"""The signs of a game over HTTP: those that its options let appear."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from typing import Any
from unittest.mock import patch

import pytest

from gamenight.core import registry
from gamenight.online.hosting import Hosting
from tests.online.servers import ask, serve

WITH, WITHOUT = "thief", "oware"  # one that says which signs can appear, and one that does not


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Hosting]:
    hosting = serve(tmp_path_factory.mktemp("server"))
    yield hosting
    hosting.stop()


def test_signs_are_those_of_the_options(server: Hosting) -> None:
    url, game = f"{server.url}/api/games/{WITH}/signs", registry.game(WITH)
    assert ask(url)[:2] == (200, [*game.legend()])
    assert ask(f"{url}?cards=yes")[:2] == (200, [*game.legend(cards=True)])
    assert game.legend() != game.legend(cards=True)


@pytest.mark.parametrize("name", ["self", "options", "nonsense"])
@pytest.mark.parametrize("id", [WITH, WITHOUT])
def test_unknown_options_have_no_signs(server: Hosting, id: str, name: str) -> None:
    assert (registry.game(id).faces is None) == (id == WITHOUT)
    status, told, _ = ask(f"{server.url}/api/games/{id}/signs?{name}=1")
    assert (status, told["code"]) == (400, "invalid_option")


@pytest.mark.parametrize("path", ["/signs", ""])
def test_a_slow_game_does_not_hold_up_the_server(server: Hosting, path: str) -> None:
    """What it says is asked for beside the loop that serves everybody."""
    game, loops = registry.game(WITH), list[Any]()

    def note() -> None:
        loops.append(None)
        with suppress(RuntimeError):
            loops[-1] = asyncio.get_running_loop()

    def faces(options: Any) -> Any:
        note()
        return game.glyphs

    def make(options: Any, players: int) -> Any:
        note()
        return game.make(options, players)

    slow = replace(game, faces=faces, make=make)
    with patch.object(registry, "game", lambda id: slow):
        assert ask(f"{server.url}/api/games/{WITH}{path}")[0] == 200
    assert loops
    assert not any(loops)
