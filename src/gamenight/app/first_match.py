"""FirstMatch: a newcomer sits down, reads what the game is about, and is led through a turn."""

from __future__ import annotations

from gamenight.app import routes
from gamenight.app.party import Party
from gamenight.app.screens.dialogs import TextDialog
from gamenight.app.screens.page import Page
from gamenight.app.welcome import welcome
from gamenight.core.errors import GamenightError, InvalidName
from gamenight.core.game import Game, for_playing
from gamenight.core.text import clean_name
from gamenight.draw.reading import paragraphs
from gamenight.match.seats import for_people

WIDEST = 70  # columns of what there is to read


def only_name(typed: str | None) -> str:
    """The one name that a newcomer gives, empty if none; raises InvalidName."""
    if "," in (typed or ""):
        raise InvalidName("One name here: you name the others when you start a match", typed)
    return clean_name(typed) if typed else ""


def sit_down(page: Page, game: Game, name: str) -> None:
    """A match in which this person plays, against a machine if two can, after its welcome; Esc
    leads back to the other games."""
    given = dict(for_playing(game))
    party = Party(game, {}, [name])
    party.fit(given)
    try:
        told = welcome(game, given)
        options = for_people(game, given, party.everybody)
    except GamenightError as error:
        page.tell_error(error)
        return

    def play(key: str | None) -> None:
        if key in (None, "escape", "q"):
            return
        try:
            table = page.gamenight.matches.new(game, party.everybody, options, party.order)
        except GamenightError as error:
            page.tell_error(error)
        else:
            page.app.push_screen(routes.table(table))

    page.gamenight.newcomer = True
    width = min(WIDEST, page.size.width * 9 // 10 - 6)
    wrapped = [line.plain for line in paragraphs(told, width)]
    lines = [*wrapped, "", "Your first turn comes with hints."]
    keys = [("Enter", f"play {game.title}")]
    greeting = TextDialog(f"Good to see you, {name}!", lines, keys, leaving="other games")
    page.app.push_screen(greeting, play)
