"""Bad lines: in one match of each game connections are cut, and the server is killed and started
again. Play goes on, and nothing is lost."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest

from gamenight.core import registry
from gamenight.match.doctor import examine
from gamenight.match.sqlite import SqliteStore
from tests.effort import times
from tests.match.matches import SHORT
from tests.online.mortal import Mortal
from tests.page.cable import Cable
from tests.page.stage import PATIENCE, People, Person
from tests.page.windows import Windows

CUTS, AT_ONCE, KILLS = 10, 4, times(1, 3)  # AT_ONCE: cuts after one deed
SECRET = 8  # with these dice somebody is asked often enough in every game
OPTIONS: dict[str, dict[str, Any]] = {
    **SHORT,
    "circuit": {"board": 12, "laps": 2},
    "oware": {"ply_limit": 16},
    "thief": {"target": 2000, "cards": True},  # more than one turn, however lucky
    "zombie": {"brains_to_win": 6},
}
# All that lies on the table, and the points.
SHOWN = """() => [...document.querySelectorAll(".match .spot, .match .player .value")]
  .map((one) => one.dataset.drawn ?? one.firstChild.textContent)"""
POINTS = """() => [...document.querySelectorAll(".match .player .value")]
  .map((one) => Number(one.firstChild.textContent.replace(/[^-0-9]/g, "")))"""
SAID = "() => [...document.querySelectorAll('.log li')].map((one) => one.textContent)"
ASKED = "() => document.querySelector('.match .live, .match .choices button, .ending') !== null"
CONNECTED = "() => document.querySelector('.connection').dataset.state === 'open'"
LOST = "() => document.querySelector('.connection').dataset.state === 'again'"


@pytest.fixture
def mortal(tmp_path: Path) -> Iterator[Mortal]:
    found = Mortal(tmp_path / "matches.sqlite", SECRET)
    yield found
    found.kill()


def rest(people: Sequence[Person]) -> None:
    """Until somebody is asked, or it is over, and nothing moves."""
    end, seen = time.monotonic() + PATIENCE, list[list[str]]()
    while (now := [person.page.evaluate(SHOWN) for person in people]) != seen or not any(
        person.page.evaluate(ASKED) for person in people
    ):
        assert time.monotonic() < end, "\n\n".join(person.seen() for person in people)
        seen = now
        people[0].page.wait_for_timeout(200)


def die_and_return(mortal: Mortal, people: Sequence[Person]) -> None:
    """Everybody notices, and when the server is back everything is there that they saw: the same,
    unless a machine has gone on meanwhile."""
    rest(people)
    mortal.kill()
    for person in people:
        person.wait(LOST)
    before = [(person.page.evaluate(SAID), person.page.evaluate(SHOWN)) for person in people]
    mortal.start()
    for person, (said, shown) in zip(people, before, strict=True):
        person.wait(CONNECTED)
        now = person.page.evaluate(SAID)
        assert now[: len(said)] == said
        assert len(now) > len(said) or person.page.evaluate(SHOWN) == shown


WAKE = "() => document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))"


def test_a_phone_that_has_slept(windows: Windows, url: str) -> None:
    """Its line is dead, and nobody has told it: when somebody looks again, it notices."""
    cable = Cable(urlsplit(url).port or 0)
    people = People(windows, cable.url)
    people.cut = True
    (host,) = people.seat("oware", ("touch",), machines=["random"])
    host.wait(ASKED)
    cable.die()
    host.page.wait_for_timeout(100)
    assert host.page.evaluate(CONNECTED)
    host.page.evaluate(WAKE)
    host.wait(LOST)
    host.wait(CONNECTED)
    assert host.act()
    host.wait("() => document.querySelectorAll('.log li').length >= 2")
    people.close()
    cable.close()
    assert not people.faults


def test_a_new_line_may_be_dead_too(windows: Windows, url: str) -> None:
    """Whoever connects again is not welcomed, and nobody says why: they try once more."""
    cable = Cable(urlsplit(url).port or 0)
    people = People(windows, cable.url)
    people.cut = True
    (host,) = people.seat("oware", ("touch",), machines=["random"])
    host.wait(ASKED)
    cable.deaf = 1
    cable.cut()
    host.wait(LOST)
    host.wait(CONNECTED)
    assert not cable.deaf
    assert host.act()
    people.close()
    cable.close()
    assert not people.faults


@pytest.mark.parametrize("game", registry.games())
def test_the_line_is_cut_and_the_server_killed(
    windows: Windows, mortal: Mortal, tmp_path: Path, game: str
) -> None:
    cable, kills = Cable(mortal.port), 0
    people = People(windows, cable.url)
    people.cut = True
    played, options = registry.game(game), OPTIONS.get(game, {})
    seats = min(3, max(played.players(**options)))
    machines = ["random"] * (seats - 2)
    two = people.seat(game, ("mouse", "touch"), options=options, places=seats, machines=machines)

    def harm(deeds: int) -> None:
        nonlocal kills
        if kills < KILLS and deeds > kills + 1:
            kills += 1
            die_and_return(mortal, two)
        for _ in range(min(AT_ONCE, CUTS - cable.cuts)):
            cable.cut()
            for person in two:
                person.wait(CONNECTED)

    people.play(two, harm)
    points = [person.page.evaluate(POINTS) for person in two]
    logs = [person.page.evaluate(SAID) for person in two]
    people.close()
    cable.close()
    assert not people.faults
    if game == "oware":  # nothing in it is secret
        assert logs[0] == logs[1], "both have learned the same, what they missed too"
        plies = options["ply_limit"]
        assert len([line for line in logs[0] if " sows " in line]) == plies, "and all of it once"
    assert cable.cuts >= CUTS
    assert kills == KILLS
    kept = SqliteStore(tmp_path / "matches.sqlite")
    (match,) = kept.matches()
    kept.close()
    assert match.result is not None
    assert points == [[*match.result.scores[: len(points[0])]]] * 2
    assert examine(tmp_path / "matches.sqlite").whole
