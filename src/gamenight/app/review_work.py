"""Review work: a match looked at again in a thread of its own, while the screen stays alive."""

from __future__ import annotations

from threading import Event, Thread
from time import monotonic

from gamenight.app.scheduling import responsive
from gamenight.core import registry
from gamenight.core.bot import Interrupted
from gamenight.core.errors import GamenightError
from gamenight.core.game import Game
from gamenight.core.record import Record
from gamenight.lab.account import Review
from gamenight.lab.progress import duration
from gamenight.lab.review import has_secrets, match_judge, review


class TooEarly(GamenightError):
    """Nothing was played yet, or a match that goes on keeps its secrets."""

    code = "too_early"


class ReviewWork:
    """One match, looked at once. review: there when it is done; failure: why there is none.

    The thread is none that the program waits for at its end: a compiler cannot be stopped.
    """

    def __init__(self, record: Record, game: Game | None = None):
        self.record = record
        self.game = game or registry.game(record.game)
        if not record.actions:
            raise TooEarly("nothing was played in this match that could be reviewed")
        if record.result is None and has_secrets(self.game, record):
            raise TooEarly("this match is reviewed when it is over: a review tells what is hidden")
        self.review: Review | None = None
        self.failure = ""
        self.done = self.total = 0
        self._second: tuple[int, float] | None = None  # the position after the first, and when
        self._stopped = Event()
        self._thread = Thread(target=self._carry_out, daemon=True)

    @property
    def over(self) -> bool:
        return self.review is not None or bool(self.failure)

    def start(self) -> None:
        """Begin, unless that was done before."""
        if self._thread.ident is None:
            self._thread.start()

    def stop(self) -> None:
        """Nobody wants it any more."""
        self._stopped.set()

    @property
    def pace(self) -> str:
        """How long it will take, or why nobody knows yet."""
        if self._second is None or self.done <= self._second[0]:
            return "The first position takes longest: something may have to be compiled for it."
        done, at = self._second
        left = (monotonic() - at) / (self.done - done) * (self.total - self.done)
        return f"{self.done:,} of {self.total:,} positions, about {duration(left)} left"

    def _report(self, done: int, total: int) -> None:
        self.done, self.total = done, total
        if done > 1 and self._second is None:
            self._second = done, monotonic()

    def _carry_out(self) -> None:
        """What breaks, a plug-in perhaps, must not break the screen."""
        game, record = self.game, self.record
        try:
            with responsive():
                judge = match_judge(game, record)
                self.review = review(game, record, judge, self._report, self._stopped.is_set)
        except Interrupted:
            pass
        except GamenightError as error:
            self.failure = str(error)
        except Exception as error:
            self.failure = f"the match cannot be judged: {error!r}"
