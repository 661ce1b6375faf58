"""Stage: people with browsers, who play by mouse, by touch or by keyboard alone, and see only what
is drawn. A page may not complain, and may ask nobody but its server."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from random import Random
from typing import Any, Literal
from urllib.parse import urlsplit

from playwright.sync_api import ConsoleMessage, Error, Page, Request

from tests.online.servers import open_table
from tests.page.windows import Windows

Way = Literal["mouse", "keyboard", "touch"]
FLAGS = (
    *("--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage"),
    *("--disable-background-networking", "--no-first-run"),
)
NAMES = ("Anna", "Bert", "Cara", "Dora")
DESK, PHONE = (1280, 800), (390, 844)
# The way to a table where others can come: on a machine of its own network.
NETWORK = {"link": "http://192.168.1.20:8650/c/MZ22-2246-B6VB-GLK", "code": "MZ22-2246-B6VB-GLK"}
PATIENCE = 30.0  # seconds until something hangs
PAUSE = 0.01
FINGER = 20  # pixels by which a finger misses the middle of what it means
MOST_TABS = 150
MOST_DEEDS = 3000  # in a match; more lead nowhere
# What a browser itself says of a line that is cut, and of files that it could not get meanwhile.
OF_THE_LINE = ("WebSocket", "net::ERR_", "Failed to load resource")

# Something that can be done at the table: a place, a player or a button, by chance; what is marked
# is mostly agreed to, and there is mostly no way back.
CHOOSE = """([first, second, aside]) => {
  if (document.querySelector(".ending")) return { over: true };
  const button = (one) => one.matches(".choices button");
  const all = [...document.querySelectorAll(".match .live, .match .choices button:not(:disabled)")]
    .filter((one) => one.checkVisibility());
  const marking = all.some((one) => one.hasAttribute("aria-pressed"));
  const last = all.filter((one) => button(one) && one.textContent.startsWith("Back"));
  const agreed = all.filter((one) => one.matches(".choices button.main"));
  const usual = all.filter((one) => !last.includes(one));
  const agrees = marking && agreed.length && first < 0.5;
  const from = agrees ? agreed : first > 0.95 || !usual.length ? all : usual;
  const found = window.wanted = from[Math.floor(second * from.length)];
  if (!found) return null;
  found.scrollIntoView({ block: "nearest", inline: "nearest" });
  const box = found.getBoundingClientRect(), x = box.x + box.width / 2, y = box.y + box.height / 2;
  const over = document.elementFromPoint(x, y);
  const letter = found.querySelector(button(found) ? "kbd" : ".label")?.textContent ?? "";
  const spoken = (one) => (one.getAttribute("aria-label") ?? one.textContent).trim();
  const names = all.map(spoken), beside = document.elementFromPoint(x + aside[0], y + aside[1]);
  const free = found.contains(beside)
    || !button(found) && beside?.closest(".board") && !beside.closest(".live");
  return {
    x, y, letter: letter === "↵" ? "Enter" : letter, name: spoken(found),
    aside: free ? aside : [0, 0],
    alike: names.filter((name, at) => !name || names.indexOf(name) !== at),
    astray: document.activeElement === document.body,
    covered: found.contains(over) ? "" : over?.outerHTML.slice(0, 200) ?? "nothing",
  };
}"""
WANTED = "() => document.activeElement === window.wanted"
WANTED_OR_GONE = """() => document.activeElement === window.wanted || !window.wanted.isConnected
  || !window.wanted.matches(".live, .choices button")"""
ON_SOMETHING = "() => document.activeElement.matches('.match .live, .match .choices button')"
# Letters are the table's while the focus is there or nowhere, and Enter while it is on nothing.
HEARD = """(letter) => letter && (document.activeElement.matches("body, .match")
  || letter !== "Enter" && document.activeElement.closest(".match") !== null)"""
ASTRAY = "() => document.activeElement === document.body"
# All that a screen reader is told, in order.
LISTEN = """document.addEventListener("DOMContentLoaded", () => {
  const hear = (changes) => changes.flatMap((change) => [...change.addedNodes]);
  new MutationObserver((changes) => heard.push(...hear(changes).map((one) => one.textContent)))
    .observe(document.getElementById("said") ?? document.body, { childList: true });
});
const heard = window.heard = [];"""
# Where things are drawn, by their selectors.
PLACED = """(all) => all.map((one) =>
  document.querySelector(one).getBoundingClientRect().toJSON())"""
WRITTEN = "() => document.querySelector('.typed')?.textContent ?? ''"


def until(so: Callable[[], object], *people: Person) -> Iterator[None]:
    """Rounds of a loop until this is so. When patience is over it fails, with what people see."""
    end = time.monotonic() + PATIENCE
    while not so():
        assert time.monotonic() < end, f"it hangs in\n{seen_by(people)}"
        yield


def seen_by(people: Sequence[Person]) -> str:
    return "\n\n".join(person.seen() for person in people)


class Person:
    """Somebody with a browser of their own. rng: what they choose."""

    def __init__(self, page: Page, way: Way, rng: Random):
        self.page, self.way, self._rng = page, way, rng
        self.deeds = 0
        self.over = False  # as it was when they last looked
        self._focused = False  # whether the focus was on something after the last deed

    def wait(self, expression: str, argument: object = None) -> Any:
        """Until this is so; what it gives. (`wait_for_function` needs a page that may eval.)"""
        end = time.monotonic() + PATIENCE
        while not (found := self.page.evaluate(expression, argument)):
            assert time.monotonic() < end, f"not so: {expression} in\n{self.seen()}"
            time.sleep(PAUSE)
        return found

    def wait_for(self, selector: str, text: str = "") -> None:
        """Until something is there and can be seen, perhaps with a text."""
        self.wait(
            "([selector, text]) => [...document.querySelectorAll(selector)].some((one) =>"
            " one.checkVisibility() && one.textContent.includes(text))",
            [selector, text],
        )

    def go(self, url: str) -> None:
        """To another page, where the focus is on nothing yet."""
        self.page.goto(url)
        self._focused = False

    def seen(self) -> str:
        """The page as text."""
        return f"{self.page.url}\n{self.page.inner_text('body')}"

    @property
    def heard(self) -> list[str]:
        """What a screen reader was told since the page was opened."""
        return list(self.page.evaluate("() => window.heard"))

    def act(self) -> bool:
        """Do something that can be done now, if anything can."""
        aside = [self._rng.uniform(-FINGER, FINGER) for _ in range(2)]
        found = self.page.evaluate(CHOOSE, [self._rng.random(), self._rng.random(), aside])
        self.over = bool(found and found.get("over"))
        if found is None or self.over:
            return False
        assert not found["alike"], f"who hears {found['alike']} cannot tell them apart"
        if self.way == "keyboard":
            assert not (self._focused and found["astray"]), f"the focus is lost in\n{self.seen()}"
            self._press(found)
            self._focused = not self.page.evaluate(ASTRAY)
        else:
            assert not found["covered"], f"{found['name']} is covered by {found['covered']}"
            if self.way == "mouse":
                self.page.mouse.click(found["x"], found["y"])
            else:
                x, y = found["aside"]
                self.page.touchscreen.tap(found["x"] + x, found["y"] + y)
        self.deeds += 1
        return True

    def _press(self, found: dict[str, Any]) -> None:
        """By its letter, by Tab, or by wherever arrow keys lead."""
        keys, way = self.page.keyboard, self._rng.random()
        if way < 0.4 and self.page.evaluate(HEARD, found["letter"]):
            letter = found["letter"].replace("Esc", "Escape")
            for key in [letter] if len(letter) > 2 else letter:
                keys.press(key)
            if self.page.evaluate(WRITTEN):
                keys.press("Enter")
        elif way < 0.6:
            for _ in range(self._rng.randint(1, 4)):
                keys.press(self._rng.choice(("ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown")))
            if self.page.evaluate(ON_SOMETHING):
                keys.press("Enter")
        else:
            self.tab_to_it()
            if self.page.evaluate(WANTED):
                keys.press("Enter")

    def tab_to_it(self) -> None:
        """Tab reaches everything that can be touched."""
        for _ in range(MOST_TABS):
            if self.page.evaluate(WANTED_OR_GONE):
                return
            self.page.keyboard.press("Tab")
        raise AssertionError(f"Tab never reaches it in\n{self.seen()}")


class People:
    """Everybody at a server, and what their pages did wrong."""

    def __init__(self, windows: Windows, url: str):
        self._windows, self.url = windows, url
        self.all: list[Person] = []
        self.faults: list[str] = []
        self.asked: list[str] = []
        self.cut = False  # the line may be lost, and browsers may say so

    def person(self, way: Way = "mouse", size: Sequence[int] = (), fresh: bool = False) -> Person:
        """Somebody who has opened nothing yet. fresh: and nothing was ever fetched."""
        phone = way == "touch"
        width, height = size or (PHONE if phone else DESK)
        page = self._windows.open(phone, fresh)
        page.set_viewport_size({"width": width, "height": height})
        for event, heard in self._ears.items():
            page.on(event, heard)
        found = Person(page, way, Random(len(self.all)))
        self.all.append(found)
        return found

    @property
    def _ears(self) -> dict[Any, Callable[[Any], None]]:
        return {"console": self._said, "pageerror": self._failed, "request": self._requested}

    def _failed(self, error: Error) -> None:
        self.faults.append(f"page: {error}")

    def _said(self, message: ConsoleMessage) -> None:
        if message.type not in ("error", "warning"):
            return
        if not (self.cut and any(word in message.text for word in OF_THE_LINE)):
            self.faults.append(f"console: {message.text} {message.location.get('url')}")

    def _requested(self, request: Request) -> None:
        self.asked.append(request.url)
        asked = urlsplit(request.url)
        if asked.scheme not in ("data", "blob") and asked.netloc != urlsplit(self.url).netloc:
            self.faults.append(f"asks somebody else: {request.url}")

    def gather(
        self, game: str, ways: Sequence[Way], names: Sequence[str] = NAMES, **asked: Any
    ) -> list[Person]:
        """People at a table that waits; the first is the host, and who has no seat watches."""
        host, *guests = (self.person(way) for way in ways)
        table = open_table(self.url, game=game, **{"name": names[0], **asked})
        host.page.goto(f"{self.url}/m/{table['id']}#{table['token']},{table['host']}")
        host.wait_for("main.lobby")
        for guest, name in zip(guests, names[1:], strict=False):
            guest.page.goto(f"{self.url}/c/{table['code']}")
            guest.wait_for(".lobby-hint .dim")
            if guest.page.is_visible("form.sit"):
                guest.page.fill("form.sit input", name)
                guest.page.click("form.sit button")
                guest.wait_for(".lobby-hint", "You sit.")
        return [host, *guests]

    def begin(self, gathered: Sequence[Person]) -> None:
        """The host says that it begins."""
        gathered[0].page.click(".lobby-deed .button.main")
        for person in gathered:
            person.wait_for("main.match")

    def seat(self, game: str, ways: Sequence[Way], **asked: Any) -> list[Person]:
        """People at a match that has begun."""
        found = self.gather(game, ways, **asked)
        self.begin(found)
        return found

    def play(
        self, people: Sequence[Person], between: Callable[[int], None] = lambda deeds: None
    ) -> None:
        """Until everybody sees the end. between: what happens after so many deeds."""
        end, deeds = time.monotonic() + PATIENCE, 0
        while not all(person.over for person in people):
            acted = False
            for person in people:
                if person.act():
                    acted, deeds = True, deeds + 1
                    between(deeds)
            assert deeds < MOST_DEEDS, f"it never ends:\n{seen_by(people)}"
            if acted:
                end = time.monotonic() + PATIENCE
            else:
                assert time.monotonic() < end, seen_by(people)
                people[0].page.wait_for_timeout(PAUSE * 1000)

    def close(self) -> None:
        for person in self.all:
            self._windows.give_back(person.page, person.way == "touch")
            for event, heard in self._ears.items():
                person.page.remove_listener(event, heard)
