"""What is drawn and told of Preys and Hunters: as data, and as text of 80 columns."""

from __future__ import annotations

from random import Random

import pytest
from rich.cells import cell_len

from gamenight import Decision, Over, Scene, sample
from gamenight.core.resolver import resolve
from gamenight.core.scene import Token, named
from gamenight.draw.layouts.fit import draw
from gamenight.draw.layouts.flow import render
from gamenight.draw.layouts.spoken import spoken
from gamenight.draw.palette import Look
from gamenight.draw.style import Style
from gamenight.games.preys.rules import PreysRules, State
from gamenight.games.preys.scene import GLYPHS, scene
from gamenight.games.preys.telling import tell
from tests.games.preys.states import ALL, CHOOSE, CLOSEST, FARTHEST, place, played

NAMES = ("Ann", "Fishermen")
UNICODE, ASCII = Style(), Style(ascii=True)


def drawn(rules: PreysRules, text: str, style: Style) -> str:
    lines = render(named(scene(rules, place(text), 0), NAMES), GLYPHS, style)
    return "\n".join(lines) + "\n"


def test_the_start() -> None:
    assert drawn(CLOSEST, "1: 7 7 7 7", UNICODE) == (
        """\
Preys and Hunters                              the closest swims for a safe fish
  Ann        ○○○  0 fish  safe
  Fishermen  ○○○  0 fish  captured

    1    2   3   4   5   6    7    8   9   10   11   12   13
  ╭────┬───┬───┬───┬───┬───┬─────┬───┬───┬────┬────┬────┬────╮
  │    │ ~ │ ~ │ ~ │ ~ │ ~ │ 2🐟 │ ~ │ ~ │ ~  │ ~  │ ~  │    │
  │    ├───┼───┼───┼───┼───┼─────┼───┼───┼────┼────┼────┤    │
  │    │ ~ │ ~ │ ~ │ ~ │ ~ │ 3🐟 │ ~ │ ~ │ ~  │ ~  │ ~  │    │
  │ 🚣 ├───┼───┼───┼───┼───┼─────┼───┼───┼────┼────┼────┤ 🌊 │
  │    │ ~ │ ~ │ ~ │ ~ │ ~ │ 4🐟 │ ~ │ ~ │ ~  │ ~  │ ~  │    │
  │    ├───┼───┼───┼───┼───┼─────┼───┼───┼────┼────┼────┤    │
  │    │ ~ │ ~ │ ~ │ ~ │ ~ │ 5🐟 │ ~ │ ~ │ ~  │ ~  │ ~  │    │
  ╰────┴───┴───┴───┴───┴───┴─────┴───┴───┴────┴────┴────┴────╯
"""
    )


def test_the_fish_choose_in_ascii() -> None:
    assert drawn(CHOOSE, "7: sea 8 boat 10?", ASCII) == (
        """\
Preys and Hunters                       the fish choose who swims for a safe one
> Ann        #..  1 fish  safe
  Fishermen  #..  1 fish  captured

    1   2   3   4   5   6    7      8    9   10   11   12   13
  +---+---+---+---+---+---+------+-----+---+----+----+----+-----+
  | . | . | . | . | . | . |      |  ~  | ~ | ~  | ~  | ~  |     |
  +---+---+---+---+---+---+      +-----+---+----+----+----+     |
  | . | . | . | . | . | . | boat | 3>! | ~ | ~  | ~  | ~  | sea |
  +---+---+---+---+---+---+  4>  +-----+---+----+----+----+ 2>  |
  | . | . | . | . | . | . |      |  ~  | ~ | ~  | ~  | ~  |     |
  +---+---+---+---+---+---+      +-----+---+----+----+----+     |
  | . | . | . | . | . | . |      |  ~  | ~ | 5> | ~  | ~  |     |
  +---+---+---+---+---+---+------+-----+---+----+----+----+-----+

Ann, which fish swims instead?
[3] Fish 3  to place 9   [5] Fish 5  to place 11
"""
    )


def test_the_end_tells_why() -> None:
    assert drawn(CLOSEST, "11: sea boat boat sea", ASCII) == (
        """\
Preys and Hunters                              the closest swims for a safe fish
  Ann        ##.  2 fish  safe
  Fishermen  ##.  2 fish  captured

    1   2   3   4   5   6   7   8   9   10    11     12    13
  +---+---+---+---+---+---+---+---+---+----+-------+----+-------+
  | . | . | . | . | . | . | . | . | . | .  |       | ~  |       |
  +---+---+---+---+---+---+---+---+---+----+       +----+       |
  | . | . | . | . | . | . | . | . | . | .  | boat  | ~  |  sea  |
  +---+---+---+---+---+---+---+---+---+----+ 3> 4> +----+ 2> 5> |
  | . | . | . | . | . | . | . | . | . | .  |       | ~  |       |
  +---+---+---+---+---+---+---+---+---+----+       +----+       |
  | . | . | . | . | . | . | . | . | . | .  |       | ~  |       |
  +---+---+---+---+---+---+---+---+---+----+-------+----+-------+

2 fish are safe in the sea, 2 fish are captured.
"""
    )


def test_the_start_is_marked_where_no_fish_is_until_the_boat_takes_it() -> None:
    shown = scene(CLOSEST, place("6: 8 7 9 9"), None)
    marked = {fish for fish in range(2, 6) if face(shown, fish, 7) == "start"}
    assert marked == {2, 4, 5}
    rowed = scene(CLOSEST, place("7: 8 boat 9 9"), None)
    assert [face(rowed, fish, 7) for fish in range(2, 6)] == ["wake"] * 4


def face(shown: Scene, fish: int, at: int) -> str:
    spot = shown.spot(f"{fish} at {at}")
    assert spot is not None
    return spot.face


def test_a_fish_in_front_of_the_boat_is_in_danger() -> None:
    found = pawns(scene(CLOSEST, place("8: 9 10 sea boat"), None))
    assert {key: token.tone for key, (_, token) in found.items()} == {
        "fish 2": "danger",
        "fish 3": "",
        "fish 4": "",
        "fish 5": "",
    }
    assert {key: spot for key, (spot, _) in found.items()} == {
        "fish 2": "2 at 9",
        "fish 3": "3 at 10",
        "fish 4": "sea",
        "fish 5": "boat",
    }


def pawns(shown: Scene) -> dict[str, tuple[str, Token]]:
    spots = [spot for area in shown.areas for spot in area.spots]
    return {token.key: (spot.key, token) for spot in spots for token in spot.tokens}


def test_the_scores_are_the_safe_and_the_captured_with_a_majority_as_goal() -> None:
    rows = scene(CLOSEST, place("8: 9 boat sea boat"), None).scores
    assert [(row.seat, row.value, row.goal) for row in rows] == [(0, 1, 3), (1, 2, 3)]


@pytest.mark.parametrize("typed", ["3", "swim 3"])
def test_a_number_chooses_a_fish(typed: str) -> None:
    shown = scene(CHOOSE, place("7: sea 8 boat 10?"), 0)
    assert [choice.text for choice in resolve(shown, typed)] == ["swim 3"]
    assert [choice.on for choice in shown.choices] == [("3 at 8",), ("5 at 10",)]


@pytest.mark.parametrize("typed", ["8", "10", "4"])
def test_the_number_of_a_place_or_of_another_fish_chooses_nothing(typed: str) -> None:
    assert resolve(scene(CHOOSE, place("7: 8 sea boat 10?"), 0), typed) == ()


@pytest.mark.parametrize("viewer", [1, None])
def test_only_the_team_of_the_fish_may_choose(viewer: int | None) -> None:
    shown = scene(CHOOSE, place("7: sea 8 boat 10?"), viewer)
    assert not shown.choices
    assert shown.ask == "{0}, which fish swims instead?"


@pytest.mark.parametrize(
    ("text", "action", "sentences"),
    [
        ("1: 7 7 7 7", "4", ["The die shows 4. Fish 4 swims to place 8, 5 from the sea."]),
        ("1: 7 7 7 7", "6", ["The die shows 6. The boat rows to place 2."]),
        ("6: 7 8 8 8", "1", ["The die shows 1. The boat rows to place 7 and captures fish 2."]),
        (
            "6: 7 8 7 7",
            "1",
            ["The die shows 1. The boat rows to place 7 and captures fish 2, 4 and 5."],
        ),
        (
            "6: 8 7 boat 7",
            "4",
            [
                "The die shows 4. Fish 4 is captured: the boat rows to place 7 and captures fish "
                "3 and 5."
            ],
        ),
        ("6: 12 8 8 8", "2", ["The die shows 2. Fish 2 swims into the sea and is safe."]),
        (
            "6: sea 8 8 9",
            "2",
            ["The die shows 2. Fish 2 is safe: fish 5 swims to place 10, 3 from the sea."],
        ),
        (
            "6: 7 7 7 7",
            "1",
            [
                "The die shows 1. The boat rows to place 7 and captures all the fish.",
                "No fish is safe in the sea, 4 fish are captured.",
            ],
        ),
        (
            "9: boat boat sea 12",
            "4",
            [
                "The die shows 4. Fish 4 is safe: fish 5 swims into the sea and is safe.",
                "2 fish are safe in the sea, 2 fish are captured.",
            ],
        ),
    ],
)
def test_a_roll_is_told(text: str, action: str, sentences: list[str]) -> None:
    assert told(CLOSEST, text, action) == sentences


def told(rules: PreysRules, text: str, action: str) -> list[str]:
    state = place(text)
    played(state, action, rules=rules)
    steps = tell(rules, state, rules.parse(action), None)
    return [named(step, NAMES).text for step in steps]


def test_the_farthest_is_told() -> None:
    sentence = "The die shows 2. Fish 2 is safe: fish 3 swims to place 9, 4 from the sea."
    assert told(FARTHEST, "6: sea 8 8 9", "2") == [sentence]


def test_a_choice_is_told() -> None:
    asked = "The die shows 2. Fish 2 is safe: its team chooses who swims instead."
    assert told(CHOOSE, "6: sea 8 8 9", "2") == [asked]
    swum = "Fish 4, chosen by Ann, swims to place 9, 4 from the sea."
    assert told(CHOOSE, "6: sea 8 8 9?", "swim 4") == [swum]


@pytest.mark.parametrize(
    ("text", "action", "tone"),
    [
        ("6: 7 8 8 8", "1", "danger"),
        ("6: 12 8 8 8", "2", "good"),
        ("6: 12 8 8 8", "3", ""),
        ("6: sea 12 8 boat", "5", ""),
    ],
)
def test_what_is_good_for_whom(text: str, action: str, tone: str) -> None:
    assert tell(CLOSEST, place(text), CLOSEST.parse(action), None)[0].tone == tone


@pytest.mark.parametrize("rules", ALL, ids=lambda rules: rules.options.escort)
@pytest.mark.parametrize("style", [UNICODE, ASCII, Style(width=60), Style(color=True, emoji=False)])
def test_a_whole_game_is_drawn_and_ends_with_its_last_scene(
    rules: PreysRules, style: Style
) -> None:
    rng = Random(3)
    state: State = rules.initial()
    while not isinstance(node := rules.node(state), Over):
        action = rng.choice(node.actions) if isinstance(node, Decision) else sample(node, rng)
        steps = tell(rules, state, action, 0)
        state = rules.apply(state, action)
        assert steps[-1].scene == scene(rules, state, 0)
        lines = render(named(scene(rules, state, 0), NAMES), GLYPHS, style)
        assert style.color or max(map(cell_len, lines)) <= style.width
        assert len(lines) <= 20
        assert not style.ascii or "\n".join(lines).isascii()


def test_every_place_keeps_its_number_while_a_fish_is_chosen() -> None:
    """Also that of fish 2, in the first lane; but it is the fish that is typed."""
    state = place("4: 11 11 sea 8?")
    shown = named(scene(CHOOSE, state, 0), NAMES)
    for width, height in ((80, 24), (200, 50)):
        lines = draw(shown, GLYPHS, Look(), (width, height)).lines()
        assert [str(n) for n in range(1, 14)] in [line.split() for line in lines]
    assert not resolve(shown, "11")
    assert [choice.text for choice in resolve(shown, "2")] == ["swim 2"]


def test_whoever_listens_can_tell_all_places_apart_and_hears_only_what_is_there() -> None:
    shown = named(scene(CHOOSE, place("7: sea 8 boat 10?"), 0), NAMES)
    names = [spot.spoken or spot.name for area in shown.areas for spot in area.spots]
    assert len(set(names)) == len(names)
    assert {"the wake, lane 2, place 1", "water, lane 5, place 9"} <= set(names)
    (heard,) = (line for line in spoken(shown, GLYPHS) if line.startswith("River"))
    assert heard == (
        "River: the boat at place 7: Ann fish 4; fish 3 at place 8, right in front of the boat; "
        "fish 5 at place 10; the open sea (13): Ann fish 2."
    )
