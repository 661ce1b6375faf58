"""The tests of the app lean on private parts of Textual (tests/app/headless.py): whoever takes a
newer Textual hears here which of them has gone."""

from __future__ import annotations

import asyncio
from functools import partial
from typing import Any

import pytest

from tests.app.headless import REPLACED, USUAL
from tests.app.screens import new_app, screen_text

SEE = "see tests/app/headless.py"


@pytest.mark.parametrize("name", [name for _, name, _ in REPLACED])
def test_textual_has_what_is_replaced(name: str) -> None:
    assert name in USUAL, f"Textual no longer has {name}, which the tests of the app replace: {SEE}"


def test_textual_calls_what_is_replaced() -> None:
    """What is still there, but no longer called, would make the tests slow in silence."""
    methods = [(owner, name, ours) for owner, name, ours in REPLACED if callable(ours)]
    called: set[str] = set()

    def spied(ours: Any, name: str, *given: Any, **more: Any) -> Any:
        called.add(name)
        return ours(*given, **more)

    async def drive() -> None:
        app = new_app()
        async with app.run_test() as pilot:
            await pilot.pause()
            await pilot.press("down")
            await pilot.pause()
            assert "Oware" in screen_text(app)

    with pytest.MonkeyPatch.context() as patch:
        for owner, name, ours in methods:
            method = partial(spied, ours, name)
            patch.setattr(owner, name, lambda *given, _m=method, **more: _m(*given, **more))
        asyncio.run(drive())
    unused = {name for _, name, _ in methods} - called
    assert not unused, (
        f"Textual no longer calls {unused}, which the tests of the app replace: {SEE}"
    )
