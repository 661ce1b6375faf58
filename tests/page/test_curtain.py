"""The curtain: people who pass one phone around do not see each other's hands."""

from __future__ import annotations

from typing import Any

import pytest

from tests.effort import times
from tests.online.players import same_secret
from tests.page.stage import People, Person, until

NAMES = ("Anna", "Ben", "Cara")
CURTAIN = "are you alone with the screen?"
LIFT, CALL, AWAY = "Show my cards", "Act out of turn", "Put my cards away"
# Every hand that was ever drawn, by its heading, and who had lifted the curtain last.
WATCH = """() => {
  const hands = window.hands = [], lifted = window.lifted = [];
  const text = (found) => document.querySelector(found)?.textContent ?? "";
  document.addEventListener("click", ({ target }) => {
    const label = target.closest(".choices button")?.querySelector(".label");
    if (label?.textContent === "Show my cards") lifted.push(text(".match .ask").split(",")[0]);
  }, true);
  const look = () => {
    const drawn = document.querySelector(".match .hand .spot") !== null;
    if (drawn) hands.push([text(".match .hand h2"), lifted.at(-1) ?? ""]);
  };
  new MutationObserver(look).observe(document.body, { childList: true, subtree: true });
}"""
# What can be seen, as soon as something can be done.
SHOWN = """() => {
  const texts = (found) => [...document.querySelectorAll(found)].map((one) => one.textContent);
  const buttons = texts(".match .choices button .label");
  const over = document.querySelector(".ending") !== null;
  if (!over && !buttons.length) return null;
  return {
    over, buttons, ask: texts(".match .ask").join(), cards: texts(".match .hand strong"),
    players: texts(".match .player .name").join(),
    now: texts(".match .board, .match .question, .match .extras").join(" "),
  };
}"""
PRESS = """(label) => [...document.querySelectorAll(".match .choices button")]
  .find((one) => one.querySelector(".label").textContent === label).click()"""
HIDE_CALL = """() => { for (const one of document.querySelectorAll(".match .choices button"))
  if (one.textContent === "Act out of turn") one.disabled = true; }"""
SHOW_CALL = """() => { for (const one of document.querySelectorAll(".match .choices button"))
  one.disabled = false; }"""
# Whether somebody who wanted to act out of turn can.
ABLE = """() => document.querySelector(".match .hand .live") !== null
  && document.querySelector(".match .choices").textContent.includes("Put my cards away")"""
DEEDS = times(60, 300)


def around(people: People, game: str, bots: int = 0) -> Person:
    """One phone that goes around, on which nothing moves."""
    person = people.person("touch")
    page = person.page
    page.emulate_media(reduced_motion="reduce")
    page.goto(f"{people.url}/new/{game}")
    page.click("text=Everybody at this screen")
    fields = ("#called", ".stack input >> nth=0", ".stack input >> nth=1")
    for field, name in zip(fields, NAMES, strict=True):
        page.fill(field, name)
    for _ in range(bots):
        page.click("[aria-label='One more machine']")
    if game == "thief":
        page.click("summary:has-text('More rules')")
        page.check("#rule-cards")
    page.evaluate(WATCH)
    page.click(".sheet-foot .main")
    person.wait_for("main.match")
    return person


def press(person: Person, label: str) -> dict[str, Any]:
    """Press a button; what there is then."""
    before = person.wait(SHOWN)
    person.page.evaluate(PRESS, label)
    for _ in until(lambda: person.wait(SHOWN) != before, person):
        person.page.wait_for_timeout(20)
    return dict(person.wait(SHOWN))


@pytest.mark.parametrize(("game", "bots"), [("thief", 0), ("circuit", 0), ("circuit", 1)])
def test_no_hand_is_shown_before_its_owner_is_alone(people: People, game: str, bots: int) -> None:
    """Nor after it: the next one may hold the phone already. The same person is asked once."""
    with same_secret(11):
        person = around(people, game, bots)
    held: set[str] = set()  # what people have had in their hands
    questions = 0
    for _ in range(DEEDS):
        shown = person.wait(SHOWN)
        if shown["over"]:
            break
        if LIFT in shown["buttons"]:
            owner = shown["ask"].split(",")[0]
            assert owner in NAMES
            assert shown["ask"].endswith(CURTAIN)
            assert not shown["cards"]
            assert not [card for card in held if card and f"Play the card {card}" in shown["now"]]
            shown = press(person, LIFT)
            assert CURTAIN not in shown["ask"]
        if shown["cards"]:
            held |= set(shown["cards"])
            questions += 1
        assert "you" not in shown["players"].lower()
        if CALL in shown["buttons"]:  # what is done by chance is not that
            person.page.evaluate(HIDE_CALL)
        person.act()
        person.page.wait_for_timeout(60)
    lifted, hands = person.page.evaluate("[lifted, hands]")
    assert {*lifted} == {*NAMES}, "everybody has had a turn"
    assert game != "thief" or questions > len(lifted), "the next question needs no curtain"
    assert hands
    assert all(heading.startswith(f"{owner}: your ") for heading, owner in hands), hands


@pytest.mark.parametrize("game", ["thief", "circuit"])
def test_who_acts_out_of_turn_says_who_they_are(people: People, game: str) -> None:
    """Nobody is asked to: the question would tell who holds what."""
    with same_secret(11):
        person = around(people, game)
    shown = person.wait(SHOWN)
    assert CALL in shown["buttons"]
    shown = press(person, CALL)
    assert shown["ask"] == "Who?"
    assert not shown["cards"]
    shown = press(person, "Cara")
    assert (shown["ask"], shown["cards"]) == (f"Cara, {CURTAIN}", [])
    shown = press(person, LIFT)
    assert shown["ask"].startswith("Cara, ")
    assert AWAY in shown["buttons"]
    if shown["cards"]:
        assert person.page.evaluate("hands").pop()[0].startswith("Cara: your ")
    shown = press(person, AWAY)
    assert not shown["cards"]
    assert all(heading.startswith("Cara: ") for heading, _ in person.page.evaluate("hands"))


def test_who_has_acted_out_of_turn_shows_no_hand_any_more(people: People) -> None:
    with same_secret(11):
        person = around(people, "thief")
    for _ in until(lambda: person.page.evaluate(ABLE), person):
        shown = person.wait(SHOWN)
        if LIFT not in shown["buttons"]:
            person.page.evaluate(HIDE_CALL)
            person.act()
            person.page.wait_for_timeout(60)
            person.page.evaluate(SHOW_CALL)
            continue
        owner = shown["ask"].split(",")[0]
        for name in NAMES:
            if name != owner and not person.page.evaluate(ABLE):
                press(person, CALL)
                press(person, name)
                press(person, LIFT)
                if not person.page.evaluate(ABLE):
                    press(person, AWAY)
        if not person.page.evaluate(ABLE):
            press(person, LIFT)
            person.page.evaluate(HIDE_CALL)
            person.act()
            person.page.wait_for_timeout(60)
            person.page.evaluate(SHOW_CALL)
    person.page.click(".match .hand .live")
    for _ in until(lambda: AWAY not in person.wait(SHOWN)["buttons"], person):
        person.page.wait_for_timeout(20)
    assert not person.wait(SHOWN)["cards"]


def test_without_secrets_there_is_no_curtain(people: People) -> None:
    person = around(people, "zombie")
    for _ in range(20):
        shown = person.wait(SHOWN)
        assert not {LIFT, CALL} & {*shown["buttons"]}
        assert "you" not in shown["players"].lower()
        person.act()
        person.page.wait_for_timeout(20)
