"""RULES.md and the lesson of Circuit say what the rules do."""

from __future__ import annotations

from dataclasses import fields

import gamenight
from gamenight import Over
from gamenight.core.lesson import Ask
from gamenight.core.pages import rules_of, views
from gamenight.draw.layouts.flow import render
from gamenight.draw.style import Style
from gamenight.games.circuit.bots import BOTS
from gamenight.games.circuit.cards import CARDS
from gamenight.games.circuit.lesson import LESSON
from gamenight.games.circuit.options import Options
from gamenight.games.circuit.scene import GLYPHS
from gamenight.games.circuit.tiles import TILES
from tests.paths import PROJECT

FOLDER = PROJECT / "src" / "gamenight" / "games" / "circuit"
RULES = (FOLDER / "RULES.md").read_text(encoding="utf-8")

GAME = gamenight.game("circuit")

UNTOLD = Ask("", (), "").otherwise


def rows(heading: str) -> list[list[str]]:
    """The cells of the first table under a heading, without its own."""
    section = RULES.split(f"\n## {heading}\n")[1].split("\n## ")[0]
    lines = [line for line in section.splitlines() if line.startswith("|")]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines[2:]]


def test_the_table_of_tiles() -> None:
    told = {title.removesuffix(" N"): share for title, _, share, _ in rows("Tiles")}
    assert told == {kind.title: f"{kind.weight}%" for kind in TILES.values()}


def test_the_signs_of_tiles_are_those_on_the_board() -> None:
    for title, signs, _, _ in rows("Tiles"):
        glyph = next(each for each in GLYPHS.values() if each.name == title.removesuffix(" N"))
        shown = [sign.strip("`").removesuffix("N") for sign in signs.split(" or ")]
        assert shown == [glyph.emoji, glyph.ascii], title


def test_the_table_of_cards() -> None:
    told = {title: kind for title, kind, _ in rows("Cards")}
    assert told == {
        card.title: "as what it copies"
        if card.copies
        else "permanent"
        if card.permanent
        else "instant"
        for card in CARDS.values()
    }


def test_the_table_of_options() -> None:
    told = {name.strip("`"): default for name, default, _ in rows("Options")}
    defaults = {field.name: str(field.default) for field in fields(Options)}
    assert told == defaults | {"weights": "as above"}


def test_every_bot_is_described() -> None:
    section = RULES.split("\n## Bots\n")[1].split("\n## ")[0]
    assert all(f"`{name}`" in section for name in BOTS)


def test_the_signs_in_the_picture_are_those_that_are_drawn() -> None:
    picture = RULES.split("```")[1]
    signs = {glyph.name: glyph.ascii for glyph in GLYPHS.values()}
    for title in (kind.title for name, kind in TILES.items() if name != "empty"):
        assert signs[title] in picture
        assert title.lower() in picture


def test_the_lesson_draws_every_page_and_ends_with_a_win_out_of_turn() -> None:
    shown = views(GAME, LESSON)
    for view in shown:
        lines = "\n".join(render(view.scene, GLYPHS, Style()))
        assert all(name in lines for name in LESSON.names), view.page.heading
        assert bool(view.scene.choices) == (view.page.ask is not None)
    assert rules_of(GAME, LESSON).node(shown[-1].state) == Over(
        (22, 0, 10), (0,), "The first to finish 2 laps wins."
    )
    assert shown[-1].state.player == 1


def test_the_lesson_answers_wrong_moves() -> None:
    """Every choice of a page that asks is right, or is told why it is not."""
    asked = [(view, view.page.ask) for view in views(GAME, LESSON) if view.page.ask is not None]
    wrong = 0
    for view, ask in asked:
        for choice in view.scene.choices:
            if choice.text not in ask.right:
                assert ask.reply(choice.text) != UNTOLD, choice.text
                wrong += 1
    assert len(asked) == 5
    assert wrong >= 10
