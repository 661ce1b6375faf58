"""A person as they are: with two windows of one seat, going back and forth, loading again in the
middle of anything, with a phone that sleeps, is turned around, or has a slow line."""

from __future__ import annotations

import pytest

from tests.online.players import same_secret
from tests.page.stage import People, Person, until

SHOWN = """() => [...document.querySelectorAll(".match .spot")].map((one) =>
  `${one.dataset.key}: ${one.textContent}`)"""
LIVE = "() => document.querySelector('.match .live') !== null"
QUIET = """() => document.querySelector(".match .live, .match .choices button") !== null
  && document.querySelector(".match .moving") === null"""
LAST = """() => [...document.querySelectorAll(".match .spot.last")].map((one) =>
  one.dataset.key).sort()"""
SLOW = 50_000  # bytes a second
TOKENS = "() => JSON.parse(localStorage.getItem('gamenight.tables'))[0].tokens.join(',')"


def board(people: People) -> Person:
    host = people.seat("oware", ("mouse",), machines=["random"])[0]
    host.wait(LIVE)
    return host


def same(one: Person, other: Person) -> None:
    """Both see the same board."""
    for _ in until(lambda: one.page.evaluate(SHOWN) == other.page.evaluate(SHOWN), one, other):
        one.page.wait_for_timeout(50)


def test_two_windows_of_one_seat(people: People) -> None:
    host = board(people)
    other = people.person()
    other.page.goto(f"{host.page.url}#{host.page.evaluate(TOKENS)}")
    other.wait(LIVE)
    for mover in (host, other, host, other):
        mover.wait(LIVE)
        assert mover.act()
        mover.wait(QUIET)
        same(host, other)


def test_back_and_forth_and_loaded_again(people: People) -> None:
    host = board(people)
    page, before = host.page, host.page.evaluate(SHOWN)
    page.click(".bar .brand")
    host.wait_for(".games a")
    page.go_back()
    host.wait(LIVE)
    assert page.evaluate(SHOWN) == before
    page.go_forward()
    host.wait_for(".games a")
    page.go_back()
    host.wait(LIVE)
    page.reload()
    host.wait(LIVE)
    assert page.evaluate(SHOWN) == before
    page.click(".bar button:has-text('Menu')")
    page.reload()
    host.wait(LIVE)
    assert host.act()
    for _ in until(lambda: page.evaluate(SHOWN) != before, host):  # else it may not be sent yet
        page.wait_for_timeout(10)
    page.reload()  # while something moves
    host.wait(QUIET)
    assert page.evaluate(SHOWN) != before


def test_the_last_move_is_marked_for_whoever_comes_later(people: People) -> None:
    """Who loads the page again, who watches, and a big screen see it as those who were there."""
    two = people.seat("oware", ("mouse", "mouse"))
    for _ in until(lambda: any(person.act() for person in two), *two):
        two[0].page.wait_for_timeout(100)
    for person in two:  # one move, of four seeds
        person.wait("() => document.querySelectorAll('.match .spot.last').length === 5")
    marked = two[0].page.evaluate(LAST)
    two[0].page.reload()
    watching, television = people.person(), people.person()
    watching.page.goto(two[0].page.url)
    television.page.goto(two[0].page.url.replace("/m/", "/tv/"))
    for person in (*two, watching, television):
        person.wait_for(".match .spot")
        assert person.page.evaluate(LAST) == marked


@pytest.mark.parametrize("game", ["oware", "circuit", "zombie", "thief", "preys"])
def test_turned_around_in_the_middle_of_a_match(people: People, game: str) -> None:
    """Nothing reaches over the edge, and what can be done is in view or can be scrolled to."""
    with same_secret(11):
        many = {"oware": 2, "preys": 1}.get(game, 3)
        (host,) = people.seat(game, ("touch",), places=many, machines=["random"] * (many - 1))
    for width, height in ((844, 390), (390, 844), (667, 375), (375, 667)):
        host.page.set_viewport_size({"width": width, "height": height})
        host.page.wait_for_timeout(300)
        wide = host.page.evaluate("() => document.documentElement.scrollWidth - innerWidth")
        assert wide <= 0, (width, height)
        if host.page.evaluate("() => document.querySelector('.ending') === null"):
            host.act()


def test_a_slow_line(people: People) -> None:
    """Everything comes, one after the other, and somebody can play."""
    table = people.gather("oware", ("mouse",), machines=["random"])[0]
    slow = people.person(fresh=True)
    line = slow.page.context.new_cdp_session(slow.page)
    line.send("Network.enable")
    limits = {
        "offline": False,
        "latency": 400,
        "downloadThroughput": SLOW,
        "uploadThroughput": SLOW,
    }
    line.send("Network.emulateNetworkConditions", limits)
    slow.page.goto(people.url)
    slow.wait_for(".games a")
    slow.page.goto(f"{table.page.url}#{table.page.evaluate(TOKENS)}")
    slow.wait_for(".lobby-deed .button.main")
    slow.page.click(".lobby-deed .button.main")
    slow.wait(LIVE)
    assert slow.act()
