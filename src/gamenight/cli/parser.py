"""Parser: the command line, from its words to an exit status."""

from __future__ import annotations

import argparse
import os
import re
import sys
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import partial
from importlib import import_module

from gamenight import __version__
from gamenight.cli.arguments import (
    MATCH_FUNCTIONS,
    Command,
    Parser,
    add_games,
    plain_help,
    show_need,
)
from gamenight.cli.streams import complain, forget, prepare_streams
from gamenight.cli.topics import TOPICS
from gamenight.core import registry
from gamenight.core.command import command
from gamenight.core.errors import BrokenGame, GamenightError
from gamenight.core.game import GameCommand
from gamenight.core.paths import reason_of, trouble

COMPLETION = "completion"
SHELLS = ("bash", "zsh", "tcsh")


def main(argv: Sequence[str] | None = None) -> int:
    """Run a command; the exit status."""
    words = list(sys.argv[1:] if argv is None else argv)
    prepare_streams()
    try:
        own = own_command(words)
        if own is not None:
            return own(words[1:])
        arguments = build_parser(words).parse_args(words)
        run: Callable[[argparse.Namespace], int] = arguments.run
        status = run(arguments)
        sys.stdout.flush()
        return status
    except GamenightError as error:
        complain(error)
        return 2
    except BrokenPipeError:
        forget(1)  # whoever read the output is gone
        return 0
    except KeyboardInterrupt:
        return 130
    except OSError as error:
        complain(trouble(error.filename, "used", error) if error.filename else reason_of(error))
        return 2
    except Exception as error:
        if os.environ.get("GAMENIGHT_DEBUG"):
            raise
        complain(f"a bug in the program: {fault(error)}")
        return 1


def fault(error: Exception) -> str:
    """An exception that nobody expected, in one line for a report."""
    trace = error.__traceback__
    while trace is not None and trace.tb_next is not None:
        trace = trace.tb_next
    place = f"{trace.tb_frame.f_code.co_filename}:{trace.tb_lineno}" if trace else "?"
    return f"{type(error).__name__}: {error} at {place} (set GAMENIGHT_DEBUG=1 to see it all)"


def own_command(words: list[str]) -> Callable[[list[str]], int] | None:
    """The command that a game brings: `gamenight GAME ...`, or one with a name of its own; raises
    a GamenightError where a game is named that has no command."""
    name = words[0] if words else ""
    if name in registry.games():
        game = registry.game(name)
        if name not in game.commands:
            raise GamenightError(f"{name} is a game: did you mean {command(f'play {name}')}?")
        return game.commands[name].run
    if not name or name.startswith("-") or is_ours(name):
        return None
    own = own_commands().get(name)
    return None if own is None else own.run


def is_ours(word: str) -> bool:
    """Whether it is a command for all games."""
    return word == COMPLETION or any(word in commands for commands in TOPICS.values())


def own_commands() -> dict[str, GameCommand]:
    """What games bring: a game's id is its own, other names belong to the first that has them."""
    found: dict[str, GameCommand] = {}
    ids = registry.games()
    for id in ids:
        with suppress(BrokenGame):
            for name, own in registry.game(id).commands.items():
                if name == id or not (name in ids or is_ours(name)):
                    found.setdefault(name, own)
    return found


def build_parser(words: Sequence[str], everything: bool = False) -> Parser:
    """The parser for these words: only the topic and the game that they name are imported; for a
    completion script, or to help people choose a game, all of them are."""
    everything = everything or list(words[1:]) in (["-h"], ["--help"])
    common = common_arguments()
    parser = Parser(
        prog="gamenight",
        description="Tabletop games in a terminal. Without a command, the menu opens.",
        parents=[common],
    )
    parser.add_argument("--version", action="version", version=f"gamenight {__version__}")
    parser.set_defaults(run=run_menu)
    branches = parser.add_subparsers(title="commands", metavar="COMMAND")
    show_need(branches, needed=False)

    def wanted(word: str) -> bool:
        return everything or word in words

    for topic, commands in TOPICS.items():
        for name, help in commands.items():
            branch = branches.add_parser(name, help=help, description=help, parents=[common])
            if wanted(name):
                command: Command = import_module(f"gamenight.cli.{topic}").COMMANDS[name]
                branch.set_defaults(run=command.run)
                if command.arguments is not None:
                    command.arguments(branch)
                if command.game_arguments is not None:
                    add_games(branch, common, command, wanted)
    if everything or not any(set(words) & set(commands) for commands in TOPICS.values()):
        add_own_commands(branches)
    help = "print a completion script for a shell"
    completion = branches.add_parser(COMPLETION, help=help, description=help, parents=[common])
    steps = "for bash: gamenight completion bash > FILE, then source FILE in ~/.bashrc"
    shells = f"one of {', '.join(SHELLS)}; {steps}"
    completion.add_argument("shell", metavar="SHELL", nargs="?", choices=SHELLS, help=shells)
    completion.set_defaults(run=run_completion)
    return parser


def add_own_commands(branches: argparse._SubParsersAction[Parser]) -> None:
    """What games bring: nobody needs to import them all for one of our own commands."""
    for name, own in own_commands().items():
        branch = branches.add_parser(name, help=plain_help(own.help), add_help=False)
        branch.add_argument("words", nargs=argparse.REMAINDER)
        branch.set_defaults(run=partial(_run_own, own.run))


def _run_own(run: Callable[[list[str]], int], arguments: argparse.Namespace) -> int:
    return run(arguments.words)


def common_arguments() -> Parser:
    """What may follow every command."""
    common = Parser(add_help=False, argument_default=argparse.SUPPRESS)
    common.add_argument("--data", metavar="DIR", help="where matches are kept")
    common.add_argument("--plain", action="store_true", help="line by line, not full screen")
    common.add_argument(
        "--spoken", action="store_true", help="for screen readers: sentences, no drawings"
    )
    common.add_argument("--ascii", action="store_true", help="draw with ASCII characters only")
    common.add_argument("--no-color", action="store_true", help="draw without colours")
    common.add_argument("--no-animation", action="store_true", help="show no animations")
    common.add_argument(
        "--pace",
        metavar="SECONDS",
        help="seconds per move (default: 1), or 'step' to wait for Enter",
    )
    return common


def run_menu(arguments: argparse.Namespace) -> int:
    from gamenight.cli import play

    return play.run_menu(arguments)


def run_completion(arguments: argparse.Namespace) -> int:
    import shtab

    if arguments.shell is None:
        raise GamenightError(f"which shell? (possible: {', '.join(SHELLS)})")
    functions = MATCH_FUNCTIONS.get(arguments.shell, "")
    parser = build_parser((), everything=True)
    script = shtab.complete(parser, arguments.shell, preamble=functions)
    if arguments.shell == "bash":  # else a word would end at the colon of bot:NAME
        script = f"COMP_WORDBREAKS=${{COMP_WORDBREAKS//:}}\n{script}"
    elif arguments.shell == "zsh":  # where a colon separates parts of a specification
        script = re.sub(r"\bbot:(?=\w)", r"bot\\:", script)
    print(script)
    return 0
