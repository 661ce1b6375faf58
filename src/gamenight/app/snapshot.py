"""Snapshot: what a screen shows, as a picture in a file."""

from __future__ import annotations

from datetime import date
from itertools import count
from pathlib import Path
from typing import Any

from textual.screen import Screen

from gamenight.app.widgets.key_bar import KeyBar
from gamenight.app.widgets.picture_view import PictureView
from gamenight.core.errors import GamenightError
from gamenight.core.paths import trouble
from gamenight.draw.canvas import Picture
from gamenight.draw.palette import Look
from gamenight.draw.svg import as_svg


class NotSaved(GamenightError):
    code = "not_saved"


def screen_picture(screen: Screen[Any], keys: bool = False) -> Picture:
    """All pictures on a screen where they stand; the bar of keys only if it is wanted."""
    views = [view for view in screen.query(PictureView) if keys or not isinstance(view, KeyBar)]
    height = max(view.region.bottom for view in views)
    whole = Picture(screen.size.width, height)
    for view in views:
        whole.paste(view.picture, view.region.x, view.region.y)
    return whole


def save_snapshot(screen: Screen[Any], look: Look, title: str, name: str, folder: Path) -> Path:
    """Write the screen as SVG into a folder, named after this and the date. A file that is there
    already is never touched: the next one gets a number. Raises NotSaved."""
    svg = as_svg(screen_picture(screen), look.palette, title)
    stem = f"{name}-{date.today().isoformat()}"
    for number in count(1):
        path = folder / (f"{stem}.svg" if number == 1 else f"{stem}-{number}.svg")
        try:
            with path.open("x", encoding="utf-8") as file:
                file.write(svg)
        except FileExistsError:
            continue
        except OSError as error:
            raise NotSaved(trouble(path, "written", error), str(path)) from error
        return path
    raise AssertionError("numbers never end")
