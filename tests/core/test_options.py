"""Options as a dataclass declares them, and a game's number of players."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import pytest

from gamenight.core.errors import InvalidOption, InvalidPlayers
from gamenight.core.options import Option, declared, option
from gamenight.core.record import Seat
from gamenight.match.seats import for_people
from tests.toys.heist import HEIST


@dataclass(frozen=True)
class Sample:
    laps: int = option(3, "laps to run", low=1, high=9, section="race")
    free: int = 7
    mode: str = option("slow", "how to run", choices=("slow", "fast"))
    cards: bool = option(False, "with cards")
    label: str = option("", "a text")


DECLARED = {item.name: item for item in declared(Sample)}


@pytest.mark.parametrize(
    ("name", "text", "value"),
    [
        ("laps", "9", 9),
        ("free", "-12", -12),
        ("mode", "fast", "fast"),
        *(("cards", word, True) for word in ("yes", "TRUE", "on", "1", "Y")),
        *(("cards", word, False) for word in ("no", "false", "OFF", "0", "n")),
        ("label", "any thing", "any thing"),
    ],
)
def test_reading_what_a_person_typed(name: str, text: str, value: Any) -> None:
    assert DECLARED[name].read(text) == value


@pytest.mark.parametrize(
    ("name", "text", "possible"),
    [
        ("laps", "0", "a whole number from 1 to 9"),
        ("laps", "10", "a whole number from 1 to 9"),
        ("laps", "three", "a whole number from 1 to 9"),
        ("laps", "٣", "a whole number from 1 to 9"),
        ("laps", "9" * 5000, "a whole number from 1 to 9"),
        ("free", "1.0", "a whole number"),
        ("mode", "FAST", "slow, fast"),
        ("cards", "perhaps", "yes or no"),
        ("cards", "", "yes or no"),
    ],
)
def test_refusing_what_a_person_typed(name: str, text: str, possible: str) -> None:
    with pytest.raises(InvalidOption) as refused:
        DECLARED[name].read(text)
    assert f"option {name} cannot be" in str(refused.value)
    assert f"(possible: {possible})" in str(refused.value)


def test_a_game_may_have_another_default_where_people_play() -> None:
    @dataclass(frozen=True)
    class Open:
        open_table: bool = option(False, "leave and join", people=True)
        target: int = 9

    game = replace(HEIST, options=Open)
    people, bots = [Seat("Ann"), Seat("X", "careful")], [Seat("X", "careful")]
    assert for_people(game, {"target": 5}, people) == {"open_table": True, "target": 5}
    assert for_people(game, {"open_table": False}, people) == {"open_table": False}
    assert for_people(game, {}, bots) == {}


def test_an_option_keeps_its_place_in_a_file() -> None:
    assert DECLARED["laps"] == Option("laps", int, 3, "laps to run", 1, 9, (), "race")


@pytest.mark.parametrize("options", [{"goal": 4}, {"goal": True}, {"goal": "20"}, {"die": "d6"}])
def test_rules_refuse_a_bad_option(options: dict[str, Any]) -> None:
    with pytest.raises(InvalidOption, match="cannot be"):
        HEIST.rules(2, **options)


def test_rules_refuse_an_unknown_option() -> None:
    with pytest.raises(
        InvalidOption, match=r"'gaol'; did you mean goal\? \(possible: goal, rounds"
    ):
        HEIST.rules(2, gaol=20)


@pytest.mark.parametrize("players", [0, 1, 5, -2, True, 2.0, "2"])
def test_rules_refuse_an_impossible_number_of_players(players: Any) -> None:
    with pytest.raises(InvalidPlayers, match="Heist is for 2 to 4 players, not"):
        HEIST.rules(players)


def test_the_fewest_players_by_default() -> None:
    assert HEIST.rules().players == 2
    assert HEIST.players() == range(2, 5)


@pytest.mark.parametrize(
    ("value", "by", "found"),
    [(10_000, 1, 10_500), (10_000, -1, 9_500), (777, 1, 1_000), (777, -1, 500), (500, -1, 50),
     (50, -1, 50), (50, 1, 500), (10_000, 2, 11_000), (999_900, 1, 1_000_000),
     (1_000_000, 1, 1_000_000)],
)  # fmt: skip
def test_a_number_goes_on_to_the_next_round_one(value: int, by: int, found: int) -> None:
    @dataclass(frozen=True)
    class Options:
        goal: int = option(10_000, "points to win", low=50, high=1_000_000, step=500)

    (goal,) = declared(Options)
    assert goal.stepped(value, by) == found


def test_numbers_change_by_one_unless_an_option_says_otherwise() -> None:
    @dataclass(frozen=True)
    class Options:
        seeds: int = option(4, "seeds")

    (seeds,) = declared(Options)
    assert [seeds.stepped(4, by) for by in (-1, 1, 3)] == [3, 5, 7]
