"""Fair chance: what is fixed before, who mixes what in, and that nothing is ever rolled again."""

from __future__ import annotations

import hashlib
import hmac
from collections import Counter
from dataclasses import replace
from itertools import pairwise, permutations

import pytest

from gamenight.core.fairness import NOBODY, Mix, read_fair
from gamenight.core.record import Record, Seat
from gamenight.core.registry import game
from gamenight.match.fair import (
    Keys,
    agreed,
    chain,
    commit_of,
    drawn_order,
    due_salts,
    follows,
    last_salt,
    mix_tip,
    new_source,
    next_salt,
)
from gamenight.match.match import Match
from gamenight.match.proof import verified
from gamenight.match.schema import read_texts
from gamenight.match.secret import draw, new_secret
from gamenight.match.series import next_round
from gamenight.match.sqlite import SqliteStore
from gamenight.match.store import DamagedMatch, StoreError
from gamenight.match.wholeness import whole_match, whole_part
from tests.match.fairly import CHAINS, SECRET, given, go_on, new_fair, source
from tests.match.matches import ANN, BEN, CLEO, again, heist, nim
from tests.toys.heist import HEIST


def test_the_commit_and_the_keys_are_those_of_the_documentation() -> None:
    """Worked out here from nothing but the hash functions."""
    commit = hashlib.sha256(b"gamenight fair 1\ntable/0\n" + SECRET).digest()
    assert commit_of("table/0", SECRET) == commit
    fair = agreed(source("sealed"), "shuffle", 3)
    key = SECRET
    for place, name in enumerate(("Ann", "Ben", "Cleo")):
        key = hmac.digest(key, f"mix 0 {place} ".encode() + CHAINS[name][0], "sha256")
    assert Keys(SECRET, fair).at(0) == Keys(SECRET, fair).at(9) == key
    assert [fair.place(mix.seat) for mix in fair.mixes] == [0, 1, 2]
    assert list(fair.places) == drawn_order(key, 3)


def test_a_match_fixes_its_secret_and_tells_it_with_the_result() -> None:
    match = heist()
    fair = match.record.fair
    assert fair is not None
    assert (fair.level, fair.secret, fair.mixes) == ("sealed", None, ())
    assert "secret" not in match.record.dumps()
    go_on(match)
    told = match.record.fair
    assert told is not None
    assert told.secret is not None
    assert commit_of(fair.id, told.secret) == fair.commit
    assert match.record == again(match).record == match.store.load(match.id).record
    assert Record.loads(match.record.dumps(), HEIST) == match.record
    seen = match.record.seen_by(0, HEIST)
    assert seen.fair == told._replace(secret=None)
    assert told.secret.hex() not in seen.dumps()


def test_only_a_seed_gives_the_next_round_away() -> None:
    for seed, same in ((5, True), (None, False)):
        secrets = set()
        for _ in range(2):
            first = nim(seed=seed)
            first.resign(0)
            following = next_round(first, (ANN, BEN))
            following.resign(0)
            fair = following.record.fair
            assert fair is not None
            assert (fair.level == "seeded") == same
            secrets.add(fair.secret)
        assert len(secrets) == (1 if same else 2)


def test_a_chain() -> None:
    salts = chain(b"seed", 5)
    for before, salt in pairwise(salts):
        assert follows(salt, before)
        assert not follows(before, salt)
        assert next_salt(salts, before) == salt
    assert next_salt(salts, salts[-1]) is None
    assert next_salt(salts, bytes(32)) is None


def test_everybody_but_the_actor_mixes_before_each_roll() -> None:
    match = new_fair()
    assert due_salts(match) == (0, 1, 2)  # nobody has chosen anything yet
    match.chance(salts=given(match))
    while not due_salts(match):
        go_on(match, most=1)
    actor = match.plies[-1].actor
    assert {*due_salts(match)} == {0, 1, 2} - {actor}
    ply, before = len(match.plies), match.mixing
    match.chance(salts=given(match))
    fair = again(match).mixing.fair
    assert fair is not None
    assert [mix.ply for mix in fair.mixes[-2:]] == [ply, ply]
    assert match.mixing is not before
    assert due_salts(match) == ()


def test_what_each_seat_mixes_in_changes_what_is_drawn() -> None:
    """Over many tables that differ in one salt alone."""
    keys = set()
    for seat in range(3):
        fair = new_fair().mixing.fair
        assert fair is not None
        mixes = [mix._replace(salt=bytes(32)) if mix.seat == seat else mix for mix in fair.mixes]
        keys.add(Keys(SECRET, fair._replace(mixes=tuple(mixes))).at(0))
    assert len(keys) == 3


def test_an_undo_rolls_nothing_again_whoever_mixes_in_what() -> None:
    """One person plays with machines: only there does an undo cross dice."""
    seats = (ANN, Seat("Robby", "careful"))
    for number in range(30):
        made = source(number=number, who="Ann")._replace(tips=(CHAINS["Ann"][0],))
        match = Match.new(SqliteStore(), HEIST, seats, order="given", source=made)
        match.chance(salts=given(match))
        match.play("loot", 0, match.at)
        match.chance(salts=given(match))
        rolled = [match.rules.format(ply.action) for ply in match.plies]
        match.undo()
        match = again(match)
        assert not due_salts(match)
        match.sit(1, CLEO)
        mix_tip(match, 1, CHAINS["Cleo"][0])
        match.play("loot", 0, match.at)
        match.chance(salts=given(match))
        assert [match.rules.format(ply.action) for ply in match.plies] == rolled
        fair = match.mixing.fair
        assert fair is not None
        late = fair.mixes[-1]
        assert (late.seat, late.salt) == (1, CHAINS["Cleo"][0])
        assert late.ply >= len(rolled) - 1
        assert Mix(len(rolled) - 1, NOBODY, b"") in fair.mixes or len(fair.mixes) > 2


def test_a_late_tip_is_taken_once_and_from_whoever_sits_there_now() -> None:
    match = new_fair("sealed", who="Ann Ben")
    go_on(match, most=8)
    cleo = match.names.index("Cleo")
    assert last_salt(match, cleo) is None
    mix_tip(match, cleo, CHAINS["Cleo"][0])
    mix_tip(match, cleo, CHAINS["Cleo"][5])
    assert last_salt(again(match), cleo) == CHAINS["Cleo"][0]
    go_on(match, most=4)
    match.sit(cleo, Seat("Zoë"))
    assert last_salt(match, cleo) is None
    mix_tip(match, cleo, bytes(32))
    assert last_salt(match, cleo) == bytes(32)
    report = verified(go_on(match).record, HEIST)
    assert report.headline == "proven", report
    assert {one.code for one in report.findings} >= {"late", "sealed", "salts"}


def test_a_failure_to_store_changes_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    match = new_fair()
    before = match.mixing

    def fail(*_: object, **__: object) -> int:
        raise StoreError("no room")

    with monkeypatch.context() as patched:
        patched.setattr(match.store, "append", fail)
        with pytest.raises(StoreError):
            match.chance(salts=given(match))
    assert (match.mixing, match.plies) == (before, [])
    assert go_on(match).record == again(match).record


def test_resumed_after_every_ply_it_is_the_same_match() -> None:
    whole = go_on(new_fair())
    match = new_fair()
    while match.result is None:
        go_on(match, most=1, chosen=0)
        match = again(match)
    assert verified(match.record, HEIST).headline == "proven"
    assert verified(whole.record, HEIST).headline == "proven"


def test_what_goes_on_from_a_record_has_another_secret() -> None:
    """Nobody could prove what nobody agreed on."""
    over = go_on(new_fair()).record
    kept = Match.adopt(SqliteStore(), over, HEIST)
    assert kept.record == over
    assert verified(kept.record, HEIST).headline == "proven"
    earlier = replace(over, actions=over.actions[:9], result=None)
    branched = Match.adopt(SqliteStore(), earlier, HEIST)
    assert branched.record.fair is None
    assert [one.code for one in verified(go_on(branched).record, HEIST).findings] == ["old"]


def test_the_order_of_seats_is_uniform_whatever_one_place_adds() -> None:
    orders: Counter[tuple[int, ...]] = Counter()
    tables = 6000
    for _ in range(tables):
        made = new_source()._replace(tips=(bytes(32), b"", new_secret()))
        orders[agreed(made, "shuffle", 3).places] += 1
    assert {*orders} == {*permutations(range(3))}
    assert chi_square([*orders.values()], tables) < 20.5  # 1 in 1,000, of 5 degrees of freedom


@pytest.mark.parametrize("sides", [6, 20])
def test_draws_are_uniform_over_many_tables(sides: int) -> None:
    """Each with a few mixes: the same ply of many tables, and many plies of one."""
    rolls, plies = 6000, Counter[int]()
    tables = Counter[int]()
    for _ in range(rolls):
        fair = agreed(new_source()._replace(tips=(new_secret(), new_secret())), "given", 2)
        mixes = (*fair.mixes, Mix(3, 0, new_secret()), Mix(3, 1, b""))
        key = Keys(new_secret(), fair._replace(mixes=mixes)).at(7)
        tables[draw(key, "chance 7", sides)] += 1
    for ply in range(rolls):
        plies[draw(key, f"chance {ply}", sides)] += 1
    for found in (tables, plies):
        assert len(found) == sides
        assert chi_square([*found.values()], rolls) < {6: 20.5, 20: 43.8}[sides]


def chi_square(counts: list[int], total: int) -> float:
    expected = total / len(counts)
    return sum((count - expected) ** 2 / expected for count in counts)


def test_what_was_agreed_is_read_as_it_was_written() -> None:
    fair = go_on(new_fair(), absent="Ben").record.fair
    assert fair is not None
    assert read_fair(fair.data()) == fair


def test_a_damaged_salt_is_noticed_and_what_is_left_proves_nothing() -> None:
    store = SqliteStore()
    match = Match.new(store, game("zombie"), (ANN, BEN, CLEO), source=source())
    go_on(match, most=14)
    fair = match.mixing.fair
    assert fair is not None
    assert len(store.raw(match.id)["mixes"]) == len(fair.mixes) > 3
    for damage in (
        "UPDATE mixes SET salt = zeroblob(32) WHERE number = 1",
        "UPDATE mixes SET ply = 1 WHERE number = 1",
        "DELETE FROM mixes WHERE number = 3",
        "DELETE FROM mixes",
    ):
        store._db.execute("BEGIN")
        store._db.execute(damage)
        texts = read_texts(store._db, match.id)
        assert texts is not None
        store._db.execute("ROLLBACK")
        with pytest.raises(DamagedMatch):
            whole_match(texts)
        part = whole_part(texts).record
        assert (part.fair, part.actions) == (None, match.record.actions)
    assert again(match).record == match.record
    store.delete(match.id)
    assert not store.within(lambda db: db.execute("SELECT * FROM mixes").fetchall())
