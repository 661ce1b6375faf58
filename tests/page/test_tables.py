"""Tables of one's own, in lists: who plays, how it stands for who sits here, and who is next."""

from __future__ import annotations

import re

from tests.page.stage import People, Person
from tests.page.test_after import finished, give_up

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


# In the colours of their places, by name.
COLORS = """(found) => Object.fromEntries([...document.querySelectorAll(found)].map((one) =>
  [one.textContent.trim()[0], getComputedStyle(one).backgroundColor]))"""


def test_who_waits_for_another_round_is_in_the_list(people: People) -> None:
    (host, guest), id = finished(people)
    assert "finished" in row_of(people, host)
    host.page.goto(f"{people.url}/m/{id}")
    host.page.click(".again .main")
    host.wait_for(".again", "Waiting for Bert")
    assert row_of(people, host).endswith("waits for Bert")
    assert row_of(people, guest).endswith("Play again?")
    assert "Anna wants to play again" in row(people, guest)
    guest.wait_for(".home-turn", "Another round of Oware?")
    guest.page.click(".home-turn a")
    guest.wait_for(".again", "Anna wants to play again")


def row_of(people: People, person: Person) -> str:
    """The whole of it."""
    row(people, person)
    return " ".join(person.page.inner_text(".own .row").split())


def test_people_have_the_colors_in_the_list_that_they_have_at_the_table(people: People) -> None:
    """In every round: each draws its seats, or turns them."""
    host, guest = people.seat("oware", ("mouse", "mouse"))
    for _ in range(2):
        host.wait_for(".match .player")
        table, colors = host.page.url, host.page.evaluate(COLORS, ".player .face")
        row(people, host)
        assert host.page.evaluate(COLORS, ".own .avatar") == colors
        host.page.goto(table)
        host.wait_for(".match .player")
        give_up(host)
        host.wait_for(".ending")
        host.page.click(".again .main")
        guest.wait_for(".again", "wants to play again")
        guest.page.click(".again .main")
        host.wait("() => !document.querySelector('.ending')")
