"""Display: what a match shows, line by line or moving where the terminal can."""

from __future__ import annotations

from gamenight.core.scene import PAGE, Scene, Step
from gamenight.draw.flow import render
from gamenight.match.curtain import Curtain
from gamenight.match.table import Table
from gamenight.plain.console import Console


class Display:
    """The drawings and tellings of one match. is_empty: no board stands on the screen; told: the
    sentences for all since somebody was asked last."""

    def __init__(self, console: Console, table: Table, curtain: Curtain):
        self.console = console
        self.table = table
        self.curtain = curtain
        self.is_empty = True
        self.told: list[str] = []

    def draw(self, scene: Scene) -> None:
        self.is_empty = False
        self.console.say("", *render(scene, self.table.game.glyphs, self.console.style))

    def draw_still(self) -> None:
        """The board alone, where nobody is asked and what happened is told in sentences."""
        self.draw(self.table.scene(self.curtain.viewer).still())

    def tell(self, ply: int) -> None:
        """Play the scenes of a ply where the terminal can, and print its sentences."""
        table = self.table
        moving: list[Step] = []
        for step in table.story(ply, self.curtain.viewer):
            if step.beat >= PAGE and step.scene is not None:
                self._move(moving)
                moving = []
                self._page(step, table.mover(ply))
            else:
                moving.append(step)
        self._move(moving)

    def _move(self, steps: list[Step]) -> None:
        frames = [
            (self._frame(step, step.scene), step.beat * self.console.pace)
            for step in steps
            if step.scene is not None and self.console.animate
        ]
        if frames and max(len(lines) for lines, _ in frames) < self.console.height:
            self.console.animation(frames)
        self.say(*(step.text for step in steps if step.text))

    def say(self, *sentences: str) -> None:
        """Something for everybody to read."""
        self.told += sentences
        self.console.say(*sentences)

    def clear(self) -> None:
        """Take a hand out of sight; what everybody may know stays."""
        self.is_empty = True
        self.console.curtain(*self.told)

    def _page(self, step: Step, mover: int | None) -> None:
        """Something to be read: it stays until Enter where a person acted."""
        assert step.scene is not None
        self.console.say("", *self._frame(step, step.scene))
        if mover in self.table.here:
            self.console.pause("(Enter) ")
        elif self.console.animate:
            self.console.wait(step.beat * self.console.pace)

    def _frame(self, step: Step, scene: Scene) -> list[str]:
        return render(scene.still(step.text, step.tone), self.table.game.glyphs, self.console.style)
