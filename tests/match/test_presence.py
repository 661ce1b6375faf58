"""A match that is open in another program: whoever opens it learns that."""

from __future__ import annotations

import errno
import fcntl
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

from gamenight.core import registry
from gamenight.core.record import Seat
from gamenight.match.local import OPEN_ELSEWHERE
from gamenight.match.matches import open_matches
from gamenight.match.presence import Presence
from gamenight.match.waiting import without_loop

ANN, BEN = Seat("Ann"), Seat("Ben")
OPENS = """
import sys
from pathlib import Path
from gamenight.match.matches import open_matches
matches = open_matches(Path(sys.argv[1]))
table = matches.open(int(sys.argv[2]))
print(table.greeting, flush=True)
if len(sys.argv) > 3:
    table.close()
    print("left", flush=True)
sys.stdin.read()
"""


def opened(path: Path, *more: str, match: int = 1) -> subprocess.Popen[str]:
    """Another program that has a match open."""
    words = [sys.executable, "-c", OPENS, str(path), str(match), *more]
    return subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)


def said(program: subprocess.Popen[str]) -> str:
    assert program.stdout is not None
    return program.stdout.readline().strip()


def test_whoever_opens_a_match_that_another_program_has_open_is_told(tmp_path: Path) -> None:
    path = tmp_path / "gamenight.sqlite"
    with closing(open_matches(path)) as matches:
        here = matches.new(registry.game("oware"), (ANN, BEN), seed=1)
        without_loop(here.play("A", 0))
        assert here.greeting == "", "nobody else has it open"
        with opened(path) as there:
            assert said(there) == OPEN_ELSEWHERE
            there.communicate()
        here.close()
        with opened(path) as there:
            assert said(there) == "", "it was left here"
            assert matches.open(1).greeting == OPEN_ELSEWHERE
            there.kill()
            there.wait()
            assert matches.open(1).greeting == "", "a program that ends leaves nothing behind"


def test_a_match_that_was_left_there_is_free_here(tmp_path: Path) -> None:
    path = tmp_path / "gamenight.sqlite"
    with closing(open_matches(path)) as matches:
        begun = matches.new(registry.game("oware"), (ANN, BEN), seed=1)
        without_loop(begun.play("A", 0))
        begun.close()
        with opened(path, "and leaves") as there:
            assert (said(there), said(there)) == ("", "left")
            assert matches.open(1).greeting == ""
            there.communicate()


def test_what_is_played_in_memory_is_nowhere_else() -> None:
    from gamenight.match.matches import unkept_matches

    table = unkept_matches().new(registry.game("oware"), (ANN, BEN), seed=1)
    assert table.greeting == ""
    table.close()


def test_the_next_round_is_open_here_too(tmp_path: Path) -> None:
    path = tmp_path / "gamenight.sqlite"
    with closing(open_matches(path)) as matches:
        first = matches.new(registry.game("oware"), (ANN, BEN), seed=1)
        without_loop(first.resign(0))
        second = without_loop(first.next_round((ANN, BEN)))
        with opened(path, match=int(second.id)) as there:
            assert said(there) == OPEN_ELSEWHERE
            there.communicate()


def test_where_nothing_can_be_locked_matches_open_as_ever(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def no_locks(*given: object) -> None:
        raise OSError(errno.ENOLCK, "No locks available")

    nowhere = Presence(tmp_path / "no folder" / "gamenight.sqlite")
    assert nowhere.enter(1)
    monkeypatch.setattr(fcntl, "lockf", no_locks)
    here = Presence(tmp_path / "gamenight.sqlite")
    assert here.enter(1)
    here.leave(1)
    here.close()
