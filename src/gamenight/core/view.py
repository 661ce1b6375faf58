"""What a viewer gets of a match: the scene of a state, the telling of a ply, and the odds.

The state is hidden and the action is reduced to what is seen before the game's own code gets
them, so that neither a scene nor a sentence can give a secret away.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

from gamenight.core.errors import InvalidAction, NoOdds
from gamenight.core.game import Game
from gamenight.core.parts import Seat
from gamenight.core.play import actor_of, step
from gamenight.core.rules import Chance, Decision, Over, Rules
from gamenight.core.scene import Choice, Scene, ScoreRow, Step, fill, named, who


def scene_of(
    game: Game, rules: Rules[Any, Any], state: Any, viewer: int | None, names: Sequence[str]
) -> Scene:
    """The scene of a state as the viewer may see it, with the names of the seats."""
    return named(drawn(game, rules, state, viewer), names)


def drawn(game: Game, rules: Rules[Any, Any], state: Any, viewer: int | None) -> Scene:
    """The same with seats mentioned, not named."""
    view = rules.hide(state, viewer)
    draw = game.scene or (lambda rules, view, viewer: _plain_scene(game, rules, view))
    scene = draw(rules, view, viewer)
    if scene.choices or viewer is None:
        return scene
    choices = _plain_choices(rules, view, viewer)
    return replace(scene, choices=choices) if choices else scene


def ended(scene: Scene) -> Scene:
    """The scene when nobody plays on, also where the rules would: somebody gave up, or all agreed
    to end it. It is nobody's turn, and nobody is asked."""
    scores = tuple(replace(row, current=False) for row in scene.scores)
    return replace(scene.still(scene.message, scene.tone), scores=scores)


def awaiting(scene: Scene, seats: Sequence[Seat], called: Callable[[int], str]) -> Scene:
    """The scene where those sit who sit here: a machine is not asked anything."""
    player = next((row.seat for row in scene.scores if row.current), None)
    if not (scene.ask and player is not None and seats[player].bot) or scene.choices:
        return scene
    return replace(scene, ask=f"It is {called(player)}'s turn.")


def ahead_of(
    game: Game,
    rules: Rules[Any, Any],
    state: Any,
    text: str,
    viewer: int,
    names: Sequence[str],
) -> Scene | None:
    """The scene after an action of the viewer, as far as the viewer can know it beforehand; None
    where chance follows, and where the action is not possible."""
    try:
        after = step(rules, rules.hide(state, viewer), text, viewer)
    except InvalidAction:
        return None
    if isinstance(rules.node(after), Chance):
        return None
    return scene_of(game, rules, after, viewer, names)


def steps_of(
    game: Game,
    rules: Rules[Any, Any],
    before: Any,
    action: Any,
    viewer: int | None,
    names: Sequence[str],
) -> tuple[Step, ...]:
    """What a ply looks like to the viewer: sentences, and scenes where something moves."""
    return named(told(game, rules, before, action, viewer), names)


def told(
    game: Game, rules: Rules[Any, Any], before: Any, action: Any, viewer: int | None
) -> tuple[Step, ...]:
    """The same with seats mentioned, not named."""
    view = rules.hide(before, viewer)
    seen = rules.seen(before, action, viewer)
    tell = game.tell or _plain_steps
    return tuple(tell(rules, view, seen, viewer))


def odds_of(
    game: Game,
    rules: Rules[Any, Any],
    state: Any,
    viewer: int | None,
    names: Sequence[str],
    fractions: bool = False,
) -> list[str]:
    """The odds as far as the viewer may know them, with the names of the seats, perhaps as exact
    fractions; raises NoOdds where the game has none."""
    if game.odds is None:
        raise NoOdds(f"{game.title} has no odds to tell; a hint says what to try")
    lines = game.fractions if fractions else game.odds
    if lines is None:
        raise NoOdds(f"{game.title} has no odds as fractions; odds alone tells all there is")
    return [fill(line, names) for line in lines(rules, rules.hide(state, viewer))]


def _plain_scene(game: Game, rules: Rules[Any, Any], view: Any) -> Scene:
    node = rules.node(view)
    scores = node.scores if isinstance(node, Over) else rules.scores(view)
    player = node.player if not isinstance(node, Over) else None
    rows = tuple(
        ScoreRow(f"seat {seat}", seat, who(seat), score, current=seat == player)
        for seat, score in enumerate(scores)
    )
    ask = (
        f"{who(player)}, what do you do?"
        if isinstance(node, Decision) and player is not None
        else ""
    )
    return Scene(game.title, scores=rows, ask=ask)


def _plain_steps(
    rules: Rules[Any, Any], view: Any, seen: Any, viewer: int | None
) -> tuple[Step, ...]:
    """Who did what; for a card from an unknown hand, a view cannot tell who."""
    node = rules.node(view)
    actor = actor_of(node, seen)
    nobody = "Chance" if isinstance(node, Chance) else "Somebody"
    return (Step(f"{nobody if actor is None else who(actor)}: {rules.format(seen)}."),)


def _plain_choices(rules: Rules[Any, Any], view: Any, viewer: int) -> tuple[Choice, ...]:
    node = rules.node(view)
    if not isinstance(node, Decision):
        return ()
    texts = (rules.format(action) for action in node.of(viewer))
    return tuple(Choice(text, text) for text in texts)
