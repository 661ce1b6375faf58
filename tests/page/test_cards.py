"""Cards in a hand on the smallest phones: what can be done with them is seen without a search."""

from __future__ import annotations

import pytest

from tests.online.players import same_secret
from tests.page.stage import People

SMALL = ((320, 640), (375, 667))
# How far somebody would have to scroll to see the whole hand.
BELOW = """() => {
  const board = document.querySelector(".match .board").getBoundingClientRect();
  return [...document.querySelectorAll(".match .hand .spot")]
    .map((one) => Math.ceil(one.getBoundingClientRect().bottom - board.bottom))
    .filter((below) => below > 0);
}"""


@pytest.mark.parametrize("game", ["circuit", "thief"])
def test_the_whole_hand_is_in_view(people: People, game: str) -> None:
    options = {"thief": {"cards": True}}.get(game, {})
    with same_secret(11):
        (host,) = people.seat(game, ("touch",), options=options, places=3, machines=["random"] * 2)
    host.wait_for(".match .hand .spot")
    for width, height in SMALL:
        host.page.set_viewport_size({"width": width, "height": height})
        host.page.wait_for_timeout(300)
        assert host.page.evaluate(BELOW) == [], (width, height)


# A hand of as many cards, each with as much to say as there ever is.
CARDS = """(count) => {
  const holder = document.querySelector(".match .hand .spots"), [first] = holder.children;
  const note = "one player's rolls +1 (not now: permanent cards can only be played in your turn)";
  first.querySelector(".note").textContent = note;
  const told = (where, words) => { document.querySelector(`.match ${where}`).textContent = words; };
  told(".message", "Yaw moves 9 tiles to tile 15.");
  told(".ask", "Kofi, you may play a card before Ama rolls, but it would change nothing now.");
  const [, ...others] = document.querySelectorAll(".match .choices > *");
  for (const other of others) other.remove();
  holder.replaceChildren(...Array.from({ length: count }, () => first.cloneNode(true)));
}"""


@pytest.mark.parametrize("count", [1, 2, 3])
def test_cards_with_much_to_say_are_whole_in_the_smallest_windows(
    people: People, count: int
) -> None:
    with same_secret(11):
        (host,) = people.seat("circuit", ("touch",), places=4, machines=["random"] * 3)
    host.wait_for(".match .hand .spot")
    host.wait_for(".match .choices button")  # from here on everybody waits
    host.page.evaluate(CARDS, count)
    for width, height in (*SMALL, (320, 568), (360, 640), (568, 320), (640, 360)):
        host.page.set_viewport_size({"width": width, "height": height})
        host.page.wait_for_timeout(300)
        assert host.page.evaluate(BELOW) == [], (width, height)


# Where the notes of cards begin, of which one has little to say.
BEGIN = """() => {
  const notes = [...document.querySelectorAll(".match .hand .note")];
  notes[1].textContent = "rolls +1";
  return new Set(notes.map((one) => Math.round(one.getBoundingClientRect().top))).size;
}"""


@pytest.mark.parametrize("size", [(1280, 800), (390, 844), (320, 568)])
def test_what_cards_say_begins_on_one_line(people: People, size: tuple[int, int]) -> None:
    with same_secret(11):
        (host,) = people.seat("circuit", ("mouse",), places=4, machines=["random"] * 3)
    host.page.set_viewport_size({"width": size[0], "height": size[1]})
    host.wait_for(".match .hand .spot")
    host.wait_for(".match .choices button")  # from here on everybody waits
    host.page.evaluate(CARDS, 2)
    assert host.page.evaluate(BEGIN) == 1
