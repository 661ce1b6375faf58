"""How hard tests try: `make soak` tries ten times as often as `make test`."""

from __future__ import annotations

import os

SOAK = "GAMENIGHT_SOAK" in os.environ


def times(number: int) -> int:
    """So many in `make test`, of whatever may be tried any number of times."""
    return 10 * number if SOAK else number
