"""When Python looks for objects that only refer to each other."""

from __future__ import annotations

import gc

NEW_OBJECTS = 50_000  # until rubbish is looked for among them


def tidy_seldom() -> None:
    """Looking through everything holds up whoever waits: a server's moves, the next page. What the
    program is made of by now needs no looking through at all."""
    gc.freeze()
    gc.set_threshold(NEW_OBJECTS, 3, 100)
