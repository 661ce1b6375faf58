"""Wire: what has happened in a match, as the text that each screen gets. Everything is worked out
once, and shared by all screens that may know the same."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import Any, NamedTuple

from msgspec import Raw
from msgspec.structs import replace

from gamenight.core.play import Ply, actor_of
from gamenight.core.rules import Chance
from gamenight.core.scene import fill
from gamenight.match.match import Match
from gamenight.match.moves import counted
from gamenight.match.turn import Turn
from gamenight.online import protocol
from gamenight.online.eyes import Eyes, key
from gamenight.online.films import Film, Stage, is_open
from gamenight.online.protocol import Want, write

PLY = '{"t":"ply",'  # how the text of a ply begins
MOST_MISSED = 12  # plies that somebody who was cut off is shown, one after the other
FACTS = 2  # of a player in a list of matches
MOST_TOLD = 30  # plies before those that whoever comes can read of
KINDS: dict[str, protocol.TurnKind] = {
    "person": "choose",
    "offered": "wait",
    "ready": "ready",
    "roll": "roll",
    "elsewhere": "wait",
    "over": "over",
}


def told_turn(match: Match, turn: Turn) -> protocol.Turn:
    """What comes next, as everybody may know it: not who could act out of turn."""
    told = protocol.Turn(KINDS[turn.kind], turn.seats[0] if turn.seats else None)
    if told.kind in ("ready", "roll"):
        node = match.rules.node(match.rules.hide(match.state, None))
        told.label = node.label if isinstance(node, Chance) else ""
    return told


class Wire:
    """A match as screens get it."""

    def __init__(self, match: Match):
        self._match = match
        self._open = is_open(match.rules)
        self._films: dict[int, Film] = {}

    @cached_property
    def _stage(self) -> Stage:
        """Where scenes come from; screens that want texts need none."""
        return Stage(self._match)

    def _film(self, number: int) -> Film:
        """The ply of this number, shared by all screens that learn of it now."""
        if number not in self._films:
            self._films[number] = Film(self._stage, number)
        return self._films[number]

    @property
    def n(self) -> tuple[int, int]:
        return self._match.at

    @property
    def last(self) -> int:
        """How many plies there are."""
        return len(self._match.plies)

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
        self._films.clear()
        asked = None if id is None else Asked(id, self._match.plies[first].actor)
        return Told(self, first, asked, turn)

    def ply(self, number: int, turn: protocol.Turn | None, eyes: Eyes, want: Want) -> protocol.Ply:
        """A ply as those at a screen saw it; turn: what comes next, after the last of several."""
        match, ply = self._match, self._match.plies[number]
        last = turn is not None
        told = protocol.Ply(
            n=(number + 1, match.cuts),
            by=self._by(ply, eyes[0] if len(eyes) == 1 else None),
            turn=turn,
            result=self.result if last else None,
        )
        if want == "scene":
            film = self._film(number)
            told.steps = {key(eye): film.steps(eye) for eye in eyes}
            told.deltas = {key(eye): film.end(eye) for eye in eyes}
        elif len(eyes) == 1:
            told.text = self.seen(ply, eyes[0])
        else:
            told.texts = {key(eye): self.seen(ply, eye) for eye in eyes}
        return told

    def with_scenes(self, told: protocol.Cut | protocol.Changed, eyes: Eyes, want: Want) -> str:
        """A message about what changes everything, with what those at a screen see now."""
        if want != "scene":
            return write(told)
        at = self.n[0]
        return write(replace(told, scenes=self._scenes(eyes, at), last=self._last(eyes, at)))

    def add_match(
        self, told: protocol.Welcome, have: tuple[int, int] | None, eyes: Eyes, want: Want
    ) -> None:
        """Put in the match, for a screen that knows so much of it already."""
        match = self._match
        known = have[0] if have and have[1] == match.cuts and have[0] <= match.at[0] else None
        told.match, told.options = match.id, dict(match.options)
        told.seats = [(seat.name, seat.bot) for seat in match.record.seats]
        told.changes = [(c.ply, c.seat, *c.who) for c in match.changes]
        told.series = [[(o.name, o.score, o.won) for o in played] for played in match.series]
        told.n, told.result = match.at, self.result
        told.passes = [seat for seat in match.passed if seat in eyes]
        self._catch_up(told, known, eyes, want)

    def _catch_up(self, told: protocol.Welcome, known: int | None, eyes: Eyes, want: Want) -> None:
        """Put in what a screen that knows this many plies needs to know all: the texts since then;
        or the scenes of then, and the plies since."""
        if want == "scene":
            self._films.clear()
            told.start = self._start(known)
            told.scenes = self._scenes(eyes, told.start)
            if told.start != known:
                told.story = self._story(eyes, told.start)
                told.last = self._last(eyes, told.start)
            missed = range(told.start, self.n[0])
            told.plies = [self.ply(number, None, eyes, want) for number in missed]
        else:
            told.start = known or 0
            plies = self._match.plies[told.start :]
            told.texts = {key(eye): [self.seen(ply, eye) for ply in plies] for eye in eyes}

    def _start(self, known: int | None) -> int:
        """With which moment a screen begins that knows this many plies: now, where it missed too
        many, or others sit there since."""
        last = self.n[0]
        changed = known is not None and any(c.ply > known for c in self._match.changes)
        return last if known is None or changed or last - known > MOST_MISSED else known

    def _story(self, eyes: Eyes, end: int) -> dict[str, list[Raw]]:
        """The sentences of the latest plies before this many, one list a ply."""
        numbers = range(max(0, end - MOST_TOLD), end)
        self._stage.remember(numbers)
        return {key(eye): [self._stage.sentences(eye, n) for n in numbers] for eye in eyes}

    def _scenes(self, eyes: Eyes, at: int) -> dict[str, Raw]:
        return {key(eye): self._stage.whole(eye, at) for eye in eyes}

    def _last(self, eyes: Eyes, at: int) -> dict[str, list[str]]:
        return {key(eye): self._stage.touched(eye, at) for eye in eyes}

    def standing(self, order: Sequence[int | None]) -> dict[str, Any]:
        """How it stands for everybody, in a few words: how many moves there were, and by place
        the points, or the facts that tell what these count. order: the place of each seat."""
        scene = self._stage.scene(None, self.last)
        rows = [(at, row) for row in scene.scores if (at := order[row.seat]) is not None]
        match = self._match
        moves = counted(match.game, match.options, match.rules, match.plies)[-1]
        told: dict[str, Any] = {"moves": moves}
        if scene.facts_suffice:
            names = self._stage.names(self.last)
            facts = {str(at): [fill(fact, names) for fact in row.facts[:FACTS]] for at, row in rows}
            return told | {"facts": facts}
        return told | {"points": {str(at): row.value for at, row in rows}}

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


class Asked(NamedTuple):
    """The message that asked for a ply, and the seat that it was of."""

    id: int
    seat: int | None

    def answered(self, ply: str) -> str:
        """A ply as it goes to the screens of that seat: the same text, and the id."""
        return f'{PLY}"id":{self.id},{ply.removeprefix(PLY)}'


class Told:
    """Some plies as texts, made when the first screen of its kind needs them. asked: what asked for
    the first of them. Its id is for the seat's own screens: whoever knew the ids of others could
    answer their messages, or send them again."""

    def __init__(self, wire: Wire, first: int, asked: Asked | None, turn: protocol.Turn):
        self._wire, self._first, self._asked, self._turn = wire, first, asked, turn
        self._known: dict[object, list[str]] = {}

    def to(self, eyes: Eyes, want: Want) -> list[str]:
        wire = self._wire
        shared = wire.share(eyes, want)
        texts = self._known.get(shared)
        if texts is None:
            last, turn = wire.last - 1, self._turn
            plies = [wire.ply(n, None, eyes, want) for n in range(self._first, last)]
            texts = [*map(write, plies), write(wire.ply(last, turn, eyes, want))]
            self._known[shared] = texts
        if self._asked is None or self._asked.seat not in eyes:
            return texts
        return [self._asked.answered(texts[0]), *texts[1:]]
