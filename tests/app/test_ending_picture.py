"""The picture of an ending: a file to send."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path
from xml.etree import ElementTree

import pytest

from gamenight.app.screens.ending import LOOKING, EndingPage
from gamenight.app.snapshot import NotSaved, save_snapshot
from tests.app.screens import notices
from tests.app.tables import press, run
from tests.app.test_ending import at_the_end, resigned


def test_a_picture_of_it_is_saved_and_never_over_another(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)

    async def drive() -> None:
        app = at_the_end(resigned())
        async with app.run_test() as pilot:
            page = app.screen
            assert isinstance(page, EndingPage)
            page.shown = replace(page.shown, waiting=LOOKING)
            await press(pilot, ["i", "i"])
            assert page.shown.waiting == LOOKING
            assert not [
                one for one in tmp_path.glob("*.svg") if "Looking" in one.read_text("utf-8")
            ]
            first, second = sorted(tmp_path.glob("*.svg"), key=lambda path: len(path.name))
            assert re.fullmatch(r"oware-\d{4}-\d\d-\d\d.svg", first.name)
            assert second.stem == f"{first.stem}-2"
            told = notices(app)
            assert f"{first.name}: the picture is saved in {first.parent}" in told
            root = ElementTree.fromstring(first.read_text("utf-8"))
            assert (root.get("width"), root.get("height")) == ("800", "460")
            with pytest.raises(NotSaved, match="cannot be written"):
                save_snapshot(app.screen, app.look, "Oware", "oware", tmp_path / "none")

    run(drive)
