"""Behind: much is played at once, as by machines after everybody has given up. What is said belongs
to what is shown, and the end is soon in view."""

from __future__ import annotations

import json
import time
from typing import Any

import pytest
from playwright.sync_api import Page, WebSocketRoute

from tests.page.stage import People

PLIES, SOON = 150, 12.0  # seconds until the last of them is shown
FEW, LEAST_EACH = 8, 1.0  # and of so few each has so many seconds, where nobody has to answer
ALL_THAT_WAS_SAID = """(selector) => {
  const status = document.querySelector(selector), said = window.was = [];
  new MutationObserver(() => said.push(status.textContent))
    .observe(status, { childList: true, subtree: true });
}"""


def plies(welcome: dict[str, Any]) -> list[dict[str, Any]]:
    """Everything that is still played, each with a status of its own."""
    (eye, *_), (first, cuts) = welcome["scenes"], welcome["n"]
    steps = [{"text": "A roll.", "beat": 1}, {"text": "Another.", "beat": 1}]
    return [
        {
            "t": "ply",
            "n": [first + n, cuts],
            "steps": {eye: [*steps, {"text": f"It is {n}.", "delta": {"status": [f"turn {n}"]}}]},
            "deltas": {eye: {"status": [f"turn {n}"]}},
        }
        for n in range(1, PLIES + 1)
    ]


def heard_by(page: Page) -> list[tuple[WebSocketRoute, dict[str, Any]]]:
    """The lines of whatever is opened now, and how each was welcomed."""
    lines: list[tuple[WebSocketRoute, dict[str, Any]]] = []

    def between(line: WebSocketRoute) -> None:
        server = line.connect_to_server()

        def heard(text: str | bytes) -> None:
            message = json.loads(text)
            if message["t"] == "welcome":
                lines.append((line, message))
            line.send(text)

        server.on_message(heard)

    page.route_web_socket("**/*", between)
    return lines


@pytest.mark.parametrize("way", ["tv", "m"])
def test_what_is_far_behind_says_what_it_shows_and_is_soon_over(people: People, way: str) -> None:
    (host,) = people.seat("oware", ("mouse",), machines=["random"])
    screen = people.person()
    screen.page.emulate_media(reduced_motion="no-preference")
    lines = heard_by(screen.page)
    screen.page.goto(host.page.url.split("#")[0].replace("/m/", f"/{way}/"))
    screen.wait_for(".match .spot")
    status = ".tv-status" if way == "tv" else ".status"
    screen.page.evaluate(ALL_THAT_WAS_SAID, status)
    begun = time.monotonic()
    line, welcome = lines[-1]
    for ply in plies(welcome):
        line.send(json.dumps(ply))
    screen.wait_for(status, f"turn {PLIES}")
    assert time.monotonic() - begun < SOON
    assert len(set(screen.page.evaluate("() => window.was"))) > 5


def test_nobody_is_hurried_who_only_watches(people: People) -> None:
    """Chance and machines have their time as long as nobody here is asked; then it is caught up."""
    (host,) = people.seat("oware", ("mouse",), machines=["random"])
    watcher = people.person()
    for screen in (host, watcher):
        screen.page.emulate_media(reduced_motion="no-preference")
    lines = heard_by(watcher.page)
    watcher.page.goto(host.page.url.split("#")[0])
    watcher.wait_for(".match .spot")
    line, welcome = lines[-1]
    begun = time.monotonic()
    for ply in plies(welcome)[:FEW]:
        line.send(json.dumps(ply))
    watcher.wait_for(".status", f"turn {FEW}")
    assert time.monotonic() - begun > FEW * LEAST_EACH

    lines = heard_by(host.page)
    host.page.reload()
    host.wait_for(".match .spot")
    line, welcome = lines[-1]
    (own,) = welcome["yours"]
    turn = {"kind": "choose", "seat": welcome["places"][own]["seat"]}
    begun = time.monotonic()
    for ply in plies(welcome)[:FEW]:
        line.send(json.dumps({**ply, "turn": turn}))
    host.wait_for(".status", f"turn {FEW}")
    assert time.monotonic() - begun < FEW * LEAST_EACH
