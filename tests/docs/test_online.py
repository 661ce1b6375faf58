"""`docs/online.md`: the settings, figures and events of a server are as it says."""

from __future__ import annotations

import re
from pathlib import Path

from gamenight.core import registry
from gamenight.online import doors, house, journal, leases, server
from gamenight.online.hosting import Hosting
from gamenight.online.house import NewTable
from gamenight.online.metrics import LINES
from gamenight.online.settings import HELP, PREFIX, Settings, read_settings
from tests.docs.walkthrough import blocks
from tests.paths import PROJECT

PAGE = (PROJECT / "docs" / "online.md").read_text("utf-8")
FILE = next(block.text for block in blocks(PAGE) if block.language == "ini")


def test_the_file_has_every_setting_as_it_is_usually(tmp_path: Path) -> None:
    path = tmp_path / "server.ini"
    path.write_text(FILE, "utf-8")
    found = read_settings(path, {})
    assert found == Settings(store=found.store)
    assert re.findall(r"^(\w+) =", FILE, re.MULTILINE) == list(HELP)
    assert read_settings(path, {f"{PREFIX}PORT": "1"}).port == 1
    assert read_settings(path, {f"{PREFIX}PORT": "1"}, port=2).port == 2
    assert f"`{PREFIX}PORT`" in PAGE


def test_no_setting_has_the_name_of_another() -> None:
    """GAMENIGHT_TABLES is the folder of endgame tables, not whether tables may be opened."""
    readme = (PROJECT / "README.md").read_text("utf-8")
    others = set(re.findall(r"`(GAMENIGHT_\w+)", readme))
    assert "GAMENIGHT_TABLES" in others
    assert others & {f"{PREFIX}{name.upper()}" for name in HELP} == set()


def test_a_table_waits_as_long_as_the_server_says(tmp_path: Path) -> None:
    hosting = Hosting(Settings(port=0, away=7), tmp_path / "store.sqlite")
    hosting.start()
    try:
        game = registry.games()[0]
        usual, own = (hosting.call(hosting.house.new(NewTable(game, away=n))) for n in (None, 0))
        assert (usual.seating.away, own.seating.away) == (7, 0)
    finally:
        hosting.stop()


def test_every_figure_and_event_is_explained() -> None:
    assert re.findall(r"^\| `(\w+)`", PAGE, re.MULTILINE) == [name for name, _, _ in LINES]
    modules = [Path(str(module.__file__)) for module in (server, house, doors, journal, leases)]
    noted = r'(?:\bevent\(|\btrouble\(|"event": )"(\w+)"'
    events = {e for path in modules for e in re.findall(noted, path.read_text("utf-8"))}
    told = PAGE.rpartition("\nThe log is")[2]
    assert events
    assert events == set(re.findall(r"`(\w+)`", told))
