"""Arguments: what may follow a command, and how it is read."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Sequence
from itertools import chain, cycle, islice
from pathlib import Path
from typing import Any, NamedTuple, NoReturn

from gamenight.bots import bots_for
from gamenight.core import registry
from gamenight.core.command import command
from gamenight.core.errors import BrokenGame, GamenightError
from gamenight.core.game import Game
from gamenight.core.options import Option, declared, typed
from gamenight.core.text import did_you_mean, listed, offered, quoted, whole_number

OPTION_PREFIX = "option_"
METAVARS = {int: "N", str: "TEXT", bool: "yes/no"}


class Help(argparse.HelpFormatter):
    """Brackets say what may be left out, whoever asks for it: argparse or the command."""

    def _format_args(self, action: argparse.Action, default_metavar: str) -> str:
        shown = super()._format_args(action, default_metavar)
        needed = getattr(action, "needed", None)
        if needed is None:
            return shown
        return shown.strip("[]") if needed else f"[{shown}]"


def show_need(action: argparse.Action, needed: bool) -> None:
    """Say in the usage line whether this may be left out."""
    action.needed = needed  # type: ignore[attr-defined]


class Parser(argparse.ArgumentParser):
    """Reports an error in one line, in the words of the other errors. refused: why nothing can
    follow here."""

    refused: GamenightError | None = None

    def __init__(self, **settings: Any):
        super().__init__(**settings, formatter_class=Help)

    def parse_known_args(self, args: Any = None, namespace: Any = None) -> Any:
        if self.refused is not None:
            raise self.refused
        return super().parse_known_args(args, namespace)

    def parse_args(self, args: Any = None, namespace: Any = None) -> Any:
        found, unknown = self.parse_known_args(args, namespace)
        if unknown:
            flag = unknown[0].partition("=")[0]
            last = self._last(args or ())
            possible = last._option_string_actions
            question = did_you_mean(flag, possible) if flag.startswith("-") else ""
            last.error(f"unknown argument {quoted(unknown[0])}{question}")
        return found

    def _last(self, words: Sequence[str]) -> Parser:
        """The parser of the last command among these words, whose help says what may follow."""
        for action in self._actions:
            if isinstance(action, argparse._SubParsersAction):
                for at, word in enumerate(words):
                    if word in action.choices:
                        found: Parser = action.choices[word]
                        return found._last(words[at + 1 :])
        return self

    def error(self, message: str) -> NoReturn:
        self.exit(2, f"gamenight: {message} (see: {self.prog} --help)\n")

    def _check_value(self, action: argparse.Action, value: Any) -> None:
        if action.choices is None or value in action.choices:
            return
        flag, name = "".join(action.option_strings[:1]), str(action.metavar or action.dest).lower()
        wrong = f"{flag} cannot be {quoted(value)}" if flag else f"unknown {name} {quoted(value)}"
        raise argparse.ArgumentError(None, f"{wrong}{offered(str(value), action.choices)}")


class Suggested(tuple[str, ...]):
    """Words that completion offers where others may be typed as well."""

    def __contains__(self, word: object) -> bool:
        return True


# The numbers of the matches that can be resumed, for a shell: its functions, and how to call them.
UNFINISHED = "gamenight matches --unfinished --all 2>/dev/null | grep -oE '^ *[0-9]+'"
MATCH_FUNCTIONS = {
    "bash": f'_gamenight_unfinished() {{ compgen -W "$({UNFINISHED})" -- "$1"; }}',
    "zsh": f"_gamenight_unfinished() {{ compadd -- $({UNFINISHED}) }}",
}
MATCHES = dict.fromkeys(MATCH_FUNCTIONS, "_gamenight_unfinished")


class Command(NamedTuple):
    """What a command does, and what may follow it: arguments of its own, or GAME and then
    arguments that depend on the game. needs_game: whether it does nothing without one."""

    run: Callable[[argparse.Namespace], int]
    arguments: Callable[[argparse.ArgumentParser], None] | None = None
    game_arguments: Callable[[argparse.ArgumentParser, Game], None] | None = None
    needs_game: bool = True


def add_games(
    parser: argparse.ArgumentParser,
    common: Parser,
    of: Command,
    wanted: Callable[[str], bool],
) -> None:
    """A parser for each game; only those wanted are imported, for their options."""
    assert of.game_arguments is not None
    chosen = parser.add_subparsers(title="games", metavar="GAME", dest="game")
    show_need(chosen, of.needs_game)
    for id in registry.games():
        game, refused = None, None
        try:
            game = registry.game(id) if wanted(id) else None
        except BrokenGame as error:
            refused = error
        help = plain_help(game.summary) if game else None
        branch = chosen.add_parser(id, parents=[common], help=help)
        branch.refused = refused  # type: ignore[attr-defined]
        if game is not None:
            of.game_arguments(branch, game)


def add_option_arguments(parser: argparse.ArgumentParser, game: Game) -> None:
    """A flag for each option that the game declares."""
    for option in declared(game.options):
        flag = f"--{option.name.replace('_', '-')}"
        taken = any(flag in action.option_strings for action in parser._actions)
        parser.add_argument(
            f"--option-{flag[2:]}" if taken else flag,
            dest=OPTION_PREFIX + option.name,
            metavar=METAVARS[option.type],  # all the choices in a row would break no line
            choices=option.choices or None,
            default=argparse.SUPPRESS,
            help=plain_help(f"{option.help}{_possible(option)}"),
        )


def plain_help(text: str) -> str:
    """A text for argparse, which takes what follows a percent sign for a format."""
    return text.replace("%", "%%")


def _possible(option: Option) -> str:
    """The choices there are, and the default."""
    told = [f"possible: {listed(option.choices)}"] if option.choices else []
    if option.default not in (None, ""):
        shown, people = (typed(value) for value in (option.default, option.usual))
        more = f", {people} where people play" if people != shown else ""
        told.append(f"default: {shown}{more}")
    return f" ({'; '.join(told)})" if told else ""


def chosen_options(arguments: argparse.Namespace, game: Game) -> dict[str, Any]:
    """The options given as flags; raises InvalidOption."""
    from gamenight.match.files import option_value

    known = {option.name: option for option in declared(game.options)}
    given = {name: getattr(arguments, OPTION_PREFIX + name, None) for name in known}
    return {
        name: option_value(known[name], text) for name, text in given.items() if text is not None
    }


def asked_game(arguments: argparse.Namespace) -> Game:
    """The game that a command names; raises a GamenightError where it names none."""
    if arguments.game is None:
        raise GamenightError(f"which game? (possible: {', '.join(registry.games())})")
    return registry.game(arguments.game)


def add_game_argument(parser: argparse.ArgumentParser) -> None:
    game = parser.add_argument("game", metavar="GAME", nargs="?", choices=registry.games())
    show_need(game, needed=True)


def add_seat_argument(parser: argparse.ArgumentParser, game: Game, metavar: str, who: str) -> None:
    parser.add_argument(
        "--seat",
        action="append",
        default=[],
        metavar=metavar,
        choices=Suggested(f"bot:{name}" for name in bots_for(game)),
        help=f"{who}; repeat for each seat",
    )


def seats_example(name: str, game: Game, options: dict[str, Any], *people: str) -> str:
    """A command that names every seat, for those who left some out: people, then bots."""
    seats = game.players(**options)[0] - len(game.unasked(**options))
    bots = (f"bot:{bot}" for bot in cycle(bots_for(game)))
    words = " ".join(f"--seat {who}" for who in islice(chain(people, bots), max(seats, 0)))
    return f" (such as: {command(f'{name} {game.id} {words}')})" if words else ""


def add_record_argument(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "file",
        metavar="RECORD",
        nargs="?",
        help="a file, or the number of a match (default: the latest finished match)",
    )


def add_players_argument(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--players", type=int, metavar="N", help="number of players (default: the fewest)"
    )


def add_file_arguments(parser: argparse.ArgumentParser, results: str, drawn: str) -> None:
    """Files that get the results."""
    parser.add_argument("--csv", metavar="FILE", type=Path, help=f"write {results} as CSV")
    parser.add_argument("--json", metavar="FILE", type=Path, help=f"write {results} as JSON")
    parser.add_argument("--chart", metavar="FILE", type=Path, help=f"draw {drawn} (.svg or .png)")


def positive_number(text: str) -> int:
    """A whole number above 0."""
    number = whole_number(text)
    if not number:
        raise argparse.ArgumentTypeError(f"{quoted(text)} is not a whole number above 0")
    return number
