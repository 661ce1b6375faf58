"""For everyone: axe finds nothing on any screen in both themes, the narrowest window scrolls only
downwards, what can be touched is as large as a finger, and the first view is small."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Any

import pytest
from axe_playwright_python.base import AXE_SCRIPT

from tests.online.players import same_secret
from tests.page.stage import NETWORK, People, Person, until

COLOURS = ("color-contrast", "link-in-text-block")  # all that a theme changes
FIRST_VIEW = 150_000  # bytes, without fonts
NARROWEST = (320, 640)
ZOOMED = (640, 400)  # a window of 1280 by 800 at 200 %
PHONE = (390, 844)
# What reaches over the right edge of the window, unless it can be scrolled by itself.
TOO_WIDE = """() => {
  const scrolls = (one) => one && one !== document.body && (
    ["auto", "scroll"].includes(getComputedStyle(one).overflowX) || scrolls(one.parentElement));
  const wide = [...document.body.querySelectorAll("*")].filter((one) => one.checkVisibility()
    && !one.closest(".unseen, .confetti, .skip") && !scrolls(one.parentElement)
    && one.getBoundingClientRect().right > innerWidth + 1);
  const page = document.documentElement.scrollWidth > innerWidth ? ["the page"] : [];
  return [...page, ...wide.map((one) => one.cloneNode().outerHTML)].slice(0, 5);
}"""

# What is smaller than a finger; on the board what is beside a small thing counts as that thing, and
# a link within a sentence is as high as its line.
SMALL = """() => [...document.querySelectorAll("a[href], button, input, select, summary")]
  .filter((one) => one.checkVisibility({ visibilityProperty: true, opacityProperty: true })
    && !one.closest("[inert], .skip, .unseen") && !one.matches(".spot, .player:not(.live)")
    && getComputedStyle(one).display !== "inline")
  .map((one) => [one.closest("label") ?? one, one])
  .filter(([target]) => Math.min(target.offsetWidth, target.offsetHeight) < 44)
  .map(([target, one]) => `${target.offsetWidth}x${target.offsetHeight} ${one.outerHTML}`)"""
# What can be done and cannot be got at.
HIDDEN = """() => [...document.querySelectorAll(".match .live, .match .choices button")]
  .filter((one) => one.checkVisibility() && !one.closest("[inert]")).filter((one) => {
    one.scrollIntoView({ block: "center", inline: "center" });
    const box = one.getBoundingClientRect();
    const over = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
    return !one.contains(over);
  }).map((one) => one.outerHTML.slice(0, 160))"""


def at(path: str, shown: str = "main h1") -> Callable[[People], Person]:
    """A screen that needs nothing."""

    def opened(people: People) -> Person:
        person = people.person()
        person.page.goto(people.url + path)
        person.wait_for(shown)
        return person

    return opened


def lobby(people: People) -> Person:
    return people.gather("circuit", ("mouse",), places=4, machines=["random"])[0]


def match(game: str) -> Callable[[People], Person]:
    def begun(people: People) -> Person:
        host = people.seat(game, ("mouse",), places=3, machines=["random", "random"])[0]
        host.wait_for(".match .choices button, .match .live")
        return host

    return begun


def board(people: People) -> Person:
    host = people.seat("oware", ("mouse",), machines=["random"])[0]
    host.wait_for(".match .live")
    return host


def menu(people: People) -> Person:
    host = board(people)
    host.page.click(".tool-menu")
    host.wait_for(".menu")
    return host


def ending(people: People) -> Person:
    host = board(people)
    host.page.click(".tool-menu")
    host.page.click(".menu button:text-is('Give up')")
    host.page.click("dialog .danger")
    host.wait_for(".ending h1, .ending h2")
    return host


def odds(people: People) -> Person:
    host = match("thief")(people)
    host.page.click(".tool-odds")
    host.wait_for(".told dl")
    return host


def lesson(people: People) -> Person:
    host = board(people)
    host.page.keyboard.press("?")
    host.page.click(".how-tabs button:text-is('Lesson')")
    host.wait_for(".lesson .spot")
    return host


def replay(people: People) -> Person:
    over = ending(people)
    over.page.goto(over.page.url.replace("/m/", "/r/"))
    over.wait_for("#screen h1, #screen h2")
    over.wait_for(".spot")
    return over


def big_screen(people: People) -> Person:
    host = board(people)
    host.page.goto(host.page.url.replace("/m/", "/tv/"))
    host.wait_for(".tv .spot")
    return host


def big_lobby(people: People) -> Person:
    host = lobby(people)
    host.page.goto(host.page.url.replace("/m/", "/tv/"))
    host.wait_for(".tv-lobby .tv-typed")
    return host


def open_lobby(people: People) -> Person:
    """The same where phones can come."""
    host = lobby(people)
    host.page.route("**/api/tables/*/link", lambda route: route.fulfill(json=NETWORK))
    host.page.goto(host.page.url.replace("/m/", "/tv/"))
    host.wait_for(".tv-lobby .qr")
    return host


def big_ending(people: People) -> Person:
    host = ending(people)
    host.page.goto(host.page.url.replace("/m/", "/tv/"))
    host.wait_for(".tv-end .headline")
    return host


def river(people: People) -> Person:
    """A match that plays by itself, with the fish of whoever watches."""
    with same_secret(8):
        options = {"escort": "choose"}
        host = people.seat("preys", ("mouse",), options=options, machines=[])[0]
    host.wait_for(".match .live, .ending")
    return host


def no_line(people: People) -> Person:
    """A table whose server cannot be reached."""
    host = board(people)
    people.cut = True
    host.page.context.set_offline(True)
    host.page.evaluate("() => dispatchEvent(new Event('offline'))")
    return host


SCREENS: dict[str, Callable[[People], Person]] = {
    "home": at("/", ".games a"),
    "tables": at("/tables"),
    "learn": at("/learn"),
    "rules": at("/learn/oware"),
    "new": at("/new/circuit", ".sheet h1"),
    "code": at("/c/NOWHERE"),
    "lobby": lobby,
    "race": match("circuit"),
    "dice": match("thief"),
    "turns": match("zombie"),
    "river": river,
    "board": board,
    "no line": no_line,
    "menu": menu,
    "odds": odds,
    "lesson": lesson,
    "ending": ending,
    "replay": replay,
    "record": at("/replay"),
    "big screen": big_screen,
    "big lobby": big_lobby,
    "big lobby in a network": open_lobby,
    "big ending": big_ending,
    "no table": at("/m/nowhere", ".alone h2"),
    "offline": at("/page/offline.html"),
}


def broken(person: Person, only: Sequence[str] = (), sizes: bool = True) -> list[str]:
    """The rules of axe that the page breaks, and where. only: these rules; sizes: whether targets
    are large enough, which axe cannot tell of those that are under a bar until somebody scrolls."""
    asked: dict[str, Any] = {"resultTypes": ["violations"]}
    asked |= {"runOnly": only} if only else {"rules": {"target-size": {"enabled": sizes}}}
    if not person.page.evaluate("() => 'axe' in window"):
        person.page.evaluate(AXE_SCRIPT)
    told: dict[str, list[dict[str, Any]]] = person.page.evaluate("(how) => axe.run(how)", asked)
    return [
        f"{found['id']}: {node['html'][:160]} {node.get('failureSummary', '')[:300]}"
        for found in told["violations"]
        for node in found["nodes"][:2]
    ]


@pytest.mark.parametrize("name", SCREENS)
def test_a_screen_is_for_everyone(people: People, name: str) -> None:
    people.cut = name in ("code", "no table")  # that there is no such table is an answer of 404
    person = SCREENS[name](people)
    assert broken(person) == []
    person.page.emulate_media(color_scheme="light")
    assert broken(person, only=COLOURS) == []
    for width, height in (PHONE, ZOOMED, NARROWEST):
        person.page.set_viewport_size({"width": width, "height": height})
        person.page.wait_for_timeout(50)
        assert person.page.evaluate(TOO_WIDE) == [], (width, height)
        assert person.page.evaluate(SMALL) == [], (width, height)
        if not person.page.evaluate("() => document.querySelector('dialog[open]') !== null"):
            assert person.page.evaluate(HIDDEN) == [], (width, height)
    assert broken(person, sizes=False) == []


# What a place is called, and what is said of it besides.
SAID = """() => [...document.querySelectorAll(".match .hand .spot")].map((one) =>
  one.ariaLabel.replace(/^.: /, "").split(", "))"""


def test_what_lies_in_a_hand_is_named_once(people: People) -> None:
    (host,) = people.seat(
        "thief", ("mouse",), options={"cards": True}, places=3, machines=["random"] * 2
    )
    host.wait_for(".match .hand .spot")
    for name, *more in host.page.evaluate(SAID):
        assert name
        assert name not in more


# What is said of every place of the main board.
NAMED = """() => [...document.querySelectorAll(".match .main .spot")].map((one) => one.ariaLabel)"""


def test_who_listens_can_tell_places_apart_and_hears_nothing_twice(people: People) -> None:
    (host,) = people.seat("preys", ("mouse",), options={"escort": "choose"}, places=1)
    host.wait_for(".match .main .spot")
    names = host.page.evaluate(NAMED)
    assert len(set(names)) == len(names) > 40
    assert any(" at place " in name for name in names), names

    (host,) = people.seat("thief", ("mouse",), places=3, machines=["random"] * 2)
    for _ in until(lambda: "points" in str(host.page.evaluate(NAMED)), host):
        host.act()
        host.page.wait_for_timeout(20)
    rolled = r"([A-E]: )?[^,]+(, \d+ points(, marked)?| that does not count)"
    for name in host.page.evaluate(NAMED):
        assert re.fullmatch(rf"(empty|a die to roll|{rolled})(, last move)?", name), name


def test_the_first_view_is_small(people: People) -> None:
    person = people.person(fresh=True)
    sizes: dict[str, int] = {}
    person.page.on(
        "requestfinished",
        lambda request: sizes.update({request.url: request.sizes()["responseBodySize"]}),
    )
    person.page.goto(people.url)
    person.wait_for(".games a")
    person.page.wait_for_timeout(200)
    counted = {url: size for url, size in sizes.items() if "/fonts/" not in url}
    assert any(url.endswith(".js") and size for url, size in counted.items())
    assert sum(counted.values()) < FIRST_VIEW, sorted(counted.items(), key=lambda one: -one[1])
