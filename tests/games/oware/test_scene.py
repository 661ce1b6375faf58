"""What is drawn of a state, and the telling of a move."""

from __future__ import annotations

import re
from pathlib import Path
from random import Random

import pytest

from gamenight import Decision, Scene
from gamenight.core.resolver import resolve
from gamenight.core.scene import named
from gamenight.games.oware import GAME as OWARE
from gamenight.games.oware.rules import Options, OwareRules, State
from gamenight.games.oware.scene import scene, tell
from tests.games.oware.boards import board, played

RULES = OwareRules()
START = RULES.initial()
NAMES = ("Ann", "Bob")


def seeds(drawing: Scene) -> dict[str, int]:
    """How many seeds lie in each place."""
    spots = drawing.areas[0].spots
    return {spot.key: sum(token.count for token in spot.tokens) for spot in spots}


def test_the_board_is_a_grid_with_stores_at_both_ends() -> None:
    area = scene(RULES, START, None).areas[0]
    assert (area.shape, area.look, area.rank) == ("grid", "pit", 0)
    places = {spot.key: (spot.at, spot.span, spot.owner) for spot in area.spots}
    assert places["North"] == ((0, 0), (2, 1), 1)
    assert places["South"] == ((0, 7), (2, 1), 0)
    top = [key for column in range(1, 7) for key, (at, *_) in places.items() if at == (0, column)]
    low = [key for column in range(1, 7) for key, (at, *_) in places.items() if at == (1, column)]
    assert "".join(top) == "fedcba"
    assert "".join(low) == "ABCDEF"


def test_the_rules_draw_the_houses_as_the_table_labels_them() -> None:
    drawing = scene(RULES, START, None)
    lines = (OWARE.manual or Path()).read_text().split("```")[1].splitlines()
    upper, lower = ([*re.sub(r"\w{2,}", "", line).split()] for line in (lines[1], lines[4]))
    assert upper == [drawing.label(key) for key in "fedcba"]
    assert lower == [drawing.label(key) for key in "ABCDEF"]


def test_each_side_numbers_its_houses_in_the_order_of_sowing() -> None:
    drawing = scene(RULES, START, None)
    assert [drawing.label(key) for key in "abcdef"] == ["1", "2", "3", "4", "5", "6"]
    assert [drawing.label(key) for key in "ABCDEF"] == ["1", "2", "3", "4", "5", "6"]
    spoken = [spot.name for spot in drawing.areas[0].spots if spot.key in ("C", "b", "North")]
    assert spoken == ["{1}", "{1}'s house 2", "{0}'s house 3"]


def test_names_scores_and_the_number_of_the_move() -> None:
    state = board("N 3 0 0 0 1 4 | 6\n S 0 0 0 0 0 2 | 7 <")._replace(plies=22)
    drawing = named(scene(RULES, state, 0), NAMES)
    assert drawing.status == ("22 moves",)
    rows = [(row.name, row.value, row.goal, row.current) for row in drawing.scores]
    assert rows == [("Ann", 7, 12, True), ("Bob", 6, 12, False)]
    assert drawing.ask == "Ann, which house do you sow?"
    assert drawing.title == "Oware"


def test_no_score_names_a_side_for_boards_are_turned() -> None:
    assert not any(row.facts for row in scene(RULES, RULES.initial(), 0).scores)


@pytest.mark.parametrize(("plies", "told"), [(0, "no move yet"), (1, "1 move"), (5, "5 moves")])
def test_a_move_has_one_meaning(plies: int, told: str) -> None:
    """The table counts as the list of matches does: what was played."""
    assert scene(RULES, START._replace(plies=plies), 0).status == (told,)


def test_a_limit_is_shown() -> None:
    rules = OwareRules(Options(ply_limit=100))
    assert scene(rules, START, 0).status == ("no move yet", "a tie after move 100")


def test_choices_are_only_for_the_one_to_move() -> None:
    assert [choice.text for choice in scene(RULES, START, 0).choices] == [*"ABCDEF"]
    assert scene(RULES, START, 1).choices == ()
    assert scene(RULES, START, None).choices == ()


def test_choices_tell_what_they_capture() -> None:
    state = board("N 4 0 0 2 1 4 | 0\n S 2 0 0 0 3 3 | 0 <")
    hints = {choice.text: choice.hint for choice in scene(RULES, state, 0).choices}
    assert hints == {"A": "", "E": "captures 2", "F": "captures 5"}


@pytest.mark.parametrize(
    ("typed", "house"), [("1", "a"), ("6", "f"), ("f", "f"), ("B", "b"), ("house 2", "b")]
)
def test_numbers_and_letters_are_both_understood(typed: str, house: str) -> None:
    drawing = scene(RULES, played(RULES, START, "A"), 1)
    assert [choice.text for choice in resolve(drawing, typed)] == [house]


def test_choices_stand_in_the_order_of_sowing() -> None:
    drawing = scene(RULES, played(RULES, START, "A"), 1)
    assert [choice.text for choice in drawing.choices] == [*"abcdef"]
    assert [drawing.label(choice.on[0]) for choice in drawing.choices] == [*"123456"]


def test_rows_that_were_taken_are_drawn_in_the_stores() -> None:
    drawing = scene(RULES, board("N 0 0 0 0 0 0 | 20\n S 3 2 3 0 0 0 | 20 <"), 0)
    assert seeds(drawing) == {**dict.fromkeys("fedcbaABCDEF", 0), "North": 20, "South": 28}
    assert [row.value for row in drawing.scores] == [28, 20]
    assert drawing.message == ("No move can feed {1}: each side takes its own row ({0} 8, {1} 0).")
    assert (drawing.ask, drawing.choices) == ("", ())
    assert not any(row.current for row in drawing.scores)


def test_a_majority_leaves_the_board_as_it_is() -> None:
    drawing = scene(RULES, board("N 1 1 1 1 1 1 | 17 <\n S 0 0 0 0 0 0 | 25"), 0)
    assert seeds(drawing)["f"] == 1
    assert drawing.message == "{0} has 25 of the 48 seeds, more than half."


def told(picture: str, move: str, options: Options | None = None) -> list[str]:
    rules, state = OwareRules(options or Options()), board(picture)
    played(rules, state, move)
    steps = named(tuple(tell(rules, state, rules.parse(move), None)), NAMES)
    return [step.text for step in steps if step.text]


SLAM = "N 0 0 0 1 2 1 | 10\n S 4 0 0 0 0 3 | 10 <"


@pytest.mark.parametrize(
    ("picture", "move", "sentence"),
    [
        (
            "N 4 4 4 4 4 4 | 0\n S 4 4 4 4 4 4 | 0 <",
            "C",
            "Ann sows 4 seeds from house 3.",
        ),
        (
            "N 1 0 0 0 0 4 | 0 <\n S 4 4 4 4 4 4 | 0",
            "f",
            "Bob sows 1 seed from house 6.",
        ),
        (
            "N 3 0 0 0 1 4 | 0\n S 0 0 0 0 1 2 | 0 <",
            "F",
            "Ann sows 2 seeds from house 6 and captures 2 seeds from Bob's house 2.",
        ),
        (
            "N 9 0 0 1 2 1 | 0\n S 0 0 0 0 0 3 | 0 <",
            "F",
            "Ann sows 3 seeds from house 6 and captures 2 seeds from Bob's house 3, "
            "3 seeds from house 2 and 2 seeds from house 1.",
        ),
        (
            SLAM,
            "F",
            "Ann sows 3 seeds from house 6 but captures nothing: "
            "a capture would take all of Bob's seeds.",
        ),
    ],
)
def test_a_move_is_one_sentence(picture: str, move: str, sentence: str) -> None:
    assert told(picture, move) == [sentence]


def test_a_house_left_of_a_grand_slam_is_told() -> None:
    slam = "N 0 0 0 1 2 1 | 10\n S 4 0 0 0 0 3 | 3 <"
    assert told(slam, "F", Options(grand_slam="leave_last")) == [
        "Ann sows 3 seeds from house 6 and captures 2 seeds from Bob's house 3 and "
        "3 seeds from house 2, but not 2 seeds from Bob's house 1: "
        "that would take all of Bob's seeds."
    ]


def test_a_seed_left_of_a_grand_slam_is_told() -> None:
    slam = "N 0 0 0 1 2 1 | 10\n S 4 0 0 0 0 3 | 3 <"
    assert told(slam, "F", Options(grand_slam="leave_seed")) == [
        "Ann sows 3 seeds from house 6 and captures 2 seeds from Bob's house 3, "
        "3 seeds from house 2 and 1 seed from house 1, but not the last seed: "
        "that would take all of Bob's seeds."
    ]


def test_the_end_is_told_after_the_move() -> None:
    assert told("N 1 0 0 0 0 0 | 20 <\n S 0 0 0 0 0 0 | 20", "f") == [
        "Bob sows 1 seed from house 6.",
        "No move can feed Bob: each side takes its own row (Ann 1, Bob 0).",
    ]


def random_plies(options: Options, games: int) -> list[tuple[OwareRules, State, int]]:
    rules, rng, plies = OwareRules(options), Random(0), list[tuple[OwareRules, State, int]]()
    for _ in range(games):
        state = rules.initial()
        node = rules.node(state)
        while isinstance(node, Decision):
            action = rng.choice(node.actions)
            plies.append((rules, state, action))
            state = rules.apply(state, action)
            node = rules.node(state)
    return plies


@pytest.mark.parametrize("grand_slam", ["forfeit", "leave_last", "leave_seed", "allowed"])
def test_the_steps_lead_to_the_scene_after_and_lose_no_seed(grand_slam: str) -> None:
    for rules, before, action in random_plies(Options(grand_slam=grand_slam), games=3):
        steps = tell(rules, before, action, 0)
        scenes = [step.scene for step in steps if step.scene is not None]
        assert len(scenes) == len(steps)
        assert scenes[-1] == scene(rules, rules.apply(before, action), 0)
        keys = [spot.key for spot in scene(rules, before, 0).areas[0].spots]
        for drawing in scenes:
            assert sum(seeds(drawing).values()) == 48
            assert [spot.key for spot in drawing.areas[0].spots] == keys
        sentences = [step.text for step in steps if step.text]
        assert 1 <= len(sentences) == len(set(sentences)) <= 2


def test_seeds_fall_one_by_one_and_captures_follow() -> None:
    before = board("N 9 0 0 1 1 0 | 0\n S 0 0 0 0 0 3 | 0 <")
    steps = tell(RULES, before, RULES.parse("F"), None)
    shown = [
        [seeds(step.scene)[key] for key in ("F", "a", "b", "c", "South")]
        for step in steps
        if step.scene is not None
    ]
    assert shown == [
        [3, 0, 1, 1, 0],  # three seeds in the hand over F
        [2, 1, 1, 1, 0],
        [1, 1, 2, 1, 0],
        [0, 1, 2, 2, 0],
        [0, 1, 2, 0, 2],  # c is captured
        [0, 1, 0, 0, 4],  # b too; a holds one and stays
        [0, 1, 0, 0, 4],
    ]
    hand = steps[0].scene
    assert hand is not None
    held = [token.tone for spot in hand.areas[0].spots if spot.key == "F" for token in spot.tokens]
    assert held == ["held"]
