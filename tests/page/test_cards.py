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
