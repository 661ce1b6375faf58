"""Previews: small pictures of a game and of a match, to show beside a list."""

from __future__ import annotations

from collections.abc import Sequence

from gamenight.app.widgets.preview import Making
from gamenight.core.game import Game, company
from gamenight.core.record import Record
from gamenight.core.scene import Scene
from gamenight.draw.canvas import Picture
from gamenight.draw.context import Context
from gamenight.draw.ink import ACCENT, BOLD, LIVE, MUTED, PLAIN, TOUCHABLE, filled
from gamenight.draw.line import Line, line, spaces
from gamenight.draw.palette import Look
from gamenight.draw.writing import write
from gamenight.match.example import early_scene
from gamenight.match.matches import Matches, Summary
from gamenight.match.playback import ReplayTable


def game_or_match(game: Game, match: Summary | None, matches: Matches, look: Look) -> Making:
    """What draws a match, which is read at once, or without one the game; raises a
    GamenightError."""
    if match is None:
        return lambda size: game_picture(game, look, size)
    record = matches.record(match.id)
    return lambda size: match_picture(record, game, look, size)


def game_picture(game: Game, look: Look, size: tuple[int, int]) -> Picture:
    """What a match of the game looks like."""
    return _drawn(early_scene(game), game, look, size)


def match_picture(record: Record, game: Game, look: Look, size: tuple[int, int]) -> Picture:
    """The last scene of a match, without what several people at one keyboard hide."""
    table = ReplayTable(record, game=game)
    people = [number for number, seat in enumerate(table.seats) if not seat.bot]
    return _drawn(table.scene(people[0] if len(people) == 1 else None), game, look, size)


def about_picture(
    game: Game, told: str, keys: Sequence[tuple[str, str]], look: Look, size: tuple[int, int]
) -> Picture:
    """The game in a few lines below its picture: the sentence, what to press or click (the first of
    the keys, each with what it does, is the usual one), and what was."""
    width, height = size
    context, picture = Context(look), Picture(width, height)
    picture.fill(0, 0, width, height, look.ink(bg=look.palette.panel))
    head = context.text(game.title, LIVE)
    count = context.text(company(game, " can play"), MUTED)
    summary = context.text(game.summary).wrap(width - 4)[:2]
    offered, first = Line(), 0 if height < 7 else 1
    for number, (key, deed) in enumerate(keys):
        start = offered.width
        usual = (filled(ACCENT), BOLD) if number == 0 else (TOUCHABLE, PLAIN)
        offered = offered + line(f" {key} ", usual[0]) + context.text(f" {deed}", usual[1])
        picture.mark(key, 2 + start, first + len(summary) + 2, offered.width - start)
        offered = offered + spaces(3)
    rows = [head.pad(width - 4 - count.width) + count, *summary, Line(), offered]
    rows += context.text(told, MUTED).wrap(width - 4)[: height - 1 - len(rows)]
    for y, text in enumerate(rows, first):
        write(picture, 2, y, text.clip(width - 4, look.signs.ellipsis), look)
    return picture


def _drawn(scene: Scene, game: Game, look: Look, size: tuple[int, int]) -> Picture:
    from gamenight.draw.layouts.fit import draw  # late: loaded in the thread that draws

    picture = draw(scene, game.glyphs, look, size)
    picture.targets.clear()
    return picture
