"""Matches: seats, turns, chance, bots, undo, resigning, handing over, rounds."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from gamenight.core.errors import (
    IllegalAction,
    InvalidAction,
    InvalidName,
    InvalidPlayers,
    UnknownBot,
)
from gamenight.core.record import Record, Seat
from gamenight.core.rules import Chance, Decision
from gamenight.match.local import LocalTable
from gamenight.match.match import Match
from gamenight.match.series import NotOver, PodiumPlace, next_round, podium
from gamenight.match.sqlite import SqliteStore
from gamenight.match.store import StoreError
from gamenight.match.turn import Turn
from tests.match.courses import done, drive, turn_of
from tests.match.matches import ANN, BEN, BOT, CLEO, heist, nim
from tests.toys.heist import HEIST
from tests.toys.nim import NIM


def test_a_whole_match() -> None:
    match = nim()
    for text in ("take 3", "take 1", "take 3", "take 2", "take 3"):
        turn = turn_of(match)
        assert turn.kind == "person"
        match.play(text, turn.seats[0], match.at)
    assert turn_of(match).kind == "over"
    assert match.result is not None
    assert match.result.winners == (0,)
    with pytest.raises(IllegalAction, match="is over"):
        match.play("take 1", 1, match.at)


def test_a_refused_action_changes_nothing() -> None:
    match = nim()
    for text, seat in (("take 4", 0), ("take 1", 1), ("", 0), ("x" * 10_000, 0)):
        with pytest.raises(InvalidAction):
            match.play(text, seat, match.at)
    assert match.plies == []
    assert match.store.load(match.id).record.actions == ()


def test_what_is_played_is_what_is_stored() -> None:
    match = heist(seed=5)
    drive(match, lambda match: len(match.plies) > 20)
    loaded = Match.load(match.store, match.id, HEIST)
    assert loaded.state == match.state
    assert loaded.record == match.record
    assert turn_of(loaded) == turn_of(match)


def test_a_seed_reproduces_a_match_with_bots() -> None:
    def played(seed: int) -> Record:
        match = heist(BOT, Seat("Random", "random"), Seat("Greedy", "greedy"), seed=seed)
        drive(match)
        return match.record

    assert played(3) == played(3)
    assert played(3).actions != played(4).actions


@pytest.mark.parametrize(
    ("order", "names"),
    [("given", "Ann Ben Cleo"), (1, "Ben Cleo Ann"), (2, "Cleo Ann Ben")],
)
def test_the_order_of_the_seats(order: Any, names: str) -> None:
    assert heist(ANN, BEN, CLEO, order=order).names == tuple(names.split())


def test_a_shuffled_order_comes_from_the_seed() -> None:
    orders = {heist(ANN, BEN, CLEO, order="shuffle", seed=seed).names for seed in range(40)}
    assert len(orders) == 6
    assert heist(ANN, BEN, CLEO, order="shuffle", seed=1).names == (
        heist(ANN, BEN, CLEO, order="shuffle", seed=1).names
    )


@pytest.mark.parametrize(
    ("seats", "error"),
    [
        ((ANN,), InvalidPlayers),
        ((ANN,) * 5, InvalidPlayers),
        ((ANN, Seat("ann")), InvalidName),
        ((ANN, Seat("X", "nobody")), UnknownBot),
    ],
)
def test_seats_that_cannot_be(seats: tuple[Seat, ...], error: type[Exception]) -> None:
    store = SqliteStore()
    with pytest.raises(error):
        Match.new(store, HEIST, seats)
    assert store.matches() == []


def test_a_bot_sees_only_what_its_seat_may_know() -> None:
    seen = []

    class Spy:
        def choose(self, rules: Any, view: Any, seat: int, rng: Any, limit: Any) -> Any:
            seen.append((view, seat))
            return rules.node(view).of(seat)[0] if rules.node(view).player == seat else None

    from gamenight.core.bot import BotInfo

    spied = replace(HEIST, bots={"spy": BotInfo("Spy", "Looks.", Spy())})
    match = Match.new(SqliteStore(), spied, (Seat("Spy", "spy"), Seat("Spy 2", "spy")), seed=1)
    drive(match)
    assert seen
    for view, seat in seen:
        assert all(card == "?" for card in view.hands[1 - seat])


def test_a_bot_that_cheats_is_caught() -> None:
    from gamenight.core.bot import BotInfo

    class Cheat:
        def choose(self, rules: Any, view: Any, seat: int, rng: Any, limit: Any) -> Any:
            return 99

    cheating = replace(NIM, bots={"cheat": BotInfo("Cheat", "Cheats.", Cheat())})
    match = Match.new(SqliteStore(), cheating, (Seat("Cheat", "cheat"), ANN))
    with pytest.raises(IllegalAction, match="the bot Cheat chose 99"):
        done(LocalTable(match).advance())
    assert match.plies == []


def test_a_seat_is_handed_over_and_back() -> None:
    match = heist(ANN, BEN, seed=1)
    match.chance()
    match.sit(0, BOT)
    done(LocalTable(match).advance())
    match.sit(0, Seat("Zoë"))
    loaded = Match.load(match.store, match.id, HEIST)
    assert loaded.names == ("Zoë", "Ben")
    assert [change.who.name for change in loaded.record.changes] == ["Careful", "Zoë"]
    assert [loaded.record.names(n)[0] for n in (0, 4, 5)] == ["Ann", "Careful", "Zoë"]
    with pytest.raises(InvalidName):
        match.sit(1, Seat("zoë"))
    with pytest.raises(UnknownBot):
        match.sit(1, Seat("X", "nobody"))


def test_rounds_make_a_series() -> None:
    first = nim()
    with pytest.raises(NotOver):
        next_round(first, (ANN, BEN))
    drive(first)
    second = next_round(first, (BEN, ANN))
    drive(second)
    third = next_round(second, (BEN, CLEO))
    assert [[s.name for s in played] for played in third.record.series] == [
        ["Ann", "Ben"],
        ["Ben", "Ann"],
    ]
    assert third.store.load(third.id).follows == second.id
    assert LocalTable(third).rounds == third.record.series
    drive(third)
    played = LocalTable(third).rounds
    assert len(played) == 3
    winners = [s.name for one in played for s in one if s.won]
    places = podium(played)
    assert sorted(place.name for place in places) == ["Ann", "Ben", "Cleo"]
    assert {place.name: place.won + place.tied for place in places} == {
        name: winners.count(name) for name in ("Ann", "Ben", "Cleo")
    }


def test_equal_players_share_a_place() -> None:
    from gamenight.core.record import Standing

    played = (
        (Standing("Ann", 5, True), Standing("Ben", 5, True), Standing("Cy", 2, False)),
        (Standing("Ann", 1, False), Standing("Ben", 1, False), Standing("Dan", 9, True)),
    )
    assert podium(played) == (
        PodiumPlace(1, "Dan", 1, 0, 9),
        PodiumPlace(2, "Ann", 0, 1, 6),
        PodiumPlace(2, "Ben", 0, 1, 6),
        PodiumPlace(4, "Cy", 0, 0, 2),
    )
    assert [place.rounds for place in podium(played)[:2]] == ["1 won", "0 won, 1 tied"]


def test_a_match_goes_on_from_a_record() -> None:
    match = heist(seed=9)
    drive(match, lambda match: len(match.plies) >= 12)
    adopted = Match.adopt(match.store, match.record, HEIST)
    assert adopted.id != match.id
    assert adopted.state == match.state
    drive(adopted)
    assert adopted.record.actions[: len(match.plies)] == match.record.actions


def test_a_finished_record_is_adopted_with_its_result() -> None:
    record = Record("nim", 1, (ANN, BEN), actions=("take 3",) * 4)
    match = Match.adopt(SqliteStore(), record, NIM)
    assert match.result is not None
    assert turn_of(match).kind == "over"
    assert next_round(match, (ANN, BEN)).record.series[0][1].won


def test_odd_calls_are_refused_in_words() -> None:
    match = nim()
    assert match.chance() == []
    for seat in (-1, 2, 99):
        with pytest.raises(InvalidPlayers, match="there is no seat"):
            match.resign(seat)
        with pytest.raises(InvalidPlayers, match="there is no seat"):
            match.sit(seat, CLEO)
    for order in (-1, 2):
        with pytest.raises(InvalidPlayers, match="cannot begin"):
            nim(order=order)
    for name in ("", "\x1b[2J", "x" * 25, "bot:x"):
        with pytest.raises(InvalidName):
            nim(Seat(name), BEN)
    with pytest.raises(StoreError):
        match.store.load(10**30)


def test_chance_runs_up_to_the_next_decision() -> None:
    match = heist(ANN, BEN, CLEO)
    assert len(match.chance()) == 6
    assert not isinstance(match.node, Chance)


def test_chance_stops_at_the_roll_of_somebody_else() -> None:
    class Rolling(type(NIM.rules())):  # type: ignore[misc]
        """Every heap is decided by chance, each player's in turn."""

        def node(self, state: Any) -> Any:
            node = super().node(state)
            if isinstance(node, Decision):
                return Chance(tuple((action, 1) for action in node.actions), node.player)
            return node

    game = replace(NIM, make=lambda options, players: Rolling(players))
    match = Match.new(SqliteStore(), game, (ANN, BEN), seed=1)
    assert turn_of(match) == Turn("ready", (0,))
    assert len(match.chance()) == 1
    assert turn_of(match) == Turn("ready", (1,))
