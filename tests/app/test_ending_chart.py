"""What an ending draws: who is celebrated, the podium, and the charts with what they are."""

from __future__ import annotations

from dataclasses import replace

import pytest

from gamenight.app.pictures import ending
from gamenight.app.pictures.ending import EndingState, draw_ending, scores_by_move
from gamenight.app.pictures.podium import draw_podium
from gamenight.core.record import Result, Seat, Standing
from gamenight.core.registry import game
from gamenight.draw.palette import Look
from gamenight.lab.digest import Digest
from gamenight.lab.judgement import judged
from gamenight.match.local import LocalTable
from gamenight.match.match import Match
from gamenight.match.seats import NOBODY
from gamenight.match.sqlite import SqliteStore
from tests.app.screens import SIZES
from tests.lab.reviews import crowd, duel
from tests.match.courses import drive
from tests.match.matches import new_match

LONG = "from tables with up to 12 seeds, and a search of 20 moves where these do not reach"


def over(match: Match) -> EndingState:
    """The ending of a match that bots or the die play to its end."""
    drive(match)
    table = LocalTable(match)
    verdict = table.verdict()
    assert verdict is not None
    return EndingState(table, *verdict, scores_by_move(table))


def text_of(state: EndingState, size: tuple[int, int]) -> str:
    drawn = draw_ending(state, Look(), size)
    return " ".join(" ".join(drawn.lines()).split())


@pytest.mark.parametrize("size", [*SIZES, (200, 50)], ids=str)
def test_what_a_chart_shows_is_told_whole_or_by_its_unit(size: tuple[int, int]) -> None:
    state = over(new_match("oware", people=0, seed=5))
    review = replace(duel(), source=LONG)
    shown = text_of(replace(state, digest=Digest(review), judgement=judged(review)), size)
    assert "…" not in shown
    assert "CHANCES TO WIN" in shown
    told = [word for word in ("tables", "search", "do not reach") if word in shown]
    assert len(told) == (0 if size == SIZES[0] else 3), "without room for all of it, none of it"


def test_after_one_round_the_places_are_enough() -> None:
    seats = [Seat(name, "random") for name in ("Ann", "Ben", "Cem")]
    state = over(Match.new(SqliteStore(), game("circuit"), seats, {"laps": 1}, seed=1))
    shown = text_of(state, (80, 24))
    assert " 1. " in shown
    assert "round" not in shown
    assert "in total" not in shown


@pytest.mark.parametrize(("size", "lines"), [((80, 24), 1), ((120, 40), 3)], ids=str)
def test_places_are_one_line_where_the_chart_needs_the_room(
    size: tuple[int, int], lines: int
) -> None:
    seats = [Seat(name, "random") for name in ("Ann", "Ben", "Cem")]
    state = over(Match.new(SqliteStore(), game("circuit"), seats, {"laps": 1}, seed=1))
    review = crowd(3)
    told = replace(state, digest=Digest(review), judgement=judged(review))
    drawn = draw_ending(told, Look(), size).lines()
    assert sum(any(f" {place}. " in line for place in (1, 2, 3)) for line in drawn) == lines
    assert any("SEEDS" in line for line in drawn)


def test_where_nobody_had_a_turn_there_are_no_scores_by_move() -> None:
    axis = "0 moves "
    played = text_of(over(new_match("oware", people=0, seed=5)), (80, 24))
    assert axis in " ".join(played.split())
    river = game("preys")
    seats = [Seat(name, NOBODY) for name in river.unasked().values()]
    shown = text_of(over(Match.new(SqliteStore(), river, seats, seed=1)), (80, 24))
    assert "Fish" in shown
    assert axis not in " ".join(shown.split())


def test_a_side_of_several_is_not_said_to_win_like_a_person(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    river, said = game("preys"), list[str]()
    monkeypatch.setattr(ending, "draw_letters", lambda word, *given: said.append(word))
    for name in ("Ann", "Fish"):
        seats = [Seat(name, NOBODY), Seat("Fishermen", NOBODY)]
        options = {"escort": "choose" if name == "Ann" else "closest"}
        for seed in range(8):
            text_of(over(Match.new(SqliteStore(), river, seats, options, seed=seed)), (120, 40))
    whole = {word for word in said if " " in word} - {"A draw", "A shared win"}
    assert whole >= {"Ann wins", "Fish won", "Fishermen won"}
    assert not whole & {"Fish wins", "Fishermen wins", "Ann won"}


def ended(*seats: Seat) -> EndingState:
    """Seat 1 gave up, so that seat 0 has won."""
    match = Match.new(SqliteStore(), game("oware"), seats, order="given", seed=4)
    match.resign(1)
    table = LocalTable(match)
    verdict = table.verdict()
    assert verdict is not None
    return EndingState(table, *verdict, {})


def test_confetti_falls_unless_all_the_people_here_have_lost() -> None:
    ann, ben, machine = Seat("Ann"), Seat("Ben"), Seat("Bot", "easy")
    assert ended(ann, ben).is_celebrated
    assert not ended(machine, ben).is_celebrated


def test_where_big_letters_have_room_for_the_name_only_a_sentence_says_that_it_won() -> None:
    shown = ended(Seat("Maximilian"), Seat("Ben"))
    narrow, wide = (draw_ending(shown, Look(), (width, 30)).lines() for width in (60, 200))
    assert "Maximilian won. Ben resigned." in "\n".join(narrow)
    assert "Maximilian won" not in "\n".join(wide)


def test_the_chart_counts_nothing_that_is_only_at_stake() -> None:
    zombie = game("zombie")
    match = Match.new(SqliteStore(), zombie, [Seat("Ann"), Seat("Ben")], order="given", seed=4)
    match.chance()
    for text in ("roll", "hold"):
        before = match.rules.scores(match.state)
        match.play(text, 0, match.at)
        match.chance()
    (line, _) = scores_by_move(LocalTable(match)).values()
    assert line[-2:] == [0.0, float(before[0])]
    assert before[0]


def test_the_scores_of_rounds_are_written_as_on_the_scoreboard() -> None:
    class Twice(LocalTable):
        @property
        def rounds(self) -> tuple[tuple[Standing, ...], ...]:
            won = (Standing("Ann", 10_350, True), Standing("Ben", 1200, False))
            return (won, won)

    drawn = draw_podium(Twice(new_match("thief", people=3)), Look(), (80, 24))
    text = "\n".join(drawn.lines())
    assert "Ann won with 10350, Ben 1200" in text
    assert "20700" in text


@pytest.mark.parametrize("width", [40, 58, 80])
def test_every_score_of_a_round_is_seen_however_narrow_it_is(width: int) -> None:
    names = ("Christopher", "F1NG3R5", "Maximiliana")

    class Twice(LocalTable):
        @property
        def rounds(self) -> tuple[tuple[Standing, ...], ...]:
            scores = zip(names, (10_350, 9700, 250), strict=True)
            return (tuple(Standing(name, n, n > 10_000) for name, n in scores),) * 2

    seats = [Seat(name) for name in names]
    table = Twice(Match.new(SqliteStore(), game("thief"), seats, order="given"))
    words = " ".join(" ".join(draw_podium(table, Look(), (width, 40)).lines()).split())
    assert words.count("9700") == 2
    assert words.count(" 250") == 2, "who came last, too"
    assert "…" not in words


@pytest.mark.parametrize(
    ("rounds", "size", "told"),
    [
        (1, (80, 24), "1.  Ann  1 tile\n2.  Ben  0 tiles"),
        (1, (80, 3), "1. Ann 1 tile     2. Ben 0"),
        (2, (80, 24), "1 tile in total"),
    ],
)
def test_one_of_a_unit_on_the_podium_is_one(rounds: int, size: tuple[int, int], told: str) -> None:
    class Short(LocalTable):
        @property
        def rounds(self) -> tuple[tuple[Standing, ...], ...]:
            scores = ((1, 0), (0, 0))[:rounds]
            return tuple((Standing("Ann", a, True), Standing("Ben", b, False)) for a, b in scores)

    drawn = draw_podium(Short(new_match("circuit", people=2)), Look(), size)
    assert told in "\n".join(drawn.lines())


def test_one_of_a_unit_below_the_winner_is_one() -> None:
    class Close(LocalTable):
        @property
        def result(self) -> Result:
            return Result((1, 0), (0,), "Nobody can move.")

    match = Match.new(SqliteStore(), game("oware"), [Seat("Ann"), Seat("Ben")], order="given")
    table = Close(match)
    drawn = text_of(EndingState(table, "Ann won: 1 seed to 0.", "Nobody can move.", {}), (80, 24))
    assert "Ann 1 seed " in drawn
