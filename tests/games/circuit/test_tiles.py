"""What rolls and tiles do, as positions before and after: editions 1 and 2, and 3 without cards."""

from __future__ import annotations

from fractions import Fraction

import pytest

from gamenight import Chance, InvalidOption, Over
from gamenight.games.circuit.options import Options
from tests.games.circuit.states import (
    Case,
    circuit,
    place,
    played,
    plays,
    race,
    result,
    table,
    where,
)

# Ten tiles, three laps; the first player rolls first.
TILES = [
    Case("an empty tile", "0.1 0.5", "roll 1 2", "0.4 0.5"),
    Case("over the start", "0.9 0.5", "roll 1 2", "1.2 0.5"),
    Case("onto the start", "0.8 0.5", "roll 1 2", "1.1 0.5"),
    Case("a whole lap and more", "0.3 0.5", "roll 6 6", "1.5 0.5"),
    Case("out of a negative lap", "-1.9 0.5", "roll 1 2", "0.2 0.5"),
    Case("within a negative lap", "-2.3 0.5", "roll 1 2", "-2.6 0.5"),
    Case("two on one tile do nothing", "0.2 0.5", "roll 1 2", "0.5 0.5"),
    Case("speed up", "0.1 0.5", "roll 1 2", "0.8 0.5", "4 speed"),
    Case("speed up over the start", "0.6 0.5", "roll 1 2", "1.3 0.5", "9 speed"),
    Case("speed up to lap 0", "-1.8 0.5", "roll 1 1", "0.4 0.5", "10 speed"),
    Case("speed up to a wormhole", "0.1 0.5", "roll 1 2", "0.8 0.5", "4 speed, 8 wormhole"),
    Case("speed up to a speed up", "0.1 0.5", "roll 1 2", "0.8 0.5", "4 speed, 8 speed"),
    Case("passing a tile", "0.1 0.5", "roll 1 2", "0.4 0.5", "2 speed, 3 bomb"),
    Case("standing on a tile", "0.1 0.5", "roll 1 2", "0.4 0.5", "1 bomb, 5 speed"),
    Case("wormhole", "0.5 0.5", "roll 1 2", "0.4 0.5", "8 wormhole"),
    Case("wormhole to a speed up", "0.5 0.5", "roll 1 2", "0.4 0.5", "4 speed, 8 wormhole"),
    Case("wormhole to the start", "0.1 0.5", "roll 2 2", "0.1 0.5", "5 wormhole"),
    Case("wormhole back over the start", "0.1 0.5", "roll 1 1", "-1.9 0.5", "3 wormhole"),
    Case("wormhole back to lap 0", "0.9 0.5", "roll 1 2", "0.8 0.5", "2 wormhole"),
    Case("wormhole to lap -2", "-1.1 0.5", "roll 1 1", "-2.9 0.5", "3 wormhole"),
    Case("bomb", "0.5 1.7 2.2", "roll 1 2", "0.1 1.1 2.1", "8 bomb"),
    Case("bomb and negative laps", "0.5 -1.7 -2.2", "roll 1 2", "0.1 -1.1 -2.1", "8 bomb"),
    Case("bomb on lap -1", "-1.5 0.2", "roll 1 2", "-1.1 0.1", "8 bomb"),
    Case("bomb, just over the start", "0.9 0.9", "roll 1 2", "1.1 0.1", "2 bomb"),
    Case("bomb to a speed up", "0.5 0.9", "roll 1 2", "0.1 0.1", "1 speed, 8 bomb"),
    Case("moonwalk", "0.5 0.9 1.9", "roll 1 2", "0.8 0.6 1.6", "8 moonwalk:3"),
    Case("moonwalk over the start", "0.5 0.2 1.3", "roll 1 2", "0.8 -1.6 0.7", "8 moonwalk:6"),
    Case("moonwalk by laps", "0.5 2.2 1.3", "roll 1 2", "0.8 -2.2 -3.3", "8 moonwalk:40"),
    Case("moonwalk to a moonwalk", "0.5 0.9", "roll 1 2", "0.8 0.8", "8 moonwalk:1"),
    Case("moonwalk to a bomb", "0.5 0.9", "roll 1 2", "0.8 0.5", "5 bomb, 8 moonwalk:4"),
    Case(
        "two moonwalks, each its own number",
        "0.1 0.1",
        "roll 1 2; roll 2 3",
        "-1.9 0.2",
        "2 moonwalk:5, 4 moonwalk:4",
    ),
    Case("time machine in the first turn", "0.1 0.5", "roll 1 2", "0.1 0.5", "4 time"),
    Case(
        "the seed's first example: 3, 5, 9 and back to 3",
        "0.3",
        "roll 1 1; roll 2 2",
        "0.3",
        "9 time",
    ),
    Case(
        "time machine with laps: from lap 1 back to lap 0",
        "0.9 0.5",
        "roll 1 2; roll 1 1; roll 1 2",
        "0.9 0.7",
        "5 time",
    ),
    Case(
        "time machine forwards, after a moonwalk of another",
        "0.9 0.5",
        "roll 1 1; roll 1 2; roll 1 1",
        "0.9 0.8",
        "7 time, 8 moonwalk:6",
    ),
    Case(
        "time machine in the third turn goes to where the second began",
        "0.1",
        "roll 1 1; roll 1 1; roll 1 1",
        "0.3",
        "7 time",
    ),
    Case(
        "two time machines, one turn after the other",
        "0.1",
        "roll 1 1; roll 1 1; roll 1 1; roll 1 2",
        "0.5",
        "7 time, 6 time",
    ),
]


def named(cases: list[Case]) -> list[object]:
    return [pytest.param(case, id=case.what) for case in cases]


@pytest.mark.parametrize("edition", [2, 3])
@pytest.mark.parametrize("case", named(TILES))
def test_tiles(case: Case, edition: int) -> None:
    rules, state = result(case, edition=edition)
    assert where(state) == case.after
    assert not rules.ended(state)
    assert state.player == case.plays.count("roll") % rules.players


def test_the_seeds_second_example_with_the_positions_as_given() -> None:
    """Bob began his previous turn on 3; Mary's moonwalk has put him on 1."""
    rules, state = race("0.3 0.1", "4 moonwalk:2, 6 time", edition=2)
    state = plays(rules, state, "roll 1 1; roll 1 2")
    assert where(state) == "0.3 0.4", "of a moonwalk of 2"
    state = state.put(0, place("0.1"))._replace(starts=(place("0.1"), state.starts[1]))
    assert where(plays(rules, state, "roll 1 4")) == "0.3 0.4"


def test_a_time_machine_without_a_previous_turn_goes_to_the_start_of_the_game() -> None:
    """Even if somebody else has moved this player since."""
    rules, state = race("0.1 0.1", "4 moonwalk:3, 2 time", edition=2)
    state = plays(rules, state, "roll 1 2")
    assert where(state) == "0.4 -1.8"
    assert where(plays(rules, state, "roll 1 3")) == "0.4 0.1"


FINISH = [
    Case("exactly on the goal", "2.8 0.5", "roll 1 2", "3.1 0.5"),
    Case("past the goal", "2.9 0.5", "roll 5 6", "3.10 0.5"),
    Case("a wormhole behind the goal", "2.8 0.5", "roll 1 2", "3.1 0.5", "1 wormhole"),
    Case("a time machine behind the goal", "2.8 0.5", "roll 1 2", "3.1 0.5", "1 time"),
    Case("a bomb behind the goal", "2.9 0.5", "roll 2 3", "3.4 0.5", "4 bomb"),
    Case("a speed up behind the goal", "2.9 0.5", "roll 2 3", "3.4 0.5", "4 speed"),
    Case("a moonwalk behind the goal", "2.9 0.5", "roll 2 3", "3.4 0.5", "4 moonwalk:2"),
    Case("by a speed up", "2.6 2.10", "roll 1 2", "3.3 2.10", "9 speed"),
    Case("by a speed up, exactly", "2.4 0.5", "roll 1 2", "3.1 0.5", "7 speed"),
]


@pytest.mark.parametrize("edition", [2, 3])
@pytest.mark.parametrize("case", named(FINISH))
def test_who_reaches_the_last_lap_has_won(case: Case, edition: int) -> None:
    rules, state = result(case, edition=edition)
    assert where(state) == case.after
    assert rules.node(state) == Over(state.positions, (0,), "The first to finish 3 laps wins.")


@pytest.mark.parametrize(
    "case",
    named(
        [
            Case("the last tile", "2.7 0.5", "roll 1 2", "2.10 0.5"),
            Case("a wormhole before the goal", "2.7 0.5", "roll 1 2", "2.6 0.5", "10 wormhole"),
            Case("a bomb on the last tile", "2.7 2.9", "roll 1 2", "2.1 2.1", "10 bomb"),
        ]
    ),
)
def test_not_yet_at_the_goal(case: Case) -> None:
    rules, state = result(case)
    assert (where(state), rules.ended(state)) == (case.after, False)


ALONE_OR_SIX = [
    Case("bomb, alone", "0.5", "roll 1 2", "0.1", "8 bomb"),
    Case("moonwalk, alone", "0.5", "roll 1 2", "0.8", "8 moonwalk:6"),
    Case("speed up, alone", "0.5", "roll 1 2", "1.2", "8 speed"),
    Case(
        "moonwalk among six",
        "0.5 0.1 0.2 0.3 1.1 2.10",
        "roll 1 2",
        "0.8 -1.9 -1.10 0.1 0.9 2.8",
        "8 moonwalk:2",
    ),
    Case(
        "bomb among six",
        "0.5 0.1 -1.2 -1.10 1.1 2.10",
        "roll 1 2",
        "0.1 0.1 -1.1 -1.1 1.1 2.1",
        "8 bomb",
    ),
    Case(
        "all six in turn",
        "0.1 0.1 0.1 0.1 0.1 0.1",
        "roll 1 1; roll 1 2; roll 1 3; roll 1 4; roll 1 5; roll 1 6; roll 1 1",
        "0.1 0.8 0.1 0.6 0.7 0.8",
        "4 speed, 5 wormhole",
    ),
]


@pytest.mark.parametrize("case", named(ALONE_OR_SIX))
def test_one_player_or_six(case: Case) -> None:
    _, state = result(case)
    assert where(state) == case.after


@pytest.mark.parametrize(
    ("tile", "after"),
    [
        ("empty", "3.1 5.1"),
        ("speed", "7.1 5.1"),
        ("wormhole", "-1.1 5.1"),
        ("bomb", "3.1 5.1"),
        ("moonwalk:6", "3.1 -1.1"),
        ("time", "0.1 5.1"),
    ],
)
def test_a_ring_of_one_tile(tile: str, after: str) -> None:
    """Every step is a lap, and every landing is on the same tile."""
    rules, state = race("0.1 5.1", f"1 {tile}", length=1, edition=2, laps=9)
    state = plays(rules, state, "roll 1 2")
    assert where(state) == after
    assert not rules.ended(state)
    assert rules.winners(plays(rules, state, "roll 6 6")) == (1,)


LINE = [
    Case("a roll", "0.1 0.1", "roll 1 2", "0.4 0.1"),
    Case("the tile before the end", "0.1 0.1", "roll 2 6", "0.9 0.1"),
    Case("on the end", "0.8 0.5", "roll 1 1", "0.10 0.5"),
    Case("past the end", "0.8 0.5", "roll 6 6", "0.10 0.5"),
]


@pytest.mark.parametrize("case", named(LINE))
def test_a_line(case: Case) -> None:
    rules = circuit(2, edition=1)
    state = table(rules, [place(text) for text in case.before.split()])
    state = plays(rules, state, case.plays)
    assert where(state) == case.after
    reason = "Tile 10, the end of the board, was reached."
    ends = case.after.startswith("0.10")
    assert rules.ended(state) == ends
    assert not ends or rules.node(state) == Over((9, 4), (0,), reason)


@pytest.mark.parametrize(("board", "tile"), [(1, 1), (2, 2), (3, 3)])
def test_a_short_line_is_won_by_the_first_roll(board: int, tile: int) -> None:
    rules = circuit(3, edition=1, board=board, laps=5)
    state = rules.initial()
    assert [state.tile(seat) for seat in range(3)] == [1, 1, 1]
    assert not rules.ended(state)
    state = played(rules, state, "throw 1 1")
    assert rules.winners(state) == (0,)
    assert [state.tile(seat) for seat in range(3)] == [tile, 1, 1]


@pytest.mark.parametrize("edition", [1, 2])
def test_there_are_no_cards_before_edition_3(edition: int) -> None:
    rules = circuit(3, edition=edition)
    state = rules.initial()
    assert (state.hands, state.due) == (((), (), ()), ())
    for seat in (0, 1, 2, 0):
        node = rules.node(state)
        assert isinstance(node, Chance)
        assert node.player == seat, "turn order: whose roll it is"
        state = played(rules, state, "throw 1 1")


def test_a_line_has_no_tiles_with_effects() -> None:
    with pytest.raises(InvalidOption, match="edition 1 is a line of tiles without effects"):
        circuit(2, edition=1, tiles="empty,speed")


# The seed's tables of edition 2 and of edition 3, in percent.
EDITION_2 = {"empty": 55, "bomb": 2, "moonwalk": 5, "speed": 15, "time": 8, "wormhole": 15}
EDITION_3 = EDITION_2 | {"empty": 45, "card": 10}


@pytest.mark.parametrize(("edition", "percent"), [(2, EDITION_2), (3, EDITION_3)])
def test_every_tile_is_drawn_with_its_share(edition: int, percent: dict[str, int]) -> None:
    rules = circuit(2, edition=edition, tiles="", board=2)
    state = rules.initial()
    for number in range(2):
        node = rules.node(state)
        assert isinstance(node, Chance), f"tile {number + 1} is drawn like the others"
        weights = [(rules.format(action), weight) for action, weight in node.outcomes]
        whole = sum(weight for _, weight in weights)
        shares = dict.fromkeys(percent, Fraction(0))
        for text, weight in weights:
            shares[text.removeprefix("tile ").partition(":")[0]] += Fraction(100 * weight, whole)
        assert shares == percent
        moonwalks = {text: weight for text, weight in weights if "moonwalk" in text}
        assert [*moonwalks] == [f"tile moonwalk:{number}" for number in range(1, 7)]
        assert len(set(moonwalks.values())) == 1, "the numbers of moonwalks are alike"
        state = played(rules, state, "tile speed")
    assert [str(tile) for tile in state.tiles] == ["speed", "speed"]


def test_given_weights_and_those_of_edition_2() -> None:
    weights = "card:30,empty:20,bomb:50"
    assert {str(tile) for tile, _ in Options(weights=weights).shares} == {"card", "empty", "bomb"}
    assert {str(tile): share for tile, share in Options(weights=weights, edition=2).shares} == {
        "empty": 6 * 50,
        "bomb": 6 * 50,
    }


@pytest.mark.parametrize("weights", ["empty:99", "empty:101", "empty:45,card:10"])
def test_weights_add_up_to_100(weights: str) -> None:
    with pytest.raises(InvalidOption, match="the weights of the tiles must add up to 100, not"):
        Options(weights=weights)


@pytest.mark.parametrize(
    "tile", ["hole", "moonwalk", "moonwalk:0", "moonwalk:1000001", "speed:4", "x:y"]
)
def test_a_tile_that_there_is_not(tile: str) -> None:
    with pytest.raises(InvalidOption, match=f"there is no tile '{tile}' in edition 3"):
        Options(tiles=f"empty,{tile}")


def test_edition_2_has_no_card_tile() -> None:
    with pytest.raises(InvalidOption, match="there is no tile 'card' in edition 2"):
        Options(tiles="empty,card", edition=2)
