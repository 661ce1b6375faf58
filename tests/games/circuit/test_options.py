"""The options of Circuit: what can be given, and what the refusals say."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gamenight.core.errors import InvalidOption
from gamenight.core.options import chosen
from gamenight.games.circuit.options import WEIGHTS, Options
from gamenight.games.circuit.tiles import TILES


def options(**given: Any) -> Options:
    found = chosen(Options, given)
    assert isinstance(found, Options)
    return found


def refused(**given: Any) -> str:
    with pytest.raises(InvalidOption) as caught:
        options(**given)
    return str(caught.value)


@pytest.mark.parametrize(
    ("dice", "sizes"),
    [
        ("2d6", (6, 6)),
        ("1d4+2d8", (4, 8, 8)),
        ("1d2", (2,)),
        ("100d6", (6,) * 100),
        ("3d1000", (1000,) * 3),
        ("1d6+1d4+1d6", (6, 4, 6)),
    ],
)
def test_dice(dice: str, sizes: tuple[int, ...]) -> None:
    assert options(dice=dice).sizes == sizes


SHAPE = "(possible: dice such as 2d6 or 1d4+2d8, with 2 or more sides)"
RANGE = "(possible: 1 to 100 dice with 2 to 1000 sides)"


@pytest.mark.parametrize(
    ("dice", "possible"),
    [
        ("", SHAPE),
        ("6", SHAPE),
        ("d6", SHAPE),
        ("2d", SHAPE),
        ("0d6", SHAPE),
        ("2d0", SHAPE),
        ("2d6+", SHAPE),
        ("2d6 + 1d4", SHAPE),
        ("2D6", SHAPE),
        ("-1d6", SHAPE),
        ("٢d6", SHAPE),
        ("1d٤", SHAPE),
        ("2d6\n", SHAPE),
        ("2d1", RANGE),
        ("1d6+1d1", RANGE),
        ("101d6", RANGE),
        ("60d6+60d8", RANGE),
        ("1d1001", RANGE),
    ],
)
def test_wrong_dice(dice: str, possible: str) -> None:
    assert refused(dice=dice) == f"option dice cannot be {dice!r} {possible}"


@pytest.mark.parametrize(
    ("text", "tiles"),
    [
        ("empty", "empty"),
        ("empty,speed,wormhole,moonwalk:3", "empty speed wormhole moonwalk:3"),
        ("moonwalk:7,moonwalk:40,moonwalk:1000000", "moonwalk:7 moonwalk:40 moonwalk:1000000"),
        (" bomb , time ,\n card\n", "bomb time card"),
        ("empty\nspeed\nwormhole\n", "empty speed wormhole"),
        (",".join(["empty"] * 1000), " ".join(["empty"] * 1000)),
    ],
)
def test_a_board_that_is_given(text: str, tiles: str) -> None:
    found = options(tiles=text)
    assert " ".join(map(str, found.given)) == tiles
    assert found.length == len(tiles.split())


KINDS = (
    "(possible: empty, card, speed, wormhole, time, moonwalk:1 to moonwalk:1000000, bomb)",
    "(possible: empty, speed, wormhole, time, moonwalk:1 to moonwalk:1000000, bomb)",
)


@pytest.mark.parametrize(
    "tile",
    ["Empty", "hole", "moonwalk", "moonwalk:0", "moonwalk:1000001", "moonwalk:01", "moonwalk:x",
     "moonwalk:", "speed:4", "empty:0", "bomb:", "moonwalk:٣", "?"],
)  # fmt: skip
def test_a_wrong_tile(tile: str) -> None:
    message = f"there is no tile {tile!r} in edition 3 {KINDS[0]}"
    assert refused(tiles=f"empty,{tile}") == message


def test_boards_that_cannot_be() -> None:
    assert refused(tiles="card", edition=2) == f"there is no tile 'card' in edition 2 {KINDS[1]}"
    assert refused(tiles="empty", edition=1) == "edition 1 is a line of tiles without effects"
    assert refused(tiles=" , ") == "a board must have 1 to 1000 tiles, not 0"
    long = ",".join(["empty"] * 1001)
    assert refused(tiles=long) == "a board must have 1 to 1000 tiles, not 1001"


def test_a_line_has_no_tiles_to_draw() -> None:
    assert {str(tile) for tile in options(edition=1, board=7).given} == {"empty"}
    assert options(edition=1, board=7).length == 7
    assert options(edition=2, board=7).given == ()


WEIGHT = (
    "(possible: a tile and its share, such as empty:45, of empty, card, speed, wormhole, time, "
    "moonwalk, bomb)"
)


@pytest.mark.parametrize(
    ("weights", "message"),
    [
        ("", f"option weights cannot hold '' {WEIGHT}"),
        ("empty", f"option weights cannot hold 'empty' {WEIGHT}"),
        ("empty:50,hole:50", f"option weights cannot hold 'hole:50' {WEIGHT}"),
        ("empty:100,", f"option weights cannot hold '' {WEIGHT}"),
        ("empty:-1,bomb:101", f"option weights cannot hold 'empty:-1' {WEIGHT}"),
        ("empty:99.5,bomb:0.5", f"option weights cannot hold 'empty:99.5' {WEIGHT}"),
        ("empty:٤٥", f"option weights cannot hold 'empty:٤٥' {WEIGHT}"),
        ("empty:99", "the weights of the tiles must add up to 100, not 99"),
        ("empty:45,bomb:56", "the weights of the tiles must add up to 100, not 101"),
    ],
)
def test_wrong_weights(weights: str, message: str) -> None:
    assert refused(weights=weights) == message


@pytest.mark.parametrize("weights", [WEIGHTS, "empty:100", "bomb:50, time:50", "card:100,empty:0"])
def test_weights(weights: str) -> None:
    assert {tile.kind for tile, _ in options(weights=weights).shares} == {
        part.split(":")[0].strip() for part in weights.split(",") if not part.endswith(":0")
    }


@pytest.mark.parametrize(
    ("name", "value", "possible"),
    [
        ("edition", 0, "from 1 to 3"),
        ("edition", 4, "from 1 to 3"),
        ("board", 0, "from 1 to 1000"),
        ("board", 1001, "from 1 to 1000"),
        ("laps", 0, "from 1 to 1000"),
        ("turn_limit", 0, "from 1 up"),
        ("turn_limit", "9", "from 1 up"),
    ],
)
def test_wrong_numbers(name: str, value: object, possible: str) -> None:
    message = refused(**{name: value})
    assert message == f"option {name} cannot be {value!r} (possible: a whole number {possible})"


DICE_TEXTS = st.text("0123456789d+ -D", max_size=12) | st.lists(
    st.builds("{}d{}".format, st.integers(0, 120), st.integers(0, 1200)), max_size=4
).map("+".join)
NUMBERS = st.integers(-1, 120).map(str) | st.sampled_from(["", "1.5", "x", "٣", "9" * 30])
NAMES = st.sampled_from([*TILES, "hole", "", " "])
TAGGED = st.builds("{}{}{}".format, NAMES, st.sampled_from([":", "", "::", " :"]), NUMBERS)
LISTS = st.lists(NAMES | TAGGED, max_size=6).map(",".join)


@given(dice=DICE_TEXTS | st.text(max_size=8))
def test_any_text_for_dice(dice: str) -> None:
    try:
        sizes = options(dice=dice).sizes
    except InvalidOption as error:
        assert "possible: " in str(error)
        return
    assert 1 <= len(sizes) <= 100
    assert all(2 <= size <= 1000 for size in sizes)


@given(tiles=LISTS | st.text(max_size=12), edition=st.integers(1, 3))
def test_any_text_for_tiles(tiles: str, edition: int) -> None:
    try:
        found = options(tiles=tiles, edition=edition)
    except InvalidOption as error:
        assert str(error).isprintable()
        return
    assert all(tile.number in TILES[tile.kind].numbers for tile in found.given)
    if tiles:
        assert options(tiles=",".join(map(str, found.given)), edition=edition).given == found.given


@given(weights=LISTS | st.text(max_size=12), edition=st.integers(1, 3))
def test_any_text_for_weights(weights: str, edition: int) -> None:
    try:
        shares = options(weights=weights, edition=edition).shares
    except InvalidOption as error:
        assert str(error).isprintable()
        return
    assert sum(weight for _, weight in shares) == 600
    assert all(weight > 0 for _, weight in shares)


@given(st.permutations([*TILES]), st.lists(st.integers(0, 100), min_size=6, max_size=6).map(sorted))
def test_any_weights_that_add_up_to_100(kinds: list[str], cuts: list[int]) -> None:
    parts = [high - low for low, high in zip([0, *cuts], [*cuts, 100], strict=True)]
    text = ",".join(f"{kind}:{part}" for kind, part in zip(kinds, parts, strict=True))
    totals = dict.fromkeys(kinds, 0)
    for tile, weight in options(weights=text).shares:
        totals[tile.kind] += weight
    assert totals == {kind: 6 * part for kind, part in zip(kinds, parts, strict=True)}
