"""Analysing: `gamenight analyse`, and what moves are worth where a game tells no odds."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from gamenight.cli.session import open_console
from gamenight.core import registry
from gamenight.core.errors import GamenightError
from gamenight.core.game import Game
from gamenight.core.judge import Judge
from gamenight.core.record import Record
from gamenight.core.rules import Decision, Over, Rules
from gamenight.draw.flow import render
from gamenight.draw.style import Style
from gamenight.lab.account import Review
from gamenight.lab.digest import WINS
from gamenight.lab.progress import Progress
from gamenight.lab.review import keep_secrets, match_judge, moment, review, weigh
from gamenight.lab.rollouts import judge_of
from gamenight.lab.work import read_games
from gamenight.match.files import write_whole
from gamenight.match.playback import ReplayTable
from gamenight.match.verdict import announcement
from gamenight.plain.console import Console
from gamenight.plain.reviews import moment_lines, review_lines, worth_lines

ODDS_ROLLOUTS = 1000
MOST_ROLLOUTS = 1_000_000
READY = "Getting ready; it takes longer the first time ..."
UNFINISHED = "This was not played to its end: the result is what the last position is worth."


def analyse(arguments: argparse.Namespace, records: Sequence[Record]) -> int:
    """`gamenight analyse [RECORD] [--all] [--ply N] [--rollouts N] [--json FILE] ...`."""
    console, record = open_console(arguments), records[0]
    game = registry.game(record.game)
    if arguments.chart is not None:
        from gamenight.lab.charts import check_chart

        check_chart(arguments.chart)
    check_folders(arguments.csv, arguments.json, arguments.chart)
    if len(records) > 1:
        console.say(f"This is the first of {len(records)} matches; import keeps all of them.")
    judge = judge_for(game, record, arguments.rollouts, arguments.seed)
    if arguments.ply is not None:
        say_ply(console, game, record, judge, arguments.ply)
        return 0
    found = reviewed(game, record, judge)
    console.say(f"{game.title}: {', '.join(record.names())}; {len(record.actions)} plies.")
    if record.result is not None:
        console.say(*announcement(record.names(), record.result))
    console.say("", *review_lines(found, console.style, arguments.all), *unfinished(record, judge))
    write_files(console, arguments, found, game.title)
    return 0


def check_folders(*paths: Path | None) -> None:
    """Better now than after all the work."""
    for path in paths:
        if path is not None and not path.absolute().parent.is_dir():
            raise GamenightError(f"{path} cannot be written: there is no such folder", str(path))


def judge_for(game: Game, record: Record, rollouts: str | None = None, seed: int = 0) -> Judge:
    """The judge of a match; what must be compiled first is, behind a message."""
    if sys.stderr.isatty():
        Progress(sys.stderr).say(READY)
    return match_judge(game, record, None if rollouts is None else read_rollouts(rollouts), seed)


def read_rollouts(text: str) -> int:
    games = read_games(text)
    if games > MOST_ROLLOUTS:
        raise GamenightError(f"a position gets 1 to {MOST_ROLLOUTS:,} rollouts, not {games:,}")
    return games


def reviewed(game: Game, record: Record, judge: Judge) -> Review:
    """Review a match with a line of progress on a terminal."""
    if not record.actions:
        raise GamenightError("nothing was played in this match that could be reviewed")
    progress = Progress(sys.stderr, noun="positions")
    try:
        return review(game, record, judge, progress)
    finally:
        progress.close()


def after_match(console: Console, game: Game, record: Record) -> None:
    """The review that people may ask for when a match is over."""
    judge = judge_for(game, record)
    found = reviewed(game, record, judge)
    console.say("", *review_lines(found, console.style), *unfinished(record, judge))


def unfinished(record: Record, judge: Judge) -> list[str]:
    """What a result means that is none: a match goes on, or giving up is not worth any seeds."""
    result = record.result
    ended = result is not None and (result.resigned is None or judge.unit == WINS)
    return [] if ended else [UNFINISHED]


def say_ply(console: Console, game: Game, record: Record, judge: Judge, ply: int) -> None:
    """The position before a ply with what could be done in it; after the last ply too."""
    table = ReplayTable(record, game=game)
    if not 1 <= ply <= table.last + 1:
        raise GamenightError(f"there is no ply {ply} (possible: 1 to {table.last + 1})", ply)
    keep_secrets(game, record)
    rules, names, state = table.rules, record.names(ply - 1), table.state(ply - 1)
    if ply > table.last:
        lines = position_lines(rules, judge, state, names, console.style)
    else:
        lines = moment_lines(alone(game, record, judge, ply), console.style)
    node = rules.node(state)
    viewer = None if isinstance(node, Over) else node.player
    scene = table.scene(viewer, ply - 1).still()
    console.say(f"Ply {ply} of {game.title}:", "", *render(scene, game.glyphs, console.style))
    console.say("", *lines)


def alone(game: Game, record: Record, judge: Judge, ply: int) -> Review:
    """The review of one ply."""
    found = moment(game, record, judge, ply)
    names = record.names(ply - 1)
    return Review(game.id, names, judge.unit, judge.source, found.before, (found,), found.after)


def position_lines(
    rules: Rules[Any, Any], judge: Judge, state: Any, names: Sequence[str], style: Style
) -> list[str]:
    """What a position is worth, and each move in it."""
    value, node = judge.value(state), rules.node(state)
    found = Review("", tuple(names), judge.unit, judge.source, value.seats, (), value.seats)
    mover = names[node.player] if isinstance(node, Decision) else ""
    moves = weigh(rules, judge, state)
    return worth_lines(found, value, moves, mover, style)


def judged_odds(game: Game, rules: Rules[Any, Any], state: Any, names: Sequence[str]) -> list[str]:
    """What answers `gamenight odds` where a game tells none itself."""
    if rules.hide(state, None) != state:
        raise GamenightError(f"{game.title} tells no odds while something is hidden")
    judge = judge_of(game, rules, ODDS_ROLLOUTS)
    return position_lines(rules, judge, state, names, Style())


def write_files(console: Console, arguments: argparse.Namespace, found: Review, title: str) -> None:
    """The review in whatever files are wanted."""
    from gamenight.lab.review_files import as_csv, as_json, course_figure

    for path, text in ((arguments.csv, as_csv), (arguments.json, as_json)):
        if path is not None:
            write_whole(path, text(found))
            console.say(f"written to {path}")
    if arguments.chart is not None:
        from gamenight.lab.charts import write_chart

        write_chart(course_figure(found, title), arguments.chart)
        console.say(f"written to {arguments.chart}")
