"""Statistics: turns and rows, from hand-made matches whose numbers are known."""

from __future__ import annotations

import argparse
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gamenight.bots import bots_for
from gamenight.cli.matches import run_stats
from gamenight.core import registry
from gamenight.core.errors import GamenightError, InvalidAction
from gamenight.core.game import Game
from gamenight.core.record import Change, Record, Result, Seat
from gamenight.core.rules import Chance, Decision, Over, Rules
from gamenight.match.columns import NONE_YET, called
from gamenight.match.match import Match
from gamenight.match.secret import new_secret
from gamenight.match.sqlite import SqliteStore
from gamenight.match.statistics import PlayerStatistics, statistics
from gamenight.match.store import Ended
from gamenight.match.summary import KINDS, Appearance, Player, appearances, dumps, loads, turns
from tests.match.courses import drive
from tests.match.matches import new_match

ANN, BEN, CY, HARD = Seat("Ann"), Seat("Ben"), Seat("Cy"), Seat("Robby", "hard")


class Purse(NamedTuple):
    points: tuple[int, ...]
    player: int = 0
    nobody: bool = False


@dataclass(frozen=True)
class PurseRules(Rules[Purse, str]):
    """`gain N` for oneself, `hit N` takes from all others, `again N` keeps the turn, `rain` makes
    a chance of nobody, which gives all a point. It never ends: the record says how it did."""

    players: int = 2

    def initial(self) -> Purse:
        return Purse((0,) * self.players)

    def node(self, state: Purse) -> Decision[str] | Chance[str] | Over:
        return Chance((("drops", 1),)) if state.nobody else Decision(state.player, ("gain 1",))

    def apply(self, state: Purse, action: str) -> Purse:
        word, _, number = action.partition(" ")
        if word == "rain":
            return state._replace(nobody=True)
        own, others = {"hit": (0, -1), "drops": (1, 1)}.get(word, (1, 0))
        by = int(number or 1)
        points = tuple(
            have + by * (own if seat == state.player else others)
            for seat, have in enumerate(state.points)
        )
        stays = word in ("again", "drops")
        return Purse(points, state.player if stays else (state.player + 1) % self.players)

    def scores(self, state: Purse) -> tuple[int, ...]:
        return state.points

    def format(self, action: str) -> str:
        return action

    def parse(self, text: str) -> str:
        if text == "broken":
            raise InvalidAction("broken", text)
        return text


PURSE = Game(
    id="purse",
    title="Purse",
    summary="Points come and go.",
    version=1,
    make=lambda options, players: PurseRules(players),
    seats=range(1, 5),
)
TEAMS = replace(PURSE, id="teams", vacant=lambda options: {1: "Ben"})


@pytest.fixture(autouse=True)
def games(monkeypatch: pytest.MonkeyPatch) -> None:
    known = {game.id: game for game in (PURSE, TEAMS)}
    found = registry.game

    monkeypatch.setattr(registry, "game", lambda id: known[id] if id in known else found(id))


def match(
    plies: str,
    scores: tuple[int, ...],
    *winners: int,
    seats: tuple[Seat, ...] = (ANN, BEN),
    changes: tuple[Change, ...] = (),
    resigned: int | None = None,
    game: str = "purse",
) -> Record:
    actions = tuple(plies.split("/")) if plies else ()
    result = Result(scores, winners, "It is over.", resigned)
    return Record(game, 1, seats, {}, actions, changes, result=result)


def rows_of(*records: Record) -> list[PlayerStatistics]:
    """The rows that come out of a store in which these matches have ended."""
    store = SqliteStore()
    for record in records:
        keep(store, record)
    return statistics(store.ended())


def keep(store: SqliteStore, record: Record) -> None:
    store.create(record, new_secret(), appearances=appearances(record))


@pytest.mark.parametrize(
    ("plies", "scores", "ann", "ben"),
    [
        ("gain 3/gain 5", (3, 5), (3,), (5,)),
        ("gain 3/gain 5/gain 4/gain 1", (7, 6), (3, 4), (5, 1)),
        # What others do before the next turn belongs to the turn before.
        ("gain 3/gain 5/hit 2/gain 1", (3, 4), (3, 0), (3, 1)),
        # The end may bring more than the last ply: here ten points for Ann.
        ("gain 3/gain 5", (13, 5), (13,), (5,)),
        # Several plies in a row are one turn.
        ("again 2/again 2/gain 1/hit 9", (-4, 0), (-4,), (0,)),
        # Chance that is nobody's belongs to the turn it falls in.
        ("again 2/rain/drops/gain 1/gain 1", (4, 2), (4,), (1,)),
        # Before the first turn of a player nothing counts.
        ("hit 4/gain 1", (0, -3), (0,), (1,)),
        ("", (0, 0), (), ()),
    ],
)
def test_turns(
    plies: str, scores: tuple[int, ...], ann: tuple[int, ...], ben: tuple[int, ...]
) -> None:
    record = match(plies, scores, 0)
    gains = turns(record, PURSE)
    assert [tuple(g.points for g in gains if g.seat == seat) for seat in (0, 1)] == [ann, ben]
    assert [(one.best, one.worst) for one in appearances(record)] == [
        (max(own, default=None), min(own, default=None)) for own in (ann, ben)
    ]


def test_a_turn_belongs_to_whoever_sits_there_when_it_begins() -> None:
    plies = "gain 3/gain 5/gain 4/gain 1/gain 2/gain 2"
    record = match(plies, (9, 8), 0, changes=(Change(2, 0, HARD), Change(3, 1, CY)))
    found = {
        one.player.name: (one.best, one.worst, one.left, one.won) for one in appearances(record)
    }
    assert found == {
        "Ann": (3, 3, True, False),
        "bot:hard": (4, 2, False, True),
        "Ben": (5, 5, True, False),
        "Cy": (2, 1, False, False),
    }


def test_whoever_was_replaced_before_a_turn_has_not_played() -> None:
    record = match("gain 3/gain 5", (3, 5), 1, changes=(Change(0, 0, CY),))
    assert [one.player.name for one in appearances(record)] == ["Cy", "Ben"]


def test_whoever_comes_back_has_not_left() -> None:
    changes = (Change(2, 0, HARD), Change(4, 0, ANN))
    record = match("gain 3/gain 5/gain 4/gain 1/gain 2/gain 2", (9, 8), 0, changes=changes)
    ann = appearances(record)[0]
    assert (ann.player.name, ann.best, ann.worst) == ("Ann", 3, 2)
    assert (ann.left, ann.won) == (False, True)


def test_rows_of_a_few_matches() -> None:
    rows = rows_of(
        match("gain 3/gain 5", (3, 5), 1),
        match("gain 6/gain 5", (6, 5), 0),
        match("gain 7/gain 5", (7, 5), 0),
        match("gain 4/gain 4", (4, 4), 0, 1),
        match("gain 8/gain 5/gain 1", (9, 5, 1), 0, seats=(ANN, HARD, CY)),
        match("gain 2/hit 3", (-1, 0), 1, resigned=0, seats=(CY, Seat("ANN"))),
    )
    assert rows == [
        PlayerStatistics("purse", "ANN", "person", 6, 4, 1, 0, 2, 2, 29 / 5, "Ben", 9, 0),
        PlayerStatistics("purse", "Ben", "person", 4, 1, 1, 0, 1, 0, 19 / 4, "Ann", 5, 4),
        PlayerStatistics("purse", "Cy", "person", 2, 0, 0, 1, 0, 0, 1.0, "ANN", 1, -1),
        PlayerStatistics("purse", "bot:hard", "bot", 1, 0, 0, 0, 0, 0, 5.0, "Cy", 5, 5),
    ]


def test_a_bot_is_one_player_under_all_its_names() -> None:
    names = (Seat("Robby", "hard"), Seat("Marvin", "hard"), Seat("Hal", "mcts:400n"))
    rows = rows_of(match("gain 1/gain 1/gain 1", (1, 1, 1), 0, seats=names))
    assert [(one.player, one.played, one.won) for one in rows] == [
        ("bot:hard", 2, 1),
        ("bot:mcts:400n", 1, 0),
    ]
    assert [one.opponent for one in rows] == ["bot:mcts:400n", "bot:hard"]


def test_a_seat_that_nobody_plays_is_a_team() -> None:
    rows = rows_of(match("gain 1/gain 2", (1, 2), 1, game="teams"))
    assert [(one.player, one.kind) for one in rows] == [("Ann", "person"), ("Ben", "team")]


def test_a_match_that_goes_on_does_not_count() -> None:
    going_on = replace(match("gain 3/gain 5", (3, 5), 1), result=None)
    assert appearances(going_on) == ()
    assert rows_of(going_on) == []


@pytest.mark.parametrize(
    "changed",
    [{"game": "gone"}, {"version": 7}, {"actions": ("gain 1", "broken")}, {"options": {"x": 1}}],
)
def test_without_its_rules_a_match_has_a_result_but_no_turns(changed: dict[str, object]) -> None:
    known = match("gain 3/gain 5", (3, 5), 1)
    rows = rows_of(replace(known, **changed))  # type: ignore[arg-type]
    assert [(one.player, one.played, one.won, one.mean_score) for one in rows] == [
        ("Ben", 1, 1, 5),
        ("Ann", 1, 0, 3),
    ]
    assert {one.best_turn for one in rows} == {None}


def test_matches_come_out_of_the_store_in_the_order_of_their_ends() -> None:
    store = SqliteStore()
    first = store.create(replace(match("gain 3", (3, 0), 0), result=None), new_secret())
    keep(store, match("gain 3/gain 5", (3, 5), 1))
    store.create(replace(match("gain 9", (9, 0), 0), result=None), new_secret())
    last = match("gain 3/gain 1", (3, 1), 0)
    store.append(first.id, 0, 1, ["gain 1"], last.result, appearances(last))
    assert [[one.score for one in ended.appearances] for ended in store.ended()] == [[3, 5], [3, 1]]
    assert [one.current_streak for one in statistics(store.ended())] == [1, 0]


def test_states_that_are_known_are_not_played_again() -> None:
    record = match("gain 3/gain 5", (3, 5), 1)
    states = [Purse((0, 0)), Purse((1, 2), player=1), Purse((3, 5))]
    assert [(one.best, one.worst) for one in appearances(record, PURSE, states)] == [(3, 3)] * 2
    assert {one.best for one in appearances(record, PURSE, [])} == {None}


@pytest.mark.parametrize("game", registry.games())
def test_a_match_keeps_what_its_record_says(game: str) -> None:
    """What is known when a match ends is what a replay of its record would tell."""
    store = SqliteStore()
    for seed in range(3):
        drive(new_match(game, people=0, store=store, seed=seed))
    records = [store.load(one.id).record for one in reversed(store.matches())]
    assert list(store.ended()) == [Ended(game, appearances(one)) for one in records]
    assert any(one.best is not None for ended in store.ended() for one in ended.appearances)


def test_resigning_and_taking_it_back() -> None:
    store = SqliteStore()
    played = new_match("oware", people=2, store=store)
    played.play("A", 0, played.at)
    played.resign(1)
    (ended,) = store.ended()
    assert [(one.player.name, one.won, one.left, one.best) for one in ended.appearances] == [
        ("Ann", True, False, 0),
        ("Ben", False, True, None),
    ]
    assert ended.appearances == appearances(played.record)
    copy = Match.adopt(store, played.record)
    assert [one.appearances for one in store.ended()] == [ended.appearances] * 2
    played.undo()
    copy.undo()
    assert list(store.ended()) == []


@given(st.lists(st.builds(Appearance, st.builds(Player, st.sampled_from(KINDS), st.text()))))
def test_appearances_as_text(found: list[Appearance]) -> None:
    assert loads(dumps(found)) == tuple(found)


def stats(data: Path, game: str | None = None, player: str | None = None, **more: Any) -> None:
    """The command, as the command line calls it."""
    given = {"csv": None, "data": str(data), **more}
    assert run_stats(argparse.Namespace(game=game, player=player, **given)) == 0


def test_the_command(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    stats(tmp_path)
    assert capsys.readouterr().out == NONE_YET + "\n"
    store = SqliteStore(tmp_path / "gamenight.sqlite")
    keep(store, match("gain 3/gain 5", (3, 5), 1))
    keep(store, match("gain 3/gain 5", (3, 5), 1, game="teams"))
    stats(tmp_path, player="ann")
    assert capsys.readouterr().out.splitlines() == [
        "",
        "Purse",
        "player  played  won  tied  left  streak  mean  best  worst  most against",
        "Ann          1    0     0     0     0/0     3    +3     +3  Ben",
        "",
        "Purse",
        "player  played  won  tied  left  streak  mean  best  worst  most against",
        "Ann          1    0     0     0     0/0     3    +3     +3  Ben",
        "",
        "streak: most wins in a row, and how many now.",
        "mean: average score of a match.",
        "best: most points added in one turn.",
        "worst: fewest points added in one turn.",
    ]
    stats(tmp_path, game="teams", csv=tmp_path / "all.csv")
    assert capsys.readouterr().out == f"2 rows written to {tmp_path / 'all.csv'}\n"
    assert (tmp_path / "all.csv").read_text("utf-8").count("\nteams,") == 2


@pytest.mark.parametrize(
    ("game", "player", "told"),
    [
        ("oware", None, "no finished match of Oware yet"),
        (None, "Zoé", "no finished match by 'Zoé' yet"),
        ("gone", None, "gone"),
    ],
)
def test_the_command_tells_what_is_missing(
    tmp_path: Path, game: str | None, player: str | None, told: str
) -> None:
    with pytest.raises(GamenightError, match=told):
        stats(tmp_path, game, player)


def test_a_side_that_nobody_plays_is_no_bot() -> None:
    record = new_match("preys").record
    over = replace(record, result=Result((0, 4), (1,), "all are captured"))
    assert [one.player.kind for one in appearances(over)] == ["person", "team"]


def test_bots_are_called_as_menus_call_them_with_their_limit() -> None:
    """And as they were stored, where the bot or the game is gone."""
    id = next(iter(registry.games()))
    name = bots_for(registry.game(id))["mcts"].name
    assert called("bot:mcts:400n", id) == f"{name}:400n (bot)"
    assert called("bot:gone:400n", id) == "gone:400n (bot)"
    assert called("bot:mcts:400n", "gone") == "mcts:400n (bot)"
    assert called("Ann", id) == "Ann"
