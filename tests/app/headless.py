"""Textual without a terminal, quicker: what nobody sees is drawn, but not painted, and style sheets
are read once for all apps. Our drawings still run for every frame, every screen is painted whole
when it opens, and whoever looks (`screen_text`) sees it painted."""

from __future__ import annotations

from typing import Any

from textual._compositor import Compositor
from textual.css.model import RuleSet
from textual.css.stylesheet import Stylesheet

from gamenight.app.widgets.picture_view import PictureView

_known: dict[tuple[object, ...], list[RuleSet]] = {}


def _draw_unpainted(compositor: Compositor) -> None:
    """In place of a partial update: turning cells into strips that no terminal gets."""
    if compositor._dirty_regions:
        compositor._dirty_regions.clear()
        for widget in list(compositor.visible_widgets):
            if isinstance(widget, PictureView):
                _ = widget.picture


def _recall_rules(sheet: Stylesheet, css: str, *where: object, **more: object) -> list[RuleSet]:
    """An app reads the same 40 style sheets at its start, and again when it has its theme."""
    key = (css, where, *more.items(), *sheet._variables.items())
    if key not in _known:
        _known[key] = USUAL["_parse_rules"](sheet, css, *where, **more)
    return _known[key]


# What belongs to Textual, its name there, and what the tests have in its place.
REPLACED: tuple[tuple[Any, str, object], ...] = (
    (Compositor, "render_partial_update", _draw_unpainted),
    (Stylesheet, "_parse_rules", _recall_rules),
)
USUAL: dict[str, Any] = {
    name: getattr(owner, name) for owner, name, _ in REPLACED if hasattr(owner, name)
}


def quicken() -> None:
    """For as long as the tests run. What Textual no longer has is left alone: test_headless.py
    names it, and the other tests still run."""
    for owner, name, ours in REPLACED:
        if name in USUAL:
            setattr(owner, name, ours)
