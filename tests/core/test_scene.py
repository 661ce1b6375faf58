"""The words of a scene: what is left out."""

from __future__ import annotations

from gamenight.core.scene import Spot, Token


def test_what_is_not_said_is_blank() -> None:
    assert Token("die") == Token("die", face="", color="", owner=None, count=1, tone="", key="")
    assert Spot("x") == Spot("x", label="", name="", tokens=(), face="", note="", tone="")
