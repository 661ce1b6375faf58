"""Solved: which puzzles were solved here, kept in a small file beside the matches."""

from __future__ import annotations

import json
import os
from contextlib import suppress
from pathlib import Path

from gamenight.core.game import Game
from gamenight.core.limits import TooLarge, read_file, read_json

FILE = "puzzles.json"
LARGEST = 4 * 1024 * 1024


class Solved:
    """The names of solved puzzles by game. folder: None keeps them as long as the program runs, and
    so does a file that cannot be written; one that cannot be read has none."""

    def __init__(self, folder: Path | None):
        self._path = None if folder is None else folder / FILE
        self._found = self._read()

    def of(self, game: Game) -> frozenset[str]:
        return frozenset(self._found.get(game.id, ()))

    def add(self, game: Game, name: str) -> None:
        """Keep one more, beside those that another program has kept meanwhile."""
        for id, names in self._read().items():
            self._found.setdefault(id, set()).update(names)
        self._found.setdefault(game.id, set()).add(name)
        if self._path is None:
            return
        unfinished = self._path.with_name(f".{FILE}.{os.getpid()}")
        kept = {id: sorted(names) for id, names in sorted(self._found.items())}
        with suppress(OSError):
            self._path.parent.mkdir(parents=True, exist_ok=True)
            unfinished.write_text(json.dumps(kept, indent=1) + "\n", encoding="utf-8")
            unfinished.replace(self._path)

    def _read(self) -> dict[str, set[str]]:
        if self._path is None:
            return {}
        try:
            found = read_json(read_file(self._path, LARGEST))
            return {str(id): set(map(str, names)) for id, names in found.items()}
        except (OSError, ValueError, TypeError, AttributeError, TooLarge):
            return {}


def solved_beside(path: Path | None) -> Solved:
    """What was solved by whoever keeps their matches in this file."""
    return Solved(None if path is None else path.parent)
