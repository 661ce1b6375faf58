"""The options of a game as a form, and what follows from them."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from textual.pilot import Pilot

from gamenight.app.app import Gamenight
from gamenight.app.screens.new_game import NewGamePage
from gamenight.app.widgets.option_form import described
from gamenight.core.errors import InvalidOption
from gamenight.core.game import Game
from gamenight.core.options import declared, option
from tests.app.forms import drive, focused, started, typed
from tests.app.screens import screen_text
from tests.toys.nim import NimRules


def test_the_number_of_players_follows_the_options() -> None:
    async def script(app: Gamenight, pilot: Pilot[None]) -> None:
        await pilot.press("down", "down", "down", "6")
        await pilot.pause()
        form = app.screen
        assert isinstance(form, NewGamePage)
        assert len(form.seating.blocks) == 6
        most = next(row for row in form.options.rows if row.option.name == "max_players")
        await focused(pilot, most)
        await typed(pilot, "3")
        await pilot.pause()
        assert len(form.seating.blocks) == 3
        await typed(pilot, "1")
        assert "option max_players cannot be 1" in most.error
        assert len(form.seating.blocks) == 3, "what is wrong changes nothing"
        await typed(pilot, "4")
        await pilot.press("f5")
        match = await started(app, pilot)
        assert match.rules.players == 3
        assert match.options["max_players"] == 4

    drive("zombie", script)


def test_seats_that_never_decide_are_shown_and_not_asked() -> None:
    async def script(app: Gamenight, pilot: Pilot[None]) -> None:
        assert "never decides, so nobody plays it" in screen_text(app)
        await pilot.press("f6")
        await pilot.press("down", "down", "down", "c")
        await pilot.pause()
        form = app.screen
        assert isinstance(form, NewGamePage)
        assert form.options.given == {"escort": "choose"}
        assert "Player 1" in screen_text(app)
        assert "Fishermen" in screen_text(app)
        await pilot.press("f5")
        match = await started(app, pilot)
        assert match.names == ("Player 1", "Fishermen")

    drive("preys", script)


def test_an_option_for_people_counts_where_people_play() -> None:
    async def script(app: Gamenight, pilot: Pilot[None]) -> None:
        await pilot.press("enter")
        match = await started(app, pilot)
        assert match.options["open_table"] is True

    drive("thief", script)


@dataclass(frozen=True)
class Limits:
    low: int = option(1, "the least", low=0, high=9)
    high: int = option(5, "the most", low=0, high=9)
    loud: bool = option(False, "with noise")
    kind: str = option("plain", "which one", choices=("plain", "twice_fried"))
    board: str = option("", "a board, or a file of it", form="letters", pattern="[a-z]*", file=True)

    def __post_init__(self) -> None:
        if self.low > self.high:
            raise InvalidOption(f"low is {self.low}, and high only {self.high}")


LIMITS = Game(
    id="limits",
    title="Limits",
    summary="A form.",
    version=1,
    make=lambda options, players: NimRules(players),
    seats=range(2, 5),
    options=Limits,
)


def test_every_kind_of_option_is_a_field(tmp_path: Path) -> None:
    (tmp_path / "board.txt").write_text("abc\n")
    (tmp_path / "wrong.txt").write_text("A1")

    async def script(app: Gamenight, pilot: Pilot[None]) -> None:
        form = app.screen
        assert isinstance(form, NewGamePage)
        low, high, loud, _, board = form.options.rows
        await focused(pilot, low)
        await typed(pilot, "7")
        assert low.error == "low is 7, and high only 5", "a combination, beside what was changed"
        assert "low is 7, and high only 5" in screen_text(app)
        await focused(pilot, high)
        await typed(pilot, "8")
        assert not low.error
        await typed(pilot, "x")
        assert high.error == "option high cannot be 'x' (possible: a whole number from 0 to 9)"
        await typed(pilot, "8")
        await focused(pilot, loud)
        await pilot.press("space")
        await pilot.press("down", "right")
        await pilot.pause()
        assert "twice fried" in screen_text(app)
        await focused(pilot, board)
        await typed(pilot, str(tmp_path / "missing.txt"))
        assert "cannot be read as board" in board.error
        await typed(pilot, str(tmp_path / "wrong.txt"))
        assert "option board cannot be 'A1'" in board.error
        await typed(pilot, str(tmp_path / "board.txt"))
        assert not board.error
        assert form.options.given == {
            "low": 7, "high": 8, "loud": True, "kind": "twice_fried", "board": "abc",
        }  # fmt: skip
        await pilot.press("f5")
        await started(app, pilot)
        kept = app.settings.tables["limits"]["options"]
        assert kept["board"].endswith("board.txt"), "a file stays its name"

    drive(LIMITS, script)


def test_options_say_what_may_be_given() -> None:
    low, _, loud, _, board = declared(Limits)
    assert described(low) == "the least (0 to 9)"
    assert described(loud) == "with noise"
    assert described(board) == "a board, or a file of it (letters)"
