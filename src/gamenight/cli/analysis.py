"""Analysis: `gamenight odds`, `analyse` and `solve`."""

from __future__ import annotations

import argparse
from collections.abc import Sequence

from gamenight.cli.arguments import (
    Command,
    add_file_arguments,
    add_option_arguments,
    add_players_argument,
    add_record_argument,
    asked_game,
    chosen_options,
)
from gamenight.cli.files import check_files, write_files
from gamenight.cli.session import (
    asked_records,
    first_of,
    open_console,
    patience,
    readable_matches,
)
from gamenight.core import registry
from gamenight.core.command import command
from gamenight.core.errors import GamenightError, NoOdds
from gamenight.core.game import Game, lab_of
from gamenight.core.options import chosen, values
from gamenight.core.record import Record, Seat
from gamenight.core.rules import Decision
from gamenight.core.text import placeholder
from gamenight.lab.review_files import as_csv, as_json, course_figure
from gamenight.match.playback import ReplayTable
from gamenight.match.table import Table
from gamenight.match.verdict import told_moves
from gamenight.match.waiting import without_loop
from gamenight.plain.matches import match_number
from gamenight.plain.reviews import (
    judge_for,
    judged_odds,
    review_lines,
    reviewed,
    say_move,
    unfinished,
)


def add_odds_arguments(parser: argparse.ArgumentParser, game: Game) -> None:
    parser.add_argument(
        "plies", metavar="PLY", nargs="*", help="what was played and rolled to reach the position"
    )
    parser.add_argument("--match", metavar="ID", help="the current position of a stored match")
    if game.fractions is not None:
        parser.add_argument(
            "--fractions", action="store_true", help="as exact fractions instead of percent"
        )
    add_solve_arguments(parser, game)


def run_odds(arguments: argparse.Namespace) -> int:
    game = asked_game(arguments)
    fractions = getattr(arguments, "fractions", False)
    working = f"Working out the odds of {game.title} ..."
    if arguments.match is not None:
        with patience(working):
            lines = match_odds(arguments, game, fractions)
        open_console(arguments).say(*lines)
        return 0
    options = values(chosen(game.options, chosen_options(arguments, game)))
    players = game.rules(arguments.players, **options).players
    seats = tuple(Seat(placeholder(number)) for number in range(1, players + 1))
    plies = tuple(arguments.plies)
    table = ReplayTable(Record(game.id, game.version, seats, options, plies), game=game)
    node = table.rules.node(table.state())
    with patience(working):
        viewer = node.player if isinstance(node, Decision) else None
        lines = odds_lines(table, viewer, fractions)
    open_console(arguments).say(*lines)
    return 0


def match_odds(arguments: argparse.Namespace, game: Game, fractions: bool) -> Sequence[str]:
    """The odds in a stored match, for the eyes of its only person or of a spectator."""
    table = readable_matches(arguments).open(match_number(arguments.match))
    if table.game.id != game.id:
        raise GamenightError(f"match {table.id} is a match of {table.game.title}, not {game.title}")
    return odds_lines(table, table.viewer, fractions)


def odds_lines(table: Table, viewer: int | None, fractions: bool) -> Sequence[str]:
    """The game's own odds, or else what each move is worth."""
    if table.game.odds is not None:
        try:
            return without_loop(table.odds(viewer, fractions))
        except NoOdds:
            if fractions:
                raise
    return judged_odds(table.game, table.rules, table.state(), table.names)


def add_analyse_arguments(parser: argparse.ArgumentParser) -> None:
    add_record_argument(parser)
    parser.add_argument(
        "--all", action="store_true", help="show everything that happened, not only highlights"
    )
    parser.add_argument(
        "--move", type=int, metavar="N", help="show what was possible instead of move N"
    )
    parser.add_argument(
        "--rollouts", metavar="N", help="games per position where no exact value is known"
    )
    parser.add_argument(
        "--seed", type=int, default=0, metavar="N", help="seed of the rollouts (default: 0)"
    )
    add_file_arguments(parser, "the review", "the course of the match")


def run_analyse(arguments: argparse.Namespace) -> int:
    records = asked_records(arguments, "analyse")
    console, record = open_console(arguments), records[0]
    game = registry.game(record.game)
    check_files(arguments)
    console.say(*first_of(records))
    judge = judge_for(game, record, arguments.rollouts, arguments.seed)
    if arguments.move is not None:
        say_move(console, game, record, judge, arguments.move)
        return 0
    found = reviewed(game, record, judge)
    names = filter(None, record.names())
    console.say(f"{game.title}: {', '.join(names)}; {told_moves(found.moves[-1])}.")
    console.say(*(ReplayTable(record, game=game).verdict() or ()))
    lines = review_lines(found, console.style, arguments.all, " (see: --all)")
    console.say("", *lines, *unfinished(record, judge))
    write_files(console.say, arguments, found, as_csv, as_json, course_figure, game.title)
    return 0


def add_solve_arguments(parser: argparse.ArgumentParser, game: Game) -> None:
    add_players_argument(parser)
    add_option_arguments(parser, game)


def run_solve(arguments: argparse.Namespace) -> int:
    game = asked_game(arguments)
    options = chosen_options(arguments, game)
    # A race of one is won by that one: there is nothing to solve in it.
    rules = game.rules(arguments.players or max(2, game.players(**options)[0]), **options)
    solve = lab_of(game).solve
    if solve is None:
        print(f"{game.title} is not solved; {command('analyse')} makes estimates by rollouts.")
        return 0
    with patience(f"Solving {game.title}; this may take a minute ..."):
        for line in solve(rules):
            print(line, flush=True)
    return 0


COMMANDS = {
    "odds": Command(run_odds, game_arguments=add_odds_arguments),
    "analyse": Command(run_analyse, add_analyse_arguments),
    "solve": Command(run_solve, game_arguments=add_solve_arguments),
}
