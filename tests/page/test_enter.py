"""Enter does what the button with its sign says, with the focus on nothing, as somebody has it who
has only just come: nobody has to look for the button with Tab."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

import pytest

from tests.effort import times
from tests.online.players import same_secret
from tests.page.stage import People

# What the button with the sign of Enter says, or else that something can be chosen; the focus is
# on nothing.
ASKED = """() => {
  document.activeElement?.blur();
  const buttons = [...document.querySelectorAll(".match .choices button")];
  const signed = buttons.find((one) => one.querySelector("kbd")?.textContent === "↵");
  const asked = signed ?? buttons[0] ?? document.querySelector(".match .live");
  return document.activeElement === document.body && asked && [signed?.textContent ?? ""];
}"""
GONE_ON = """([label, lines]) => document.querySelectorAll('.log li').length > lines
  || !document.querySelector(".match .choices .main")?.textContent.startsWith(label)"""
LINES = "() => document.querySelectorAll('.log li').length"
READ = 600  # milliseconds after which somebody has read what is asked
TURNS = 6
KINDS = ("Begin your turn", "Roll 5 dice", "Roll 3 dice")  # being ready, a roll, a choice
Motion = Literal["reduce", "no-preference"]


@pytest.mark.parametrize(
    ("motion", "games", "turns"),
    [("reduce", ("thief", "zombie", "circuit"), TURNS), ("no-preference", ("thief",), times(3))],
)
def test_enter_goes_on_with_the_focus_on_nothing(
    people: People, motion: Motion, games: Sequence[str], turns: int
) -> None:
    """Where something moves, a key that was meant for that does not count: once it is read."""
    seen: list[str] = []
    for game in games:
        with same_secret(18):
            (host,) = people.seat(game, ("mouse",), places=3, machines=["random"] * 2)
        host.page.emulate_media(reduced_motion=motion)
        for _ in range(turns if motion == "no-preference" else 10 * turns):
            if motion == "reduce" and all(_seen(kind, seen) for kind in KINDS):
                break
            (label,) = host.wait(ASKED)
            if not label:
                host.act()
                continue
            seen.append(label)
            lines = host.page.evaluate(LINES)
            host.page.wait_for_timeout(0 if motion == "reduce" else READ)
            host.page.keyboard.press("Enter")
            host.wait(GONE_ON, [label, lines])
    kinds = KINDS if motion == "reduce" else ("",)  # one is enough there
    assert seen
    assert all(_seen(kind, seen) for kind in kinds), seen


def _seen(kind: str, labels: Sequence[str]) -> bool:
    return any(label.startswith(kind) for label in labels)
