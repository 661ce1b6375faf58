"""Views: a match as the people at this screen see it, folded from the texts of what they saw."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from gamenight.core.play import Ply, watch
from gamenight.core.rules import Rules
from gamenight.online.eyes import eyes_of

Viewer = int | None


class Views:
    """The plies of a match for each viewer. What one of them cannot have seen is refused with
    InvalidAction, and then nothing has changed."""

    def __init__(self, rules: Rules[Any, Any], seats: Sequence[int]):
        self.rules = rules
        self.viewers = eyes_of(seats)
        self._plies: dict[Viewer, list[Ply]] = {viewer: [] for viewer in self.viewers}

    @property
    def last(self) -> int:
        """How many plies there are."""
        return len(self._plies[self.viewers[-1]])

    def start(self, viewer: Viewer) -> Any:
        """What a viewer sees of the beginning."""
        return self.rules.hide(self.rules.initial(), self._known(viewer))

    def plies(self, viewer: Viewer) -> Sequence[Ply]:
        """As this viewer saw them; anybody else's hand is not known here."""
        return self._plies[self._known(viewer)]

    def add(self, texts: Mapping[Viewer, str], by: int | None = None) -> None:
        """One more ply, by the text that each viewer saw; by: who acted, if that is known."""
        coming = {}
        for viewer in self.viewers:
            plies = self._plies[viewer]
            view = plies[-1].after if plies else self.start(viewer)
            ply = watch(self.rules, view, texts[viewer], viewer)
            coming[viewer] = ply if by is None else ply._replace(actor=by)
        for viewer, ply in coming.items():
            self._plies[viewer].append(ply)

    def cut(self, last: int) -> None:
        """Plies were taken back, up to this many."""
        for plies in self._plies.values():
            del plies[last:]

    def _known(self, viewer: Viewer) -> Viewer:
        return viewer if viewer in self._plies else self.viewers[-1]
