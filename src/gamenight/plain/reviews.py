"""Reviews: a match or a position judged, as tables of plain text."""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from textwrap import wrap
from typing import Any

from rich.cells import cell_len, set_cell_size

from gamenight.core.errors import GamenightError
from gamenight.core.game import Game
from gamenight.core.judge import Judge, Value
from gamenight.core.lab import READY
from gamenight.core.record import Record
from gamenight.core.rules import Decision, Over, Rules
from gamenight.draw.layouts.flow import render
from gamenight.draw.style import Style
from gamenight.lab.account import Moment, Review, Weighed
from gamenight.lab.digest import (
    IN_WINS,
    MEANINGS,
    PROVEN,
    WINS,
    ReviewWords,
    is_gone,
    left_told,
    luck,
    seat_of,
)
from gamenight.lab.judgement import judged
from gamenight.lab.progress import Progress
from gamenight.lab.review import keep_secrets, match_judge, menu_labels, weigh
from gamenight.lab.review import moment as moment_of
from gamenight.lab.review import review as review_of
from gamenight.lab.rollouts import judge_of
from gamenight.lab.work import read_games
from gamenight.match.moves import moves_by_ply, ply_of
from gamenight.match.playback import ReplayTable
from gamenight.plain.alignment import GAP, aligned
from gamenight.plain.console import Console
from gamenight.plain.results import plus_minus

ODDS_ROLLOUTS = 1000
MOST_ROLLOUTS = 1_000_000
UNFINISHED = "This match did not end: its result is what the last position is worth."
MOST_MISTAKES, MOST_ROLLS = 12, 5  # where not everything is asked for
NARROW = 60
LONGEST_NAME, LONGEST_WHO, LONGEST_MOVE = 12, 16, 18
LOOKED_CLOSER = "These moves got a closer look, so they can be worth more or less than above."
COUNTED = "The result counts as the values above do, so it can differ from the score."
CAME_OR_WENT = "Whoever joins or leaves the table counts with the others' moves."
GAIN = (
    "Decisions are compared with the bot that judges, so they can gain something; mistakes, with "
    "the best moves."
)


def judge_for(game: Game, record: Record, rollouts: str | None = None, seed: int = 0) -> Judge:
    """The judge of a match; a message says so if something has to be compiled first."""
    if sys.stderr.isatty():
        Progress(sys.stderr).say(READY)
    return match_judge(game, record, None if rollouts is None else read_rollouts(rollouts), seed)


def read_rollouts(text: str) -> int:
    games = read_games(text)
    if games > MOST_ROLLOUTS:
        raise GamenightError(f"--rollouts must be 1 to {MOST_ROLLOUTS:,}, not {games:,}")
    return games


def reviewed(game: Game, record: Record, judge: Judge) -> Review:
    """Review a match, with a line of progress on a terminal."""
    if not record.actions:
        raise GamenightError("nothing was played in this match: there is nothing to review")
    progress = Progress(sys.stderr, noun="positions")
    try:
        return review_of(game, record, judge, progress)
    finally:
        progress.close()


def after_match(console: Console, game: Game, record: Record) -> None:
    """The review that people can ask for when a match is over."""
    judge = judge_for(game, record)
    found = reviewed(game, record, judge)
    console.say("", *review_lines(found, console.style), *unfinished(record, judge))


def unfinished(record: Record, judge: Judge) -> list[str]:
    """What the result means if a match is not over, or if giving up earned nobody anything."""
    result = record.result
    ended = result is not None and (result.resigned is None or judge.unit == WINS)
    return [] if ended else [UNFINISHED]


def say_move(console: Console, game: Game, record: Record, judge: Judge, move: int) -> None:
    """The position before a move and the choices in it; also the one reached in the end."""
    table = ReplayTable(record, game=game)
    moves = moves_by_ply(table)
    if not 1 <= move <= moves[-1] + 1:
        raise GamenightError(f"there is no move {move} (possible: 1 to {moves[-1] + 1})", move)
    keep_secrets(game, record)
    ply = ply_of(move, moves)
    rules, names, state = table.rules, record.names(ply - 1), table.state(ply - 1)
    if ply > table.last:
        lines = position_lines(game, rules, judge, state, names, console.style)
    else:
        lines = moment_lines(alone(game, record, judge, ply), console.style)
    node = rules.node(state)
    viewer = None if isinstance(node, Over) else node.player
    scene = table.scene(viewer, ply - 1).still()
    console.say(f"Move {move} of {game.title}:", "", *render(scene, game.glyphs, console.style))
    console.say("", *lines)


def alone(game: Game, record: Record, judge: Judge, ply: int) -> Review:
    """The review of one ply."""
    found = moment_of(game, record, judge, ply)
    names = record.names(ply - 1)
    return Review(game.id, names, judge.unit, judge.source, found.before, (found,), found.after)


def position_lines(
    game: Game,
    rules: Rules[Any, Any],
    judge: Judge,
    state: Any,
    names: Sequence[str],
    style: Style,
) -> list[str]:
    """What a position is worth, and each move in it."""
    value, node = judge.value(state), rules.node(state)
    found = Review("", tuple(names), judge.unit, judge.source, value.seats, (), value.seats)
    player = node.player if isinstance(node, Decision) else None
    mover = "" if player is None else names[player]
    moves, labels = weigh(rules, judge, state), menu_labels(game, rules, state, player, names)
    return worth_lines(found, value, moves, labels, mover, style)


def judged_odds(game: Game, rules: Rules[Any, Any], state: Any, names: Sequence[str]) -> list[str]:
    """The answer to `gamenight odds` where a game has no odds of its own."""
    if rules.hide(state, None) != state:
        raise GamenightError(f"{game.title} has no odds while something is hidden")
    judge = judge_of(game, rules, ODDS_ROLLOUTS)
    return position_lines(game, rules, judge, state, names, Style())


def review_lines(
    review: Review, style: Style, everything: bool = False, more: str = ""
) -> list[str]:
    """What is worth knowing, or every ply; then the account of each player. more: how to see what
    is left out."""
    words = words_of(review, style)
    middle = _course(words, style) if everything else _highlights(words, style, more)
    sentence = judged(review).sentence
    told = [*wrap(sentence, style.width), ""] if sentence else []
    return [*told, *source_lines(words, style), "", *middle, "", *_accounts(words, style)]


def words_of(review: Review, style: Style) -> ReviewWords:
    return ReviewWords(review, plus_minus(style), "->" if style.ascii else "→")


def source_lines(words: ReviewWords, style: Style) -> list[str]:
    return wrap(f"Values are {words.unit}: {words.review.source}.", style.width)


def _highlights(words: ReviewWords, style: Style, more: str) -> list[str]:
    moments = [one for one in words.review.moments if not is_gone(one, words.review)]
    mistakes = sorted((m for m in moments if m.lost > 0), key=lambda m: (-m.lost, m.ply))
    rolls = sorted((m for m in moments if m.actor is None), key=luck)
    lucky = [m for m in reversed(rolls) if luck(m) > 0][:MOST_ROLLS]
    unlucky = [m for m in rolls if luck(m) < 0][:MOST_ROLLS]
    lines = ["No decision gave anything away."]
    if mistakes:
        decisions = "1 decision" if len(mistakes) == 1 else f"{len(mistakes)} decisions"
        lines = [f"{decisions} gave something away."]
        shown = mistakes[:MOST_MISTAKES]
        lines += ["", *_decisions(words, shown, style)]
        if len(shown) < len(mistakes):
            lines += [f"and {len(mistakes) - len(shown)} more that gave away less{more}"]
    if lucky or unlucky:
        lines += ["", "The luckiest and unluckiest rolls:", ""]
        lines += _rolls(words, [*lucky, *reversed(unlucky)], style)
    return lines


def _decisions(words: ReviewWords, moments: Sequence[Moment], style: Style) -> list[str]:
    rows = [["move", "who", "played", "better", "gave away"]]
    for moment in moments:
        best, chosen = moment.best, moment.chosen
        assert best is not None
        assert chosen is not None
        sure = PROVEN if best.proven and chosen.proven else words.unsure(moment.lost_error)
        lost = words.value(moment.lost) + sure
        played = moment.named(moment.text)
        rows.append([words.number(moment), words.who(moment), played, moment.better, lost])
    return _table(rows, style)


def _rolls(words: ReviewWords, moments: Sequence[Moment], style: Style) -> list[str]:
    rows = [["move", "luck", "for", "what happened"]]
    for moment in moments:
        change = words.change(luck(moment)) + words.unsure(moment.error(seat_of(moment)))
        lucky = words.review.names[seat_of(moment)]
        rows.append([words.when(moment), change, lucky, moment.told or moment.text])
    return _table(rows, style, name=2)


def _course(words: ReviewWords, style: Style) -> list[str]:
    """Every ply in order; what chance did without a word counts with what it told next."""
    rows = [["move", "who", "what it did", "better", "what"]]
    untold = [one for one in words.review.moments if one.actor is None and not one.told]
    for moment in (one for one in words.review.moments if one not in untold or any(one.change)):
        effect, better = words.effect(moment), moment.better
        rows.append([words.number(moment), words.who(moment), effect, better, moment.played])
    return _table(rows, style, whole=2)


def _accounts(words: ReviewWords, style: Style) -> list[str]:
    """One line per player, and what the columns add up to."""
    columns = words.columns
    head = ["", *(column.heading for column in columns)]
    body = [
        [_cut(own.name, LONGEST_NAME), *(column.cell(own) for column in columns)]
        for own in (words.review.accounts[seat] for seat in words.review.present)
    ]
    lines = aligned([head, *body])
    if max(map(cell_len, lines)) > style.width:
        lines = _upright(head, body, style)
    estimated = any(own.luck_error or own.own_error for own in words.review.accounts)
    counted = IN_WINS if words.share else COUNTED
    moved = any(moment.at_table for moment in words.review.moments)
    told = [counted, *([GAIN] if estimated else []), *([CAME_OR_WENT] if moved else [])]
    lines += ["", left] if (left := left_told(words.review)) else []
    lines += ["", *_meanings(head[1:], style)] if len(columns) > 1 else []
    return [*lines, "", *wrap(" ".join(told), style.width)]


def _meanings(headings: Sequence[str], style: Style) -> list[str]:
    """What each column is, one below the other."""
    edge = " " * (max(map(len, headings)) + len(GAP))
    return [
        text
        for heading in headings
        for text in wrap(
            f"{heading:{len(edge)}}{MEANINGS[heading]}", style.width, subsequent_indent=edge
        )
    ]


def _upright(head: list[str], body: list[list[str]], style: Style) -> list[str]:
    """The accounts with one column per player, as many side by side as fit."""
    for beside in range(len(body), 0, -1):
        groups = [body[n : n + beside] for n in range(0, len(body), beside)]
        tables = [
            aligned([list(row) for row in zip(head, *group, strict=True)]) for group in groups
        ]
        lines = [line for table in tables for line in ("", *table)][1:]
        if max(map(cell_len, lines)) <= style.width:
            break
    return lines


def moment_lines(review: Review, style: Style) -> list[str]:
    """The only ply of a review: what it changed, and what was possible."""
    words, (moment,) = words_of(review, style), review.moments
    changes = GAP.join(
        f"{name}: {words.from_to(moment, seat)}" for seat, name in enumerate(review.names)
    )
    lines = wrap(moment.told or moment.text, style.width)
    lines += wrap(f"{changes}   ({words.effect(moment)})", style.width)
    if moment.line:
        lines += wrap(f"Better: {moment.better}.", style.width)
    if moment.moves and moment.actor is not None:
        lines += ["", f"What {review.names[moment.actor]} could do:"]
        lines += _moves(words, moment.moves, moment.labels, moment.text)
        chosen = moment.chosen
        if chosen is not None and chosen.value != moment.after[moment.actor]:
            lines += ["", *wrap(LOOKED_CLOSER, style.width)]
    return [*lines, "", *source_lines(words, style)]


def worth_lines(
    review: Review,
    value: Value,
    moves: Sequence[Weighed],
    labels: Mapping[str, str],
    mover: str,
    style: Style,
) -> list[str]:
    """What a position is worth to each seat, and each move to whoever is to play."""
    words = words_of(review, style)
    seats = GAP.join(
        f"{name}: {words.value(own)}"
        for name, own in zip(review.names, value.seats, strict=True)
        if name
    )
    lines = wrap(f"{seats}  {_sure(words, value)}", style.width)
    if moves:
        lines += ["", f"What {mover} can do:", *_moves(words, moves, labels)]
    return [*lines, "", *source_lines(words, style)]


def _moves(
    words: ReviewWords, moves: Sequence[Weighed], labels: Mapping[str, str], played: str = ""
) -> list[str]:
    """The moves, the highest value first."""
    ordered = sorted(moves, key=lambda move: -move.value)
    rows = [
        ["  " + labels.get(move.text, move.text), words.worth(move.value), _sure(words, move)]
        + (["played"] if move.text == played else [""])
        for move in ordered
    ]
    return aligned(rows)


def _sure(words: ReviewWords, value: Value | Weighed) -> str:
    return "proven" if value.proven else words.unsure(value.error).strip()


def _table(rows: Sequence[Sequence[str]], style: Style, whole: int = 0, name: int = 1) -> list[str]:
    """The rows as columns of words after a number. Where not everything fits, the first are cut
    short, names most of all, all but one that stays whole, and the last gets the rest."""
    first, *_ = zip(*rows, strict=True)
    edge = max(map(len, first))
    rows = [[f"{row[0]:>{edge}}", *row[1:]] for row in rows]
    *needed, last = (max(map(cell_len, column)) for column in zip(*rows, strict=True))
    longest, move = min(LONGEST_WHO, style.width // 6), min(LONGEST_MOVE, style.width // 5)
    wide = style.width // 3 if style.width >= NARROW else move
    widest = {name: longest, whole: wide, 0: style.width}
    edges = [min(room, widest.get(n, move)) for n, room in enumerate(needed)]
    free = style.width - sum(edges) - len(GAP) * len(edges)
    for n, room in enumerate(needed):
        more = max(min(room - edges[n], free - last), 0)
        edges[n], free = edges[n] + more, free - more
    edges.append(free)
    return aligned(
        [[_cut(text, room) for text, room in zip(row, edges, strict=True)] for row in rows],
        words=len(edges),
    )


def _cut(text: str, room: int) -> str:
    return text if cell_len(text) <= room else f"{set_cell_size(text, room - 3).rstrip()}..."
