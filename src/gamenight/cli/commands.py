"""What each command does; everything slow is imported by the command that needs it."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from gamenight.core import registry
from gamenight.core.errors import GamenightError
from gamenight.core.game import Game
from gamenight.core.options import Option, declared
from gamenight.core.rules import Decision
from gamenight.core.text import listed, quoted, whole_number

if TYPE_CHECKING:
    from textual.screen import Screen

    from gamenight.app.app import Gamenight
    from gamenight.core.record import Record
    from gamenight.match.table import Table
    from gamenight.plain.seating import Seating

OPTION_PREFIX = "option_"


def chosen_options(arguments: argparse.Namespace, game: Game) -> dict[str, Any]:
    from gamenight.match.files import option_value

    known: dict[str, Option] = {option.name: option for option in declared(game.options)}
    given = {name: getattr(arguments, OPTION_PREFIX + name, None) for name in known}
    return {
        name: option_value(known[name], text) for name, text in given.items() if text is not None
    }


def run_menu(arguments: argparse.Namespace) -> int:
    from gamenight.cli.launch import full_screen, run_app

    if full_screen(arguments):
        return run_app(arguments)
    from gamenight.cli.session import attended, open_console, some_matches
    from gamenight.plain.menu import Menu

    console = open_console(arguments)
    menu = Menu(console, some_matches(arguments, console.say, console.think))
    if not console.interactive:
        menu.show()
        return 0
    return attended(menu.run)


def run_play(arguments: argparse.Namespace) -> int:
    from gamenight.cli.launch import full_screen, run_app
    from gamenight.cli.session import attended, open_console, read_config, some_matches
    from gamenight.plain.menu import say_welcome
    from gamenight.plain.play import play
    from gamenight.plain.seating import Seating, for_people

    if arguments.game is None:
        return run_menu(arguments)
    game = registry.game(arguments.game)
    console = open_console(arguments)
    path = arguments.config or arguments.file
    options = read_config(path, game, console) if path is not None else {}
    options |= chosen_options(arguments, game)
    seating = Seating.of(console, game, options)
    for text in arguments.seat:
        seating.take(text)
    if arguments.first is not None:
        seating.begin(arguments.first)
    if full_screen(arguments):
        return run_app(arguments, lambda app: first_table(app, seating, options, arguments.seed))
    matches = some_matches(arguments, console.say, console.think)

    def session() -> None:
        say_welcome(console, game, **options)
        seats, order = seating.ask()
        chosen = for_people(game, options, seats)
        play(console, matches.new(game, seats, chosen, order, arguments.seed))

    return attended(session)


def first_table(
    app: Gamenight, seating: Seating, options: dict[str, Any], seed: int | None
) -> Screen[None]:
    """The screen of a match that the command line describes, or the form for what is missing."""
    from gamenight.app.screens.new_game import NewGame
    from gamenight.app.screens.table import TableScreen
    from gamenight.plain.seating import for_people

    if seating.open_question() is not None:
        typed = {n: v if isinstance(v, bool) else str(v) for n, v in options.items()}
        known = {"seats": [list(seat) for seat in seating.seats]} if seating.seats else {}
        return NewGame(seating.game, {**known, "options": typed})
    seats, order = seating.ask()
    chosen = for_people(seating.game, options, seats)
    return TableScreen(app.matches.new(seating.game, seats, chosen, order, seed))


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
    from gamenight.cli.session import open_console
    from gamenight.draw.manual import manual

    console = open_console(arguments)
    console.say(*manual(registry.game(arguments.game), console.style))
    return 0


def run_learn(arguments: argparse.Namespace) -> int:
    from gamenight.cli.launch import full_screen, run_app
    from gamenight.cli.session import attended, open_console
    from gamenight.plain.lessons import learn

    if full_screen(arguments):
        from gamenight.app.screens.lessons import LessonPage

        page = LessonPage(registry.game(arguments.game))
        return run_app(arguments, lambda app: page)
    game, console = registry.game(arguments.game), open_console(arguments)
    return attended(lambda: learn(console, game))


def run_matches(arguments: argparse.Namespace) -> int:
    from gamenight.cli.session import open_console, readable_matches
    from gamenight.plain.menu import describe

    console = open_console(arguments)
    matches, asked = readable_matches(arguments), arguments.game or arguments.player
    most = None if arguments.all else arguments.most
    found = matches.find(arguments.game, arguments.player, most=None if asked else most)
    console.say(*map(describe, found[:most]))
    more = (len(found) if asked else matches.count()) - len(found[:most])
    if more:
        console.say(f"and {more:,} more: --most N shows the latest N, --all shows all of them")
    elif not found:
        console.say("no match is like that" if asked else "no matches yet")
    return 0


def run_stats(arguments: argparse.Namespace) -> int:
    from gamenight.cli import statistics as tallies

    return tallies.run_stats(arguments)


def run_resume(arguments: argparse.Namespace) -> int:
    from gamenight.cli.launch import full_screen, run_app
    from gamenight.cli.session import attended, kept_matches, open_console
    from gamenight.match.table import beside, without_loop
    from gamenight.plain.menu import match_number
    from gamenight.plain.play import play
    from gamenight.plain.seating import read_change

    in_app, console = full_screen(arguments), open_console(arguments)
    matches = kept_matches(arguments, beside if in_app else console.think)
    id = matches.latest() if arguments.id is None else match_number(arguments.id)
    table = matches.open(id)
    for text in arguments.seat:
        without_loop(table.sit(*read_change(table, text.replace("=", " ", 1))))
    if in_app:
        from gamenight.app.screens.table import TableScreen

        return run_app(arguments, lambda app: TableScreen(table), matches)
    return attended(lambda: play(console, table))


def run_export(arguments: argparse.Namespace) -> int:
    from gamenight.cli.session import readable_matches
    from gamenight.plain.menu import match_number

    readable_matches(arguments).export(match_number(arguments.id), arguments.file)
    print(f"match {arguments.id} written to {arguments.file}")
    return 0


def run_import(arguments: argparse.Namespace) -> int:
    from gamenight.cli.session import kept_matches

    for id in kept_matches(arguments).import_file(arguments.file):
        print(f"match {id} read from {arguments.file}")
    return 0


def run_delete(arguments: argparse.Namespace) -> int:
    from gamenight.cli.session import kept_matches
    from gamenight.plain.menu import match_number

    kept_matches(arguments).delete(match_number(arguments.id))
    print(f"match {arguments.id} deleted")
    return 0


def run_replay(arguments: argparse.Namespace) -> int:
    from gamenight.cli.launch import full_screen, run_app
    from gamenight.cli.session import attended, open_console, some_matches
    from gamenight.plain.replays import Replayer

    record, *more = replayed_records(arguments)
    if full_screen(arguments):
        from gamenight.app.screens.replay import ReplayPage

        return run_app(arguments, lambda app: ReplayPage(app.matches.show(record)))
    console = open_console(arguments)
    if more:
        console.say(f"This is the first of {len(more) + 1} matches; import keeps all of them.")
    matches = some_matches(arguments, console.say, console.think)
    return attended(Replayer(console, matches.show(record)).run)


def replayed_records(arguments: argparse.Namespace) -> tuple[Record, ...]:
    """A file's matches, or the match of the store with that number."""
    from gamenight.cli.session import readable_matches
    from gamenight.match.files import read_records

    number, path = whole_number(arguments.file), Path(arguments.file)
    if number is not None and not path.exists():
        return (readable_matches(arguments).record(number),)
    return read_records(path)


def run_odds(arguments: argparse.Namespace) -> int:
    game = asked_game(arguments)
    if arguments.match is not None:
        print(*match_odds(arguments, game), sep="\n")
        return 0
    from gamenight.core.options import chosen, values
    from gamenight.core.record import Record, Seat
    from gamenight.match.playback import ReplayTable

    options = values(chosen(game.options, chosen_options(arguments, game)))
    players = game.rules(arguments.players, **options).players
    seats = tuple(Seat(f"Player {number}") for number in range(1, players + 1))
    plies = tuple(arguments.plies)
    table = ReplayTable(Record(game.id, game.version, seats, options, plies), game=game)
    node = table.rules.node(table.state())
    print(*told_odds(table, node.player if isinstance(node, Decision) else None), sep="\n")
    return 0


def match_odds(arguments: argparse.Namespace, game: Game) -> Sequence[str]:
    """The odds in a match of the store, for the eyes of its only person or of a spectator."""
    from gamenight.cli.session import readable_matches
    from gamenight.plain.menu import match_number

    table = readable_matches(arguments).open(match_number(arguments.match))
    if table.game.id != game.id:
        raise GamenightError(f"match {table.id} is one of {table.game.title}, not of {game.title}")
    return told_odds(table, table.viewer)


def told_odds(table: Table, viewer: int | None) -> Sequence[str]:
    """What the game says of the moment, else what its moves are worth."""
    if table.game.odds is not None:
        from gamenight.match.table import without_loop

        return without_loop(table.odds(viewer))
    from gamenight.plain.analysis import judged_odds

    return judged_odds(table.game, table.rules, table.state(), table.names)


def run_analyse(arguments: argparse.Namespace) -> int:
    from gamenight.plain.analysis import analyse

    if arguments.file is not None:
        return analyse(arguments, replayed_records(arguments))
    from gamenight.cli.session import readable_matches

    matches = readable_matches(arguments)
    over = matches.find(finished=True, most=1)
    if not over:
        raise GamenightError("no match is over yet: gamenight analyse FILE looks at another")
    return analyse(arguments, (matches.record(over[0].id),))


def run_solve(arguments: argparse.Namespace) -> int:
    from gamenight.core.lab import lab_of

    game = asked_game(arguments)
    options = chosen_options(arguments, game)
    # A race of one is won by that one: there is nothing to solve in it.
    rules = game.rules(arguments.players or max(2, game.players(**options)[0]), **options)
    solve = lab_of(game).solve
    if solve is None:
        print(f"Nothing about {game.title} is solved; gamenight analyse estimates by rollouts.")
        return 0
    for line in solve(rules):
        print(line, flush=True)
    return 0


def run_tables(arguments: argparse.Namespace) -> int:
    from gamenight.core.lab import lab_of

    action, id = arguments.action, arguments.game
    if action is not None and id is not None:
        chosen = lab_of(registry.game(id)).tables.get(action)
        if chosen is not None:
            return chosen(arguments.words)
    known = [registry.game(id) for id in registry.games()]
    possible = [
        f"gamenight tables {name} {game.id}" for game in known for name in lab_of(game).tables
    ]
    if action is None:
        print(*(possible or ["No game has tables."]), sep="\n")
        return 0
    given = f"{action} {id or ''}".strip()
    raise GamenightError(
        f"{quoted(given)} is nothing to do with tables (possible: {listed(possible)})", given
    )


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


def run_simulate(arguments: argparse.Namespace) -> int:
    from gamenight.cli import lab as labcommands

    game = asked_game(arguments)
    return labcommands.simulate(arguments, game, chosen_options(arguments, game))


def run_tournament(arguments: argparse.Namespace) -> int:
    from gamenight.cli import lab as labcommands

    game = asked_game(arguments)
    return labcommands.tournament(arguments, game, chosen_options(arguments, game))


def run_completion(arguments: argparse.Namespace) -> int:
    import shtab

    from gamenight.cli.parser import build_parser

    print(shtab.complete(build_parser((), everything=True), arguments.shell))
    return 0


def asked_game(arguments: argparse.Namespace) -> Game:
    if arguments.game is None:
        possible = ", ".join(registry.games())
        raise GamenightError(f"which game? (possible: {possible})")
    return registry.game(arguments.game)
