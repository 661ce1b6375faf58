"""A match of the store as a front end sees it: pictures, sentences, abilities, and the store."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from gamenight.core.bot import BotInfo, Opinion
from gamenight.core.errors import GamenightError, InvalidAction, InvalidRecord
from gamenight.core.record import Record, Seat
from gamenight.core.registry import game
from gamenight.match import advice
from gamenight.match.files import write_record
from gamenight.match.local import LocalTable
from gamenight.match.match import Match, StaleAction
from gamenight.match.matches import Matches, StoreError, open_matches, unkept_matches
from gamenight.match.sqlite import SqliteStore
from gamenight.match.store import UnknownMatch
from gamenight.match.table import NoSuchPly, NotHere
from tests.match.courses import OWARE, done, drive, played
from tests.match.matches import ANN, BEN, BOT, CLEO, heist, nim, with_alarm
from tests.toys.heist import DICE, HEIST
from tests.toys.nim import NIM


def sown() -> LocalTable:
    return LocalTable(played(SqliteStore(), OWARE, "Ann Ben", "C", "c"))


# Pictures.


def test_a_scene_of_any_moment_has_the_names_of_that_moment() -> None:
    table = sown()
    done(table.sit(1, Seat("Zoë")))
    done(table.play("D", 0))
    assert [row.name for row in table.scene(None, 1).scores] == ["Ann", "Ben"]
    assert [row.name for row in table.scene(None).scores] == ["Ann", "Zoë"]
    assert table.steps(2, None)[-1].text.startswith("Ben sows")
    assert table.scene(None, 3) == table.scene(None)
    assert len({table.scene(None, at) for at in range(4)}) == 4


def test_a_seat_sees_its_own_secrets_and_nobody_elses() -> None:
    match = heist(ANN, BEN, seed=1)
    match.chance()
    table = LocalTable(match)
    for seat in (0, 1):
        hands = next(a for a in table.scene(seat).areas if a.secret)
        shown = [token.face for spot in hands.spots for token in spot.tokens]
        assert shown == [*match.state.hands[seat]]
    assert not any(area.secret for area in table.scene(None).areas)


def test_who_moved_and_whose_roll_it_was() -> None:
    match = heist(ANN, BEN, seed=1)
    match.chance()
    match.play("loot", 0, match.at)
    match.chance()
    table = LocalTable(match)
    assert table.mover(table.last) == 0
    assert table.plies[-1].actor is None
    assert table.player == 0


def test_other_outcomes_of_a_roll_are_told_for_dice_that_tumble() -> None:
    match = heist(ANN, BEN, seed=1)
    match.chance()
    match.play("loot", 0, match.at)
    match.chance()
    table = LocalTable(match)
    told = table.otherwise(table.last, 0, most=2)
    assert 1 <= len(told) <= 2
    assert table.steps(table.last, 0) not in told
    assert table.otherwise(table.last - 1, 0, most=2) == [], "a choice has no other outcome"


@pytest.mark.parametrize(
    ("most", "told"),
    [(1, "0"), (2, "0 5"), (3, "0 3 7"), (4, "0 2 5 7"), (9, "0 1 2 3 5 6 7 8 9")],
)
def test_other_outcomes_are_spread_over_all_that_there_are(
    monkeypatch: pytest.MonkeyPatch, most: int, told: str
) -> None:
    monkeypatch.setitem(DICE, "loaded", tuple((value, 1) for value in range(10)))
    dealt = ["deal trap"] * 4
    record = Record(HEIST.id, HEIST.version, (ANN, BEN), {}, (*dealt, "loot", "roll 4"))
    table = LocalTable(Match.adopt(SqliteStore(), record, HEIST))
    found = [steps[0].text for steps in table.otherwise(table.last, 0, most)]
    assert found == [f"Ann rolls {value}." for value in told.split()]


# Sentences.


def test_what_somebody_did_is_answered_in_a_sentence() -> None:
    table = sown()
    assert done(table.play("D", 0)) == ""
    assert done(table.undo()) == "Took back 1 move."
    done(table.resign(1))
    assert done(table.undo()) == "Took back the resignation."
    assert done(table.sit(1, Seat("Zoë"))) == "Seat 2 is now Zoë."
    assert done(table.sit(1, Seat("Machine", "easy"))) == "Seat 2 is now Machine."
    done(table.play("A", 0))
    done(table.advance())
    assert done(table.undo()) == "Took back 2 moves."
    three = LocalTable(heist(ANN, BEN, CLEO, seed=1))
    assert done(three.resign(1)) == (
        "Ben gives up: Ben (bot) plays on; seat 2 Ben takes the seat back."
    )
    with pytest.raises(GamenightError, match="there is no player here who could give up"):
        done(three.resign(1))


def test_the_opening_and_the_verdict() -> None:
    table = sown()
    assert table.opening() == ("Order of play: Ann, Ben.", "Ann begins.")
    done(table.sit(0, CLEO))
    assert table.opening()[1] == "Ann begins.", "that was so then"
    done(table.sit(0, ANN))
    assert table.verdict() is None
    done(table.resign(1))
    assert table.verdict() == ("Ann won.", "Ben resigned.")


def test_after_an_early_end_it_is_nobodys_turn() -> None:
    table = sown()
    assert any(row.current for row in table.scene(0).scores)
    done(table.resign(1))
    for at in (None, table.last):
        scene = table.scene(0, at)
        assert not any(row.current for row in scene.scores)
        assert (scene.ask, scene.choices) == ("", ())
    assert any(row.current for row in table.scene(0, 0).scores), "before the end it was"


def test_how_to_come_back(tmp_path: Path) -> None:
    assert "could not be saved" in sown().farewell()
    matches = open_matches(tmp_path / "store.sqlite")
    table = matches.new(OWARE, [ANN, BEN])
    assert table.farewell() == "Match 1 is saved. To continue: gamenight resume 1"
    done(table.resign(0))
    assert table.farewell() == (
        "Match 1 is over and saved. See: gamenight replay 1, gamenight analyse 1"
    )


# What is possible, and what has changed.


def test_abilities() -> None:
    table = sown()
    assert table.can == {"hint", "odds", "undo", "sit", "resign"}
    done(table.resign(0))
    assert table.can == {"undo", "rematch"}
    with_odds = replace(NIM, odds=lambda rules, view: ["even"])
    watched = LocalTable(
        Match.new(SqliteStore(), with_odds, (Seat("A", "random"), Seat("B", "random")))
    )
    assert watched.can == {"hint", "sit", "odds"}
    assert done(watched.odds(None)) == ["even"]


def test_every_change_is_counted_and_nothing_else() -> None:
    table = sown()
    seen = [table.version]

    def changed() -> bool:
        seen.append(table.version)
        return seen[-1] > seen[-2]

    done(table.play("D", 0))
    assert changed()
    table.keep_draft(1, ("a",))
    assert changed()
    done(table.undo())
    assert changed()
    done(table.sit(1, Seat("Zoë")))
    assert changed()
    with pytest.raises(InvalidAction):
        done(table.play("nonsense", 0))
    table.scene(0)
    table.turn()
    assert not changed()
    done(table.resign(0))
    assert changed()


def test_a_pass_and_a_word_of_readiness_are_changes() -> None:
    table = LocalTable(with_alarm(BOT, BEN))
    before = table.version
    done(table.passes(1))
    assert table.version > before


@pytest.mark.parametrize("seat", [1, 2, -1, None])
def test_only_people_at_this_screen_act_here(seat: Any) -> None:
    table = LocalTable(nim(ANN, Seat("Machine", "random")))
    for deed in (
        table.play("take 1", seat),
        table.passes(seat),
        table.ready(seat),
        table.hint(seat),
    ):
        with pytest.raises(NotHere, match=r"sits there \(at this screen: seat 1\)"):
            done(deed)


def test_where_only_bots_sit_nobody_is_at_this_screen() -> None:
    table = LocalTable(nim(Seat("Ann", "random"), Seat("Machine", "random")))
    with pytest.raises(NotHere, match=r"\(at this screen: nobody\)"):
        done(table.ready(0))


@pytest.mark.parametrize("ply", [-1, 3, 99])
def test_there_are_no_other_moments(ply: int) -> None:
    table = sown()
    for look in (
        lambda: table.scene(None, ply),
        lambda: table.steps(ply, None),
        lambda: table.mover(ply),
        lambda: Matches(SqliteStore()).show(table.record()).branch(ply),
    ):
        with pytest.raises(NoSuchPly, match=f"there is no ply {ply} "):
            look()
    with pytest.raises(NoSuchPly):
        table.steps(0, None)


def test_a_search_for_a_hint_ends_with_it() -> None:
    found: list[Any] = []

    class Spy:
        def choose(self, *given: Any) -> Any:
            return 1

        def explain(self, rules: Any, view: Any, seat: int, rng: Any, limit: Any) -> Any:
            found.append(rng)
            return [Opinion(1, 1.0, "so"), Opinion(2, 0.0, "or so")]

    spied = replace(NIM, bots={"spy": BotInfo("Spy", "Looks.", Spy())})
    table = LocalTable(Match.new(SqliteStore(), spied, (ANN, BEN)))
    assert done(table.hint(0)).text == "take 1"
    assert [rng.stopped for rng in found] == [True]


def test_a_click_that_was_sent_twice_counts_once() -> None:
    table = sown()
    seen = table.at
    done(table.play("D", 0, seen))
    assert done(table.play("D", 0, seen)) == ""
    assert table.last == 3
    with pytest.raises(StaleAction):
        done(table.play("E", 0, seen))


def test_whose_eyes_look_on() -> None:
    assert sown().viewer is None
    alone = LocalTable(nim(ANN, Seat("Machine", "random")))
    assert (alone.here, alone.viewer) == ((0,), 0)
    assert LocalTable(nim(Seat("A", "random"), Seat("B", "random"))).viewer is None


def test_the_next_round_knows_the_last_one() -> None:
    table = sown()
    done(table.resign(1))
    following = done(table.next_round(table.seats))
    assert following.id != table.id
    assert following.names == ("Ben", "Ann"), "the next one begins"
    assert following.last == 0
    assert [[s.name for s in played] for played in following.rounds] == [["Ann", "Ben"]]


# Matches.


def test_rules_are_shared_between_matches_with_the_same_options() -> None:
    matches = unkept_matches()
    first, second = (matches.new(HEIST, [ANN, BEN]) for _ in range(2))
    other = matches.new(HEIST, [ANN, BEN], {"open_table": True})
    three = matches.new(HEIST, [ANN, BEN, CLEO])
    assert first.rules is second.rules
    assert len({id(table.rules) for table in (first, other, three)}) == 3
    assert HEIST.rules(2) is not first.rules, "the laws compare rules that were made apart"


def test_a_match_is_made_opened_found_exported_imported_and_deleted(tmp_path: Path) -> None:
    matches = open_matches(tmp_path / "store.sqlite")
    table = matches.new(OWARE, [ANN, BEN], {"ply_limit": 6}, seed=3)
    done(table.play("C", 0))
    again = matches.open(int(table.id))
    assert again.record() == table.record()
    assert again.options["ply_limit"] == 6
    assert [one.id for one in matches.find(player="ann")] == [1]
    assert matches.open_latest(print).id == "1"
    assert (matches.count(), matches.count(finished=True)) == (1, 0)
    matches.export(1, tmp_path / "match.json")
    assert matches.import_file(tmp_path / "match.json") == [(1, False)]  # it is here already
    matches.load(matches.record(1))
    assert matches.record(2) == replace(table.record(), fair=None)  # its secret is another
    matches.delete(1)
    with pytest.raises(UnknownMatch):
        matches.open(1)
    done(matches.open(2).resign(0))
    with pytest.raises(GamenightError, match="no unfinished match"):
        matches.open_latest(print)
    assert [(row.player, row.won) for row in matches.statistics()] == [("Ben", 1), ("Ann", 0)]


def test_matches_of_games_that_are_not_here_cannot_go_on() -> None:
    store = SqliteStore()
    matches = Matches(store)
    for _ in range(2):
        matches.new(OWARE, [ANN, BEN])
    store._db.execute("UPDATE matches SET game = 'lost' WHERE id = 2")
    assert [one.id for one in matches.unfinished()] == [2, 1], "but they are listed"
    assert matches.open_latest(print).id == "1"


def test_what_one_seat_saw_is_not_imported(tmp_path: Path) -> None:
    match = heist(ANN, BEN, seed=1)
    thief = Match.new(SqliteStore(), game("thief"), (ANN, BEN, CLEO), {"cards": True}, seed=1)
    thief.chance()
    path = tmp_path / "seen.json"
    write_record(thief.record.seen_by(0), path)
    matches = Matches(match.store)
    with pytest.raises(InvalidRecord, match="cannot be continued"):
        matches.import_file(path)
    assert matches.count() == 1


def test_tables_wait_for_bots_as_their_front_end_says() -> None:
    told: list[str] = []

    async def think(sentence: str, job: Any) -> Any:
        told.append(sentence)
        return job()

    matches = unkept_matches(think)
    seats = [Seat("Machine", "easy"), ANN]
    done(matches.new(OWARE, seats).advance())
    done(matches.open(1).hint(1))
    done(matches.open(1).hint(1))
    branch = matches.replay(1).branch(0)
    done(branch.advance())
    assert told.count("Machine is thinking ...") == 2
    assert told.count("Looking for a hint ...") >= 1, "only the first one takes longer"
    done(branch.resign(1))
    following = done(branch.next_round(branch.seats))
    done(following.play("A", 0))
    done(following.advance())
    assert told.count("Machine is thinking ...") == 3


def test_a_file_that_holds_no_matches_is_refused(tmp_path: Path) -> None:
    (tmp_path / "store.sqlite").write_bytes(b"this is no database")
    for readable in (False, True):
        with pytest.raises(StoreError, match="cannot be"):
            open_matches(tmp_path / "store.sqlite", readable=readable)


def test_a_match_that_another_program_has_continued_is_not_forked(tmp_path: Path) -> None:
    here, there = (open_matches(tmp_path / "store.sqlite") for _ in range(2))
    table = here.new(OWARE, [ANN, BEN])
    done(there.open(1).play("A", 0))
    with pytest.raises(StoreError, match="continued by another program"):
        done(table.play("C", 0))
    assert table.last == 0


def test_whole_matches_end_whatever_the_table_is_made_of() -> None:
    match = heist(ANN, BOT, Seat("Random", "random"), seed=8)
    script = drive(match)
    assert match.result is not None
    assert {turn.kind for turn in script.asked} <= {"person", "offered", "ready", "roll"}
    assert Matches(match.store).find(finished=True)[0].result == match.result


def test_only_the_first_odds_take_longer(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(advice, "_reckoned", set())
    told: list[str] = []

    async def think(sentence: str, job: Any) -> Any:
        told.append(sentence)
        return job()

    table = unkept_matches(think).new(game("zombie"), [ANN, BEN], seed=1)
    done(table.advance())
    for _ in range(2):
        done(table.odds(0))
    assert told == [advice.FIRST_ODDS, advice.ODDS]
