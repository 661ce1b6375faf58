"""Whoever uses the keyboard goes on from where they were: whatever is pressed, proposed, ended or
begun again, the focus is on something of the screen that is shown."""

from __future__ import annotations

from tests.page.stage import People, Person

WHERE = """() => { const one = document.activeElement;
  return one === document.body || !one.checkVisibility() || one.closest("[inert]") ? "" : `${
    one.tagName} ${one.className} ${one.textContent.slice(0, 40)}`; }"""
LIVE = "() => document.querySelector('.match .live') !== null"
QUIET = """() => document.querySelector(".match .live, .match .choices button") !== null
  && document.querySelector(".match .moving") === null"""


def kept(person: Person, doing: str) -> None:
    """The focus is somewhere, and stays somewhere."""
    for _ in range(5):
        person.page.wait_for_timeout(40)
        assert person.page.evaluate(WHERE), f"{doing}: the focus is lost in\n{person.seen()}"


def press(person: Person, selector: str, doing: str) -> None:
    person.page.wait_for_selector(selector)
    person.page.focus(selector)
    person.page.keyboard.press("Enter")
    kept(person, doing)


def test_from_the_list_of_games_to_another_round(people: People) -> None:
    person = people.person()
    person.page.goto(people.url)
    person.page.evaluate("() => localStorage.setItem('gamenight.name', '\"Anna\"')")
    press(person, ".games a[href='/new/oware']", "a game is chosen")
    press(person, ".sheet-foot button", "a table is opened")
    person.wait_for("main.lobby")
    kept(person, "the lobby is there")
    press(person, ".seats button:text('Add machine')", "a machine is asked for")
    press(person, ".pick", "a machine sits down")
    person.wait_for(".seats", "machine")
    kept(person, "a machine sits there")
    press(person, ".lobby-deed .button.main", "it begins")
    person.wait(LIVE)
    kept(person, "it has begun")
    press(person, ".match .live", "a move")
    person.wait(QUIET)
    kept(person, "the machine has moved")
    press(person, ".tool-menu", "the menu is opened")
    press(person, ".menu button:text-is('Give up')", "somebody would give up")
    press(person, "dialog .danger", "somebody gives up")
    person.wait_for(".ending")
    kept(person, "it is over")
    press(person, ".ending .board-link >> visible=true", "the board is looked at")
    press(person, ".ending-strip", "back to the result")
    press(person, ".ending .again .main", "another round")
    person.wait(LIVE)
    kept(person, "another round has begun")


def test_what_others_propose(people: People) -> None:
    anna, bert = people.gather("oware", ("mouse", "mouse"))
    anna.page.focus(".code-buttons button")
    press(anna, ".lobby-deed .button.main", "it begins")
    for person in (anna, bert):
        person.wait_for("main.match")
    kept(anna, "it has begun")
    bert.wait(QUIET.replace(".live, .match .choices button", ".spot"))
    for one, other in ((anna, bert), (bert, anna), (anna, bert)):
        if one.page.evaluate(LIVE):
            press(one, ".match .live", "a move")
            other.wait(LIVE)
    last, asked = (bert, anna) if anna.page.evaluate(LIVE) else (anna, bert)
    press(last, ".tool-menu", "the menu is opened")
    press(last, "[data-what=undo]", "a move is to be taken back")
    asked.page.focus(".offer button")
    kept(asked, "something is proposed")
    press(asked, ".offer button", "somebody says yes")
    last.wait(LIVE)
    kept(last, "it was taken back")
    kept(asked, "it was taken back")
    press(last, ".tool-menu", "the menu is opened")
    press(last, ".menu button:text-is('Give up')", "somebody would give up")
    press(last, "dialog .danger", "somebody gives up")
    for person in (last, asked):
        person.wait_for(".ending")
        kept(person, "it is over")
    press(last, ".ending .again .main", "another round is proposed")
    press(asked, ".ending .again .main", "another round")
    for person in (last, asked):
        person.wait_for("main.match:not([inert])")
        kept(person, "another round has begun")
