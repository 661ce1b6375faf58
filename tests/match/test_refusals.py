"""What can be meant by what somebody typed and cannot do now."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from gamenight.core.scene import Scene
from gamenight.match.refusals import FARTHEST, why_not


class Asked:
    """A table at which this was done, by whom; what its rules were asked about."""

    def __init__(self, *done: tuple[int | None, str]):
        self.done, self.last, self.asked = done, len(done), list[str]()
        self.rules = SimpleNamespace(
            seen=lambda _, action, seat: "card" if action == "secret" and seat else action,
            format=str,
        )

    def ply(self, number: int, _: int | None) -> SimpleNamespace:
        actor, action = self.done[number - 1]
        return SimpleNamespace(before=None, action=action, actor=actor)

    def refusal(self, text: str, _: int | None) -> str:
        self.asked.append(text)
        return ""


def meant(typed: str, *done: tuple[int | None, str], seat: int = 0) -> list[str]:
    table: Any = Asked(*done)
    assert why_not(table, Scene("Nothing"), typed, seat) == ""
    return table.asked[1:]  # after what was typed itself


@pytest.mark.parametrize("typed", ["b", "B"])
def test_a_letter_is_the_first_of_what_somebody_has_done(typed: str) -> None:
    assert meant(typed, (0, "Bank"), (1, "beg"), (0, "Bank"), (1, "roll")) == ["Bank", "beg"]


def test_chance_does_nothing_that_somebody_could_mean() -> None:
    assert meant("b", (None, "bust")) == []


def test_what_is_long_past_is_not_meant() -> None:
    late = [(0, "roll")] * (FARTHEST - 1)
    assert meant("b", (0, "bank"), *late) == ["bank"]
    assert meant("b", (0, "bank"), *late, (0, "roll")) == []


def test_what_a_seat_has_not_seen_is_not_meant() -> None:
    assert meant("s", (0, "secret")) == ["secret"]
    assert meant("s", (0, "secret"), seat=1) == []
    assert meant("c", (0, "secret"), seat=1) == ["card"]
