"""Play: the menu, `gamenight play`, `resume`, `learn`, `puzzles` and `replay`."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Mapping
from contextlib import closing
from pathlib import Path
from shutil import get_terminal_size
from textwrap import fill
from typing import TYPE_CHECKING, Any

from gamenight.cli.arguments import (
    MATCHES,
    Command,
    add_game_argument,
    add_option_arguments,
    add_seat_argument,
    asked_game,
    chosen_options,
    seats_example,
)
from gamenight.cli.launch import full_screen, run_app
from gamenight.cli.network import Networking
from gamenight.cli.session import (
    attended,
    data_folder,
    first_of,
    named_records,
    open_console,
    read_config,
    some_matches,
)
from gamenight.cli.topics import TOPICS
from gamenight.core import registry
from gamenight.core.game import Game
from gamenight.core.ini import Ini
from gamenight.core.puzzle import GRADES
from gamenight.match.changes import read_change
from gamenight.match.seats import bot_lines, for_people
from gamenight.match.solved import Solved
from gamenight.match.waiting import beside, without_loop
from gamenight.plain.console import NEXT, Left
from gamenight.plain.lessons import learn
from gamenight.plain.matches import match_number
from gamenight.plain.menu import Menu, ask_way, say_welcome
from gamenight.plain.play import play
from gamenight.plain.puzzles import solve_puzzles
from gamenight.plain.replays import Replayer
from gamenight.plain.seating import Seating

if TYPE_CHECKING:
    from textual.screen import Screen

    from gamenight.app.app import Gamenight


HELP_WIDTH = 78


def run_menu(arguments: argparse.Namespace) -> int:
    if full_screen(arguments):
        return run_app(arguments)
    console = open_console(arguments)
    with (
        closing(some_matches(arguments, console.say, console.think)) as matches,
        closing(Networking(arguments, console)) as network,
    ):
        others = {name: does for topic in TOPICS.values() for name, does in topic.items()}
        menu = Menu(console, matches, network, others)
        if sys.stdin.isatty() and not console.interactive:  # somebody only wants to see the menu
            menu.show()
            return 0
        return attended(menu.run)


def add_play_arguments(parser: argparse.ArgumentParser, game: Game) -> None:
    parser.formatter_class = argparse.RawDescriptionHelpFormatter  # one bot per line
    width = min(get_terminal_size().columns - 2, HELP_WIDTH)
    parser.description = fill(f"{game.title}: {game.summary}", width)
    bots = (fill(line, width, subsequent_indent=" " * 6) for line in bot_lines(game))
    parser.epilog = "\n".join(["bots:", *bots])
    parser.add_argument(
        "file", metavar="CONFIG", nargs="?", type=Path, help="an INI file with options"
    )
    parser.add_argument("--config", metavar="FILE", type=Path, help="the same as CONFIG")
    add_seat_argument(parser, game, "WHO", "a name, or bot:NAME")
    parser.add_argument("--first", metavar="N", help="who begins: 1, 2, ... or random")
    parser.add_argument(
        "--seed", type=int, metavar="N", help="the same seed repeats the same dice and cards"
    )
    add_option_arguments(parser, game)


def run_play(arguments: argparse.Namespace) -> int:
    if arguments.game is None:
        return run_menu(arguments)
    game = registry.game(arguments.game)
    console = open_console(arguments)
    path = arguments.config or arguments.file
    config = read_config(path, game) if path is not None else Ini({}, [])
    options = config.values | chosen_options(arguments, game)
    seating = Seating.of(console, game, options)
    for text in arguments.seat:
        seating.take(text)
    if arguments.first is not None:
        seating.begin(arguments.first)
    if full_screen(arguments):
        return run_app(
            arguments,
            lambda app: first_table(app, seating, options, arguments.seed),
            warnings=config.warnings,
        )
    console.say(*config.warnings)
    matches = some_matches(arguments, console.say, console.think)

    def session() -> None:
        if config.warnings and console.interactive:
            console.pause(NEXT)  # the welcome would push them out of a low window
        asked = settled(seating, options)
        agreed = {**options, **asked}
        questions = Seating.of(console, game, agreed) if asked else seating
        questions.known = matches.people()
        say_welcome(console, game, **agreed)
        try:
            seats, order = questions.ask()
        except Left:
            example = seats_example("play", game, agreed, "Ann")
            console.say(f"Nobody answered: name every seat{example}.")
            raise
        chosen = for_people(game, agreed, seats)
        play(console, matches.new(game, seats, chosen, order, arguments.seed))

    with closing(matches):
        return attended(session)


def settled(seating: Seating, options: dict[str, Any]) -> Mapping[str, Any]:
    """The options of the way to play, asked for at a terminal where it is open; over a pipe it is
    the usual one, for then nobody needs to be asked anything."""
    is_open = not seating.seats and is_way_open(seating.game, options)
    return ask_way(seating.console, seating.game) if is_open and seating.console.interactive else {}


def first_table(
    app: Gamenight, seating: Seating, options: dict[str, Any], seed: int | None
) -> Screen[None]:
    """The screen of a match that the command line describes, or the form for what is missing."""
    from gamenight.app import routes

    undecided = not seating.seats and is_way_open(seating.game, options)
    if undecided or seating.open_question() is not None:
        typed = {n: v if isinstance(v, bool) else str(v) for n, v in options.items()}
        known = {"seats": [list(seat) for seat in seating.seats]} if seating.seats else {}
        return routes.new_game(seating.game, {**known, "options": typed})
    seats, order = seating.ask()
    chosen = for_people(seating.game, options, seats)
    return routes.table(app.matches.new(seating.game, seats, chosen, order, seed))


def is_way_open(game: Game, options: dict[str, Any]) -> bool:
    """Whether the ways to play differ in options, and nobody has said which way it is to be."""
    telling = {name for way in game.ways for name in way.options}
    return bool(telling) and telling.isdisjoint(options)


def add_resume_arguments(parser: argparse.ArgumentParser) -> None:
    number = parser.add_argument("id", metavar="ID", nargs="?", help="the number of a match")
    number.complete = MATCHES  # type: ignore[attr-defined]
    parser.add_argument(
        "--seat",
        action="append",
        default=[],
        metavar="N=WHO",
        help="hand a seat over: 2=Ann, or 2=bot:NAME",
    )


def run_resume(arguments: argparse.Namespace) -> int:
    in_app, console, notices = full_screen(arguments), open_console(arguments), list[str]()
    notice = notices.append if in_app else console.say
    matches = some_matches(arguments, notice, beside if in_app else console.think)
    table = (
        matches.open_latest(notice)
        if arguments.id is None
        else matches.open(match_number(arguments.id))
    )
    for text in arguments.seat:
        without_loop(table.sit(*read_change(table, text.replace("=", " ", 1))))
    if in_app:
        from gamenight.app import routes

        return run_app(arguments, lambda app: routes.table(table), matches, notices=notices)
    with closing(matches):
        return attended(lambda: play(console, table))


def run_learn(arguments: argparse.Namespace) -> int:
    game = asked_game(arguments)
    if full_screen(arguments):
        from gamenight.app import routes

        page = routes.lesson(game)
        return run_app(arguments, lambda app: page)
    console = open_console(arguments)
    return attended(lambda: learn(console, game))


def add_puzzles_arguments(parser: argparse.ArgumentParser) -> None:
    add_game_argument(parser)
    numbers = [str(number) for number in range(1, len(GRADES) + 1)]
    told = f"how hard: 1 ({GRADES[0]}) to {len(GRADES)} ({GRADES[-1]})"
    parser.add_argument("--grade", metavar="N", choices=numbers, default="0", help=told)


def run_puzzles(arguments: argparse.Namespace) -> int:
    game, grade = asked_game(arguments), int(arguments.grade)
    solved = Solved(data_folder(arguments))
    if full_screen(arguments):
        from gamenight.app import routes

        page = routes.puzzle(game, solved, grade)
        return run_app(arguments, lambda app: page)
    console = open_console(arguments)
    return attended(lambda: solve_puzzles(console, game, solved, grade))


def add_replay_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", metavar="FILE", help="a file, or the number of a match")


def run_replay(arguments: argparse.Namespace) -> int:
    records = named_records(arguments)
    if full_screen(arguments):
        from gamenight.app import routes

        return run_app(arguments, lambda app: routes.replay(app.matches.show(records[0])))
    console = open_console(arguments)
    console.say(*first_of(records))
    with closing(some_matches(arguments, console.say, console.think)) as matches:
        return attended(Replayer(console, matches.show(records[0])).run)


COMMANDS = {
    "play": Command(run_play, game_arguments=add_play_arguments, needs_game=False),
    "resume": Command(run_resume, add_resume_arguments),
    "learn": Command(run_learn, add_game_argument),
    "puzzles": Command(run_puzzles, add_puzzles_arguments),
    "replay": Command(run_replay, add_replay_arguments),
}
