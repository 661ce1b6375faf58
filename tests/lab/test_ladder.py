"""The ladder: written by `tournament --calibrate`, and beside the bots' names in menus."""

from __future__ import annotations

import io
import json
import shlex
import sys
from dataclasses import replace
from pathlib import Path

import pytest
from textual.pilot import Pilot

import gamenight
from gamenight.app.app import Gamenight
from gamenight.bots import ANCHOR_ELO, bots_for, rated_name, scale
from gamenight.bots.ladder import ladder, ladder_path
from gamenight.cli import lab as labcommands
from gamenight.core.errors import GamenightError
from gamenight.core.game import Game, Setup
from gamenight.draw.style import Style
from gamenight.match.seats import bot_lines
from gamenight.plain.console import Console, Left
from gamenight.plain.seating import Seating
from tests.app.forms import drive, words
from tests.lab.tournaments import arguments
from tests.toys.nim import NIM

OWARE = gamenight.game("oware")
PREYS_LADDER = Path(gamenight.__file__).with_name("games") / "preys" / "ladder.json"


def copied(folder: Path, game: Game = OWARE) -> Game:
    """The same game with a folder of its own."""
    return replace(game, manual=folder / "RULES.md")


def rated(folder: Path, game: Game = OWARE, **elos: int) -> Game:
    """The same game with a ladder of these bots."""
    bots = {bot: {"elo": elo, "error": 9, "games": 400} for bot, elo in elos.items()}
    (folder / "ladder.json").write_text(json.dumps({"bots": bots}), "utf-8")
    return copied(folder, game)


def test_calibrate_writes_the_ladder(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    game = copied(tmp_path)
    assert ladder(game) == {}
    given = arguments(tmp_path, "hard", "bot:random", games="20", calibrate=True)
    assert labcommands.tournament(given, game, {}) == 0
    found = ladder(game)
    assert found["random"] == ANCHOR_ELO
    assert found["hard"] > 1200
    data = json.loads((tmp_path / "ladder.json").read_text("utf-8"))
    assert data["bots"]["hard"]["games"] == 20
    assert data["command"] == (
        "gamenight tournament oware hard random --calibrate --games 20 --seconds 20 --seed 0"
    )
    assert f"The ladder is in {tmp_path / 'ladder.json'}." in capsys.readouterr().out
    given = arguments(tmp_path, "hard", "random", games="2", calibrate=True, by_rules=True)
    assert labcommands.tournament(given, game, {}) == 0
    data = json.loads((tmp_path / "ladder.json").read_text("utf-8"))
    assert data["command"].endswith("--games 2 --seconds 20 --seed 0 --by-rules")


def test_a_bot_with_a_limit_is_on_the_ladder_by_its_name(tmp_path: Path) -> None:
    game = copied(tmp_path)
    given = arguments(
        tmp_path, "random", "hard", "strong:50n", games="4", near=1, seconds=60.0, calibrate=True
    )
    assert labcommands.tournament(given, game, {}) == 0
    assert ladder(game).keys() == {"random", "hard", "strong"}
    data = json.loads((tmp_path / "ladder.json").read_text("utf-8"))
    assert data["bots"]["strong"]["limit"] == "50n"
    assert data["bots"]["strong"]["games"] == data["bots"]["random"]["games"] == 4
    assert "limit" not in data["bots"]["hard"]
    assert data["command"] == (
        "gamenight tournament oware random hard strong:50n --calibrate --games 4 --seconds 60 "
        "--near 1 --seed 0"
    )
    twice = arguments(tmp_path, "random", "strong:50n", "strong", calibrate=True)
    with pytest.raises(GamenightError, match="each bot stands once, not as random, strong:50n, st"):
        labcommands.tournament(twice, game, {})


def test_a_ladder_is_of_the_game_as_it_comes(tmp_path: Path) -> None:
    given = arguments(tmp_path, "hard", "easy", games="1", calibrate=True)
    with pytest.raises(GamenightError, match="with the usual rules: leave the options out"):
        labcommands.tournament(given, copied(tmp_path), {"grand_slam": "forfeit"})
    with pytest.raises(GamenightError, match="no folder where a ladder could be kept"):
        labcommands.tournament(given, replace(NIM, bots=OWARE.bots), {})
    with pytest.raises(GamenightError, match="starts from the bot random"):
        labcommands.tournament(given, copied(tmp_path), {})
    assert ladder_path(NIM) is None
    assert ladder(NIM) == {}


@pytest.mark.parametrize(
    "text",
    [
        "",
        "\x00",
        "[]",
        "{}",
        '{"bots": []}',
        '{"bots": {"a": 3}}',
        '{"bots": {"a": {"elo": "x"}}}',
        '{"bots": {"a": {"elo": Infinity}}}',
        '{"bots": {"a": {"elo": NaN}}}',
    ],
)
def test_a_ladder_that_cannot_be_read_is_none(tmp_path: Path, text: str) -> None:
    (tmp_path / "ladder.json").write_text(text, "utf-8")
    assert ladder(copied(tmp_path)) == {}


def test_where_one_side_decides_the_ladder_is_of_what_each_wins_alone(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """It says how it was found: worked out where the game can, else from games."""
    game = copied(tmp_path, gamenight.game("preys"))
    assert labcommands.tournament(arguments(tmp_path, calibrate=True), game, {}) == 0
    assert "only one side decides" in capsys.readouterr().out.casefold()
    data = json.loads((tmp_path / "ladder.json").read_text("utf-8"))
    assert data["bots"] == json.loads(PREYS_LADDER.read_text("utf-8"))["bots"]
    assert data["command"].startswith("gamenight tournament preys newcomer beginner")
    assert data["command"].endswith(" random --calibrate")
    again = shlex.split(data["command"])[3:-1]
    by_games = arguments(tmp_path, *again[:1], "random", "greedy", games="4", calibrate=True)
    assert labcommands.tournament(by_games, game, {}) == 0
    data = json.loads((tmp_path / "ladder.json").read_text("utf-8"))
    assert data["bots"]["greedy"].keys() == {"elo", "error", "share", "games"}
    assert data["bots"]["greedy"]["games"] == 4
    assert data["bots"]["newcomer"].keys() == {"elo", "error", "share"}
    assert data["command"].endswith("greedy --calibrate --games 4 --seconds 20 --seed 0")


def test_where_there_is_no_elo_the_menus_say_so(tmp_path: Path) -> None:
    unmeasured = copied(tmp_path)
    assert bot_lines(unmeasured)[-1] == "  (no Elo: nobody has measured them yet.)"

    async def script(app: Gamenight, pilot: Pilot[None]) -> None:
        assert "MACHINES no Elo: nobody has measured them yet" in words(app)

    drive(unmeasured, script, (120, 40))


def test_bots_have_the_elo_of_the_ladder(tmp_path: Path) -> None:
    game = rated(tmp_path, hard=1523, random=1000, forgotten=9)
    found = bots_for(game)
    assert (found["hard"].elo, found["random"].elo, found["easy"].elo) == (1523, 1000, None)
    assert "forgotten" not in found
    assert rated_name(found["hard"]) == "Grabber (Elo 1523)"
    assert rated_name(found["easy"]) == "Easy"
    own = replace(game, bots={"hard": replace(OWARE.bots["hard"], elo=7)}, manual=None)
    assert bots_for(own)["hard"].elo == 7, "a game without a folder may tell it itself"


def test_what_is_known_so_well_has_a_tenth_and_close_bots_are_said_to_be_so(
    tmp_path: Path,
) -> None:
    found = bots_for(gamenight.game("preys"))
    assert [rated_name(found[name]) for name in ("random", "newcomer", "racer")] == [
        "Random (Elo 1000.0)",
        "Newcomer (Elo 1000.9)",
        "Racer (Elo 1005.2)",
    ]
    close = "Elo: random has 1000; all are close, as chance decides nearly everything"
    assert scale(gamenight.game("preys")) == close
    assert bot_lines(gamenight.game("preys"))[-1] == f"  ({close}.)"
    assert close in asked(rated(tmp_path, easy=1001, random=1000))
    assert scale(rated(tmp_path, easy=1020, random=1000)) == "Elo: random has 1000"

    async def script(app: Gamenight, pilot: Pilot[None]) -> None:
        told = words(app)
        assert "as chance decides nearly everything" in told
        assert "Newcomer ━─────── 1000.9 Knows the rules" in told

    drive("preys", script, (120, 40))


def asked(game: Game, *lines: str) -> str:
    """What is printed where these lines are typed and then nothing more."""
    screen = io.StringIO()
    source = io.StringIO("".join(f"{line}\n" for line in lines))
    with pytest.raises(Left):
        Seating.of(Console(Style(width=100), source=source, target=screen), game, {}).ask()
    return screen.getvalue()


def test_the_elo_in_the_plain_menu(tmp_path: Path) -> None:
    game = rated(tmp_path, hard=1523)
    assert "  2  against Grabber (Elo 1523): Captures the most" in asked(game)
    assert " against Easy: Sows" in asked(game)
    assert "(Elo: random has 1000.)" in asked(game)
    by_line = replace(game, setup=Setup(names="line"))
    for help in (asked(game, "1", "?"), asked(by_line, "?")):
        assert "bot:hard Grabber (Elo 1523): Captures the most" in " ".join(help.split())


def test_the_elo_in_the_form_of_a_new_game(tmp_path: Path) -> None:
    async def script(app: Gamenight, pilot: Pilot[None]) -> None:
        assert "Easy ━━━━━━━━ 1101 Sows any house, at random." in words(app)
        assert "weakest first, then the unrated; Elo: random has 1000" in words(app)

    drive(rated(tmp_path, easy=1101), script, (120, 40))


def test_a_menu_with_ratings_needs_no_lab() -> None:
    import subprocess

    code = (
        "import sys, gamenight; from gamenight.bots import bots_for;"
        "bots_for(gamenight.game('oware'));"
        "print([name for name in sys.modules if name.startswith('gamenight.lab')])"
    )
    found = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert found.stdout.strip() == "[]"


@pytest.mark.parametrize("id", gamenight.games())
def test_the_ladders_that_come_with_the_games(id: str) -> None:
    """All own bots of a game are on it, and nobody who is not a bot of it."""
    game = gamenight.game(id)
    found = ladder(game)
    assert set(game.bots) <= set(found) <= set(bots_for(game))
    assert found["random"] == ANCHOR_ELO
    assert min(found.values()) > 0
