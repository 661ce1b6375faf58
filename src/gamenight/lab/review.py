"""Review: looking back at a match, decision by decision and roll by roll.

Every state of the match has a value for each seat. What a ply changes in it is luck where chance
acted, and a decision where somebody did, so that for each seat
`start + luck + own decisions + other players' decisions = result`. If a judge's value before a
roll is the mean of those after it, as with exact values and rollouts, luck is zero on average,
even where the judge is wrong about the players: so the result without luck says more about skill.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import pairwise
from math import hypot
from typing import Any

from gamenight.core.bot import Interrupted
from gamenight.core.errors import GamenightError, InvalidRecord
from gamenight.core.game import Game
from gamenight.core.judge import Foresees, Judge, LooksCloser, SeesWins, Value, shares
from gamenight.core.labels import choice_labels
from gamenight.core.lines import line_labels
from gamenight.core.play import Ply
from gamenight.core.record import Record, Result
from gamenight.core.rules import Chance, Decision, Over, Rules
from gamenight.core.view import scene_of, steps_of
from gamenight.lab.account import OPEN, Moment, Review, Weighed
from gamenight.lab.plan import CLOSER, Plan
from gamenight.lab.rollouts import Estimate, Rollouts, known_judge
from gamenight.lab.work import Report, silent
from gamenight.match.moves import counted

NOTHING = "(nothing)"  # what somebody who acted out of turn could have done instead
RESIGN, PLAY_ON = "(resign)", "(play on)"
# A move counts as better than the one played if it is by this many standard errors.
SURE, TINY = 2.0, 1e-9
# The plies that rollouts play in ten to sixty seconds, compiled and with the Python rules.
COMPILED_PLIES, READABLE_PLIES = 100_000_000, 400_000
FEWEST_ROLLOUTS, MOST_ROLLOUTS = 10, 4_000
FORESEEN = 4  # plies after a better move that a review shows
SHORTEST = 20  # plies assumed to follow any position


def match_judge(game: Game, record: Record, rollouts: int | None = None, seed: int = 0) -> Judge:
    """The judge of a match: the game's own, else this many rollouts, or as many as one can afford.
    What it needs may have to be compiled first."""
    rules = record.rules(game)
    known = known_judge(game, rules)
    return known or Rollouts(game, rules, rollouts or affordable(game, record), seed)


def is_slow(game: Game, record: Record) -> bool:
    """Whether a review plays on by the Python rules: nobody has solved or compiled the game."""
    rules = record.rules(game)
    return known_judge(game, rules) is None and Rollouts(game, rules, 1).kernel is None


def affordable(game: Game, record: Record) -> int:
    """How many rollouts a position of this match gets by default: as many as take about ten to
    sixty seconds in all, judging by the plies that were to come, so that it is always the
    same."""
    _check_whole(record)
    rules, plies = record.rules(game), record.plies(game)
    judge = Rollouts(game, rules, 1)
    plan = Plan(rules, plies, judge, _untold(game, rules, plies, record))
    last = plies[-1].after if plies else rules.initial()
    length = len(plies) + judge.length(last)
    left = [max(length - number, SHORTEST) for number in range(len(plies) + 1)]
    work = sum(left[number] * plan.times(number) for number in set(plan.same))
    work += sum(left[number] * len(others) for number, others in enumerate(plan.others))
    number = (COMPILED_PLIES if judge.kernel is not None else READABLE_PLIES) // work
    return max(FEWEST_ROLLOUTS, min(number, MOST_ROLLOUTS))


def keep_secrets(game: Game, record: Record) -> None:
    """Raise a GamenightError for an unfinished match with secrets, or one seat's record."""
    _check_whole(record)
    if record.result is None and record.hides(game):
        raise GamenightError(
            f"this match of {game.title} is not over, and players hide things from each other: "
            "it can be reviewed when it is over"
        )


def _check_whole(record: Record) -> None:
    """The views of one seat cannot be judged."""
    if record.partial:
        raise InvalidRecord("what one seat saw of a match cannot be reviewed", record.viewer)


def weigh(rules: Rules[Any, Any], judge: Judge, state: Any) -> tuple[Weighed, ...]:
    """What the player whose turn it is can do in this state, best first."""
    node = rules.node(state)
    if not isinstance(node, Decision):
        return ()
    values = ((action, judge.value(rules.apply(state, action))) for action in node.actions)
    moves = (_weighed(rules.format(a), _estimate(value), node.player) for a, value in values)
    return tuple(sorted(moves, key=lambda move: -move.value))


def menu_labels(
    game: Game, rules: Rules[Any, Any], state: Any, seat: int | None, names: Sequence[str]
) -> dict[str, str]:
    """What the menu of a seat calls its choices in this state; none where chance acts."""
    return (
        {} if seat is None else choice_labels(scene_of(game, rules, state, seat, names), faces=True)
    )


def moment(game: Game, record: Record, judge: Judge, ply: int) -> Moment:
    """One ply of a match, counted from 1, with all that was possible; raises like `review`."""
    reviewer = _Reviewer(game, record, judge, silent, lambda: False, whole=True)
    if not 1 <= ply <= len(reviewer.plies):
        raise GamenightError(f"there is no ply {ply} (possible: 1 to {len(reviewer.plies)})", ply)
    return reviewer.moment(ply - 1)


def review(
    game: Game,
    record: Record,
    judge: Judge,
    report: Report = silent,
    stopped: Callable[[], bool] = lambda: False,
) -> Review:
    """Look back at a match: finished, resigned, or as far as it got.

    Where chances to win are judged, giving up is a moment after the last ply. `report` gets the
    number of positions judged so far and of all; where `stopped` says so between two of them,
    Interrupted is raised. Raises InvalidRecord, and a GamenightError for an unfinished match with
    secrets.
    """
    reviewer = _Reviewer(game, record, judge, report, stopped)
    moments = [reviewer.moment(number) for number in range(len(reviewer.plies))]
    resigned = None if record.result is None else record.result.resigned
    if record.result is not None and resigned is not None and judge.unit == "wins":
        moments.append(reviewer.resignation(record.result, resigned))
    start = reviewer.value(0).seats
    result = moments[-1].after if moments else start
    report(reviewer.total, reviewer.total)
    names, source = sat_names(record), reviewer.source
    winners = () if record.result is None else record.result.winners
    gone = tuple(seat for seat in record.absent(game) if seat < len(names))
    late = record.result is not None and record.result.is_late
    seen = (start, tuple(moments), result, winners, gone, resigned, late)
    return Review(game.id, names, judge.unit, source, *seen)


def sat_names(record: Record) -> tuple[str, ...]:
    """Who sat in each seat: everybody who did, where a seat was handed over. The last seats may
    have stayed empty."""
    plies = sorted({0, *(change.ply for change in record.changes)})
    seated = zip(*(record.names(ply) for ply in [*plies, None]), strict=True)
    sat = (" / ".join(dict.fromkeys(filter(None, names))) for names in seated)
    return tuple(filter(None, sat))


def _is_at_table(node: Any, ply: Ply) -> bool:
    deciding = isinstance(node, Decision) and ply.actor is not None
    return deciding and ply.action in node.at_table(ply.actor)


def _untold(game: Game, rules: Rules[Any, Any], plies: Sequence[Ply], record: Record) -> list[int]:
    """The plies, counted from 0, that come with no words before chance goes on: the tiles of a
    board, cards that are dealt."""
    nodes = [rules.node(ply.before) for ply in plies]
    return [
        number
        for number, (node, after) in enumerate(pairwise(nodes))
        if isinstance(node, Chance)
        and isinstance(after, Chance)
        and not _told(game, rules, plies[number], node.player, record.names(number))
    ]


def _told(
    game: Game, rules: Rules[Any, Any], ply: Ply, viewer: int | None, names: Sequence[str]
) -> str:
    """A ply in the words that this seat got."""
    steps = steps_of(game, rules, ply.before, ply.action, viewer, names)
    return " ".join(step.text for step in steps if step.text)


class _Reviewer:
    """A match with the value of each of its states."""

    def __init__(
        self,
        game: Game,
        record: Record,
        judge: Judge,
        report: Report,
        stopped: Callable[[], bool],
        whole: bool = False,
    ):
        self.game = game
        self.record = record
        self.rules = record.rules(game)
        self.plies = record.plies(game)
        self.moves = counted(game, record.options, self.rules, self.plies)
        self._judge = judge
        self._report = report
        self._stopped = stopped
        self.secrets = record.hides(game)
        keep_secrets(game, record)
        untold = _untold(game, self.rules, self.plies, record)
        self._plan = Plan(self.rules, self.plies, judge, untold, whole)
        self._done = 0
        self.total = len(set(self._plan.same)) + sum(map(len, self._plan.others))
        self._values: dict[int, Estimate] = {}

    @property
    def source(self) -> str:
        """Where the values come from, and how far they can be trusted."""
        source = self._judge.source
        if self._plan.narrowed:
            source += ", and decisions are compared with that bot's"
        return f"{source}; {OPEN}" if self.secrets else source

    def value(self, number: int) -> Estimate:
        """The value after this number of plies."""
        same = self._plan.same[number]
        if same not in self._values:
            state = self.plies[same - 1].after if same else self.rules.initial()
            self._values[same] = self._first(state, same, self._plan.times(same))
        return self._values[same]

    def _first(self, state: Any, stream: int, times: int = 1) -> Estimate:
        self._report(self._done, self.total)
        self._done += 1
        return self._judged(state, stream, times)

    def _judged(self, state: Any, stream: int, times: int) -> Estimate:
        if self._stopped():
            raise Interrupted
        if isinstance(self._judge, Rollouts):
            return self._judge.estimate(state, stream, times)
        return _estimate(self._judge.value(state))

    def moment(self, number: int) -> Moment:
        """The ply of this number; counted from 0 here, and from 1 for people."""
        rules, ply = self.rules, self.plies[number]
        node = rules.node(ply.before)
        owner = node.player if isinstance(node, Chance) else None
        viewer, names = owner if ply.actor is None else ply.actor, self.record.names(number)
        before, after = self.value(number), self.value(number + 1)
        found = Moment(
            number + 1,
            ply.actor,
            owner,
            rules.format(ply.action),
            _told(self.game, rules, ply, viewer, names),
            before.seats,
            after.seats,
            ((), ()) if before is after else (before.errors, after.errors),
            self._moves(ply, number),
            menu_labels(self.game, rules, ply.before, ply.actor, names),
            self.moves[number + 1],
            at_table=_is_at_table(node, ply),
        )
        if found.lost <= 0:
            return found
        if ply.actor is not None and self._is_won(ply, ply.actor):
            return replace(found, moves=_first_of(found.moves, found.text), wins=True)
        return replace(found, line=self._line(ply, found))

    def _line(self, ply: Ply, found: Moment) -> tuple[str, ...]:
        """What would follow the best move, where the judge can say so."""
        best, judge = found.best, self._judge
        if not isinstance(judge, Foresees) or best is None or best.text == NOTHING:
            return ()
        after = self.rules.apply(ply.before, self.rules.parse(best.text))
        return line_labels(self.game, self.rules, after, judge.line(after, FORESEEN))

    def _moves(self, ply: Ply, number: int) -> tuple[Weighed, ...]:
        """What was possible, all judged with the draws of the state that came about. Before a move
        is called better, it and the one played get a closer look, unless both are proven; that
        changes no value of a state: else those that look bad by chance would be corrected, and
        those that look good would not."""
        rules, seat, played = self.rules, ply.actor, self.rules.format(ply.action)
        node = rules.node(ply.before)
        if not isinstance(node, Decision) or seat is None or ply.action not in node.of(seat):
            return ()
        if seat == node.player and len(node.actions) == 1:
            return ()
        stream = self._plan.same[number + 1]
        states = {rules.format(a): rules.apply(ply.before, a) for a in self._plan.others[number]}
        values = {text: self._first(state, stream) for text, state in states.items()}
        states[played], values[played] = ply.after, self.value(number + 1)
        if seat != node.player:
            states[NOTHING], values[NOTHING] = ply.before, self.value(number)
        moves = [_weighed(text, value, seat) for text, value in values.items()]
        better, judge = _better(moves, played), self._judge
        if better and isinstance(judge, Rollouts):
            fresh = len(self.plies) + 1 + number
            for text in (played, *(move.text for move in better)):
                values[text] = self._judged(states[text], fresh, CLOSER)
            moves = [_weighed(text, value, seat) for text, value in values.items()]
        proven = better and better[0].proven and values[played].proven
        if better and not proven and isinstance(judge, LooksCloser) and seat == node.player:
            if better[0].value - values[played].seats[seat] <= judge.doubt:
                return _first_of(moves, played)
            return self._seen_closer(judge, ply, moves, seat)
        return _ranked(moves, played)

    def _seen_closer(
        self, judge: LooksCloser, ply: Ply, moves: Sequence[Weighed], seat: int
    ) -> tuple[Weighed, ...]:
        """The same after a closer look at the best one and the one played: unless it is proven, no
        other is worth more than these, or certainly better."""
        if self._stopped():
            raise Interrupted
        looked = judge.closer(ply.before, ply.action).items()
        texts = [(self.rules.format(action), value) for action, value in looked]
        seen = {text: _weighed(text, _estimate(value), seat) for text, value in texts}
        most = max(move.value for move in seen.values())
        others = [move for move in moves if move.text not in seen]
        known = [*seen.values(), *(move for move in others if move.proven)]
        capped = [move._replace(value=min(move.value, most)) for move in others if not move.proven]
        first, *_ = _ranked(known, self.rules.format(ply.action))
        return _first_of([*known, *capped], first.text)

    def _is_won(self, ply: Ply, seat: int) -> bool:
        """Whether a ply wins the match for whoever played it, or makes that certain: nothing is
        better, whatever a judge counts."""
        after = self.rules.node(ply.after)
        if isinstance(after, Over):
            return after.winners == (seat,)
        return isinstance(self._judge, SeesWins) and self._judge.wins(ply.after, seat)

    def resignation(self, result: Result, seat: int) -> Moment:
        """Giving up, as a decision after the last ply, which is not counted as a move."""
        last = self.value(len(self.plies))
        after = shares(result.winners, self.rules.players)
        moves = [Weighed(RESIGN, after[seat], 0.0, True), _weighed(PLAY_ON, last, seat)]
        return Moment(
            len(self.plies) + 1,
            seat,
            None,
            RESIGN,
            result.reason,
            last.seats,
            after,
            (last.errors, (0.0,) * len(after)),
            _ranked(moves, RESIGN),
            move=self.moves[-1],
        )


def _estimate(value: Value) -> Estimate:
    """The answer of a judge that has one error for all."""
    return Estimate(value.seats, (value.error,) * len(value.seats), value.proven)


def _weighed(text: str, value: Estimate, seat: int) -> Weighed:
    return Weighed(text, value.seats[seat], value.errors[seat], value.proven)


def _better(moves: Sequence[Weighed], played: str) -> list[Weighed]:
    """The moves that are certainly better than the one played, best first."""
    own = next(move for move in moves if move.text == played)
    found = [
        move
        for move in moves
        if move.value - own.value > max(SURE * hypot(move.error, own.error), TINY)
    ]
    return sorted(found, key=lambda move: -move.value)


def _ranked(moves: Sequence[Weighed], played: str) -> tuple[Weighed, ...]:
    """Best move first, which is the one played unless another is certainly better."""
    better = _better(moves, played)
    return _first_of(moves, better[0].text if better else played)


def _first_of(moves: Sequence[Weighed], first: str) -> tuple[Weighed, ...]:
    return tuple(sorted(moves, key=lambda move: (move.text != first, -move.value)))
