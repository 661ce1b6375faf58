"""OneLine: a line to type, which says so where more than one was pasted."""

from __future__ import annotations

from textual import events
from textual.widgets import Input


class OneLine(Input):
    """As Textual's, which takes the first line of what is pasted."""

    def on_paste(self, event: events.Paste) -> None:
        if len(event.text.rstrip().splitlines()) > 1:
            self.app.notify("Only the first line was pasted: the rest was left out.", markup=False)
