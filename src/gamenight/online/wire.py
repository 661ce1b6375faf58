"""Wire: what has happened in a match, as the text that each screen gets. Everything is worked out
once, and shared by all screens that may know the same."""

from __future__ import annotations

from functools import cached_property
from typing import Any

from msgspec import UNSET

from gamenight.core.play import Ply, actor_of
from gamenight.core.rules import Rules
from gamenight.match.local import LocalTable
from gamenight.match.match import Match
from gamenight.match.turn import Turn
from gamenight.online import protocol
from gamenight.online.eyes import Eyes, key
from gamenight.online.protocol import Want, write
from gamenight.online.scenes import lean

KINDS: dict[str, protocol.TurnKind] = {
    "person": "choose",
    "offered": "wait",
    "ready": "ready",
    "roll": "roll",
    "elsewhere": "wait",
    "over": "over",
}


def told_turn(turn: Turn) -> protocol.Turn:
    """What comes next, as everybody may know it: not who could act out of turn."""
    return protocol.Turn(KINDS[turn.kind], turn.seats[0] if turn.seats else None)


class Wire:
    """A match as screens get it."""

    def __init__(self, match: Match):
        self._match = match
        rules = type(match.rules)
        self._open = rules.hide is Rules.hide and rules.seen is Rules.seen

    @cached_property
    def _table(self) -> LocalTable:
        """What scenes come from; screens that want texts need none."""
        return LocalTable(self._match)

    @property
    def n(self) -> tuple[int, int]:
        return self._match.at

    def seen(self, ply: Ply, viewer: int | None) -> str:
        """A ply's text as a viewer saw it."""
        rules = self._match.rules
        return rules.format(rules.seen(ply.before, ply.action, viewer))

    def _by(self, ply: Ply, viewer: int | None) -> int | None:
        """Who acted, as far as a viewer can tell."""
        if self._open or ply.actor is None:
            return ply.actor
        rules = self._match.rules
        seen = rules.seen(ply.before, ply.action, viewer)
        return actor_of(rules.node(rules.hide(ply.before, viewer)), seen)

    def plies(self, first: int, id: int | None, turn: protocol.Turn) -> Told:
        """The plies from this number on, the first asked for by the message with this id."""
        return Told(self, first, id, turn)

    def ply(
        self, number: int, id: int | None, turn: protocol.Turn | None, eyes: Eyes, want: Want
    ) -> str:
        """A ply as those at a screen saw it; turn: what comes next, after the last of several."""
        match, ply = self._match, self._match.plies[number]
        last = turn is not None
        told = protocol.Ply(
            n=(number + 1, match.cuts),
            by=self._by(ply, eyes[0] if len(eyes) == 1 else None),
            id=UNSET if id is None else id,
            turn=turn,
            result=self.result if last else None,
        )
        if want == "scene":
            told.steps = {key(eye): self._steps(number, eye) for eye in eyes}
            told.scenes = {key(eye): lean(self._table.scene(eye, number + 1)) for eye in eyes}
        elif len(eyes) == 1:
            told.text = self.seen(ply, eyes[0])
        else:
            told.texts = {key(eye): self.seen(ply, eye) for eye in eyes}
        return write(told)

    def _steps(self, number: int, eye: int | None) -> list[Any]:
        return [lean(step) for step in self._table.steps(number + 1, eye)]

    def texts(self, start: int, eyes: Eyes) -> dict[str, list[str]]:
        """The plies after these, as those at a screen saw them."""
        plies = self._match.plies[start:]
        return {key(eye): [self.seen(ply, eye) for ply in plies] for eye in eyes}

    def scenes(self, eyes: Eyes) -> dict[str, Any]:
        return {key(eye): lean(self._table.scene(eye)) for eye in eyes}

    @property
    def result(self) -> protocol.Result | None:
        found = self._match.result
        if found is None:
            return None
        return protocol.Result(
            list(found.scores), list(found.winners), found.reason, found.resigned
        )

    def share(self, eyes: Eyes, want: Want) -> tuple[Eyes, Want] | Want:
        """What screens that get the same have in common."""
        return want if self._open and want == "text" and len(eyes) == 1 else (eyes, want)


class Told:
    """Some plies as texts, made when the first screen of its kind needs them."""

    def __init__(self, wire: Wire, first: int, id: int | None, turn: protocol.Turn):
        self._wire, self._first, self._id, self._turn = wire, first, id, turn
        self._known: dict[object, list[str]] = {}

    def to(self, eyes: Eyes, want: Want) -> list[str]:
        shared = self._wire.share(eyes, want)
        if shared not in self._known:
            end = self._wire.n[0]
            self._known[shared] = [
                self._wire.ply(
                    number,
                    self._id if number == self._first else None,
                    self._turn if number == end - 1 else None,
                    eyes,
                    want,
                )
                for number in range(self._first, end)
            ]
        return self._known[shared]
