"""Pages: a lesson as it is shown. Its boards are the engine's own scenes of plies that the rules
allow, so that they cannot drift from the game."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, partial
from typing import Any

from gamenight.core.errors import GamenightError
from gamenight.core.game import Game
from gamenight.core.lesson import BrokenLesson, Lesson, Page
from gamenight.core.play import Ply, read, replay
from gamenight.core.rules import Rules
from gamenight.core.scene import PAGE, Scene, Step
from gamenight.core.text import listed
from gamenight.core.view import scene_of, steps_of

Telling = Callable[[], Sequence[tuple[Step, ...]]]


@dataclass(frozen=True)
class View:
    """A page as it is shown: the state it is at, what was played since the page before and its
    telling, and the scene. It has choices only where the page asks for one."""

    number: int
    page: Page
    state: Any
    played: tuple[Ply, ...]
    telling: Telling
    scene: Scene

    @cached_property
    def told(self) -> tuple[str, ...]:
        """The sentences of the telling."""
        return tuple(step.text for steps in self.telling() for step in steps if step.text)


def views(game: Game, lesson: Lesson) -> tuple[View, ...]:
    """Every page, the whole lesson checked by the rules; raises BrokenLesson."""
    rules = rules_of(game, lesson)
    plies = _plies(rules, lesson)
    shown, done = [], 0
    for number, page in enumerate(lesson.pages, 1):
        played = plies[done : done + len(page.plies)]
        done += len(page.plies)
        state = plies[done - 1].after if done else rules.initial()
        scene = scene_of(game, rules, state, page.viewer, lesson.names)
        telling = partial(_tell, game, rules, lesson, page, _since_last_choice(played))
        if page.ask is not None:
            _check(rules, lesson, number, state, scene)
            scene = asking(scene)
        else:
            midway = page.midway and played
            scene = _still(_moment(telling()[-1], scene) if midway else scene)
        shown.append(View(number, page, state, played, telling, scene))
    return tuple(shown)


def _tell(
    game: Game, rules: Rules[Any, Any], lesson: Lesson, page: Page, plies: Sequence[Ply]
) -> list[tuple[Step, ...]]:
    return [
        steps_of(game, rules, ply.before, ply.action, page.viewer, lesson.names) for ply in plies
    ]


def movement(game: Game, lesson: Lesson, view: View) -> tuple[Step, ...]:
    """The telling of a page's plies, from the page before it."""
    telling = _tell(game, rules_of(game, lesson), lesson, view.page, view.played)
    return tuple(step for steps in telling for step in steps)


def rules_of(game: Game, lesson: Lesson) -> Rules[Any, Any]:
    return game.rules(len(lesson.names), **lesson.options)


def _plies(rules: Rules[Any, Any], lesson: Lesson) -> tuple[Ply, ...]:
    """The plies of all pages."""
    texts = [(number, text) for number, page in enumerate(lesson.pages, 1) for text in page.plies]
    plies: list[Ply] = []
    try:
        for ply in replay(rules, (text for _, text in texts)):
            plies.append(ply)
    except GamenightError as error:
        raise _broken(lesson, texts[len(plies)][0], str(error)) from error
    return tuple(plies)


def _since_last_choice(plies: Sequence[Ply]) -> Sequence[Ply]:
    """The last choice that somebody made, and the chance that followed."""
    chosen = [at for at, ply in enumerate(plies) if ply.actor is not None]
    return plies[chosen[-1] :] if chosen else plies


def _moment(steps: Sequence[Step], after: Scene) -> Scene:
    """The first scene of a telling that is meant to be read, or else the scene after it."""
    scenes = (step.scene for step in steps if step.beat >= PAGE and step.scene is not None)
    return next(scenes, after)


def _check(rules: Rules[Any, Any], lesson: Lesson, number: int, state: Any, scene: Scene) -> None:
    """The question can be answered, and the next page plays a right answer."""
    page = lesson.pages[number - 1]
    assert page.ask is not None
    for text in (*page.ask.right, *page.ask.wrong):
        try:
            read(rules, state, text, page.viewer)
        except GamenightError as error:
            raise _broken(lesson, number, str(error)) from error
        if text not in (choice.text for choice in scene.choices):
            raise _broken(lesson, number, f"the scene offers no choice {text!r}")
    following = lesson.pages[number : number + 1]
    if not following or following[0].plies[:1] not in [(text,) for text in page.ask.right]:
        raise _broken(
            lesson,
            number,
            f"the next page plays none of the right answers: {listed(page.ask.right)}",
        )


def _broken(lesson: Lesson, number: int, why: str) -> BrokenLesson:
    heading = lesson.pages[number - 1].heading
    return BrokenLesson(f"{lesson.title}, page {number} ({heading}): {why}", number)


def asking(scene: Scene) -> Scene:
    """The scene with its choices alone: hints would give the answer away, and so would what Enter
    takes."""
    plain = tuple(replace(choice, hint="", default=False) for choice in scene.choices)
    return replace(scene, message="", choices=plain)


def _still(scene: Scene) -> Scene:
    """The board alone: without message and question."""
    return scene.still()
