"""Tables of one's own, in lists: who plays, how it stands for who sits here, and who is next."""

from __future__ import annotations

import re

from tests.page.stage import People, Person

LIVE = "() => document.querySelector('.match .live') !== null"
QUIET = """() => document.querySelector(".match .live, .match .choices button, .ending") !== null
  && document.querySelector(".match .moving") === null"""


def row(people: People, person: Person) -> str:
    """The first of their tables, in the list at home."""
    person.page.goto(people.url)
    person.wait_for(".own .row")
    return " ".join(person.page.inner_text(".own .row .row-text").split())


def test_how_it_stands_is_in_the_list(people: People) -> None:
    """Of two for both, one's own first; of more for whoever sits here, in points or in facts."""
    host, _ = two = people.seat("oware", ("mouse", "mouse"))
    for person in two:
        person.wait(QUIET.replace(".live, .match .choices button, .ending", ".spot"))
    assert row(people, host) == "Bert Oware · 0 to 0"
    (racer,) = people.seat("circuit", ("mouse",), places=3, machines=["random"] * 2)
    for _ in range(2):
        racer.wait(QUIET)
        racer.act()
    racer.wait(QUIET)
    facts = r"you: (1st|2nd|3rd) · lap 1 · \d+ moves?"
    assert re.search(rf"Circuit · {facts}$", row(people, racer))
    assert re.search(r"(wait|thinks …) · you: (1st|2nd|3rd) · lap 1$", told(racer))
    (thief,) = people.seat("thief", ("mouse",), places=3, machines=["random"] * 2)
    thief.wait(QUIET)
    assert re.search(r"Thief · you have \d+", row(people, thief))


def told(person: Person) -> str:
    return " ".join(person.page.inner_text(".home-turn small >> nth=0").split())


def test_all_who_sit_at_one_screen_are_named(people: People) -> None:
    """Nobody is elsewhere: it is no table of one's own that nobody has come to yet."""
    host = people.person()
    host.page.goto(f"{people.url}/new/oware")
    host.page.fill("#called", "Anna")
    host.page.click("text=Everybody at this screen")
    host.page.fill(".stack input >> nth=0", "Bert")
    host.page.click(".sheet-foot .main")
    host.wait_for(".match")
    assert row(people, host) == "Anna and Bert Oware · 0 to 0"
