"""The picture of a booklet's page: the text above the board, or beside it on a wide screen."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property

from gamenight.core.pages import View
from gamenight.core.scene import Glyph, Scene
from gamenight.draw.canvas import Picture
from gamenight.draw.context import Context, Focus, context_for
from gamenight.draw.ink import LIVE, MUTED, PLAIN, TONES
from gamenight.draw.layouts.fit import draw
from gamenight.draw.layouts.plans import Plans
from gamenight.draw.line import Line, joined, line
from gamenight.draw.palette import Look
from gamenight.draw.writing import write

WIDE = 110
COLUMN = 46
MARGIN = 2
LEAST_BOARD, GOOD_BOARD, MOST_BOARD = 12, 15, 17
LEAST_ROOM = 7  # lines between the title and the question
FEWEST_LINES = 4
SHORT = 2  # lines of what happened that fit below the board
GOES_ON, TRY_AGAIN = " (Enter: next {}.)", " Try again."
SIGNS = {"good": "✓", "danger": "✗"}


@dataclass(frozen=True)
class PageDrawing:
    """A page of a booklet on a screen of this size (columns, lines); its text is laid out once."""

    view: View
    glyphs: Mapping[str, Glyph]
    look: Look
    size: tuple[int, int]
    noun: str = "page"

    @property
    def _wide(self) -> bool:
        return self.size[0] >= WIDE

    @cached_property
    def _plans(self) -> Plans:
        return Plans()

    @cached_property
    def _context(self) -> Context:
        return context_for(self.view.scene, {}, self.look)

    @property
    def _width(self) -> int:
        """How many columns the text has."""
        return (COLUMN if self._wide else self.size[0]) - 2 * MARGIN

    def _most(self, board: int) -> int:
        """The most lines of text that leave this many for the board."""
        left = self.size[1] - (4 if self._wide else board + 1)
        return max(left, FEWEST_LINES)

    @property
    def _told(self) -> str:
        return " ".join(self.view.told)

    @cached_property
    def _below(self) -> bool:
        """Whether what happened is short enough to go below the board, as in a match."""
        room = self.size[0] - 2 - (COLUMN if self._wide else 0)
        return len(self._context.prose(self._told).wrap(room)) <= SHORT

    @cached_property
    def _layout(self) -> tuple[bool, int]:
        """Whether what happened goes below the board, and the fewest lines that the board needs:
        the text makes room until the board can be drawn."""
        tries = [(False, board) for board in range(LEAST_BOARD, MOST_BOARD)]
        for below, board in [(True, LEAST_BOARD), *tries] if self._below else tries:
            text = self._divided(below, board)
            panel = len(self._reserved(text[0]))
            scene = self._asking(self.view.scene, below)
            plan = self._plans.plan(scene, self.glyphs, self.look, self._room(panel + 1))
            if plan.arrangement is not None and plan.room[1] >= LEAST_ROOM:
                return below, board
        return False, LEAST_BOARD

    def _room(self, panel: int) -> tuple[int, int]:
        """The room left for the board and its question."""
        width, height = self.size
        return (width - COLUMN, height) if self._wide else (width, height - panel)

    def _asking(self, scene: Scene, below: bool) -> Scene:
        """The scene with the page's question, and what happened."""
        ask = self.view.page.ask
        if scene.choices and ask is not None:
            scene = replace(scene, ask=ask.question)
        return scene if scene.message or not below else replace(scene, message=self._told)

    @cached_property
    def parts(self) -> list[list[Line]]:
        """The text of the page, in as many parts as it takes."""
        return self._divided(*self._layout)

    def _divided(self, below: bool, board: int) -> list[list[Line]]:
        context, most = self._context, self._most(board)
        notes = context.prose(_quoted_words(self.view.page.notes)).wrap(self._width)
        told = [] if below else context.prose(self._told, MUTED).wrap(self._width)
        if len(told) + bool(told) + len(notes) <= most:
            return [[*told, Line(), *notes] if told else notes]
        chunks = [
            lines[at : at + most - 1]
            for lines in (told, notes)
            for at in range(0, len(lines), most - 1)
        ]
        last = len(chunks)
        places = (f"({at} of {last}{': PgDn' if at < last else ''})" for at in range(1, last + 1))
        return [[*c, line(place, MUTED)] for c, place in zip(chunks, places, strict=True)]

    def page(
        self,
        scene: Scene,
        part: int = 0,
        reply: str = "",
        tone: str = "",
        focus: Focus | None = None,
    ) -> Picture:
        """The page with one part of its text, and the reply to the learner's answer."""
        (width, height), look = self.size, self.look
        text = self._panel(self._lines(part, reply, tone))
        shown = self._asking(scene, self._layout[0])
        room = self._room(text.height)
        board = draw(shown, self.glyphs, look, room, focus or Focus(), plans=self._plans)
        whole = Picture(width, height)
        whole.fill(0, 0, width, height, look.ink(bg=look.palette.bar))
        if self._wide:
            whole.paste(board, 0, 0)
            whole.paste(text, width - COLUMN, 1)
            return whole
        targets = [replace(target, y=target.y - 1) for target in board.targets]
        whole.paste(Picture(width, 1, board.rows[:1]), 0, 0)
        whole.paste(text, 0, 1)
        whole.paste(Picture(width, board.height - 1, board.rows[1:], targets), 0, 1 + text.height)
        return whole

    def _lines(self, part: int, reply: str, tone: str) -> list[Line]:
        """The lines below the heading. A reply goes below the text, or replaces it where there is
        no room for both."""
        text = self.parts[min(part, len(self.parts) - 1)]
        said = self._reply(reply, tone)
        lines = [*text, Line(), *said] if said and self._for_both(text) else said or text
        return [*lines, *[Line()] * (len(self._reserved(text)) - len(lines))]

    def _reserved(self, text: list[Line]) -> list[Line]:
        """The text with lines reserved for a reply, so that nothing jumps."""
        longest = self._longest
        both = len(text) + 1 + longest if self._for_both(text) and longest else 0
        return [*text, *[Line()] * (max(both, longest) - len(text))]

    def _for_both(self, text: list[Line]) -> bool:
        """Whether there is room for both the text and a reply."""
        return len(text) + 1 + self._longest <= self._most(GOOD_BOARD)

    @cached_property
    def _longest(self) -> int:
        """How many lines the longest reply takes."""
        ask = self.view.page.ask
        if ask is None:
            return 0
        wrong = (f"{reply}{TRY_AGAIN}" for reply in (*ask.wrong.values(), ask.otherwise))
        told = (f"{one}{GOES_ON.format(self.noun)}" for one in (ask.praise, ask.solution) if one)
        replies = (*told, *wrong)
        return max(len(self._reply(reply, "good")) for reply in replies)

    def _reply(self, reply: str, tone: str) -> list[Line]:
        if not reply:
            return []
        context, ink = self._context, TONES.get(tone, PLAIN)
        said = joined(
            [context.text(SIGNS.get(tone, ""), ink), context.prose(_quoted_words(reply), ink)]
        )
        return said.wrap(self._width, indent=2)

    def _panel(self, lines: list[Line]) -> Picture:
        """The heading and the text on their own background."""
        look, context = self.look, self._context
        width, height = self.size[0], len(lines) + 1
        if self._wide:
            width, height = COLUMN, self.size[1] - 1
        panel = Picture(width, height)
        panel.fill(0, 0, width, height, look.ink(bg=look.palette.panel))
        top, gap = (1, 1) if self._wide else (0, 0)
        heading = context.clip(context.text(self.view.page.heading, LIVE), width - 2 * MARGIN)
        write(panel, MARGIN, top, heading, look)
        for below, text in enumerate(lines, top + 1 + gap):
            write(panel, MARGIN, below, text, look)
        if self._wide and not look.fill:
            for row in range(height):
                write(panel, 0, row, line(context.signs.crossings[5], MUTED), look)
        return panel


def _quoted_words(text: str) -> str:
    """A text with its words to type, which stand between backticks, in quotation marks."""
    return re.sub(r"`([^`]*)`", r"“\1”", text)
