"""Theme: what a game says of its looks, as data for every front end that has colours."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

Ground: TypeAlias = Literal["wood", "felt", "water", "night", "space", "paper"]
"""What the board lies on:

- `wood`: a carved board.
- `felt`: a table for dice and cards.
- `water`: a river or a sea.
- `night`: a dark street.
- `space`: stars.
- `paper`: a sheet to write on.
"""


@dataclass(frozen=True, slots=True)
class Theme:
    """The colours of a game, as `#rrggbb`, and its ground."""

    accent: str = "#f2b94b"
    """The colour of what can be done now, on dark ground."""

    accent_light: str = "#855700"
    """The same for light ground: darker, so that it can be read there."""

    ground: Ground = "felt"
    """What the board lies on."""


THEME = Theme()  # of a game that says nothing of its looks
