"""Proofs: what is proven, what is not, and that no field can be forged."""

from __future__ import annotations

import copy
import json
from pathlib import Path
from typing import Any

import pytest

from gamenight.core.errors import InvalidRecord
from gamenight.core.fairness import Mix
from gamenight.core.record import Record, Seat
from gamenight.match.fair import mix_tip
from gamenight.match.match import Match
from gamenight.match.matches import open_matches
from gamenight.match.proof import check, proof_of, verified
from gamenight.match.sqlite import SqliteStore
from tests.match.fairly import go_on, new_fair, source
from tests.match.matches import ANN, BEN, CLEO, heist, new_match, nim
from tests.terminal import pipe
from tests.toys.heist import HEIST


def test_what_is_said_of_each_kind_of_match() -> None:
    said = {
        "local": verified(go_on(heist()).record, HEIST).lines,
        "sealed": verified(go_on(new_fair("sealed", who="Ann Ben")).record, HEIST).lines,
        "live": verified(go_on(new_fair("live"), absent="Ben").record, HEIST).lines,
        "seeded": verified(go_on(heist(seed=3)).record, HEIST).lines,
    }
    proven = "Fair: everything that chance decided can be proven."
    assert [lines[0] for lines in said.values()] == [proven] * 3 + ["Nothing is proven."]
    assert said["local"][-1] == (
        "  - No proof can show, since nobody else mixed anything in, that whoever ran the program "
        "did not look ahead, or begin again until they liked the dice."
    )
    assert (
        "  + Ann and Ben mixed in numbers of their own, each fixed before it was needed."
        in (said["sealed"])
    )
    assert said["sealed"][-2:] == [
        "  - Nothing was mixed in by Cleo.",
        "  - When the secret was fixed, only a screen that was at the table can tell: this is "
        "the record alone.",
    ]
    assert any(line.startswith("  - Numbers that Ben did not give") for line in said["live"])
    assert said["seeded"][-1] == (
        "  - The dice come from a seed: whoever knows it knows them all, so this is not fair."
    )


def test_a_match_that_lasts_or_was_seen_by_one_proves_nothing_yet() -> None:
    match = new_fair()
    assert [one.code for one in verified(match.record, HEIST).findings] == ["lasts"]
    seen = go_on(match).record.seen_by(1, HEIST)
    assert [one.code for one in verified(seen, HEIST).findings] == ["part"]


def test_without_chance_there_is_nothing_to_prove() -> None:
    match = nim()
    match.resign(0)
    report = verified(match.record, match.game)
    assert report.headline == "no_chance"
    assert [one.code for one in report.findings] == ["commit"], "no word of dice"


@pytest.mark.parametrize("game", ["circuit", "preys", "thief", "zombie"])
def test_matches_of_every_game_with_dice_are_proven(game: str) -> None:
    match = new_match(game, people=9, seed=0)
    fresh = Match.new(SqliteStore(), match.game, match.seats, match.options, "given")
    report = verified(go_on(fresh).record)
    assert report.headline == "proven", report.lines


def forged(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[tuple[Any, ...], Any]]:
    """Every field of what is said of chance, each changed a little, and lists cut short."""
    if isinstance(value, dict):
        return [one for key, each in value.items() for one in forged(each, (*path, key))]
    if isinstance(value, list):
        found = [one for at, each in enumerate(value) for one in forged(each, (*path, at))]
        return [*found, *(((*path, at), ...) for at in range(len(value)))]
    if isinstance(value, bool):
        return [(path, not value)]
    if isinstance(value, int):
        return [(path, value + 1), (path, value - 1)]
    if not value:
        return [(path, "ab" * 32)]
    last = "0" if value[-1] != "0" else "1"
    return [(path, value[:-1] + last), (path, "")]


def changed(data: dict[str, Any], path: tuple[Any, ...], value: Any) -> dict[str, Any]:
    data = copy.deepcopy(data)
    *way, last = path
    part: Any = data
    for key in way:
        part = part[key]
    if value is ...:
        del part[last]
    else:
        part[last] = value
    return data


# What tells nothing about chance: the level decides what is checked, and says so in words.
SAID = {("level",), ("drawn",)}


@pytest.mark.parametrize("level", ["sealed", "live"])
def test_no_field_of_a_proof_can_be_forged(level: Any) -> None:
    match = new_fair(level, number=4)
    while not match.plies or match.plies[-1].actor is None or len(match.plies) < 12:
        go_on(match, absent="Ben" if len(match.plies) > 8 else "", most=1)
    match.resign(0)
    data = json.loads(match.record.dumps())
    if data["result"] is None:
        go_on(match)
        data = json.loads(match.record.dumps())
    assert verified(Record.loads(json.dumps(data), HEIST), HEIST).headline == "proven"
    tried = 0
    for path, value in forged(data["fair"]):
        if path in SAID:
            continue
        tried += 1
        other = {**data, "fair": changed(data["fair"], path, value)}
        try:
            report = verified(Record.loads(json.dumps(other), HEIST), HEIST)
        except InvalidRecord:
            continue
        if path == ("sat",) and any(one.code == "late" for one in report.findings):
            continue  # fewer tips can draw the same order: then those who came later are named
        assert report.headline == "broken", (path, value, report.lines)
    assert tried > 30


def test_another_draw_is_found() -> None:
    proof = proof_of(go_on(new_fair("sealed")).record, HEIST)
    for number, (_, table, given) in enumerate(proof["draws"]):
        others = [text for text, _ in proof["tables"][table] if text != given]
        for other in others:
            report = check(changed(proof, ("draws", number, 2), other))
            assert report.headline == "broken"
            assert other in report.lines[3]
    weights = [at for at, table in enumerate(proof["tables"]) if len(table) > 1]
    assert all(
        check(changed(proof, ("tables", at), [*proof["tables"][at], ["x", 997]])).headline
        == "broken"
        for at in weights
    )


def test_seats_in_another_order_are_found() -> None:
    match = go_on(new_fair("sealed"))
    data = json.loads(match.record.dumps())
    places = data["fair"]["places"]
    data["fair"]["places"] = [*places[1:], places[0]]
    assert "The order of play is not the one that it draws." in "\n".join(
        verified(Record.loads(json.dumps(data), HEIST), HEIST).lines
    )


def test_dropped_salts_stand_in_the_record_or_are_found() -> None:
    match = go_on(new_fair("live"), absent="Ben")
    assert "absent" in [one.code for one in verified(match.record, HEIST).findings]
    data = json.loads(match.record.dumps())
    ben = match.names.index("Ben")
    data["fair"]["mixes"] = [one for one in data["fair"]["mixes"] if one[1] != ben or one[2]]
    report = verified(Record.loads(json.dumps(data), HEIST), HEIST)
    assert report.headline == "broken"
    assert any(one.code == "asked" and not one.holds for one in report.findings)


def machine_of(match: Match, seat: int) -> Seat:
    return Seat(f"{match.names[seat]}'s machine", "random")


@pytest.mark.parametrize("level", ["sealed", "live"])
def test_a_machine_that_mixes_something_in_is_found(level: Any) -> None:
    """It is the server's, which could choose what suits somebody."""
    match = go_on(new_fair(level), most=8)
    seat = match.names.index("Cleo")
    match.sit(seat, machine_of(match, seat))
    go_on(match, most=4)
    mix_tip(match, seat, bytes(32))
    assert match.mixing.fair is not None
    assert all(mix.salt != bytes(32) for mix in match.mixing.fair.mixes), "no server does that"
    match.mix([Mix(len(match.plies), seat, bytes(32))])
    report = verified(go_on(match).record, HEIST)
    assert report.headline == "broken"
    (found,) = (one for one in report.findings if one.code == "machines")
    assert found.sentence.startswith("Cleo's machine was a machine at step ")


def test_a_person_who_was_replaced_at_once_was_one_when_they_mixed() -> None:
    match = new_fair("sealed")
    seat = match.names.index("Cleo")
    match.sit(seat, machine_of(match, seat))
    report = verified(go_on(match).record, HEIST)
    assert report.headline == "proven", report.lines
    assert ("machines", True) in [(one.code, one.holds) for one in report.findings]


def test_an_order_that_nobody_drew_is_told() -> None:
    given = Match.new(SqliteStore(), HEIST, (ANN, BEN, CLEO), source=source("sealed"))
    told = verified(go_on(given).record, HEIST)
    assert told.headline == "proven"
    assert "  - The order of play was not drawn by lot." in told.lines
    drawn = json.loads(go_on(new_fair("sealed")).record.dumps())
    drawn["fair"]["drawn"] = False
    lines = verified(Record.loads(json.dumps(drawn), HEIST), HEIST).lines
    assert "  - The order of play was not drawn by lot." in lines


def test_whether_all_were_asked_is_open_where_moves_were_taken_back() -> None:
    """Whoever says falsely that some were proves less by it, not more."""
    data = json.loads(go_on(new_fair("live"), absent="Ann Ben Cleo").record.dumps())
    mixes, sat = data["fair"]["mixes"], data["fair"]["sat"]
    data["fair"]["mixes"] = [*mixes[:sat], *(one for one in mixes[sat:] if one[0] == mixes[-1][0])]
    found = verified(Record.loads(json.dumps(data), HEIST), HEIST).findings
    assert [one.holds for one in found if one.code == "asked"] == [False]
    data["taken_back"] = 1
    found = verified(Record.loads(json.dumps(data), HEIST), HEIST).findings
    assert [one.code for one in found if one.code in ("asked", "unasked")] == ["unasked"]


def test_salts_that_nobody_fixed_before_are_found() -> None:
    match = new_fair("live")
    chosen = {seat: bytes([seat]) * 32 for seat in range(3)}
    while match.result is None:
        go_on(match, most=1) if match.plies else match.chance(salts=chosen)
    report = verified(match.record, HEIST)
    assert report.headline == "broken"
    assert any(one.code == "salts" and not one.holds for one in report.findings)


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("level", "fair"),
        ("id", "a b"),
        ("id", ""),
        ("id", 3),
        ("commit", "ab"),
        ("commit", "AB" * 32),
        ("drawn", 1),
        ("places", [0, 0, 1]),
        ("places", [0, 1, 2, 3]),
        ("sat", 9_999),
        ("sat", -1),
        ("mixes", [[0, 1]]),
        ("mixes", [[-1, 1, "ab" * 32]]),
        ("mixes", [[0, 3, "ab" * 32]]),
        ("mixes", [[0, -2, "ab" * 32]]),
        ("mixes", [[0, 1, "ab"]]),
        ("secret", "ab"),
        ("more", 1),
    ],
)
def test_what_makes_no_sense_is_no_record(field: str, value: Any) -> None:
    data = json.loads(go_on(new_fair(who="")).record.dumps())
    data["fair"][field] = value
    with pytest.raises(InvalidRecord):
        Record.loads(json.dumps(data), HEIST)


def test_the_secret_of_a_match_that_lasts_is_no_record() -> None:
    match = go_on(new_fair(), most=5)
    data = json.loads(match.record.dumps())
    data["fair"]["secret"] = "ab" * 32
    with pytest.raises(InvalidRecord, match="the match is not over"):
        Record.loads(json.dumps(data), HEIST)


def test_verify_tells_it_in_words(tmp_path: Path) -> None:
    seats = ("--seat", "bot:random", "--seat", "bot:random")
    assert "no finished match yet" in pipe(tmp_path, "verify", status=2)
    pipe(tmp_path, "play", "zombie", *seats)
    told = pipe(tmp_path, "verify", "1")
    latest, _, rest = pipe(tmp_path, "verify").partition("\n")
    assert latest.startswith("Zombie Dice: ")
    assert rest == told
    assert told.startswith("Fair: everything that chance decided can be proven.\n  + ")
    file = tmp_path / "match.json"
    matches = open_matches(tmp_path / "gamenight.sqlite")
    matches.export(1, file)
    matches.close()
    assert pipe(tmp_path, "verify", str(file)) == told
    other = json.loads(file.read_text())
    other["fair"]["secret"] = "ab" * 32
    file.write_text(json.dumps(other))
    broken = pipe(tmp_path, "verify", str(file), status=1)
    assert broken.startswith("NOT FAIR: the proof does not fit.\n  ! The secret is not the one")
    pipe(tmp_path, "play", "zombie", *seats, "--seed", "4")
    assert "so this is not fair" in pipe(tmp_path, "verify", "2", status=1)


def test_verify_names_only_who_was_there(tmp_path: Path) -> None:
    seats = ("--seat", "bot:random") * 3
    pipe(tmp_path, "play", "thief", *seats, "--empty", "2", "--turn-limit", "3")
    who, _, _ = pipe(tmp_path, "verify").partition("\n")
    names = who.removeprefix("Thief: ").split(", ")
    assert len(names) == 3
    assert all(name.strip() for name in names)
