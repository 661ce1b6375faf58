"""The command line."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn

from gamenight import __version__
from gamenight.core import registry
from gamenight.core.errors import BrokenGame, GamenightError
from gamenight.core.game import Game
from gamenight.core.options import Option, declared

if TYPE_CHECKING:
    from gamenight.core.record import Record

SHELLS = ("bash", "zsh", "tcsh")
OPTION_PREFIX = "option_"


class Parser(argparse.ArgumentParser):
    """Tells an error in one line."""

    def error(self, message: str) -> NoReturn:
        self.exit(2, f"gamenight: {message} (see: {self.prog} --help)\n")


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
        print(f"gamenight: {error}", file=sys.stderr)
        return 2
    except BrokenPipeError:
        # Whoever read the output is gone; keep Python from telling it once more at its exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
        return 0
    except KeyboardInterrupt:
        return 130
    except OSError as error:
        print(f"gamenight: {error}", file=sys.stderr)
        return 2
    except Exception as error:
        if os.environ.get("GAMENIGHT_DEBUG"):
            raise
        print(f"gamenight: a fault in the program: {fault(error)}", file=sys.stderr)
        return 1


def fault(error: Exception) -> str:
    """An exception that should not be, in one line for a report."""
    trace = error.__traceback__
    while trace is not None and trace.tb_next is not None:
        trace = trace.tb_next
    place = f"{trace.tb_frame.f_code.co_filename}:{trace.tb_lineno}" if trace else "?"
    text = " ".join(f"{type(error).__name__}: {error}".split())
    return f"{text} at {place} (GAMENIGHT_DEBUG=1 shows all of it)"


def prepare_streams() -> None:
    """A stream that was closed before the start reads as ended and swallows what is written; a
    character that an encoding lacks is replaced."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, os.fdopen(os.open(os.devnull, os.O_RDWR), mode))
        stream = getattr(sys, name)
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")


def own_command(words: list[str]) -> Callable[[list[str]], int] | None:
    """A command that a game brings, `gamenight GAME ...`."""
    if not words or words[0] not in registry.games():
        return None
    return registry.game(words[0]).commands.get(words[0])


def build_parser(words: Sequence[str], everything: bool = False) -> argparse.ArgumentParser:
    """The parser for these words: only a game that they name is imported, for its options;
    for a completion script, or to help somebody choose, all of them."""
    everything = everything or list(words[1:]) in (["-h"], ["--help"])
    common = Parser(add_help=False, argument_default=argparse.SUPPRESS)
    common.add_argument("--data", metavar="DIR", help="where matches are kept")
    common.add_argument("--ascii", action="store_true", help="draw with ASCII characters only")
    common.add_argument("--no-color", action="store_true", help="draw without colours")
    common.add_argument("--no-animation", action="store_true", help="show no movement")

    parser = Parser(
        prog="gamenight",
        description="Tabletop games in a terminal. Without a command: the menu.",
        parents=[common],
    )
    parser.add_argument("--version", action="version", version=f"gamenight {__version__}")
    parser.set_defaults(run=run_menu)
    commands = parser.add_subparsers(title="commands", metavar="COMMAND")

    def command(name: str, run: Callable[[argparse.Namespace], int], help: str) -> Any:
        added = commands.add_parser(name, help=help, description=help, parents=[common])
        added.set_defaults(run=run)
        return added

    def for_games(parent: argparse.ArgumentParser, arguments: Callable[[Any, Game], None]) -> None:
        branches = parent.add_subparsers(title="games", metavar="GAME", dest="game")
        for id in registry.games():
            game = None
            with suppress(BrokenGame):  # the command tells why when it is run
                game = registry.game(id) if everything or id in words else None
            branch = branches.add_parser(id, parents=[common], help=game.summary if game else None)
            if game is not None:
                arguments(branch, game)

    play = command("play", run_play, "play a game; what is not given is asked for")
    for_games(play, add_play_arguments)
    command("games", run_games, "list the games")
    rules = command("rules", run_rules, "read the rules of a game")
    rules.add_argument("game", metavar="GAME", choices=registry.games())
    command("matches", run_matches, "list the matches, the latest first")
    resume = command("resume", run_resume, "go on with a match, the latest unfinished by default")
    resume.add_argument("id", metavar="ID", nargs="?")
    resume.add_argument(
        "--seat", action="append", default=[], metavar="N=WHO", help="hand a seat over: 2=Ann"
    )
    export = command("export", run_export, "write a match to a file, .json or a game's own")
    export.add_argument("id", metavar="ID")
    export.add_argument("file", metavar="FILE", type=Path)
    read = command("import", run_import, "keep the matches of a file, .json or a game's own")
    read.add_argument("file", metavar="FILE", type=Path)
    delete = command("delete", run_delete, "forget a match")
    delete.add_argument("id", metavar="ID")
    replay = command("replay", run_replay, "step through a match, and play on from any point of it")
    replay.add_argument("file", metavar="FILE", help="a file, or the number of a match")
    perft = command("perft", run_perft, "count the lines of play of a length")
    for_games(perft, add_perft_arguments)
    bench = command("bench", run_bench, "measure random games per second, beside other programs")
    for_games(bench, add_bench_arguments)
    completion = command("completion", run_completion, "print a completion script for a shell")
    completion.add_argument("shell", choices=SHELLS)
    return parser


def add_play_arguments(parser: argparse.ArgumentParser, game: Game) -> None:
    from gamenight.bots import bots_for

    bots = "; ".join(f"{name}: {info.summary}" for name, info in bots_for(game).items())
    parser.description = f"{game.title}: {game.summary} Bots: {bots}"
    parser.add_argument("file", metavar="CONFIG", nargs="?", type=Path, help="options, an INI file")
    parser.add_argument("--config", metavar="FILE", type=Path, help="the same")
    parser.add_argument(
        "--seat",
        action="append",
        default=[],
        metavar="WHO",
        help="a name, or bot:NAME; once for each seat",
    )
    parser.add_argument("--first", metavar="N", help="who begins: 1, 2, ... or random")
    parser.add_argument("--seed", type=int, metavar="N", help="the same number, the same chance")
    add_option_arguments(parser, game)


def add_perft_arguments(parser: argparse.ArgumentParser, game: Game) -> None:
    parser.add_argument("depth", metavar="DEPTH", type=int)
    add_option_arguments(parser, game)


def add_bench_arguments(parser: argparse.ArgumentParser, game: Game) -> None:
    parser.add_argument("--seconds", type=float, default=2.0, help="CPU time for each (2)")


def add_option_arguments(parser: argparse.ArgumentParser, game: Game) -> None:
    """A flag for each option that the game declares."""
    for option in declared(game.options):
        flag = f"--{option.name.replace('_', '-')}"
        taken = any(flag in action.option_strings for action in parser._actions)
        parser.add_argument(
            f"--option-{flag[2:]}" if taken else flag,
            dest=OPTION_PREFIX + option.name,
            metavar=None if option.choices else option.type.__name__.upper(),
            choices=option.choices or None,
            default=argparse.SUPPRESS,
            help=f"{option.help} ({option.default})".replace("%", "%%"),
        )


def chosen_options(arguments: argparse.Namespace, game: Game) -> dict[str, Any]:
    known: dict[str, Option] = {option.name: option for option in declared(game.options)}
    given = {name: getattr(arguments, OPTION_PREFIX + name, None) for name in known}
    return {name: known[name].read(text) for name, text in given.items() if text is not None}


def run_menu(arguments: argparse.Namespace) -> int:
    from gamenight.terminal.menu import Menu
    from gamenight.terminal.session import attended, open_console, open_store

    console = open_console(arguments)
    menu = Menu(console, open_store(arguments, console))
    if not console.interactive:
        menu.show()
        return 0
    return attended(menu.run)


def run_play(arguments: argparse.Namespace) -> int:
    from gamenight.core.errors import InvalidPlayers
    from gamenight.core.game import span
    from gamenight.match.match import Match
    from gamenight.terminal.menu import say_welcome
    from gamenight.terminal.plain import play
    from gamenight.terminal.seating import Seating, for_people, read_first, read_seat
    from gamenight.terminal.session import attended, open_console, open_store, read_config

    if arguments.game is None:
        return run_menu(arguments)
    game = registry.game(arguments.game)
    console = open_console(arguments)
    path = arguments.config or arguments.file
    options = read_config(path, game, console) if path is not None else {}
    options |= chosen_options(arguments, game)
    possible = game.players(**options)
    seating = Seating(console, game, possible)
    for text in arguments.seat:
        seating.seats.append(read_seat(game, text, seating.seats))
    if len(seating.seats) > possible[-1]:
        raise InvalidPlayers(
            f"{game.title} is for {span(possible)} players, not {len(seating.seats)}"
        )
    if arguments.first is not None:
        seating.order = read_first(arguments.first, max(len(seating.seats), possible[0]))
    store = open_store(arguments, console)

    def session() -> None:
        say_welcome(console, game, **options)
        seats, order = seating.ask()
        chosen = for_people(game, options, seats)
        play(console, Match.new(store, game, seats, chosen, order, arguments.seed))

    return attended(session)


def run_games(arguments: argparse.Namespace) -> int:
    from gamenight.core.game import span

    for id in registry.games():
        try:
            game = registry.game(id)
        except GamenightError as error:
            print(f"gamenight: {error}", file=sys.stderr)
        else:
            print(f"{id:<10} {game.title}, {span(game.players())} players. {game.summary}")
    return 0


def run_rules(arguments: argparse.Namespace) -> int:
    from gamenight.terminal.manual import manual
    from gamenight.terminal.session import open_console

    console = open_console(arguments)
    console.say(*manual(registry.game(arguments.game), console.style))
    return 0


def run_matches(arguments: argparse.Namespace) -> int:
    from gamenight.terminal.menu import describe
    from gamenight.terminal.session import open_console, readable_store

    console = open_console(arguments)
    summaries = readable_store(arguments).matches()
    console.say(*map(describe, summaries))
    if not summaries:
        console.say("no matches yet")
    return 0


def run_resume(arguments: argparse.Namespace) -> int:
    from gamenight.match.match import Match
    from gamenight.terminal.menu import latest_unfinished, match_number
    from gamenight.terminal.plain import play
    from gamenight.terminal.seating import change_seat
    from gamenight.terminal.session import attended, kept_store, open_console

    store = kept_store(arguments)
    id = latest_unfinished(store) if arguments.id is None else match_number(arguments.id)
    match = Match.load(store, id)
    for text in arguments.seat:
        change_seat(match, *text.partition("=")[::2])
    console = open_console(arguments)
    return attended(lambda: play(console, match))


def run_export(arguments: argparse.Namespace) -> int:
    from gamenight.match.files import write_record
    from gamenight.terminal.menu import match_number
    from gamenight.terminal.session import readable_store

    record = readable_store(arguments).load(match_number(arguments.id)).record
    write_record(record, arguments.file)
    print(f"match {arguments.id} written to {arguments.file}")
    return 0


def run_import(arguments: argparse.Namespace) -> int:
    from gamenight.match.files import read_records
    from gamenight.match.match import Match
    from gamenight.terminal.session import kept_store

    records = read_records(arguments.file)
    for record in records:
        Match.check_adoptable(record)
    store = kept_store(arguments)
    for record in records:
        print(f"match {Match.adopt(store, record).id} read from {arguments.file}")
    return 0


def run_delete(arguments: argparse.Namespace) -> int:
    from gamenight.terminal.menu import match_number
    from gamenight.terminal.session import kept_store

    kept_store(arguments).delete(match_number(arguments.id))
    print(f"match {arguments.id} deleted")
    return 0


def run_replay(arguments: argparse.Namespace) -> int:
    from gamenight.terminal.replayer import Replayer
    from gamenight.terminal.session import attended, open_console, open_store

    console = open_console(arguments)
    record, *more = replayed_records(arguments)
    if more:
        console.say(f"This is the first of {len(more) + 1} matches; import keeps all of them.")
    store = open_store(arguments, console)
    return attended(Replayer(console, store, record).run)


def replayed_records(arguments: argparse.Namespace) -> tuple[Record, ...]:
    """A file's matches, or the match of the store with that number."""
    from gamenight.match.files import read_records
    from gamenight.terminal.session import readable_store

    text, path = arguments.file, Path(arguments.file)
    if text.isascii() and text.isdigit() and not path.exists():
        return (readable_store(arguments).load(int(text[:18])).record,)
    return read_records(path)


def run_perft(arguments: argparse.Namespace) -> int:
    from gamenight.core.play import perft

    game = asked_game(arguments)
    if arguments.depth < 1:
        raise GamenightError(f"a depth is a number from 1 up, not {arguments.depth}")
    rules = game.rules(**chosen_options(arguments, game))
    for depth in range(1, arguments.depth + 1):
        print(f"{depth} {perft(rules, rules.initial(), depth)}", flush=True)
    return 0


def run_bench(arguments: argparse.Namespace) -> int:
    from gamenight.lab.bench import bench

    game = asked_game(arguments)
    if not 0 < arguments.seconds < 3600:
        raise GamenightError(f"a bench takes 0 to 3600 seconds, not {arguments.seconds}")
    for line in bench(game, arguments.seconds):
        print(line, flush=True)
    return 0


def run_completion(arguments: argparse.Namespace) -> int:
    import shtab

    print(shtab.complete(build_parser((), everything=True), arguments.shell))
    return 0


def asked_game(arguments: argparse.Namespace) -> Game:
    if arguments.game is None:
        possible = ", ".join(registry.games())
        raise GamenightError(f"which game? (possible: {possible})")
    return registry.game(arguments.game)
