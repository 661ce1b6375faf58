"""A server that does not answer: the page says so at once, and comes back by itself."""

from __future__ import annotations

import pytest
from playwright.sync_api import Route

from tests.page.stage import People

WAITS = ".no-answer"
QUIET = "() => !document.querySelector('.no-answer')?.textContent"
SCREENS = {
    "/": ".games a",
    "/tables": "main h2",
    "/new/oware": ".sheet h1",
    "/learn": ".games a",
    "/learn/oware": ".manual h2",
}


@pytest.mark.parametrize("path", SCREENS)
def test_what_is_fetched_comes_as_soon_as_the_server_does(people: People, path: str) -> None:
    people.cut = True
    person = people.person()
    person.page.route("**/api/**", lambda route: route.abort())
    person.page.goto(people.url + path)
    person.wait_for(WAITS, "No answer from the server. Trying again …")
    assert person.page.query_selector(SCREENS[path]) is None
    person.page.unroute_all()
    person.wait_for(SCREENS[path])
    person.wait(QUIET)


def test_an_answer_that_takes_long_is_waited_for_aloud(people: People) -> None:
    person, held = people.person(), list[Route]()
    person.page.route("**/api/games", lambda route: held.append(route))
    person.page.goto(people.url)
    person.wait_for(WAITS, "Connecting …")
    for route in held:
        route.continue_()
    person.wait_for(SCREENS["/"])
    person.wait(QUIET)
