"""`gamenight play` on the full screen: the table at once, or the form for what is missing."""

from __future__ import annotations

from typing import Any

import pytest

from gamenight.app.screens.new_game import NewGamePage
from gamenight.app.screens.table import TablePage
from gamenight.cli.play import first_table
from gamenight.core import registry
from gamenight.draw.style import Style
from gamenight.plain.console import Console
from gamenight.plain.seating import Seating
from tests.app.screens import new_app


@pytest.mark.parametrize(
    ("game", "named", "options", "page"),
    [
        ("oware", ["Ann", "bot:easy"], {}, TablePage),
        ("thief", ["Ann", "Ben", "bot:turn"], {}, TablePage),
        ("circuit", ["Ann", "Ben"], {}, TablePage),
        ("zombie", ["Ann", "Ben"], {}, TablePage),
        ("oware", ["Ann"], {}, NewGamePage),
        ("thief", ["Ann"], {}, NewGamePage),
        ("oware", [], {}, NewGamePage),
        ("preys", [], {}, NewGamePage),
        ("preys", [], {"escort": "closest"}, TablePage),
        ("preys", [], {"escort": "choose"}, NewGamePage),
        ("preys", ["Ann"], {"escort": "choose"}, TablePage),
    ],
)
def test_what_is_missing_is_asked_for_in_the_form(
    game: str, named: list[str], options: dict[str, Any], page: type
) -> None:
    seating = Seating.of(Console(Style()), registry.game(game), options)
    for text in named:
        seating.take(text)
    assert isinstance(first_table(new_app(), seating, options, 1), page)
