"""What can be asked for at a table: a hint, the odds, how to play, what the menu offers; and a move
that is made while there is no connection."""

from __future__ import annotations

import asyncio

import pytest

from gamenight.online import protocol as p
from gamenight.online.advising import Advising
from tests.online.players import same_secret
from tests.page.stage import People, Person, until

LIVE = "() => document.querySelector('.match .live') !== null"
FOCUSED = "() => document.activeElement.dataset.key"
GLOWING = "() => [...document.querySelectorAll('.match .glow')].map((one) => one.dataset.key)"
STAKES = """() => [document.querySelector(".player.current .value em")?.textContent,
  ...[...document.querySelectorAll(".tray .note")].map((one) => one.textContent)]"""
MARKED = "() => document.querySelectorAll('.spot.marked').length"
UNDO = "() => document.querySelector('[data-what=undo]')?.ariaDisabled === 'true'"
LOG = "() => [...document.querySelectorAll('.log li')].map((one) => one.textContent)"
MESSAGE = "() => document.querySelector('.question .message')?.textContent"
FIRST = "Getting ready; the first time takes longer …"
PICKED = "() => document.querySelectorAll('.spot.picked').length"


def whose(two: list[Person]) -> tuple[Person, Person]:
    """Whoever is asked first, and the other."""
    two[0].wait("() => document.querySelector('.player.current')")
    return (two[0], two[1]) if two[0].page.evaluate(LIVE) else (two[1], two[0])


def test_a_move_without_a_connection_and_what_the_menu_offers(people: People) -> None:
    people.cut = True
    asked, other = whose(people.seat("oware", ("mouse", "mouse")))
    page = asked.page
    assert other.page.get_attribute(".tool-hint", "aria-description") == (
        "There is nothing to choose right now."
    )

    # The menu offers only what works, and says why not.
    page.click(".tool-menu")
    asked.wait(UNDO)
    asked.wait_for("[data-what=undo] small", "There is no move to undo.")
    page.keyboard.press("Escape")

    # A move is kept and sent.
    page.context.set_offline(True)
    asked.wait_for(".connection", "You are offline.")
    assert asked.act()
    asked.wait_for(".question .message", "Your move is kept")
    assert page.evaluate(PICKED) == 1
    assert not other.page.evaluate(LIVE)
    page.context.set_offline(False)
    other.wait(LIVE)
    asked.wait_for(".question .message", "sows")
    page.click(".tool-menu")
    asked.wait("() => document.querySelector('[data-what=end]')")
    assert not page.evaluate(UNDO)

    # What was taken back is not in the log any more, but that it was.
    page.click("[data-what=undo]")
    other.wait_for(".offer")
    other.page.click(".offer button")
    asked.wait(LIVE)
    for person in (asked, other):
        person.wait_for(".log li", "took back a move.")
        assert len(person.page.evaluate(LOG)) == 1

    # The page is loaded again: the log has what was told, and the message line the last of it.
    for person in (asked, other, asked):
        person.wait(LIVE)
        person.act()
    other.wait(LIVE)
    told = other.page.evaluate(LOG)
    assert told[0].endswith("took back a move.")
    other.page.reload()
    other.wait(LIVE)
    assert other.page.evaluate(LOG) == told
    assert other.page.evaluate(MESSAGE) == told[-1]

    # There is a way out, and a way back.
    page.click(".tool-menu")
    page.click(".menu button:has-text('Leave for now')")
    asked.wait_for(".home .rows a", "Oware")
    page.click(".home .rows a >> text=Oware")
    asked.wait_for(".match .player")
    page.set_viewport_size({"width": 390, "height": 844})
    page.click(".bar .brand")
    asked.wait_for(".games a")


def test_advice_and_giving_up_while_something_is_marked(people: People) -> None:
    with same_secret(18):
        person, other = people.seat("thief", ("mouse", "mouse"), places=3, machines=["random"])
    page = person.page
    for _ in until(lambda: page.evaluate(MARKED), person, other):
        person.act()
        other.act()
        page.wait_for_timeout(20)

    # The pot follows what is marked.
    marked, pot = page.evaluate(MARKED), page.evaluate(STAKES)
    released = page.get_attribute(".spot.marked", "data-key")
    page.click(".spot.marked")
    assert page.evaluate(MARKED) == marked - 1
    less = page.evaluate(STAKES)
    assert less != pot
    assert str(less[0] or "+0").removeprefix("+") == less[1].split()[-1]
    page.reload()  # what was marked stays
    person.wait(LIVE)
    assert page.evaluate(MARKED) == marked - 1
    assert page.evaluate(STAKES) == less
    page.focus(f".spot[data-key='{released}']")
    before = page.evaluate(FOCUSED)

    # A hint: one sentence, something glows, and the reasons on a second press.
    page.keyboard.press("F2")
    person.wait_for(".advice", "Try")
    assert page.evaluate(GLOWING)
    page.keyboard.press("F2")
    person.wait_for(".panel dl.odds dt", "Roll")
    page.keyboard.press("Escape")

    # The odds, and the rules in the middle of a match: nothing is lost by reading.
    page.keyboard.press("F3")
    person.wait_for(".panel .over", "decides")
    person.wait_for(".panel dl", "%")
    page.keyboard.press("Escape")
    page.keyboard.press("?")
    person.wait_for(".how .legend dt")
    page.click(".how-tabs button:text-is('Rules')")
    person.wait_for(".manual td")
    page.keyboard.press("Escape")
    assert page.evaluate(FOCUSED) == before
    assert page.evaluate(STAKES) == less
    person.wait_for(".advice", "Try")

    # Whoever plays on needs no hint any more.
    page.click(f".spot[data-key='{released}']")
    assert page.evaluate(STAKES) == pot
    page.click(".choices .main")
    person.wait("() => document.querySelector('.advice').textContent === ''")
    assert page.evaluate(GLOWING) == []

    # Whoever gives up can come back: until then nothing is asked of them.
    page.click(".tool-menu")
    page.click(".menu button:text-is('Give up')")
    page.click("dialog .danger")
    person.wait_for(".offer", "A machine plays for you.")
    person.wait_for(".log li", "gives up: a machine plays on.")
    assert not page.evaluate(LIVE)
    page.click(".offer button")
    person.wait("() => document.querySelector('.offer') === null")


OWN = """() => [...document.querySelectorAll(".match .pit .mine:has(.label)")].filter((one) =>
  getComputedStyle(one.querySelector(".label")).backgroundColor !== "rgba(0, 0, 0, 0)")
  .map((one) => one.dataset.seat)"""


def test_own_houses_are_seen_also_while_others_play(people: People) -> None:
    two = people.seat("oware", ("touch", "touch"))
    two[0].wait("() => document.querySelector('.match .pit .spot')")
    watching = people.person("touch")
    watching.page.goto(two[0].page.url)
    watching.wait_for(".match .pit .spot")
    own = [person.page.evaluate(OWN) for person in two]
    assert sorted(own) == [["0"] * 6, ["1"] * 6]
    assert not watching.page.evaluate(OWN)
    mover, _ = whose(two)
    assert mover.page.inner_text(".choices .tap") == "Choose on the table.", (
        "whatever it looks like"
    )


def test_the_first_hint_says_that_it_takes_longer(
    people: People, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Until it is there; and so do the odds."""
    found = p.Advice(0, "Each choice", ["roll: good"], "Try that.", "")

    async def done(*given: object) -> p.Advice:
        while not told:
            await asyncio.sleep(0.01)
        return found

    told: list[bool] = []
    monkeypatch.setattr(Advising, "is_ready", lambda *given: False)
    monkeypatch.setattr(Advising, "_done", done)
    (host,) = people.seat("oware", ("mouse",), machines=["random"])
    host.wait(LIVE)
    host.page.click(".tool-odds")
    host.wait_for(".told [role=status]", FIRST)
    host.page.keyboard.press("Escape")
    host.page.click(".tool-hint")
    host.wait_for(".advice .waits", FIRST)
    told.append(True)
    host.wait_for(".advice", found.sentence)
