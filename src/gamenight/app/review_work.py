"""Review work: reviews a match in a thread of its own, while the screen stays alive."""

from __future__ import annotations

from threading import Event, Thread
from time import monotonic

from gamenight.app.scheduling import responsive
from gamenight.core import registry
from gamenight.core.bot import Interrupted
from gamenight.core.errors import GamenightError
from gamenight.core.game import Game
from gamenight.core.lab import READY
from gamenight.core.record import Record
from gamenight.lab.account import Review
from gamenight.lab.progress import duration
from gamenight.lab.review import is_slow, match_judge, review


class TooEarly(GamenightError):
    """Nothing was played yet, or the match is not over and still has secrets."""

    code = "too_early"


class TooSlow(GamenightError):
    """A review that nobody asked for must not take long."""

    code = "too_slow"


class ReviewWork:
    """The review of one match. review: None until it is done; failure: why there is none; kept:
    whether others than the page that shows it wait for it. In a hurry only a judge of the game's
    own or compiled games will do.

    The program does not wait for the thread when it ends: a compiler cannot be stopped.
    """

    def __init__(
        self,
        record: Record,
        game: Game | None = None,
        *,
        hurry: bool = False,
        kept: bool = False,
    ):
        self.record = record
        self.game = game or registry.game(record.game)
        if not record.actions:
            raise TooEarly("nothing was played in this match yet, so there is nothing to review")
        if record.result is None and record.hides(self.game):
            raise TooEarly(
                "this match can be reviewed when it is over: a review shows what is hidden"
            )
        self.review: Review | None = None
        self.failure = ""
        self._hurry = hurry
        self.kept = kept or hurry
        self.done = self.total = 0
        self._second: tuple[int, float] | None = None  # the position after the first, and when
        self._stopped = Event()
        self._thread = Thread(target=self._carry_out, daemon=True)

    @property
    def over(self) -> bool:
        return self.review is not None or bool(self.failure)

    def start(self) -> None:
        """Begin, unless it has begun already."""
        if self._thread.ident is None:
            self._thread.start()

    def take_time(self) -> None:
        """Somebody has asked for it, so it may take as long as it does."""
        self._hurry = False

    def stop(self) -> None:
        """Stop: nobody wants the review any more."""
        self._stopped.set()

    @property
    def pace(self) -> str:
        """How long it will take, or why that is not known yet."""
        if self._second is None or self.done <= self._second[0]:
            return READY
        done, at = self._second
        left = (monotonic() - at) / (self.done - done) * (self.total - self.done)
        return f"{self.done:,} of {self.total:,} positions, about {duration(left)} left"

    def _report(self, done: int, total: int) -> None:
        self.done, self.total = done, total
        if done > 1 and self._second is None:
            self._second = done, monotonic()

    def _carry_out(self) -> None:
        """A fault, perhaps in a plug-in, must not break the screen."""
        game, record = self.game, self.record
        try:
            with responsive():
                if self._hurry and is_slow(game, record) and self._hurry:  # nobody asked meanwhile
                    raise TooSlow(f"looking back at a match of {game.title} takes a while")
                judge = match_judge(game, record)
                self.review = review(game, record, judge, self._report, self._stopped.is_set)
        except Interrupted:
            pass
        except GamenightError as error:
            self.failure = str(error)
        except Exception as error:
            self.failure = f"the match cannot be judged: {error!r}"
