"""Who won stands in large letters at the end, on every terminal."""

from __future__ import annotations

import pytest

from gamenight.draw.context import Context
from gamenight.draw.parts.letters import draw_letters
from tests.app.screens import screen_lines
from tests.app.tables import run
from tests.app.test_ending import at_the_end, played


@pytest.mark.parametrize(
    ("look", "size"), [({"plain_colors": True}, (80, 24)), ({"ascii": True}, (60, 36))], ids=str
)
def test_who_won_is_large_without_grounds_too(look: dict[str, bool], size: tuple[int, int]) -> None:
    async def drive() -> None:
        app = at_the_end(played("thief"), **look)
        async with app.run_test(size=size) as pilot:
            await pilot.pause()
            drawn = draw_letters("Ann wins", "", Context(app.look), 56, 6)
            assert drawn is not None
            shown = screen_lines(app)
            for text in drawn.lines():
                assert any(text.strip() in row for row in shown)

    run(drive)
