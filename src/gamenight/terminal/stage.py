"""Stage: what a match shows, line by line or moving where the terminal can."""

from __future__ import annotations

from gamenight.core.play import Ply
from gamenight.core.record import Result
from gamenight.core.rules import Chance
from gamenight.core.scene import PAGE, Scene, Step
from gamenight.core.view import scene_of, steps_of
from gamenight.match.match import Match
from gamenight.terminal.console import Console
from gamenight.terminal.text import render


class Stage:
    """The drawings and tellings of one match."""

    def __init__(self, console: Console, match: Match):
        self.console = console
        self.match = match

    def scene(self, viewer: int | None) -> Scene:
        match = self.match
        return scene_of(match.game, match.rules, match.state, viewer, match.names)

    def draw(self, scene: Scene) -> None:
        self.console.say("", *render(scene, self.match.game.glyphs, self.console.style))

    def draw_still(self) -> None:
        """The board alone, where nobody is asked and what happened is told in sentences."""
        self.draw(self.scene(self.match.viewer).still())

    def show(self, ply: Ply) -> None:
        """Tell a ply, and draw the board where no prompt is about to do it."""
        self.tell(ply)
        if self.match.turn().kind == "bot":
            self.draw_still()

    def tell(self, ply: Ply) -> None:
        """Play the scenes of a ply where the terminal can, and print its sentences."""
        match = self.match
        names = match.names
        steps = steps_of(match.game, match.rules, ply.before, ply.action, match.viewer, names)
        # The reason of the end has its place below the last board.
        last = match.result.reason if match.result is not None else ""
        moving: list[Step] = []
        for step in (step for step in steps if step.text != last or not last):
            if step.beat >= PAGE and step.scene is not None:
                self._move(moving)
                moving = []
                self._page(step, mover(match, ply))
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
        self.console.say(*(step.text for step in steps if step.text))

    def _page(self, step: Step, mover: int | None) -> None:
        """Something to be read: it stays until Enter where a person acted."""
        assert step.scene is not None
        self.console.say("", *self._frame(step, step.scene))
        if mover in self.match.people:
            self.console.pause("(Enter) ")
        elif self.console.animate:
            self.console.wait(step.beat * self.console.pace)

    def _frame(self, step: Step, scene: Scene) -> list[str]:
        return render(scene.still(step.text, step.tone), self.match.game.glyphs, self.console.style)


def mover(match: Match, ply: Ply) -> int | None:
    """Who acted, or whose roll it was."""
    if ply.actor is not None:
        return ply.actor
    node = match.rules.node(ply.before)
    return node.player if isinstance(node, Chance) else None


def announcement(names: tuple[str, ...], result: Result) -> list[str]:
    """Who won, with the scores and the reason."""
    winners = [names[seat] for seat in result.winners]
    if len(names) == 2:
        best, worst = sorted(result.scores, reverse=True)
        if len(winners) == 1:
            loser = 1 - result.winners[0]
            best, worst = result.scores[1 - loser], result.scores[loser]
        scores = f"{best} to {worst}"
    else:
        scores = ", ".join(f"{n} {s}" for n, s in zip(names, result.scores, strict=True))
    if not winners:
        headline = f"Nobody wins: {scores}."
    elif len(winners) == len(names) > 1:
        headline = f"It is a draw: {scores}."
    elif len(winners) == 1:
        headline = f"{winners[0]} wins: {scores}."
    else:
        headline = f"{', '.join(winners[:-1])} and {winners[-1]} win together: {scores}."
    return [headline, result.reason]
