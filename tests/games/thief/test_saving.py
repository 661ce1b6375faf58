"""Thief can be left at any point, dice marked so far included, and stands there again."""

from __future__ import annotations

import re
from pathlib import Path
from random import Random

import pytest

import gamenight
from gamenight.core.marks import chosen, marked, toggled
from gamenight.core.record import Record, Seat
from gamenight.core.rules import Chance, Decision
from gamenight.core.view import scene_of
from gamenight.match.match import Match
from gamenight.match.sqlite import SqliteStore
from tests.match.courses import turn_of
from tests.terminal import Terminal

GAME = gamenight.game("thief")
SEATS = (Seat("Sarah"), Seat("Mike"), Seat("John"))
SGR = re.compile(r"\x1b\[[0-9;]*m")


@pytest.mark.parametrize("options", [{}, {"cards": True}, {"open_table": True}])
def test_every_decision_of_a_random_game_is_saved_with_its_draft(options: dict[str, bool]) -> None:
    rng = Random(3)
    match = Match.new(SqliteStore(), GAME, SEATS, {"target": 3000, **options}, seed=3)
    decisions = 0
    while match.result is None:
        node = match.node
        if isinstance(node, Chance):
            match.chance()
            continue
        assert isinstance(node, Decision)
        decisions += 1
        scene = scene_of(GAME, match.rules, match.state, node.player, match.names)
        if scene.marks:
            label = rng.choice([scene.label(key) for key in scene.marks])
            marks = toggled(scene, label)
            assert marks is not None
            match.keep_draft(node.player, marks)
        loaded = Match.load(match.store, match.id, GAME)
        again = scene_of(GAME, loaded.rules, loaded.state, node.player, loaded.names)
        draft = match.draft(node.player)
        assert marked(again, loaded.draft(node.player)) == marked(scene, draft)
        assert turn_of(loaded) == turn_of(match)
        assert Record.loads(match.record.dumps()) == match.record
        choice = chosen(marked(scene, draft)) if scene.marks is not None else None
        text = match.rules.format(rng.choice(node.actions)) if choice is None else choice.text
        match.play(text, node.player, match.at)
    assert decisions > 20


def board(screen: str) -> list[str]:
    """The last board on a screen, as it was drawn."""
    return SGR.sub("", screen).rpartition("\nThief ")[2].splitlines()[:-1]


PROMPTS = tuple(f"{seat.name}> " for seat in SEATS)


def next_prompt(terminal: Terminal) -> str:
    """What comes up to the next prompt for a choice; pages and rolls are passed with Enter."""
    seen = ""
    while not seen.endswith(PROMPTS):
        seen += terminal.wait_for(" ")
        if seen.endswith("(Enter) "):
            terminal.type("")
    return seen


def test_a_killed_terminal_stands_there_again_with_the_dice_as_marked(tmp_path: Path) -> None:
    seats = [part for seat in SEATS for part in ("--seat", seat.name)]
    start = ("play", "thief", *seats, "--first", "1", "--seed", "5", "--no-animation")
    terminal, drafts = Terminal(tmp_path, *start, size=(80, 40)), 0
    for _ in range(8):
        seen = next_prompt(terminal)
        if "hold which dice" in seen:
            terminal.type("a")
            seen = next_prompt(terminal)
            drafts += 1
        terminal.kill()
        terminal = Terminal(tmp_path, "resume", "--no-animation", size=(80, 40))
        resumed = next_prompt(terminal)
        assert board(resumed) == board(seen)
        offers = SGR.sub("", resumed)
        if "[s] Steal" in offers or "[e] End" in offers:
            terminal.type("s" if "[s] Steal" in offers else "e")
        else:
            terminal.type("a")  # a thief must hold: mark it again
            next_prompt(terminal)
            terminal.type("")
    terminal.kill()
    assert drafts > 2
