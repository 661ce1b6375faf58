"""No control character reaches a terminal: every command, with hostile names wherever names can
be given, in a terminal of its own; every byte that arrives is looked at."""

from __future__ import annotations

import json
import os
import pty
import re
import select
import subprocess
import sys
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest

from tests.core.test_registry import install
from tests.effort import SOAK
from tests.faults.figures import Count
from tests.terminal import PATIENCE, Terminal, environment

# A title for the window, a bell, hidden text, the same by one byte, text from right to left.
EVIL = "\x1b]0;PWNED\x07\x1b[8m\x9b31m\u202e\x08evil"
POWER = re.compile(
    "[\x00-\x08\x0b-\x0c\x0e-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]"
)
# What we write ourselves: colours, a line or a screen that is cleared; and what readline writes.
OWN = re.compile(
    r"\x1b\[(?:(?:[014]|[349][0-7])(?:;(?:[14]|[349][0-7]))*m|\d*A\r?|[JKH]|[23]J|\?2004[hl])"
)

PLUGIN = f"""
from dataclasses import replace
from tests.toys.heist import HEIST, scene

EVIL = {EVIL!r}


def hostile(rules, view, seat):
    shown = scene(rules, view, seat)
    return replace(shown, title=EVIL, message=EVIL)


def faulty(rules, view, seat):
    raise RuntimeError(EVIL)


GAME = replace(HEIST, id="evil", title="Evil " + EVIL, summary=EVIL, scene=hostile)
FAULTY = replace(HEIST, id="faulty", title=EVIL, summary=EVIL, scene=faulty)
"""
BROKEN = f"raise RuntimeError({EVIL!r})"

RUNNER = """
import json, sys
from gamenight.cli.parser import main
for words in json.load(open(sys.argv[1], encoding="utf-8")):
    try:
        main(words)
    except SystemExit:
        pass
"""

MOST_READS = 2_000
PEOPLE = ("--seat", "Ann", "--seat", "Ben")
COMMANDS = [
    ["games"],
    ["--help"],
    ["play", "--help"],
    ["rules", "evil"],
    ["rules", "broken"],
    ["learn", "evil"],
    ["odds", "evil"],
    ["solve", "evil"],
    ["bench", "broken"],
    ["play", "faulty", "--seat", "bot:careful", "--seat", "bot:careful", "--pace", "0"],
    ["import", f"{EVIL}.json"],
    ["import", f"{EVIL}.ogn"],
    ["import", EVIL],
    ["import", "held/" + EVIL + ".json"],
    ["import", "held/" + EVIL + ".ogn"],
    ["replay", f"{EVIL}.json"],
    ["analyse", f"{EVIL}.json"],
    ["export", "1", f"{EVIL}.json"],
    ["export", EVIL, "x.json"],
    ["delete", EVIL],
    ["resume", EVIL],
    ["matches", "--data", "held/" + EVIL],
    ["matches", "--game", EVIL],
    ["matches", "--player", EVIL],
    ["matches", "--most", EVIL],
    ["stats", EVIL],
    ["stats", "--player", EVIL],
    ["stats", "--csv", f"missing/{EVIL}.csv"],
    ["play", EVIL],
    ["play", "zombie", "held/" + EVIL + ".ini", *PEOPLE],
    ["play", "zombie", f"{EVIL}.ini", *PEOPLE],
    ["play", "oware", "--seat", f"bot:{EVIL}", "--seat", "bot:easy"],
    ["play", "circuit", "--tiles", f"./{EVIL}", *PEOPLE],
    ["play", "oware", "--seat", "bot:" + EVIL, "--seat", EVIL * 9],
    ["play", "oware", "--grand-slam", EVIL],
    ["play", "oware", "--pace", EVIL, "--seat", "bot:easy", "--seat", "bot:easy"],
    [EVIL],
    [f"--{EVIL}"],
    [f"--pla={EVIL}"],
    [f"--s{EVIL}"],
    ["play", "oware", f"--pl{EVIL}=1"],
    ["simulate", "oware", "--seat", f"bot:{EVIL}", "--seat", "bot:easy"],
    ["simulate", "oware", "--seat", "bot:easy", "--seat", "bot:easy", "--games", EVIL],
    ["simulate", "oware", "--seed", EVIL],
    ["simulate", "oware", "--seat", "bot:random", "--seat", "bot:random", "--games", "1",
     "--csv", f"missing/{EVIL}.csv"],
    ["tournament", "oware", EVIL],
    ["tournament", "oware", "random", "easy", "--games", "2", "--file", f"held/{EVIL}.journal"],
    ["tournament", "oware", "--seconds", EVIL],
    ["perft", "oware", EVIL],
    ["bench", EVIL],
    ["tables", EVIL, EVIL],
    ["tables", "build", "oware", f"--{EVIL}"],
    ["tables", "build", "oware", "--seeds", EVIL],
    ["tables", "verify", EVIL],
    ["odds", "preys", EVIL],
    ["odds", "oware", "--match", EVIL],
    ["completion", EVIL],
    ["preys", EVIL, "1", "\u202e"],
    ["preys", "--color", EVIL, "1"],
    ["preys", "--view", EVIL],
    ["preys", "--config", EVIL],
    ["preys", "--config", "held/" + EVIL + ".ini"],
    ["preys", f"--{EVIL}"],
]  # fmt: skip


@pytest.fixture
def place(tmp_path: Path) -> Path:
    """A folder with plug-ins, and with files of hostile names and contents."""
    plugins, held = tmp_path / "plugins", tmp_path / "held"
    for name, value in (("evil", "evil_game:GAME"), ("faulty", "evil_game:FAULTY")):
        install(plugins, name, value)
    install(plugins, "broken", "broken_game:GAME")
    (plugins / "evil_game.py").write_text(PLUGIN, "utf-8")
    (plugins / "broken_game.py").write_text(BROKEN, "utf-8")
    held.mkdir()
    (held / EVIL).write_text("not a folder")
    (held / f"{EVIL}.json").write_text(json.dumps({"schema": EVIL}))
    (held / f"{EVIL}.ogn").write_text(f'[South "{EVIL}"]\n{EVIL} [', "utf-8")
    (held / f"{EVIL}.ini").write_text(f"[{EVIL}]\n{EVIL} = {EVIL}\nx = 1\n{EVIL}\n", "utf-8")
    (held / f"{EVIL}.journal").write_text(f'{{"schema": "{EVIL}"}}\n', "utf-8")
    return tmp_path


def shell(place: Path, **changes: str) -> dict[str, str]:
    path = os.pathsep.join([str(place / "plugins"), os.getcwd()])
    return environment(place / "data", PYTHONPATH=path, PYTHONIOENCODING="utf-8", **changes)


def arrived(place: Path, *words: str) -> str:
    """All that a program writes to its terminal until it ends."""
    screen, other = pty.openpty()
    with subprocess.Popen(
        words, cwd=place, stdin=other, stdout=other, stderr=other, env=shell(place),
        start_new_session=True,
    ) as program:  # fmt: skip
        os.close(other)
        data = b"".join(_chunks(screen))
        with suppress(subprocess.TimeoutExpired):
            program.wait(PATIENCE)
        program.kill()
    os.close(screen)
    assert program.returncode == 0, data
    return data.decode()


def _chunks(screen: int) -> Iterator[bytes]:
    """What comes; whoever waits for an answer gets the word that leaves."""
    with suppress(OSError):  # the other end is closed
        for _ in range(MOST_READS):
            if select.select([screen], [], [], 0.5)[0]:
                yield os.read(screen, 65536)
            else:
                os.write(screen, b"q\n")


def powerful(output: str) -> list[str]:
    """What has power over the terminal and is not our own, with what is around it."""
    rest = OWN.sub("", output.replace("\r\x1b[K", "\x1b[K"))
    return [repr(rest[max(at.start() - 60, 0) : at.end() + 20]) for at in POWER.finditer(rest)]


def test_every_command_with_hostile_names(place: Path, count: Count) -> None:
    """One after the other in one process; `make soak` starts one for each."""
    batches = [[words] for words in COMMANDS] if SOAK else [COMMANDS]
    faults: list[str] = []
    for number, batch in enumerate(batches):
        given = place / f"words{number}.json"
        given.write_text(json.dumps(batch), "utf-8")
        output = arrived(place, sys.executable, "-c", RUNNER, str(given))
        faults += powerful(output)
        faults += ["Traceback"] if "Traceback" in output else []
        assert SOAK or output.count("PWNED") > len(COMMANDS) / 2, output
    count("commands with hostile names", len(COMMANDS), faults)


def test_a_hostile_game_at_the_table(place: Path) -> None:
    terminal = Terminal(
        place / "data", "play", "evil", "--seat", "Ann", "--seat", "Ben", "--seed", "1",
        PYTHONPATH=shell(place)["PYTHONPATH"],
    )  # fmt: skip
    output = terminal.answer("(Enter) ", "q")
    output += terminal.end()
    assert "PWNED" in output
    assert not powerful(output.replace("\r", ""))


def test_a_hostile_game_on_the_full_screen(place: Path) -> None:
    """Textual's own codes are many: only what we smuggle in is looked for."""
    broken = place / "data" / "settings.json"
    broken.parent.mkdir()
    broken.write_text("{")
    words = ["play", "evil", "--seat", "Ann", "--seat", "Ben", "--seed", "1"]
    terminal = Terminal(
        place / "data", *words, size=(100, 30),
        PYTHONPATH=shell(place)["PYTHONPATH"], GAMENIGHT_PLAIN="",
    )  # fmt: skip
    output = terminal.wait_for("PWNED")
    output += terminal.wait_for("Ann")
    terminal.press(b"\x03")
    output += terminal.end(status=0)
    for power in ("\x1b]0;", "\x1b[8m", "\x9b", "\u202e", "\x08"):
        assert power not in output, repr(output)
