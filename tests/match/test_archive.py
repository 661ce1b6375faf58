"""The archive: matches found by game, player and words; and a record looked at ply by ply."""

from __future__ import annotations

from datetime import datetime, tzinfo
from pathlib import Path

import pytest

from gamenight.core.record import Seat
from gamenight.match import schema
from gamenight.match.archive import outcome, search
from gamenight.match.match import Match
from gamenight.match.sqlite import SqliteStore
from gamenight.match.statistics import statistics
from gamenight.match.store import DamagedMatch, Summary
from tests.match.courses import OWARE, ZOMBIE, played, three_matches
from tests.terminal import pipe


@pytest.fixture
def store() -> SqliteStore:
    return three_matches()


@pytest.mark.parametrize(
    ("wanted", "found"),
    [
        ({}, [3, 2, 1]),
        ({"game": "oware"}, [2, 1]),
        ({"game": "OWARE"}, [2, 1]),
        ({"game": "owa"}, []),
        ({"player": "ben"}, [3, 1]),
        ({"player": "ANN"}, [2, 1]),
        ({"player": "émile"}, [3]),
        ({"player": "zombie"}, []),
        ({"player": "nben"}, []),
        ({"game": "oware", "player": "ben"}, [1]),
        ({"text": "zombie"}, [3]),
        ({"text": "ben owa"}, [1]),
        ({"text": "  dora   BEN "}, [3]),
        ({"text": "ann dora"}, []),
        ({"finished": True}, [1]),
        ({"finished": False}, [3, 2]),
        ({"finished": False, "player": "b"}, [3]),
    ],
    ids=str,
)
def test_search(store: SqliteStore, wanted: dict[str, str], found: list[int]) -> None:
    assert [summary.id for summary in search(store, **wanted)] == found  # type: ignore[arg-type]


@pytest.mark.parametrize("most", [0, 1, 2, 9])
@pytest.mark.parametrize("wanted", [{}, {"game": "oware"}, {"player": "ann"}, {"text": "zoë"}])
def test_search_for_the_latest(store: SqliteStore, wanted: dict[str, str], most: int) -> None:
    for number in range(20):
        played(store, ZOMBIE, f"Guest{number} Zoë" if number == 3 else f"Guest{number} Dora")
    assert search(store, **wanted, most=most) == search(store, **wanted)[:most]  # type: ignore[arg-type]


def test_search_looks_no_further_than_it_must(store: SqliteStore) -> None:
    """A store that is asked for what nobody needs would be slow when it has grown."""

    class Asked(SqliteStore):
        asked: list[int | None] = []  # noqa: RUF012

        def matches(
            self, finished: bool | None = None, most: int | None = None, game: str = ""
        ) -> list[Summary]:
            self.asked.append(most)
            return super().matches(finished, most, game)

    many = Asked()
    for number in range(40):
        played(many, OWARE, f"Ann Guest{number}")
    assert len(search(many, most=2)) == 2
    assert len(search(many, player="guest38", most=1)) == 1
    assert search(many, "Zombie", most=1) == []
    played(many, ZOMBIE, "Ann Ben")
    assert len(search(many, "Zombie", most=1)) == 1
    assert len(search(many, "OWARE", most=1)) == 1
    assert Asked.asked == [2, 1, 8, 1, 1, 1], "the store knows the game"


def test_the_list_tells_how_many_more_there_are(tmp_path: Path) -> None:
    store = SqliteStore(tmp_path / "gamenight.sqlite")
    for number in range(25):
        played(store, OWARE, f"Ann Guest{number}")
    played(store, ZOMBIE, "Dora Ben")
    store.close()
    told = "and {} more: --most N lists the latest N, --all lists them all"
    for given, shown, more in (
        ((), 20, 6),
        (("--most", "25"), 25, 1),
        (("--most", "26"), 26, 0),
        (("--all",), 26, 0),
        (("--game", "oware"), 20, 5),
        (("--player", "guest1", "--most", "10"), 10, 1),
        (("--player", "guest1"), 11, 0),
    ):
        lines = pipe(tmp_path, "matches", *given).splitlines()
        assert lines[shown:] == ([told.format(more)] if more else [])
    assert "'0' is not a whole number above 0" in pipe(tmp_path, "matches", "--most", "0", status=2)


def test_a_match_that_cannot_be_read_is_told_and_hides_no_other(store: SqliteStore) -> None:
    store._db.execute("UPDATE matches SET seats = '[[' WHERE id = 1")
    store._db.execute("UPDATE matches SET touched = 'soon' WHERE id = 2")
    store._db.execute("UPDATE matches SET result = '{}' WHERE id = 3")
    told = [*["damaged and unreadable (see: gamenight doctor)"] * 2, "Cleo - Hanna: unfinished"]
    assert [outcome(summary) for summary in search(store)] == told
    assert [summary.id for summary in search(store)] == [3, 1, 2]
    assert search(store)[-1].touched.year == 1970
    for id in (1, 3):
        with pytest.raises(DamagedMatch, match=f"match {id} is damaged: "):
            store.load(id)
    assert list(store.ended()) != []


@pytest.mark.parametrize("text", ["[[", "[[1, 2]]", '[["persoo", "Ann"]]', '[["bot", null]]', "7"])
def test_damaged_appearances_count_for_nobody(store: SqliteStore, text: str) -> None:
    other = played(store, OWARE, "Ann Zoë")
    other.resign(0)
    store._db.execute("UPDATE matches SET appearances = ? WHERE id = 1", (text,))
    assert [len(ended.appearances) for ended in store.ended()] == [0, 2]
    assert {row.player for row in statistics(store.ended())} == {"Ann", "Zoë"}


def test_the_match_touched_last_is_first(store: SqliteStore) -> None:
    match = Match.load(store, 2)
    match.play("d", 1, match.at)
    assert [summary.id for summary in search(store)] == [2, 3, 1]


def test_a_clock_that_goes_back_does_not_change_the_order(
    store: SqliteStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Clock(datetime):
        """It went back to the year 2000."""

        @classmethod
        def now(cls, tz: tzinfo | None = None) -> datetime:  # type: ignore[override]
            return datetime(2000, 1, 1, tzinfo=tz)

    monkeypatch.setattr(schema, "datetime", Clock)
    match = Match.load(store, 2)
    match.play("d", 1, match.at)
    played(store, OWARE, "Ann Zoë").resign(0)
    Match.load(store, 3).resign(0)
    assert [summary.id for summary in search(store)] == [3, 4, 2, 1]
    assert len(list(store.ended())) == 2


def test_outcomes_in_words(store: SqliteStore) -> None:
    assert [outcome(summary) for summary in search(store)] == [
        "Ben - Dora - Émile: unfinished",
        "Cleo - Hanna: unfinished",
        "Ann - Ben: won by Ann",
    ]


def test_somebody_who_took_a_seat_over_is_found(store: SqliteStore) -> None:
    Match.load(store, 2).sit(1, Seat("Zoë"))
    assert [summary.id for summary in search(store, player="zoë")] == [2]
    assert search(store, player="hanna") == []
