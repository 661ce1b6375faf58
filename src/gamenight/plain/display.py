"""Display: what a match shows, line by line, and animated where the terminal can."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from gamenight.core.scene import PAGE, Scene, Step
from gamenight.draw.layouts.flow import render
from gamenight.match.curtain import Curtain
from gamenight.match.table import Table
from gamenight.plain.console import Console


class Display:
    """The scenes and tellings of one match. is_empty: there is no board on the screen; sentences:
    what everybody could read since a player was last asked; turns_page: waits until a page was
    read, and says whether the match is still the same."""

    def __init__(
        self,
        console: Console,
        table: Table,
        curtain: Curtain,
        turns_page: Callable[[Scene], Awaitable[bool]],
    ):
        self.console = console
        self.table = table
        self.curtain = curtain
        self._turns_page = turns_page
        self.is_empty = True
        self.sentences: list[str] = []

    def draw(self, scene: Scene) -> None:
        self.is_empty = False
        self.console.say("", *render(scene, self.table.game.glyphs, self.console.style))

    def draw_still(self) -> None:
        """The board alone, where nobody is asked and sentences say what happened."""
        self.draw(self.table.scene(self.curtain.viewer).still())

    async def tell(self, ply: int) -> None:
        """Animate a ply where the terminal can, and print its sentences; what is left of it when
        somebody changes the match meanwhile, nobody needs to know."""
        table = self.table
        moving: list[Step] = []
        for step in table.story(ply, self.curtain.viewer):
            if step.beat >= PAGE and step.scene is not None:
                self._move(moving)
                moving = []
                if not await self._page(step, table.mover(ply)):
                    return
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
        self.sentences += sentences
        self.console.say(*sentences)

    def clear(self) -> None:
        """Hide a hand; what everybody may know stays."""
        self.is_empty = True
        self.console.curtain(*self.sentences)

    async def _page(self, step: Step, mover: int | None) -> bool:
        """Something to read: if a person acted, it stays until Enter. False if somebody changed
        the match instead."""
        assert step.scene is not None
        self.console.say("", *self._frame(step, step.scene))
        if mover in self.table.here:
            return await self._turns_page(step.scene.still())
        if self.console.animate:
            self.console.wait(step.beat * self.console.pace)
        return True

    def _frame(self, step: Step, scene: Scene) -> list[str]:
        return render(scene.still(step.text, step.tone), self.table.game.glyphs, self.console.style)
