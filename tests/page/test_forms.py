"""Forms: a refusal is where whoever pressed the button looks, and at the field that it is about."""

from __future__ import annotations

import pytest

from gamenight.bots import ranked_bots, rated_name
from gamenight.core import registry
from gamenight.core.text import LONGEST_NAME
from tests.page.stage import PHONE, PLACED, People, until

FAMILY = "👨\u200d👩\u200d👧\u200d👦"  # one sign of four
ERROR = ".sheet-foot .error"
# What is drawn where the error is: nothing may cover it, and it is in the window.
SEEN = """(selector) => {
  const error = document.querySelector(selector), box = error.getBoundingClientRect();
  return box.height > 0 && error.contains(document.elementFromPoint(box.x + 4, box.y + 4));
}"""
FOCUSED = "() => document.activeElement.name"
MORE = ".more > summary"
REMEMBER = "(name) => localStorage.setItem('gamenight.name', JSON.stringify(name))"


def test_a_new_table_shows_on_a_telephone_who_plays_and_as_which_machine(people: People) -> None:
    """Nothing of it lies behind the button."""
    person = people.person("touch")
    page = person.page
    page.goto(f"{people.url}/new/thief")
    person.wait_for(".sheet h1")
    page.click(".way:has-text('Only machines and I')")
    machines, foot = page.evaluate(PLACED, [".machines", ".sheet-foot"])
    assert machines["y"] + machines["height"] <= foot["y"]
    bots = ranked_bots(registry.game("thief")).values()
    rated = [rated_name(info) for info in bots]
    assert page.locator("#bot option").all_text_contents() == rated, "the weakest first"
    assert page.inner_text(".machine-kind small") == "Elo: random has 1000."
    page.click(".sheet-foot .button")
    person.wait_for(ERROR, "stands on the board")


@pytest.mark.parametrize("size", [(320, 568), (360, 640), (568, 320)])
def test_a_name_that_is_missing_is_asked_for_where_it_can_be_seen(
    people: People, size: tuple[int, int]
) -> None:
    """However far somebody has scrolled: neither the bar nor the button covers its field, and the
    second time no more than the first."""
    person = people.person(size=size)
    for way in ("Friends", "Everybody", "Only machines"):
        person.page.goto(f"{people.url}/new/thief")
        person.wait_for(".sheet h1")
        person.page.click(f".way:has-text('{way}')")
        for _ in range(2):
            person.page.mouse.wheel(0, 2000)
            person.page.click(".sheet-foot .button")
            person.wait_for(ERROR, "Say your name first")
            bar, label, field, foot = person.page.evaluate(
                PLACED, [".top", "label[for=called]", "#called", ".sheet-foot"]
            )
            assert bar["bottom"] <= label["top"], way
            assert field["bottom"] <= foot["top"], way


def test_a_new_table_says_why_not_beside_the_button(people: People) -> None:
    people.cut = True  # a refusal is an answer of 400
    person = people.person(size=PHONE)
    page = person.page
    page.goto(f"{people.url}/new/circuit")
    person.wait_for(".sheet h1")

    # A name: asked for, and not longer than the server takes.
    page.click(".sheet-foot .button")
    person.wait_for(ERROR, "Say your name first")
    assert person.page.evaluate(SEEN, ERROR)
    assert page.evaluate(FOCUSED) == "name"
    page.keyboard.type("N" * (LONGEST_NAME + 6))
    assert page.input_value("#called") == "N" * LONGEST_NAME
    assert page.inner_text(ERROR) == "", "something was done about it"
    page.keyboard.press("Control+a")
    page.keyboard.insert_text(FAMILY * 8)
    assert page.input_value("#called") == FAMILY * 6, "none is torn apart, and each is four signs"
    page.fill("#called", "Nele")

    # An option, by the server: at its field, folded away or not.
    page.click(MORE)
    page.click("summary:has-text('Rules to write yourself')")
    page.fill("#rule-weights", "empty:40,card:50")
    page.click(MORE)
    page.click(".sheet-foot .button")
    person.wait_for(ERROR, "must add up to 100, not 90")
    person.wait_for(".rule .error", "must add up to 100, not 90")
    assert page.evaluate(SEEN, ERROR)
    assert page.evaluate(FOCUSED) == "weights"
    page.fill("#rule-weights", "empty:50,card:50")
    assert page.query_selector(".rule .error") is None

    # One by the browser itself.
    page.fill("#rule-laps", "0")
    page.click(MORE)
    page.click(".sheet-foot .button")
    person.wait("() => document.activeElement.name === 'laps'")
    page.fill("#rule-laps", "1")
    page.click(".sheet-foot .button")
    person.wait_for("main.lobby")

    # A name that an older page kept is cut.
    page.evaluate(REMEMBER, "M" * (LONGEST_NAME + 6))
    page.goto(f"{people.url}/new/oware")
    person.wait_for(".sheet h1")
    assert page.input_value("#called") == "M" * LONGEST_NAME
    page.evaluate(REMEMBER, FAMILY * 8)
    page.reload()
    person.wait_for(".sheet h1")
    assert page.input_value("#called") == FAMILY * 6


def test_a_refusal_goes_when_its_reason_does_and_a_lesson_ends_in_a_game(people: People) -> None:
    (host,) = people.gather("thief", ("mouse",), places=3, machines=["random"])
    page = host.page
    host.wait_for(".lobby-hint", "Thief needs at least three.")
    assert page.is_disabled(".lobby-deed .button.main")
    # As where the page knows less than the server.
    pressed = "(button) => { button.disabled = false; button.click(); }"
    page.eval_on_selector(".lobby-deed .button.main", pressed)
    host.wait_for(".lobby-hint .error", "3 to 6 players, not 2")
    page.click(".place.free button:text-is('Add machine')")
    page.click(".pick")
    host.wait_for(".lobby-deed .button.main", "Begin with three")
    assert page.is_enabled(".lobby-deed .button.main")
    assert page.inner_text(".lobby-hint .error") == ""

    page.goto(f"{people.url}/learn/thief")
    host.wait_for(".how-tabs")
    page.click(".how-tabs button:text-is('Lesson')")
    host.wait_for(".lesson .button.ink", "Next")
    page.focus(".lesson .button.ink")
    for _ in until(lambda: not page.is_visible(".lesson .button.ink"), host):
        page.keyboard.press("Enter")
    page.keyboard.press("Enter")  # the focus is on what comes next
    host.wait_for(".sheet h1", "Thief")
