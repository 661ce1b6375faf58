"""Review: a match looked at again, decision by decision and roll by roll.

Every state of the match has a value for each seat. What a ply changes in it is luck where chance
acted, and a decision where somebody did, so that for each seat
`start + luck + own decisions + those of others = result`. A value is the same for everybody before
the dice fall, so luck is nought on average however the values were come by, and the result without
it tells more of skill than the result.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import hypot
from typing import Any, NamedTuple

from gamenight.core.bot import Interrupted
from gamenight.core.errors import GamenightError
from gamenight.core.game import Game
from gamenight.core.judge import Judge, Value
from gamenight.core.play import Ply
from gamenight.core.record import Record, Result
from gamenight.core.rules import Chance, Decision, Rules
from gamenight.core.view import steps_of
from gamenight.lab.rollouts import Rollouts, shares
from gamenight.lab.work import Report, silent

Seats = tuple[float, ...]

NOTHING = "(nothing)"  # what somebody who acted out of turn could have done instead
RESIGN, PLAY_ON = "(resign)", "(play on)"
# A move is better than the one that was played where it is by so many standard errors; before
# that is said of rollouts, both are judged again from new draws, with so many times the games.
SURE, TINY = 2.0, 1e-9
CLOSER = 4
# The plies that rollouts play in about ten seconds, compiled and by the rules in Python.
COMPILED_PLIES, READABLE_PLIES = 100_000_000, 500_000
FEWEST_ROLLOUTS, MOST_ROLLOUTS = 10, 10_000
SHORTEST = 20  # plies that are reckoned to follow any position


class Weighed(NamedTuple):
    """One of the actions that were possible: what it is worth to whoever decides."""

    text: str
    value: float
    error: float = 0.0
    proven: bool = False


@dataclass(frozen=True)
class Moment:
    """One ply. actor: who decided, or None where chance did; owner: whose roll it was; text:
    the action; told: the same as a sentence; before, after: the values by seat; errors: the
    standard errors of these two, both 0 where they are the same estimate; moves: what was possible,
    the best first, where somebody had a choice."""

    ply: int
    actor: int | None
    owner: int | None
    text: str
    told: str
    before: Seats
    after: Seats
    errors: tuple[float, float] = (0.0, 0.0)
    moves: tuple[Weighed, ...] = ()

    @property
    def error(self) -> float:
        """The standard error of the change."""
        return hypot(*self.errors)

    @property
    def change(self) -> Seats:
        return tuple(after - before for before, after in zip(self.before, self.after, strict=True))

    @property
    def chosen(self) -> Weighed | None:
        return next((move for move in self.moves if move.text == self.text), None)

    @property
    def best(self) -> Weighed | None:
        return self.moves[0] if self.moves else None

    @property
    def lost(self) -> float:
        """What the decision gave away against the best move."""
        if self.best is None or self.chosen is None:
            return 0.0
        return self.best.value - self.chosen.value

    @property
    def lost_error(self) -> float:
        if self.best is None or self.chosen is None or self.best is self.chosen:
            return 0.0
        return hypot(self.best.error, self.chosen.error)


class Account(NamedTuple):
    """What a match came to for one seat, in the judge's unit. luck: of all chance, with its
    standard error; own, others: what decisions changed; lost: what own decisions gave away
    against the best moves, decision by decision; choices: how many these were."""

    name: str
    start: float
    luck: float
    luck_error: float
    own: float
    others: float
    lost: float
    choices: int
    result: float

    @property
    def corrected(self) -> float:
        """The result without the luck."""
        return self.result - self.luck


@dataclass(frozen=True)
class Review:
    """A match that was looked at again. unit, source: the judge's; start: the values at the
    beginning; moments: the plies; result: what each seat came to in the end, in the unit."""

    game: str
    names: tuple[str, ...]
    unit: str
    source: str
    start: Seats
    moments: tuple[Moment, ...]
    result: Seats

    @property
    def accounts(self) -> tuple[Account, ...]:
        return tuple(self._account(seat) for seat in range(len(self.names)))

    def _account(self, seat: int) -> Account:
        chance = [moment for moment in self.moments if moment.actor is None]
        own = [moment for moment in self.moments if moment.actor == seat]
        others = [moment for moment in self.moments if moment.actor not in (None, seat)]
        return Account(
            self.names[seat],
            self.start[seat],
            sum((moment.change[seat] for moment in chance), 0.0),
            self._luck_error,
            sum((moment.change[seat] for moment in own), 0.0),
            sum((moment.change[seat] for moment in others), 0.0),
            sum((moment.lost for moment in own), 0.0),
            sum(bool(moment.moves) for moment in own),
            self.result[seat],
        )

    @property
    def _luck_error(self) -> float:
        """Of the sum of all luck: between two rolls in a row an estimate cancels out, so only
        those where luck begins or ends count."""
        found, lucky, last = list[float](), False, 0.0
        for moment in self.moments:
            if moment.error:
                before, last = moment.errors
                if lucky != (moment.actor is None):
                    found.append(before)
                lucky = moment.actor is None
        return hypot(*found, last if lucky else 0.0)

    @property
    def course(self) -> tuple[Seats, ...]:
        """The values before every ply, and at the end: what a chart draws."""
        return (self.start, *(moment.after for moment in self.moments))


def match_judge(game: Game, record: Record, rollouts: int | None = None, seed: int = 0) -> Judge:
    """The judge of a match: the game's own, else so many rollouts, or as many as one can afford.
    What it needs may have to be compiled first."""
    rules = record.rules(game)
    known = game.judge(rules) if game.judge is not None else None
    return known or Rollouts(game, rules, rollouts or affordable(game, record), seed)


def affordable(game: Game, record: Record) -> int:
    """How many rollouts a position of this match gets where nobody says: as many as take about
    ten seconds in all, told by the plies that were to come, so that it is always the same."""
    rules, plies = record.rules(game), record.plies(game)
    work = sum(
        (1 + len(alternatives(rules, ply))) * max(len(plies) - number, SHORTEST)
        for number, ply in enumerate(plies)
    )
    compiled = Rollouts(game, rules, 1).kernel is not None
    number = (COMPILED_PLIES if compiled else READABLE_PLIES) // max(work, 1)
    return max(FEWEST_ROLLOUTS, min(number, MOST_ROLLOUTS))


def alternatives(rules: Rules[Any, Any], ply: Ply) -> tuple[Any, ...]:
    """What else the actor of a ply could have done; nothing where chance acted, or where somebody
    left the table or joined it."""
    node = rules.node(ply.before)
    possible = node.of(ply.actor) if isinstance(node, Decision) and ply.actor is not None else ()
    return tuple(a for a in possible if a != ply.action) if ply.action in possible else ()


def weigh(rules: Rules[Any, Any], judge: Judge, state: Any) -> tuple[Weighed, ...]:
    """What the player whose turn it is can do in this state, the best first."""
    node = rules.node(state)
    if not isinstance(node, Decision):
        return ()
    moves = (
        _weighed(rules.format(action), judge.value(rules.apply(state, action)), node.player)
        for action in node.actions
    )
    return tuple(sorted(moves, key=lambda move: -move.value))


def moment(game: Game, record: Record, judge: Judge, ply: int) -> Moment:
    """One ply of a match, the first being 1; raises as `review` does."""
    reviewer = _Reviewer(game, record, judge, silent, lambda: False)
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
    """Look at a match again: finished, resigned, or as far as it got.

    Where chances to win are judged, giving up is a moment after the last ply. `report` is told
    how many positions were judged, and of how many; where `stopped` says so between two of them,
    Interrupted is raised. Raises InvalidRecord, and a GamenightError for a match that goes on and
    has secrets.
    """
    reviewer = _Reviewer(game, record, judge, report, stopped)
    plies = reviewer.plies
    moments = [reviewer.moment(number) for number in range(len(plies))]
    if record.result is not None and record.result.resigned is not None and judge.unit == "wins":
        moments.append(reviewer.resignation(record.result, record.result.resigned))
    start = reviewer.value(0).seats
    source = f"{judge.source}; it knows what was hidden" if reviewer.secrets else judge.source
    result = moments[-1].after if moments else start
    report(reviewer.total, reviewer.total)
    return Review(game.id, record.names(), judge.unit, source, start, tuple(moments), result)


class _Reviewer:
    """A match with the value of each of its states. One that nothing but a forced ply follows has
    the value of the state after that."""

    def __init__(
        self,
        game: Game,
        record: Record,
        judge: Judge,
        report: Report,
        stopped: Callable[[], bool],
    ):
        self.game = game
        self.record = record
        self.rules = record.rules(game)
        self.plies = record.plies(game)
        self._judge = judge
        self._report = report
        self._stopped = stopped
        self.secrets = any(self.rules.hide(ply.after, None) != ply.after for ply in self.plies)
        if self.secrets and record.result is None:
            raise GamenightError(
                f"this match of {game.title} goes on, and players hide something from each other: "
                "it can be looked at when it is over"
            )
        self._others = [alternatives(self.rules, ply) for ply in self.plies]
        self._same = list(range(len(self.plies) + 1))
        for number in reversed(range(len(self.plies))):
            if self._is_forced(number):
                self._same[number] = self._same[number + 1]
        self._done, self.total = 0, len(set(self._same)) + sum(map(len, self._others))
        self._values: dict[int, Value] = {}

    def _is_forced(self, number: int) -> bool:
        ply = self.plies[number]
        node = self.rules.node(ply.before)
        if isinstance(node, Chance):
            return len(node.outcomes) == 1
        return isinstance(node, Decision) and node.actions == (ply.action,) and not node.others

    def value(self, number: int) -> Value:
        """The value after so many plies."""
        same = self._same[number]
        if same not in self._values:
            state = self.plies[same - 1].after if same else self.rules.initial()
            self._values[same] = self._first(state, same)
        return self._values[same]

    def _first(self, state: Any, stream: int) -> Value:
        self._report(self._done, self.total)
        self._done += 1
        return self._judged(state, stream)

    def _judged(self, state: Any, stream: int, times: int = 1) -> Value:
        if self._stopped():
            raise Interrupted
        if isinstance(self._judge, Rollouts):
            return self._judge.value(state, stream, times)
        return self._judge.value(state)

    def moment(self, number: int) -> Moment:
        """The ply of this number; the first is 0 here, and 1 to people."""
        rules, ply = self.rules, self.plies[number]
        node = rules.node(ply.before)
        owner = node.player if isinstance(node, Chance) else None
        viewer, names = owner if ply.actor is None else ply.actor, self.record.names(number)
        steps = steps_of(self.game, rules, ply.before, ply.action, viewer, names)
        moves = self._moves(ply, number)
        before, after = self.value(number), self.value(number + 1)
        return Moment(
            number + 1,
            ply.actor,
            owner,
            rules.format(ply.action),
            " ".join(step.text for step in steps if step.text),
            before.seats,
            after.seats,
            (0.0, 0.0) if before is after else (before.error, after.error),
            moves,
        )

    def _moves(self, ply: Ply, number: int) -> tuple[Weighed, ...]:
        """What was possible, all judged with the draws of the state that came about."""
        rules, seat, played = self.rules, ply.actor, self.rules.format(ply.action)
        node = rules.node(ply.before)
        if not isinstance(node, Decision) or seat is None or ply.action not in node.of(seat):
            return ()
        stream = self._same[number + 1]
        states = {rules.format(a): rules.apply(ply.before, a) for a in self._others[number]}
        values = {text: self._first(state, stream) for text, state in states.items()}
        states[played], values[played] = ply.after, self.value(number + 1)
        if seat != node.player:
            states[NOTHING], values[NOTHING] = ply.before, self.value(number)
        if len(values) == 1:
            return ()
        moves = [_weighed(text, value, seat) for text, value in values.items()]
        better = _better(moves, played)
        if better and isinstance(self._judge, Rollouts):
            fresh = len(self.plies) + 1 + number
            for text in (played, *(move.text for move in better)):
                values[text] = self._judged(states[text], fresh, CLOSER)
            self._values[stream] = values[played]
            moves = [_weighed(text, value, seat) for text, value in values.items()]
        return _ranked(moves, played)

    def resignation(self, result: Result, seat: int) -> Moment:
        """Giving up, as a decision after the last ply."""
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
            (last.error, 0.0),
            _ranked(moves, RESIGN),
        )


def _weighed(text: str, value: Value, seat: int) -> Weighed:
    return Weighed(text, value.seats[seat], value.error, value.proven)


def _better(moves: Sequence[Weighed], played: str) -> list[Weighed]:
    """The moves that are surely better than the one that was played, the best first."""
    own = next(move for move in moves if move.text == played)
    found = [
        move
        for move in moves
        if move.value - own.value > max(SURE * hypot(move.error, own.error), TINY)
    ]
    return sorted(found, key=lambda move: -move.value)


def _ranked(moves: Sequence[Weighed], played: str) -> tuple[Weighed, ...]:
    """The best move first, which is the one that was played unless another is surely better."""
    better = _better(moves, played)
    first = better[0].text if better else played
    return tuple(sorted(moves, key=lambda move: (move.text != first, -move.value)))
