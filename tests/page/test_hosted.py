"""A host's own server: only the host opens tables there, and it goes when the host does. Whoever
comes with a browser is offered nothing else, and reads what guests in a terminal read."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from gamenight.online.hosting import Hosting
from gamenight.online.house import NewTable
from gamenight.online.server import CLOSING
from tests.online.servers import serve
from tests.page.stage import PLACED, People, Person
from tests.page.windows import Windows

OFFERS = "() => [...document.querySelectorAll('a[href^=\"/new/\"]')].map((one) => one.textContent)"
NOTICE = 5100  # milliseconds after which a notice is gone
ONLY_THE_HOST = "Tables are opened by this server’s host only."


@pytest.fixture
def hosting(tmp_path: Path) -> Iterator[Hosting]:
    found = serve(tmp_path, tables=False, public=True)
    yield found
    if not found.house.draining:
        found.stop()


@pytest.fixture
def guests(windows: Windows, hosting: Hosting) -> Iterator[People]:
    found = People(windows, hosting.url)
    yield found
    found.close()
    assert not found.faults


def test_no_table_is_offered_that_cannot_be_opened(guests: People) -> None:
    guest = guests.person("touch")
    for path, shown in (
        ("", ".games .game h3"),
        ("tables", ".stack-wide section"),
        ("learn", ".games .game h3"),
        ("learn/oware", ".learn-head"),
    ):
        guest.page.goto(f"{guests.url}/{path}")
        guest.wait_for(shown)
        guest.page.wait_for_timeout(100)
        assert not guest.page.evaluate(OFFERS), path
        text = guest.page.inner_text("body")
        assert not [word for word in ("New table", "new table", "Open one") if word in text], path
    guest.page.click("button:has-text('Lesson'), [role=tab]:has-text('Lesson')")
    guest.wait_for(".lesson")
    while guest.page.is_visible(".lesson-foot button:has-text('Next')"):
        guest.page.click(".lesson-foot button:has-text('Next')")
    guest.page.click(".lesson-foot .button.main")
    guest.wait("() => location.pathname === '/learn'")
    guest.page.goto(f"{guests.url}/new/oware")
    guest.wait_for("h1", ONLY_THE_HOST)
    assert not guest.page.query_selector("form.sheet")


def test_who_came_by_telephone_reads_how_to_come_to_a_table(guests: People) -> None:
    """In sight, and before the games, which only lead to lessons."""
    page = guests.person("touch").page
    page.goto(guests.url)
    guests.all[0].wait_for(".hello.told", ONLY_THE_HOST)
    told, code, games = page.evaluate(PLACED, [".hello p", ".join", ".games"])
    assert told["width"] > 300
    assert told["y"] < code["y"] < games["y"]


def at_table(guests: People, hosting: Hosting, begin: bool) -> list[Person]:
    """A player's phone, a spectator's, and the big screen."""
    id, tokens = hosting.open_table(NewTable("oware", name="Anna", machines=["random"]))
    all = [guests.person("touch"), guests.person("touch"), guests.person(size=(1920, 1080))]
    for person, path in zip(
        all, (f"m/{id}#{','.join(tokens)}", f"m/{id}", f"tv/{id}"), strict=True
    ):
        person.page.goto(f"{guests.url}/{path}")
        person.wait_for("main.lobby, main.tv-lobby")
    if begin:
        all[0].page.click(".lobby-deed .button.main")
        all[0].wait_for(".match .live")
        all[1].wait_for(".ask", "Anna")
        assert [one.page.is_visible(".role") for one in all] == [False, True, False]
        all[2].wait_for(".tv-turn", "Anna’s turn")
    return all


@pytest.mark.parametrize("begin", [False, True], ids=["lobby", "match"])
def test_a_host_who_goes_is_told_of(guests: People, hosting: Hosting, begin: bool) -> None:
    """For as long as the host is gone, and nobody is waited for meanwhile."""
    player, watcher, television = all = at_table(guests, hosting, begin)
    guests.cut = True
    hosting.stop()
    player.page.wait_for_timeout(NOTICE)
    for person in all:
        person.wait_for("#screen", CLOSING)
        assert person.page.inner_text("#screen").count(CLOSING) == 1
    for person in (player, watcher):
        assert person.page.text_content("#alerts") == CLOSING
    if begin:
        watcher.wait_for(".ask", "open again")
        assert "turn" not in television.page.inner_text("#screen")
