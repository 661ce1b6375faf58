"""`gamenight styles`: the gallery of programs in `styles/`, to list, to read and to run."""

from __future__ import annotations

import ast
import shutil
import sys
import textwrap
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from types import CodeType, ModuleType

from gamenight.core.errors import InvalidOption
from gamenight.core.text import listed, offered, quoted

FOLDER = Path(__file__).with_name("styles")
MAIN = "__main__"
PIPE_WIDTH = 1_000  # one line per style

HELP = """\
usage: gamenight styles [STYLE]
       gamenight styles --run STYLE [INPUT ...]

Preys and Hunters as the same program in many programming
styles. Without a STYLE they are listed; with one its program
is shown, and --run runs it, as gamenight preys runs.
"""


def run(words: list[str]) -> int:
    """List the styles, show one, or run one; returns the exit status."""
    match words:
        case []:
            show(catalogue())
        case ["--help" | "-h", *_]:
            show(HELP)
        case ["--run", style, *inputs]:
            return run_program(found(style), inputs)
        case ["--run"]:
            raise InvalidOption(f"--run needs a style (possible: {listed(programs())})")
        case [style] if not style.startswith("-"):
            show(text_of(found(style)))
        case [option, *_] if option.startswith("-"):
            raise InvalidOption(
                f"unknown option {quoted(option)}{offered(option, ('--run STYLE', '--help'))}"
            )
        case [_, more, *_]:
            raise InvalidOption(
                f"one style is shown at a time, but {quoted(more)} follows "
                "(possible: STYLE, --run STYLE INPUT ...)"
            )
    return 0


def show(text: str) -> None:
    sys.stdout.buffer.write(text.encode())
    sys.stdout.buffer.flush()


@cache
def programs() -> dict[str, Path]:
    """The programs by the names of their styles, as people type them."""
    return {path.stem.replace("_", "-"): path for path in sorted(FOLDER.glob("*.py"))}


def found(style: str) -> Path:
    known = programs()
    if style not in known:
        raise InvalidOption(
            f"unknown style {quoted(style)}{offered(style, known)}", style, tuple(known)
        )
    return known[style]


def parts(program: Path) -> Iterator[Path]:
    """The program, and the aspects or plug-ins in a folder that begins with its name."""
    yield program
    yield from sorted(FOLDER.glob(f"{program.stem}_*/*.*"))


def text_of(program: Path) -> str:
    """The program, and what belongs to it, each under its name."""
    first, *others = parts(program)
    under = (f"\n\n# {o.relative_to(FOLDER).as_posix()}\n\n{o.read_text('utf-8')}" for o in others)
    return first.read_text("utf-8") + "".join(under)


def catalogue() -> str:
    """Each style by its name, and what it is in a few words; on a terminal in lines that fit."""
    titles = {style: title(program) for style, program in programs().items()}
    column = max(map(len, titles)) + 2
    room = shutil.get_terminal_size().columns if sys.stdout.isatty() else PIPE_WIDTH
    lines = (
        textwrap.fill(f"{style:{column}}{what}", room, subsequent_indent=" " * column)
        for style, what in titles.items()
    )
    return "".join(f"{line}\n" for line in lines)


def title(program: Path) -> str:
    """What stands behind the name in the first line."""
    documented = ast.get_docstring(ast.parse(program.read_text("utf-8"))) or ""
    return documented.partition("\n")[0].partition(": ")[2]


def run_program(program: Path, words: list[str]) -> int:
    """Run it as Python runs a file, in this process; returns its exit status."""
    main = ModuleType(MAIN)
    main.__file__ = str(program)
    before = sys.argv, sys.modules[MAIN]
    sys.argv, sys.modules[MAIN] = [str(program), *words], main
    try:
        exec(compiled(program), main.__dict__)
    except SystemExit as left:
        return left.code if isinstance(left.code, int) else 0
    finally:
        sys.argv, sys.modules[MAIN] = before
    return 0


@cache
def compiled(program: Path) -> CodeType:
    return compile(program.read_bytes(), program, "exec")
