"""Tournaments where only one side decides: each bot plays alone, or its share is worked out."""

from __future__ import annotations

import csv
import io
import json
from dataclasses import replace
from math import sqrt
from pathlib import Path

import pytest

import gamenight
from gamenight.bots import ANCHOR_ELO
from gamenight.core.errors import InvalidPlayers
from gamenight.core.game import lab_of
from gamenight.draw.style import Style
from gamenight.lab.tournament import as_csv, as_json, tournament, usual_bots
from gamenight.plain.results import standings_lines

PREYS = gamenight.game("preys")
UNKNOWN = replace(PREYS, lab=lambda: replace(lab_of(PREYS), share=None))


def test_nobody_plays_where_all_is_worked_out(tmp_path: Path) -> None:
    path = tmp_path / "t.jsonl"
    found = tournament(PREYS, ["racer", "random", "helper"], 100, path=path)
    assert found.alone
    assert found.games == 0
    assert found.options == {"escort": "choose"}, "those with which somebody decides"
    assert found.ranking() == ("racer", "random", "helper")
    assert found.rated().by_name["random"] == (ANCHOR_ELO, 0)
    assert not path.exists(), "there are no games to keep"
    lines = standings_lines(found, Style(width=80))
    assert "1  racer   1005.2  0.0  exact  42.92" in lines
    assert "Only one side decides, so bots never meet: this is what each wins alone." in lines


def test_who_cannot_be_worked_out_plays() -> None:
    found = tournament(PREYS, ["random", "greedy"], 6, processes=1)
    assert set(found.worked_out) == {"random"}
    assert {bots: tally.games for bots, tally in found.tallies.items()} == {("greedy",): 6}
    data = json.loads(as_json(found))["alone"]
    assert data["random"]["games"] is None
    assert data["greedy"] == {"share": found.won("greedy").share, "games": 6}
    (head, *rows) = csv.reader(io.StringIO(as_csv(found)))
    assert head == ["bot", "elo", "error", "games", "share"]
    assert {row[0]: row[3] for row in rows} == {"random": "inf", "greedy": "6"}


@pytest.mark.parametrize("by_rules", [True, False])
def test_a_game_that_nobody_worked_out_is_played_and_resumed(
    tmp_path: Path, by_rules: bool
) -> None:
    path, bots = tmp_path / "t.jsonl", ["easy", "random"]
    whole = tournament(UNKNOWN, bots, 40, processes=1, by_rules=by_rules)
    assert whole.worked_out == {}
    assert {tally.games for tally in whole.tallies.values()} == {40}
    tournament(UNKNOWN, bots, 10, processes=1, by_rules=by_rules, path=path)
    assert tournament(UNKNOWN, bots, 40, processes=1, by_rules=by_rules, path=path) == whole
    assert tournament(PREYS, bots, 40, processes=1, by_rules=True).games == 80, "that was asked for"


def test_played_and_worked_out_agree() -> None:
    pytest.importorskip("numba", reason="the extra lab")
    games = 200_000
    played = tournament(UNKNOWN, ["racer", "helper"], games, processes=1)
    assert played.compiled == {("racer",), ("helper",)}
    exact = tournament(PREYS, ["racer", "helper"], games)
    for bot in ("racer", "helper"):
        assert abs(played.won(bot).share - exact.won(bot).share) < 3 * 0.5 / sqrt(games)


def test_who_takes_part_unless_somebody_says_otherwise() -> None:
    assert usual_bots(PREYS, {}) == [*PREYS.bots, "random"]
    everybody = [*PREYS.bots, "random", "greedy", "mcts"]
    assert usual_bots(UNKNOWN, {}) == usual_bots(PREYS, {}, by_rules=True) == everybody


def test_where_nobody_decides_there_is_nothing_to_measure() -> None:
    with pytest.raises(InvalidPlayers, match="nobody decides: there is nothing for bots to do"):
        tournament(PREYS, ["easy", "racer"], 1, {"escort": "closest"})
