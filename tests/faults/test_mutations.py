"""Ten thousand mutations of everything that is read: each is read, or refused in one sentence,
without a hang, a traceback or much memory. (What sentences may show: `test_border.py`.)"""

from __future__ import annotations

import json
import tracemalloc
from collections.abc import Callable
from contextlib import redirect_stdout
from io import BytesIO, TextIOWrapper
from pathlib import Path
from random import Random

import pytest

import gamenight
from gamenight.app.settings import load_settings
from gamenight.cli.session import read_config
from gamenight.core.errors import GamenightError
from gamenight.core.options import declared
from gamenight.core.play import possible_actions
from gamenight.core.record import Record, Seat
from gamenight.core.rules import Over
from gamenight.games.oware import ogn
from gamenight.games.preys.command import run as run_preys
from gamenight.games.preys.inputs import words_in
from gamenight.lab.journal import Journal
from gamenight.match.files import option_value, read_records
from tests.effort import SOAK
from tests.faults.figures import Count
from tests.faults.mutations import mutated
from tests.patience import Hangs, within

SECONDS = 1.0
MOST_MEMORY = 64 * 1024 * 1024
SHARE = 1 if SOAK else 20  # of the mutations: `make test` tries one in so many
LONGEST_SENTENCE = 2_000

# Reads a file; what it says to people.
Reader = Callable[[Path], list[str]]


def read_option(path: Path) -> list[str]:
    """The text as the value of every option of every game, given directly and as a file."""
    text = path.read_bytes().decode("utf-8", "replace")
    refused = []
    for id in gamenight.games():
        for option in declared(gamenight.game(id).options):
            for value in (text, str(path)):
                try:
                    gamenight.game(id).rules(**{option.name: option_value(option, value)})
                except GamenightError as error:
                    refused.append(str(error))
    return refused


def read_matches(path: Path) -> list[str]:
    read_records(path)
    return []


def read_settings(path: Path) -> list[str]:
    settings = load_settings(path.parent)
    settings.save()
    return [settings.notice]


def read_ini_file(path: Path) -> list[str]:
    game = gamenight.game("zombie")
    found = read_config(path, game)
    game.rules(**found.values)
    return found.warnings


def read_preys(path: Path) -> list[str]:
    """The inputs as words of a command line and of standard input, and as the file of a view."""
    data = path.read_bytes()
    out = TextIOWrapper(BytesIO(), "utf-8")
    words = data.decode("utf-8", "replace").split()
    with redirect_stdout(out):
        run_preys(["--stats", "--", *(words or ["x"])])
        streamed = [word for some in words_in(BytesIO(data)) for word in some]
        assert [word[:3] for word in streamed] == [word[:3] for word in words]
        try:
            run_preys([f"--config={path}", "1"])
        except GamenightError as error:
            out.write(str(error))
    out.seek(0)
    return out.read().split("\n")


def read_journal(path: Path) -> list[str]:
    with Journal(path, {"game": "oware"}) as journal:
        return journal.notices


def played(id: str, rng: Random) -> Record:
    """A random match, or the beginning of one."""
    game = gamenight.game(id)
    rules = game.rules()
    state, texts = rules.initial(), list[str]()
    while len(texts) < 40 and not isinstance(rules.node(state), Over):
        action = rng.choice(possible_actions(rules, state))
        texts.append(rules.format(action))
        state = rules.apply(state, action)
    seats = tuple(Seat(f"Player {number}") for number in range(rules.players))
    return Record(id, game.version, seats, actions=tuple(texts))


def texts_of(kind: str, rng: Random) -> str:
    """A text that is right before it is mutated."""
    if kind == "records":
        return played(rng.choice(gamenight.games()), rng).dumps()
    if kind == "OGN":
        return ogn.write(played("oware", rng))
    return RIGHT[kind]


RIGHT = {
    "INI": "# at home\n[Game]\nweak_dice = 5\nmax_turns = 7 ; not 0\n[Dice]\n"
    "weak_die_faces = \"bbbbfs\"\nstrong_die_faces = 'bs'\n",
    "settings": json.dumps(
        {"theme": "dark", "speed": "fast", "bell": "on", "greeted": True, "names": ["Ann", "Ben"],
         "tables": {"oware": {"seats": ["Ann", "bot:easy"], "options": {"ply_limit": 200}}}}
    ),
    "Preys inputs": "pluginName=default ; a view\n1 2 3 x 6 -5 4 4 4 2 1 1 1 6 6",
    "options": "1d4+2d8,speed,moonwalk:3,empty:45",
    "journals": '{"schema": 2, "game": "oware"}\n'
    '{"pair": ["a", "b"], "numbers": [0, 1], "games": 1, "places": [[0, 0, 1, 1]], '
    '"scores": [[0, 1]], "squares": [[0, 1]], "lengths": [[0, 1]]}\n',
}  # fmt: skip
KINDS: dict[str, tuple[int, str, Reader]] = {
    "records": (4_000, "x.json", read_matches),
    "OGN": (2_000, "x.ogn", read_matches),
    "INI": (1_500, "x.ini", read_ini_file),
    "settings": (1_500, "settings.json", read_settings),
    "Preys inputs": (500, "preys.ini", read_preys),
    "options": (500, "board.txt", read_option),
    "journals": (500, "x.journal", read_journal),
}


def fault_of(read: Reader, path: Path) -> str:
    """What is wrong with how a file is read; nothing if all is well."""
    try:
        with within(10 * SECONDS):
            told = read(path)
    except GamenightError as error:
        told = [str(error)]
        if "\n" in told[0]:
            return f"more than one line: {told[0]!r}"
    except Hangs:
        return "it hangs"
    except Exception as error:
        return f"{type(error).__name__}: {error}"
    long = [sentence for sentence in told if len(sentence) > LONGEST_SENTENCE]
    return f"a long sentence: {long[0][:200]!r}" if long else ""


@pytest.mark.parametrize("kind", KINDS)
def test_mutations(kind: str, tmp_path: Path, count: Count) -> None:
    number, name, read = KINDS[kind]
    rng, path, faults = Random(2026), tmp_path / name, list[str]()
    tracemalloc.start()
    try:
        for _ in range(number // SHARE):
            path.unlink(missing_ok=True)
            data = mutated(texts_of(kind, rng), rng)
            path.write_bytes(data)
            tracemalloc.reset_peak()
            before = tracemalloc.get_traced_memory()[0]
            fault = fault_of(read, path)
            if tracemalloc.get_traced_memory()[1] - before > MOST_MEMORY:
                fault = fault or "much memory"
            if fault:
                faults.append(f"{fault}: {data[:300]!r}")
    finally:
        tracemalloc.stop()
    count(f"mutated {kind}", number // SHARE, faults)
