"""The machines that can play a game, as rows of a form: what each is like, and how strong."""

from __future__ import annotations

from collections.abc import Container

from gamenight.app.pictures.form_rows import Row
from gamenight.app.pictures.strength import strength_bar
from gamenight.bots import ranked_bots, scale
from gamenight.core.game import Game
from gamenight.draw.context import Context
from gamenight.draw.ink import BOLD, MUTED, PLAIN, bold
from gamenight.draw.line import Line, line, spaces
from gamenight.draw.palette import Look

MACHINE = "machine "
BAR = 8  # columns of the bar of a bot's strength


def machine_rows(game: Game, seated: Container[str], look: Look, width: int) -> list[Row]:
    """A heading, and all machines in this many columns, those at the table in bold."""
    context, bots = Context(look, game.glyphs), ranked_bots(game)
    rated = {info.elo is not None for info in bots.values()}
    order = "weakest first; " if rated == {True} else "weakest first, then the unrated; "
    told = (order if True in rated else "") + scale(game)
    heading = line("MACHINES", bold(MUTED)) + spaces(3)
    meaning = line(context.spell(told), MUTED).wrap(width - heading.width)
    rows = [Row(Line())]
    rows += [
        Row((spaces(heading.width) if n else heading) + part) for n, part in enumerate(meaning)
    ]
    widest = max(len(f"{info.elo or ''}") for info in bots.values())
    for id, info in bots.items():
        here = id in seated
        name = spaces(2) + context.text(info.name, BOLD if here else PLAIN).pad(13)
        words = context.text(info.summary, PLAIN if here else MUTED)
        elo = line(f"{info.elo or '':>{widest}}", MUTED)
        head = name + strength_bar(game, info, look, BAR) + spaces(1) + elo + spaces(2)
        first, *more = words.wrap(width - head.width)
        key = f"{MACHINE}{id}"
        rows.append(Row(head + first, key))
        rows += [Row(spaces(head.width) + part, key) for part in more]
    return rows
