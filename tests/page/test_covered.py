"""Covered: no note lies over what it is about, and no button over what is to be pressed."""

from __future__ import annotations

from typing import Any

import pytest

from tests.page.stage import PHONE, People
from tests.page.test_measures import ASKED, FLATTEST, LAPTOPS, NARROWEST, ON_ITS_SIDE
from tests.page.told import told

# What is written over the sign of a tile, over its number, or over what stands for a prey.
OVER = """() => {
  const inside = (one) => {
    const range = new Range();
    range.selectNodeContents(one);
    return range.getBoundingClientRect();
  };
  const shown = (one, found) => [...one.querySelectorAll(found)]
    .filter((it) => it.checkVisibility());
  const apart = (one, other) => one.right <= other.left + 1 || other.right <= one.left + 1
    || one.bottom <= other.top + 1 || other.bottom <= one.top + 1;
  const covered = (one, above, below) => shown(one, above).some((note) => shown(one, below).some(
    (it) => !apart(note.getBoundingClientRect(), inside(it))));
  return [...document.querySelectorAll(".board .spot")].filter((one) =>
    covered(one, ".note", ".ground, .label") || covered(one, ".piece em", ".piece b")
    || one.closest("[data-pieces]") && covered(one, ".label", ".piece b, .piece em"))
    .map((one) => one.textContent);
}"""


def with_notes(scene: dict[str, Any]) -> None:
    """Tiles have signs with notes as wide as they come, and a fish is in every place of a river."""
    for area in scene["areas"]:
        for spot in area["spots"]:
            if area.get("look") == "tile" and spot.get("face"):
                spot.update(face="👟", note="-4")
            elif area["shape"] == "grid" and not spot.get("span"):
                spot.update(face="", tokens=[{"kind": "pawn", "face": "fish 3", "owner": 0}])


@pytest.mark.parametrize("game", ["circuit", "preys"])
def test_no_note_covers_what_it_is_about(people: People, game: str) -> None:
    (host,) = people.seat(game, ("touch",), **ASKED[game])
    with told(host.page, with_notes):
        host.page.reload()
        host.wait_for(".board .piece" if game == "preys" else ".board .note")
    for width, height in (PHONE, (360, 640), NARROWEST, FLATTEST, ON_ITS_SIDE):
        host.page.set_viewport_size({"width": width, "height": height})
        host.wait(f"() => ({OVER})().length === 0")


# How much of the heading of more rules lies under the button, with all ways to play in view.
UNDER = """() => document.querySelector(".more > summary").getBoundingClientRect().bottom
  - document.querySelector(".sheet-foot").getBoundingClientRect().top"""


@pytest.mark.parametrize("game", ["oware", "thief"])
def test_more_rules_are_not_under_the_button(people: People, game: str) -> None:
    anybody = people.person()
    anybody.page.goto(f"{people.url}/new/{game}")
    anybody.wait_for(".way")
    anybody.page.click(".way:has-text('Only machines and I')")
    for width, height in LAPTOPS:
        anybody.page.set_viewport_size({"width": width, "height": height})
        assert anybody.page.evaluate(UNDER) <= 0
