"""`gamenight analyse`: what it prints, and what it writes."""

from __future__ import annotations

import csv
import json
from dataclasses import replace
from io import StringIO
from pathlib import Path
from typing import Protocol

import pytest

from gamenight import game
from gamenight.cli import parser as cli
from gamenight.core.play import possible_actions
from gamenight.core.record import Record, Result, Seat
from gamenight.core.rules import Decision
from gamenight.draw.style import Style
from gamenight.lab.progress import Progress
from gamenight.lab.review import review
from gamenight.lab.review_files import as_csv, as_json, course_figure
from gamenight.lab.rollouts import Rollouts
from gamenight.match.moves import counted
from gamenight.plain.reviews import moment_lines, review_lines
from tests.lab.judged import BAD, BOLD, SAFE, Exact, ReadableLottery, Taking, lottery, match
from tests.lab.reviews import DUEL, duel
from tests.terminal import pipe
from tests.toys.nim import NIM

pytestmark = pytest.mark.usefixtures("every_lab")

RULES = ReadableLottery((SAFE, BOLD, BAD))
LOTTERY = lottery(RULES)
RECORD = match("bold", "prize 2 0", "safe", "prize 1 0")
FOUND = review(LOTTERY, RECORD, Exact(RULES))

PREYS = {
    "schema": 1,
    "game": "preys",
    "version": 1,
    "options": {"escort": "closest"},
    "seats": [{"name": "Fish", "bot": "random"}, {"name": "Fishermen", "bot": "random"}],
    "actions": ["2", "2", "1"],
    "changes": [],
    "series": [],
    "result": None,
}
SOWN = ("F", "f", "A", "a", "B", "c", "D", "e")


class Run(Protocol):
    """Runs a command in this process; what it printed."""

    def __call__(self, *words: str, status: int = 0) -> str: ...


@pytest.fixture
def run(tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Run:
    monkeypatch.setenv("GAMENIGHT_DATA", str(tmp_path))
    monkeypatch.setenv("COLUMNS", "80")

    def main(*words: str, status: int = 0) -> str:
        assert cli.main(words) == status
        output = capsys.readouterr()
        return output.out + output.err

    return main


def oware(folder: Path, *actions: str, result: object = None) -> str:
    """A file with a match of Oware."""
    record = {**PREYS, "game": "oware", "options": {}, "actions": list(actions), "result": result}
    record["seats"] = [{"name": "Ann"}, {"name": "Ben"}]
    path = folder / "match.json"
    path.write_text(json.dumps(record))
    return str(path)


def test_what_stands_out_and_the_account() -> None:
    assert review_lines(FOUND, Style()) == [
        "Ann decided better and had more luck.",
        "",
        "Values are chances to win: worked out.",
        "",
        "2 decisions gave something away.",
        "",
        "move  who  played  better  gave away",
        "   2  Ben  safe    bold    25.0% (proven)",
        "   1  Ann  bold    safe    12.5% (proven)",
        "",
        "The luckiest and unluckiest rolls:",
        "",
        "   move  luck    for  what happened",
        "after 1  +37.5%  Ann  Chance: prize 2 0.",
        "",
        "     start   luck  decisions  others  = result  without luck  choices",
        "Ann   0.50  +0.38      -0.12   +0.25      1.00          0.62        1",
        "Ben   0.50  -0.38      -0.25   +0.12      0.00          0.38        1",
        "",
        "start         before the first move",
        "luck          what the rolls changed",
        "decisions     what a player's own moves changed",
        "others        what everybody else's moves changed",
        "= result      all of that together",
        "without luck  the result less the luck",
        "choices       decisions with more than one possible move",
        "",
        "These sums are in wins: a win is 1, a chance of 25% is 0.25. What all moves and",
        "rolls of a match changed can add up to more than a win.",
    ]


def test_a_roll_of_nobodys_is_told_with_who_gained_by_it() -> None:
    found = review(LOTTERY, match("bold", "prize 0 0"), Exact(RULES))
    (line,) = [line for line in review_lines(found, Style()) if "prize" in line]
    assert line.split()[:4] == ["after", "1", "+37.5%", "Ben"]


def test_every_ply() -> None:
    lines = review_lines(FOUND, Style(), everything=True)
    assert lines[4:9] == [
        "move  who  what it did          better  what",
        "   1  Ann  lost 12.5% (proven)  safe    bold",
        "           luck +37.5% for Ann          Chance: prize 2 0.",
        "   2  Ben  lost 25.0% (proven)  bold    safe",
        "           luck 0                       Chance: prize 1 0.",
    ]


def test_a_match_without_mistakes_or_luck() -> None:
    lines = review_lines(review(LOTTERY, match("safe"), Exact(RULES)), Style())
    assert "No decision gave anything away." in lines
    assert not [line for line in lines if "luckiest" in line]


@pytest.mark.parametrize("width", [40, 60, 80])
def test_it_fits(width: int) -> None:
    found = review(LOTTERY, RECORD, Rollouts(LOTTERY, RULES, 50))
    for everything in (False, True):
        lines = review_lines(found, Style(width=width, ascii=True), everything)
        assert max(map(len, lines)) <= width
        assert all(line.isascii() for line in lines)
        assert any("+-" in line for line in lines), "the errors of estimates are told"


def test_a_full_table_fits() -> None:
    many = ReadableLottery((SAFE, BOLD), 4)
    actions = ("bold", "prize 2 0", "safe", "prize 1 0", "bold")
    found = review(lottery(many), match(*actions, players=4), Rollouts(lottery(many), many, 50))
    renamed = replace(found, names=("Annabella Longname", "Ben", "Clementine the Great", "Dan"))
    for width in (40, 60, 80):
        lines = review_lines(renamed, Style(width=width))
        assert max(map(len, lines)) <= width
        assert (
            sum(line.startswith("without luck") for line in lines) == {40: 3, 60: 3, 80: 2}[width]
        )
        assert all(any(name in line for line in lines) for name in ("Annabella", "Ben", "Dan"))


def test_json_and_csv_have_every_ply() -> None:
    data = json.loads(as_json(FOUND))
    assert [moment["ply"] for moment in data["moments"]] == [1, 2, 3, 4]
    assert data["moments"][2]["moves"][0] == {
        "text": "bold",
        "value": 0.25,
        "error": 0.0,
        "proven": True,
    }
    assert data["accounts"][0]["without_luck"] == 0.625
    rows = list(csv.DictReader(StringIO(as_csv(FOUND))))
    assert [row["seat"] for row in rows] == ["1", "", "2", ""]
    assert (rows[2]["best"], float(rows[2]["gave away"]), rows[2]["proven"]) == ("bold", 0.25, "1")
    assert [float(row["value 2"]) for row in rows] == [0.625, 0.25, 0.0, 0.0]


def test_the_better_line_is_told_in_every_form() -> None:
    record = Record("nim", 1, (Seat("Ann"), Seat("Ben")), actions=("take 2", "take 1"))
    found = review(NIM, record, Taking())
    better = "take 2, then take 1, take 3, take 1, take 3"
    for everything in (False, True):
        lines = review_lines(found, Style(width=120), everything)
        (row,) = (line for line in lines if better in line)
        assert row.split()[:2] == ["2", "Ben"]
    one = replace(found, moments=found.moments[1:])
    assert f"Better: {better}." in moment_lines(one, Style())
    line = ["take 1", "take 3", "take 1", "take 3"]
    assert json.loads(as_json(found))["moments"][1]["line"] == line
    _, second = csv.DictReader(StringIO(as_csv(found)))
    assert second["line"] == " ".join(line)


def test_a_chart_of_the_course() -> None:
    pytest.importorskip("matplotlib", reason="the extra lab")
    (axes,) = course_figure(FOUND, "Lottery").axes
    ann = axes.get_lines()[0]
    assert ann.get_label() == "Ann"
    assert list(ann.get_ydata()) == [50, 37.5, 75, 100, 100]  # type: ignore[arg-type]


def test_the_progress_counts_positions() -> None:
    class Screen(StringIO):
        def isatty(self) -> bool:
            return True

    screen = Screen()
    review(LOTTERY, RECORD, Exact(RULES), Progress(screen, noun="positions"))
    assert "0 of 8 positions" in screen.getvalue()
    assert "8 of 8 positions" in screen.getvalue()


def test_a_file_with_all_that_can_be_written(tmp_path: Path, run: Run) -> None:
    pytest.importorskip("matplotlib", reason="the extra lab")
    names = ("r.json", "r.csv", "r.svg")
    json_file, csv_file, chart = (str(tmp_path / name) for name in names)
    words = ("--json", json_file, "--csv", csv_file, "--chart", chart, "--rollouts", "20")
    output = run("analyse", oware(tmp_path, *SOWN), *words)
    assert "Oware: Ann, Ben; 8 moves." in output
    assert "decisions" in output
    assert "without luck" not in output, "a column that would be zero for everybody"
    assert len(json.loads((tmp_path / "r.json").read_text())["moments"]) == 8
    assert len((tmp_path / "r.csv").read_text().splitlines()) == 9
    assert "<svg" in (tmp_path / "r.svg").read_text()
    assert output.count("written to") == 3


def test_what_was_possible_instead_of_a_move(tmp_path: Path, run: Run) -> None:
    path = oware(tmp_path, *SOWN)
    output = run("analyse", path, "--move", "3", "--rollouts", "20", "--ascii")
    assert "What Ann could do:" in output
    moves = output.partition("could do:")[2].split("\n\n")[0].splitlines()[1:]
    assert sorted(line.split()[:2] for line in moves) == [["house", n] for n in "12345"]
    assert [line.split()[1] for line in moves if line.endswith("played")] == ["1"]
    end = run("analyse", path, "--move", "9", "--rollouts", "20")
    assert "What Ann can do:" in end
    assert "there is no move 10 (possible: 1 to 9)" in run(
        "analyse", path, "--move", "10", status=2
    )


def test_moves_that_got_a_closer_look_than_the_values_above_them_say_so() -> None:
    told = "got a closer look, so they can be worth more or less than above."
    for moment, differs in ((replace(DUEL[3], after=(0.7, 0.3)), True), (DUEL[3], False)):
        page = " ".join(moment_lines(replace(duel(), moments=(moment,)), Style()))
        assert (told in page) == differs


def test_no_move_of_a_match_that_goes_on_tells_a_secret(tmp_path: Path, run: Run) -> None:
    rules = game("circuit").rules(2)
    state, actions = rules.initial(), list[str]()
    while rules.hide(state, None) == state or not isinstance(rules.node(state), Decision):
        action = possible_actions(rules, state)[0]
        actions.append(rules.format(action))
        state = rules.apply(state, action)
    path = tmp_path / "running.json"
    record = Record("circuit", 1, (Seat("Ann"), Seat("Ben")), actions=tuple(actions))
    path.write_text(record.dumps())
    decided = counted(game("circuit"), record.options, rules, record.plies())[-1]
    for move in range(1, decided + 2):
        words = ("analyse", str(path), "--move", str(move), "--rollouts", "2")
        assert "players hide things" in run(*words, status=2)


def test_a_match_that_is_kept_or_the_latest_one(tmp_path: Path, run: Run) -> None:
    sentence = "no finished match yet"
    assert sentence in run("analyse", status=2)
    result = Result((0, 0), (1,), "Ann resigned.", 0)._asdict()
    run("import", oware(tmp_path, *SOWN, result=result))
    latest = run("analyse", "--rollouts", "20")
    assert "Ann resigned." in latest
    assert run("analyse", "1", "--rollouts", "20") == latest, "it can be repeated"


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("nothing.json",), "nothing.json cannot be read"),
        (("7",), "match 7"),
        (("FILE", "--rollouts", "some"), "not 'some'"),
        (("FILE", "--rollouts", "1e9"), "--rollouts must be 1 to 1,000,000"),
        (("FILE", "--rollouts", ""), "not ''"),
        (("FILE", "--chart", "x.gif"), ".svg or .png"),
        (("FILE", "--csv", "nowhere/x.csv"), "nowhere/x.csv cannot be written"),
    ],
)
def test_what_cannot_be_analysed(
    tmp_path: Path, run: Run, words: tuple[str, ...], sentence: str
) -> None:
    path = oware(tmp_path, "F")
    given = [path if word == "FILE" else word for word in words]
    assert sentence in run("analyse", *given, status=2)


def test_what_the_result_is_of_a_match_that_was_not_played_to_its_end(
    tmp_path: Path, run: Run
) -> None:
    running = tmp_path / "running.json"
    running.write_text(json.dumps(PREYS))
    assert "its result is what the last position is worth" in run("analyse", str(running))
    empty = oware(tmp_path)
    assert "nothing was played in this match" in run("analyse", empty, status=2)


def test_a_review_of_nothing_ends_nothing_else(tmp_path: Path) -> None:
    words = ("play", "oware", "--seat", "Ann", "--seat", "Ben", "--first", "1")
    output = pipe(tmp_path, *words, typed="resign\nreview\nn\n")
    assert "Nothing was played in this match: there is nothing to review.\nPlay again?" in output


def test_a_review_at_the_end_of_a_match(tmp_path: Path) -> None:
    typed = "F\nresign\n?\nreview\nn\n"
    output = pipe(
        tmp_path, "play", "oware", "--seat", "Ann", "--seat", "Ben", "--first", "1", typed=typed
    )
    asked, _, reviewed = output.partition("Play again? [y/n] review")
    assert "review shows what each decision" in asked
    assert "decisions" in reviewed
    assert "its result is what the last position is worth" in reviewed, "giving up costs no seeds"
    assert "Play again? [y/n] n" in reviewed


def test_every_move_is_told_in_words(tmp_path: Path, run: Run) -> None:
    """What the dice did is a sentence, not the text of the record."""
    path = tmp_path / "match.json"
    path.write_text(json.dumps(PREYS))
    lines = run("analyse", str(path), "--all")
    assert "The die shows 2." in lines
    assert "The die shows 1." in lines
