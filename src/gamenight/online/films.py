"""Films: the plies of a match for screens that have no rules. Each is worked out once for all who
may know the same, and has only what changes."""

from __future__ import annotations

from typing import Any, NamedTuple

from msgspec import Raw

from gamenight.core.play import Ply
from gamenight.core.record import Seat
from gamenight.core.rules import Decision, Rules
from gamenight.core.scene import Scene, who
from gamenight.core.view import awaiting, drawn, told
from gamenight.match.match import Match
from gamenight.online.deltas import Known, delta
from gamenight.online.scenes import encoded, lean, lean_step

Viewer = int | None


def is_open(rules: Rules[Any, Any]) -> bool:
    """Whether nothing is ever hidden. Then the telling of a ply is the same for everybody, and so
    are all scenes but for what is asked. Elsewhere nobody is ever shown what was drawn for somebody
    else."""
    kind = type(rules)
    return kind.hide is Rules.hide and kind.seen is Rules.seen


class Shown(NamedTuple):
    """A scene, and of when it is: plies, cuts, and who sits where."""

    moment: tuple[int, int, tuple[Seat, ...]]
    scene: Scene


class Stage:
    """A match as it is drawn for each viewer. Seats are mentioned, not named."""

    def __init__(self, match: Match):
        self.match = match
        self.is_open = is_open(match.rules)
        self._shown: dict[Viewer, Shown] = {}  # the latest of each, where the next film begins
        self._sentences: dict[tuple[Viewer, int], tuple[Ply, Raw]] = {}

    def teller(self, eye: Viewer) -> Viewer:
        """The viewer for whom the film is made that this one sees."""
        return None if self.is_open else eye

    def viewer(self, eye: Viewer, at: int) -> Viewer:
        """The viewer for whom the scene is drawn that this one sees after this many plies."""
        if eye is None or not self.is_open:
            return eye
        node = self.match.node_of(self.match.state_at(at))
        return eye if isinstance(node, Decision) and node.of(eye) else None

    def scene(self, viewer: Viewer, at: int) -> Scene:
        """What a viewer sees after this many plies."""
        match = self.match
        moment = at, match.cuts, match.seated(at)
        shown = self._shown.get(viewer)
        if shown is None or shown.moment != moment:
            scene = drawn(match.game, match.rules, match.state_at(at), viewer)
            self._shown[viewer] = shown = Shown(moment, awaiting(scene, match.seated(at), who))
        return shown.scene

    def whole(self, eye: Viewer, at: int) -> Raw:
        """The same, as it is sent."""
        return encoded(lean(self.scene(self.viewer(eye, at), at)), self.names(at))

    def touched(self, eye: Viewer, at: int) -> list[str]:
        """The places where something else lies since the last of this many plies, as far as this
        viewer sees: the last move."""
        if at == 0:
            return []
        match, viewer = self.match, self.viewer(eye, at)
        before = drawn(match.game, match.rules, match.state_at(at - 1), viewer)
        was = {spot.key: spot.tokens for area in before.areas for spot in area.spots}
        now = (spot for area in self.scene(viewer, at).areas for spot in area.spots)
        return [spot.key for spot in now if was.get(spot.key, spot.tokens) != spot.tokens]

    def sentences(self, eye: Viewer, number: int) -> Raw:
        """What this viewer reads of the ply of this number, as it is sent. It is worked out
        once, for all who come back; `remember` says what is still needed."""
        match, viewer = self.match, self.teller(eye)
        ply, known = match.plies[number], self._sentences.get((viewer, number))
        if known is None or known[0] is not ply:
            steps = told(match.game, match.rules, ply.before, ply.action, viewer)
            texts = [step.text for step in steps if step.text]
            known = self._sentences[viewer, number] = ply, encoded(texts, self.names(number))
        return known[1]

    def remember(self, numbers: range) -> None:
        """Forget the sentences of all plies but these."""
        for viewer, number in [*self._sentences]:
            if number not in numbers:
                del self._sentences[viewer, number]

    def names(self, at: int) -> list[str]:
        return [seat.name for seat in self.match.seated(at)]


class Film:
    """One ply, by its number from 0: from the still scene before it, step by step, to the still
    scene of the last step; and from there to what each viewer sees then."""

    def __init__(self, stage: Stage, number: int):
        self._stage, self.number = stage, number
        self._tellings: dict[Viewer, tuple[Raw, Scene]] = {}
        self._ends: dict[Viewer, Raw] = {}
        self._known = None if stage.is_open else Known()

    def steps(self, eye: Viewer) -> Raw:
        """What the ply looks like."""
        return self._telling(self._stage.teller(eye))[0]

    def end(self, eye: Viewer) -> Raw:
        """The delta to what there is to see after it."""
        stage, at = self._stage, self.number + 1
        viewer = stage.viewer(eye, at)
        if viewer not in self._ends:
            _, last = self._telling(stage.teller(eye))
            changes = delta(last, stage.scene(viewer, at), self._known)
            self._ends[viewer] = encoded(changes, stage.names(at))
        return self._ends[viewer]

    def _telling(self, viewer: Viewer) -> tuple[Raw, Scene]:
        """The steps, and the still scene after them."""
        if viewer not in self._tellings:
            stage, match, number = self._stage, self._stage.match, self.number
            ply, last = match.plies[number], stage.scene(viewer, number).still()
            steps: list[dict[str, Any]] = []
            for step in told(match.game, match.rules, ply.before, ply.action, viewer):
                now = None if step.scene is None else step.scene.still()
                changes = None if now is None else delta(last, now, self._known)
                steps.append(lean_step(step, changes))
                last = now or last
            self._tellings[viewer] = encoded(steps, stage.names(number)), last
        return self._tellings[viewer]
