"""How hard tests try: `make soak` tries ten times as often as `make test`."""

from __future__ import annotations

import os

SOAK = "GAMENIGHT_SOAK" in os.environ


def times(number: int, soak: int | None = None) -> int:
    """This many in `make test`, of whatever may be tried any number of times; in `make soak` ten
    times as many, or `soak`."""
    return (soak or 10 * number) if SOAK else number
