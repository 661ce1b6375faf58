"""Every kind of change of a store, for ever; the same ones for the same number."""

from __future__ import annotations

import random
import sys
from collections.abc import Iterator
from pathlib import Path

from gamenight.core.record import Change, Record, Result, Seat
from gamenight.match.sqlite import SqliteStore
from gamenight.match.store import Store
from gamenight.match.summary import PERSON, Appearance, Player

SEATS = (Seat("Ann"), Seat("Ben"))
RESULT = Result((3, 1), (0,), "It is over.")
FOUND = [Appearance(Player(PERSON, "Ann"), won=True, score=3)]


def changes(store: Store, number: int) -> Iterator[int]:
    """Change a new match again and again; its number, after each change that is stored."""
    chosen = random.Random(number)
    id = store.create(Record("oware", 1, SEATS), bytes(32)).id
    revision = plies = 0
    yield id
    while True:
        ply, seat = chosen.randint(0, plies), chosen.randrange(2)
        what = chosen.choice(("append", "append", "cut", "change", "pass", "draft", "later", "end"))
        if what == "draft":
            store.keep_draft(id, ply, seat, f"d{chosen.randrange(9)}")
            yield id
            continue
        if what == "append":
            texts = [chosen.choice("ABC") for _ in range(chosen.randint(1, 3))]
            store.append(id, revision, plies, texts)
            plies += len(texts)
        elif what == "cut":
            store.cut(id, revision, ply, store.load(id).record.changes)
            plies = ply
        elif what == "change":
            store.change(id, revision, Change(plies, seat, Seat(f"Guest {revision}")))
        elif what == "pass":
            store.keep_pass(id, revision, ply, seat)
        elif what == "later":
            store.keep_later(id, revision, [f"word {revision}"])
        else:
            store.finish(id, revision, RESULT, FOUND)
        revision += 1
        yield id


def main() -> None:
    for id in changes(SqliteStore(Path(sys.argv[1])), int(sys.argv[2])):
        print(id, flush=True)


if __name__ == "__main__":
    main()
