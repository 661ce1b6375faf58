"""Programs that are killed in the middle of a match or of an import."""

from __future__ import annotations

import random
import re
import signal
import subprocess
import time
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any

from gamenight.core import registry
from gamenight.core.record import Record, Seat
from gamenight.core.rules import Decision
from gamenight.match.files import read_records
from gamenight.match.match import Match
from gamenight.match.sqlite import SqliteStore
from tests.effort import times
from tests.faults.figures import Count
from tests.match.old_stores import DYING
from tests.programs import program
from tests.terminal import COMMAND, environment, pipe

FILE = "gamenight.sqlite"
SEATS = (Seat("Ann"), Seat("Ben"))
MORTALS = DYING.format(
    before="from gamenight.match.matches import open_matches",
    deed="open_matches(Path(sys.argv[1])).import_file(Path(sys.argv[2]))",
)


def some_games(path: Path, many: int) -> None:
    """A file with this many different matches, in a format that holds more than one."""
    oware = registry.game("oware")
    rules, written = oware.rules(players=2), []
    for number in range(many):
        rng, state, texts = random.Random(number), rules.initial(), list[str]()
        for _ in range(12):
            node = rules.node(state)
            assert isinstance(node, Decision)
            action = rng.choice(node.actions)
            texts.append(rules.format(action))
            state = rules.apply(state, action)
        record = Record("oware", oware.version, SEATS, actions=tuple(texts))
        written.append(oware.formats[".ogn"].write(record))
    path.write_text("\n".join(written), "utf-8")
    assert len(read_records(path)) == many


def test_an_import_that_is_killed_leaves_nothing_or_everything(
    tmp_path: Path, count: Count
) -> None:
    many = 4
    some_games(tmp_path / "games.ogn", many)
    path = tmp_path / FILE
    faults, tried = [], 0
    with program(MORTALS, path, tmp_path / "games.ogn") as mortals:
        step = 1 if times(1) > 1 else 5
        for last in range(1, 10_000, step):
            mortals.tell(last)
            killed = int(mortals.hear())
            tried += 1
            with closing(SqliteStore(path)) as store:
                kept = store.count()
            if kept not in (0, many):
                faults.append(f"{kept} of {many} matches after statement {last}")
            for file in tmp_path.glob(f"{FILE}*"):
                file.unlink()
            if not killed:
                break
    count("imports killed", tried, faults)
    assert tried > 10
    assert killed == 0


def test_the_same_file_twice(tmp_path: Path) -> None:
    some_games(tmp_path / "games.ogn", 3)
    first = pipe(tmp_path, "import", str(tmp_path / "games.ogn"))
    assert [line.split()[:2] for line in first.splitlines()] == [["match", n] for n in "123"]
    again = pipe(tmp_path, "import", str(tmp_path / "games.ogn"))
    assert re.findall(r"is here already: it is match (\d)", again) == ["1", "2", "3"]
    assert "read from" not in again
    some_games(tmp_path / "more.ogn", 4)
    more = pipe(tmp_path, "import", str(tmp_path / "more.ogn"))
    assert more.count("is here already") == 3
    assert more.count("match 4 read from") == 1
    assert len(pipe(tmp_path, "matches").splitlines()) == 4
    text = (tmp_path / "games.ogn").read_text()
    (tmp_path / "twice.ogn").write_text(text + "\n" + text)
    twice = pipe(tmp_path / "elsewhere", "import", str(tmp_path / "twice.ogn"))
    assert re.findall(r"match (\d) read from", twice) == ["1", "2", "3"], "once, not twice"


def test_what_differs_in_anything_is_another_match(tmp_path: Path) -> None:
    store = SqliteStore(tmp_path / FILE)
    oware = registry.game("oware")
    played = Record("oware", oware.version, SEATS, {}, ("A", "b"))
    stored = Match.adopt(store, played)
    assert store.same(played) == stored.id
    others: tuple[dict[str, Any], ...] = (
        {"actions": ("A", "c")},
        {"actions": ("A",)},
        {"seats": (Seat("Ann"), Seat("Bea"))},
        {"options": {"ply_limit": 7}},
        {"version": oware.version + 1},
    )
    for other in others:
        assert store.same(replace(played, **other)) is None
    stored.sit(1, Seat("Cem"))
    assert store.same(played) is None
    assert store.same(stored.record) == stored.id


def kill_in_play(data: Path, rng: random.Random) -> str | None:
    """Bots play, a person watches, and the program is killed: what was shown must be stored."""
    seats = ("--seat", "bot:random", "--seat", "bot:random", "--seed", str(rng.randrange(10**6)))
    with subprocess.Popen(
        [*COMMAND, "play", "oware", *seats, "--first", "1", "--pace", "0"],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        env=environment(data),
    ) as program:
        assert program.stdout is not None
        lines, wanted = list[bytes](), rng.randrange(5, 400)
        for line in program.stdout:
            lines.append(line)
            if len(lines) >= wanted:
                break
        time.sleep(rng.random() * 0.02)
        program.send_signal(signal.SIGKILL)
        lines += program.stdout.readlines()
    shown = sum(b" sows " in line or b" plays " in line for line in lines)
    with closing(SqliteStore(data / FILE)) as store:
        (last,) = store._db.execute("SELECT max(id) FROM matches").fetchone()
        match = Match.load(store, last)
        sound = store._db.execute("PRAGMA integrity_check").fetchone()
    if sound != ("ok",):
        return str(sound)
    return f"{shown} shown, {len(match.plies)} stored" if shown > len(match.plies) else None


def test_a_match_that_is_killed_has_stored_what_it_has_shown(tmp_path: Path, count: Count) -> None:
    rng, tried = random.Random(16), times(4)
    faults = [fault for _ in range(tried) if (fault := kill_in_play(tmp_path, rng)) is not None]
    count("matches killed while they are played", tried, faults)


def test_the_clock_was_wrong(tmp_path: Path) -> None:
    """A match that was dated in the future is not the latest for ever."""
    store = SqliteStore(tmp_path / FILE)
    record = Record("oware", registry.game("oware").version, SEATS)
    future = store.create(record, bytes(32)).id
    for date in ("2099-01-01T00:00:00.000000+00:00", "9999-12-31T23:59:59.999999+00:00", "zzz"):
        store._db.execute("UPDATE matches SET touched = ? WHERE id = ?", (date, future))
        played = store.create(record, bytes(32)).id
        assert store.matches()[0].id == played
        assert store.matches()[-1].id == future
        assert [one.id for one in store.matches(most=1)] == [played]
        assert store.matches()[0].touched.year < 2099
        assert f"match {played}" not in pipe(tmp_path, "matches").splitlines()[-1]
        said = pipe(tmp_path, "resume", typed="")
        assert f"Match {played} is saved" in said
    store.append(future, 0, 0, ["A"])
    assert store.matches()[0].id == future
    assert store.matches()[0].touched.year < 2099
    assert [one.id for one in store.matches(False)] == [1, 4, 3, 2]
