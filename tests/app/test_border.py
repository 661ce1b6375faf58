"""The border of the full screen."""

from __future__ import annotations

from rich.segment import Segment
from textual.color import Color

from gamenight.app.app import Gamenight
from gamenight.app.border import Inert
from gamenight.app.settings import Settings
from gamenight.match.matches import unkept_matches


def test_lines_of_any_widget_are_inert_and_as_wide_as_before() -> None:
    found = Inert().apply([Segment("a\x1b]0;x\x07\u202eb\n"), Segment("🎲")], Color(0, 0, 0))
    assert [segment.text for segment in found] == ["a]0;xb", "🎲"]


def test_the_app_has_this_border() -> None:
    app = Gamenight(unkept_matches(), Settings())
    assert any(isinstance(border, Inert) for border in app.get_line_filters())
