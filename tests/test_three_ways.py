"""One match, three ways: by its course alone, in plain mode over a pipe, and on the full screen,
with the same answers, gives the same record."""

from __future__ import annotations

import asyncio
import os
import subprocess
from pathlib import Path
from random import Random
from threading import Timer
from typing import Any

import pytest

from gamenight.core import registry
from gamenight.core.record import Record
from gamenight.match.course import play_out
from gamenight.match.local import LocalTable
from gamenight.match.match import Match
from gamenight.match.sqlite import SqliteStore
from gamenight.match.table import Table
from gamenight.match.turn import Turn
from tests.app.tables import answer_all
from tests.match.courses import done
from tests.match.matches import SHORT, new_match
from tests.terminal import COMMAND, PATIENCE, environment

PASS = ""  # the answer of somebody who does nothing out of turn
SEED = 7
# Short matches, but with some turns for everybody.
OPTIONS: dict[str, dict[str, Any]] = {
    **SHORT,
    "circuit": {"board": 8, "laps": 2},
    "thief": {"target": 900, "cards": True},
    "zombie": {"brains_to_win": 4},
}
# How many people answer; the others are bots.
PEOPLE = {"circuit": (2,), "thief": (1, 2), "zombie": (2,)}


class Answers:
    """People who choose at random, and whose choices are written down."""

    def __init__(self, table: Table, rng: Random):
        self.table, self.rng = table, rng
        self.given: list[str] = []

    async def show(self) -> None:
        pass

    async def watch(self, turn: Turn) -> None:
        await self.table.advance()

    async def ask(self, turn: Turn) -> None:
        seat = turn.seats[0]
        if turn.kind in ("ready", "roll"):
            await self.table.ready(seat)
            return
        texts = [choice.text for choice in self.table.scene(seat).choices]
        text = self.rng.choice([*texts, PASS] if turn.kind == "offered" else texts)
        self.given.append(text)
        await (self.table.play(text, seat) if text else self.table.passes(seat))


def by_course(id: str, people: int) -> tuple[Record, list[str]]:
    """A match as its course alone plays it, and what its people answered."""
    table = LocalTable(new_match(id, people, seed=SEED, **OPTIONS[id]))
    answers = Answers(table, Random(people))
    done(play_out(table, answers))
    return table.record(), answers.given


def by_pipe(record: Record, answers: list[str], folder: Path) -> Record:
    """The same in plain mode, by a real process that is answered prompt by prompt."""
    seats = [f"bot:{seat.bot}" if seat.bot else seat.name for seat in record.seats]
    vacant = registry.game(record.game).unasked(**record.options)
    named = [part for n, seat in enumerate(seats) if n not in vacant for part in ("--seat", seat)]
    options = [
        part for name, value in OPTIONS[record.game].items() for part in _option(name, value)
    ]
    order = [] if vacant else ["--first", "1"]
    command = ["play", record.game, *named, *order, *options, "--seed", str(SEED)]
    left = list(answers)
    with subprocess.Popen(
        [*COMMAND, *command],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        env=environment(folder, PYTHONIOENCODING="utf-8"),
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        screen, patience = "", Timer(PATIENCE, process.kill)
        patience.start()
        while chunk := os.read(process.stdout.fileno(), 65536):
            screen += chunk.decode()
            prompt = screen.rpartition("\n")[2]
            if prompt.endswith("[y/n] "):
                process.stdin.close()
            elif prompt.endswith(("(Enter) ", "out of turn) ", "> ")):
                line = left.pop(0) if prompt.endswith("> ") else ""
                process.stdin.write(f"{line}\n".encode())
                process.stdin.flush()
                screen = ""
        patience.cancel()
        assert process.wait(PATIENCE) == 0
    assert not left, f"nobody asked for {left}"
    return Match.load(SqliteStore(folder / "gamenight.sqlite"), 1).record


def _option(name: str, value: object) -> list[str]:
    return [f"--{name.replace('_', '-')}", str(value)]


@pytest.mark.parametrize(
    ("id", "people"),
    [(id, people) for id in registry.games() for people in PEOPLE.get(id, (1,))],
)
def test_the_same_answers_give_the_same_record(id: str, people: int, tmp_path: Path) -> None:
    record, answers = by_course(id, people)
    assert record.result is not None
    assert len(answers) > 1
    assert by_pipe(record, answers, tmp_path).actions == record.actions
    assert (
        asyncio.run(answer_all(new_match(id, people, seed=SEED, **OPTIONS[id]), answers)) == record
    )
