"""Film: a ply as frames shown one after the other, and what it changed on the board.

Dice that are rolled tumble: they show other faces for a moment before they come to rest.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import cycle

from gamenight.core.marks import marked, still_choosing
from gamenight.core.scene import PAGE, Area, Scene, Spot, Step, Tone
from gamenight.draw.context import Focus
from gamenight.match.table import Table

SENTENCE = 0.7  # beats of a short sentence without a scene
LETTER = 0.04  # beats that it takes to read one
LONGEST = 2.5  # beats after which the match goes on, however long a sentence is
OWN = 1.5  # the same after a person's own move
TUMBLES = 4  # faces that a die shows before it comes to rest
TUMBLE = 0.12  # beats of each


@dataclass(frozen=True, slots=True)
class Frame:
    """A scene and how many beats it stays; one that waits stays until it has been read, and one
    that matters even if somebody hurries. told: the sentences that belong into the log from now
    on."""

    scene: Scene
    beats: float
    waits: bool = False
    matters: bool = False
    told: tuple[str, ...] = ()


def frames_of(steps: Iterable[Step]) -> list[Frame]:
    """The scenes of a telling, each with its sentence; nobody is asked while something moves."""
    return [
        Frame(step.scene.still(step.text, step.tone), step.beat)
        for step in steps
        if step.scene is not None
    ]


def frames_of_ply(
    table: Table, ply: int, viewer: int | None, steps: tuple[Step, ...], moving: bool
) -> list[Frame]:
    """The frames of a ply at the table; dice tumble where things are moving. A sentence without
    a scene appears below the last scene until the next sentence; a person who acted needs no time
    to read it."""
    by_person = table.mover(ply) in table.here
    scene = table.scene(viewer, ply - 1)
    found: list[Frame] = []
    text = _announced(table, ply, viewer)
    tone: Tone = ""
    landed = _first_scene(steps)
    if landed is not None and moving:
        turns = tumbling(table, ply, viewer, landed)
        found += [Frame(stilled(table, ply, turn, text), TUMBLE) for turn in turns]
    for step in steps:
        scene = step.scene or scene
        if step.text:
            text, tone = step.text, step.tone
        beats = _beats(step, by_person)
        waits = by_person and step.scene is not None and step.beat >= PAGE
        told = (step.text,) if step.text else ()
        shown = stilled(table, ply, scene, text, tone)
        found.append(Frame(shown, beats, waits, bool(told) and matters(table, ply, tone), told))
    return found


def stilled(table: Table, ply: int, scene: Scene, text: str, tone: Tone = "") -> Scene:
    """A scene of a ply without a question, but with the marks of somebody here who goes on choosing
    after it: somebody else has only come, left or played a card."""
    taken = table.ply(ply)
    before, after = table.rules.node(taken.before), table.rules.node(taken.after)
    seat = still_choosing(before, after, taken.actor)
    if ply != table.last or seat is None or seat not in table.here:
        return scene.still(text, tone)
    own = replace(scene, marks=table.scene(seat, ply).marks)  # those who only look mark nothing
    kept = marked(own, table.draft(seat))
    return replace(kept.still(text, tone), marks=kept.marks)


def matters(table: Table, ply: int, tone: Tone) -> bool:
    """Whether people here should see a step even if they hurry on: it is bad (danger) for somebody
    who acted here or has fewer points now; or good or bad, and nobody's doing but the dice's."""
    mover = table.mover(ply)
    if mover is None or mover in table.here:
        return tone == "danger" or (tone == "good" and mover is None)
    before, after = (table.rules.scores(table.state(at)) for at in (ply - 1, ply))
    return tone == "danger" and any(after[seat] < before[seat] for seat in table.here)


def _beats(step: Step, by_person: bool) -> float:
    """How long a step stays: until its sentence has been read, which whoever acted need not do."""
    if step.scene is None and by_person:
        return 0.0
    longest = OWN if by_person else LONGEST
    reading = min(max(SENTENCE, len(step.text) * LETTER), longest) if step.text else 0.0
    return max(reading, step.beat if step.scene is not None else 0.0)


def _announced(table: Table, ply: int, viewer: int | None) -> str:
    """What is known before anything moves: who rolls, or what somebody has chosen."""
    mover, taken = table.mover(ply), table.ply(ply)
    if mover is None:
        return ""
    name = table.names_at(ply - 1)[mover]
    if taken.actor is None:
        return f"{name} rolls ..."
    if table.rules.seen(taken.before, taken.action, viewer) != taken.action:
        return ""
    text = table.rules.format(taken.action)
    choices = table.scene(mover, ply - 1).choices
    label = next((choice.label for choice in choices if choice.text == text), "")
    return f"{name}: {label}" if label else ""


def changed_spots(before: Scene, after: Scene) -> frozenset[str]:
    """The spots that hold something other than before."""
    held = {spot.key: spot.tokens for area in before.areas for spot in area.spots}
    return frozenset(
        spot.key
        for area in after.areas
        for spot in area.spots
        if held.get(spot.key, spot.tokens) != spot.tokens
    )


def trace(before: Scene, after: Scene) -> Focus:
    """What is left to see of a move: the spots that it changed, and what it brought there."""
    held = {spot.key: _count(spot) for area in before.areas for spot in area.spots}
    came = (
        (spot.key, _count(spot) - held.get(spot.key, 0))
        for area in after.areas
        for spot in area.spots
    )
    gains = frozenset((key, count) for key, count in came if count > 0)
    return Focus(last=changed_spots(before, after), gains=gains)


def _count(spot: Spot) -> int:
    return sum(token.count for token in spot.tokens)


def tumbling(table: Table, ply: int, viewer: int | None, landed: Scene) -> list[Scene]:
    """What is seen before the dice of a roll come to rest as in this scene: the faces that other
    outcomes of the same roll would have shown. Nothing where no die fell."""
    before = table.scene(viewer, ply - 1)
    shown = [
        found for other in table.otherwise(ply, viewer, TUMBLES) if (found := _first_scene(other))
    ]
    fallen = _fallen(landed, [before, *shown])
    if not fallen:
        return []
    waiting = _untold(landed, before, fallen)
    turned = [_with_faces(waiting, other, fallen) for other in shown]
    return [scene for scene in turned if scene != _with_faces(waiting, landed, fallen)]


def _untold(landed: Scene, before: Scene, fallen: frozenset[str]) -> Scene:
    """The scene without what the roll brings to scores, pots and hands: these are as before."""
    old = {area.key: area for area in before.areas}
    areas = tuple(
        area if any(spot.key in fallen for spot in area.spots) else old.get(area.key, area)
        for area in landed.areas
    )
    return replace(landed, scores=before.scores, status=before.status, areas=areas)


def _first_scene(steps: tuple[Step, ...]) -> Scene | None:
    return next((step.scene for step in steps if step.scene is not None), None)


def _dice(scene: Scene) -> list[Spot]:
    """The spots with dice that show a face."""
    spots = (spot for area in scene.areas for spot in area.spots)
    return [spot for spot in spots if any(t.kind == "die" and t.face for t in spot.tokens)]


def _fallen(landed: Scene, others: Sequence[Scene]) -> frozenset[str]:
    """The spots with dice that lay otherwise before, or could have fallen otherwise. Dice that are
    held do not fall again, whatever is said of their pot then."""

    def lies(spot: Spot | None) -> list[tuple[str, str]]:
        return [(token.face, token.color) for token in spot.tokens] if spot is not None else []

    return frozenset(
        spot.key
        for spot in _dice(landed)
        if any(lies(other.spot(spot.key)) != lies(spot) for other in others)
    )


def _with_faces(landed: Scene, other: Scene, fallen: frozenset[str]) -> Scene:
    """The scene with the faces of another, where the same spots have dice; what these bring is not
    said yet."""
    return replace(landed, areas=tuple(_turned(area, other, fallen) for area in landed.areas))


def _turned(area: Area, other: Scene, fallen: frozenset[str]) -> Area:
    """Die by die: other outcomes make other sets of the same dice, and which dice make one is not
    seen before they lie, as long as there is a spot for each."""
    if not any(spot.key in fallen for spot in area.spots):
        return area
    same = next((found for found in other.areas if found.key == area.key), area)
    faces = cycle(_faces(same) or _faces(area))
    dice = [token for spot in area.spots if spot.key in fallen for token in spot.tokens]
    spread = any(spot.key in fallen and len(spot.tokens) > 1 for spot in area.spots)
    free = [s.key for s in area.spots if s.key in fallen or (spread and not s.tokens)]
    spots = list[Spot]()
    for spot in area.spots:
        if spot.key not in free or not dice:
            spots.append(spot)
            continue
        count = 1 if spot.key != free[-1] else len(dice)
        tokens = tuple(replace(token, face=next(faces), tone="") for token in dice[:count])
        del dice[:count]
        silent = replace(spot, name="", note="", tone="", points=0, heading="", spoken="")
        spots.append(replace(silent, tokens=tokens))
    return replace(area, spots=tuple(spots))


def _faces(area: Area) -> list[str]:
    return [token.face for spot in area.spots for token in spot.tokens]


def more_follows(table: Table, shown: int, told: bool) -> bool:
    """Whether the next ply comes at once: of the many draws that set up a board only the last is
    shown."""
    if shown < table.last:
        return bool(table.here)
    return not told and table.player is None and table.result is None
