"""Mirror: a match as a server has told it to the people at this screen."""

from __future__ import annotations

from time import monotonic
from typing import Any

from gamenight.core import registry
from gamenight.core.clock import SECOND
from gamenight.core.errors import GamenightError
from gamenight.core.game import Game
from gamenight.core.record import Change, Result, Seat, Standing
from gamenight.match.clocks import Clocks
from gamenight.match.turn import At
from gamenight.online import protocol
from gamenight.online.connection import TurnedAway
from gamenight.online.eyes import key
from gamenight.online.protocol import Welcome
from gamenight.online.views import Viewer, Views

SOON = protocol.Turn("wait")  # what comes next where nobody has said it yet


class Missed(Exception):
    """Something is not known here that the server thinks is."""


class Mirror:
    """own: the seats of the people at this screen; turn: what comes next; passed: who does nothing
    out of turn now. Raises TurnedAway where the game cannot be played here, and Missed."""

    def __init__(self, welcome: Welcome):
        self.table, self.match = welcome.table, welcome.match
        self.game = _game(welcome)
        self.options: dict[str, Any] = welcome.options
        self.rules = self.game.shared_rules(len(welcome.seats), **welcome.options)
        self.own: tuple[int, ...] = ()
        self.clock = welcome.clock  # what was agreed about time
        self.clocks: Clocks | None = None
        self.views = Views(self.rules, ())
        self.take(welcome)

    @property
    def turn(self) -> protocol.Turn:
        """What comes next."""
        return self._turn

    @turn.setter
    def turn(self, turn: protocol.Turn) -> None:
        self._turn, told = turn, turn.clocks
        if told is not None:
            since = monotonic() + told.wait / SECOND
            self.clocks = Clocks(tuple(told.left), told.runs, since)

    @property
    def at(self) -> At:
        """What is known."""
        return At(self.views.last, self.cuts)

    @property
    def away(self) -> tuple[int, ...]:
        """The seats of people who are not connected."""
        people = (place for place in self.places if place.name and not place.bot)
        return tuple(p.seat for p in people if not p.here and p.seat is not None)

    def offered(self, what: protocol.Offered) -> protocol.OpenOffer | None:
        """Whether somebody proposes this."""
        return next((one for one in self.offers if one.what == what), None)

    def take(self, welcome: Welcome) -> None:
        """Everything, or what was missed; raises Missed."""
        self.offers = welcome.offers
        self.seats = tuple(Seat(*seat) for seat in welcome.seats)
        self.changes = [_change(one) for one in welcome.changes]
        self.series = tuple(tuple(Standing(*one) for one in each) for each in welcome.series)
        self.places, self.yours = welcome.places, welcome.yours
        self._see(welcome)
        self.cuts, self.passed = welcome.n[1], set(welcome.passes)
        if welcome.n[0] != self.views.last:
            raise Missed
        self.turn, self.result = welcome.turn or SOON, _result(welcome.result)

    def _see(self, welcome: Welcome) -> None:
        """Fold the plies that were not known; raises Missed."""
        seats = (welcome.places[place].seat for place in welcome.yours)
        self.own = own = tuple(sorted(seat for seat in seats if seat is not None))
        views = Views(self.rules, own)
        if views.viewers == self.views.viewers and welcome.start:
            views = self.views
            views.cut(welcome.start)
        texts = [welcome.texts.get(key(viewer), []) for viewer in views.viewers]
        if views.last != welcome.start or len({len(one) for one in texts}) != 1:
            raise Missed
        for seen in zip(*texts, strict=True):
            views.add(dict(zip(views.viewers, seen, strict=True)))
        self.views = views

    def ply_came(self, ply: protocol.Ply) -> None:
        """One more ply, or one that is known already; raises Missed."""
        plies, cuts = ply.n
        if cuts == self.cuts and plies <= self.views.last:
            return
        if cuts != self.cuts or plies != self.views.last + 1:
            raise Missed
        self.views.add(self._texts(ply), ply.by)
        self.passed.clear()
        self.turn, self.result = ply.turn or SOON, _result(ply.result)

    def _texts(self, ply: protocol.Ply) -> dict[Viewer, str]:
        """What each viewer saw of a ply; raises Missed."""
        found: dict[Viewer, str] = {}
        for viewer in self.views.viewers:
            text = ply.texts.get(key(viewer)) if ply.texts else ply.text
            if not isinstance(text, str):
                raise Missed
            found[viewer] = text
        return found

    def cut_came(self, cut: protocol.Cut) -> None:
        """Plies were taken back; raises Missed."""
        plies, cuts = cut.n
        if cuts <= self.cuts:
            return
        if plies > self.views.last:
            raise Missed
        self.views.cut(plies)
        self.changes = [change for change in self.changes if change.ply <= plies]
        self.cuts, self.result = cuts, None
        self.passed.clear()
        self.turn = cut.turn or SOON

    def turn_came(self, turned: protocol.Turned) -> None:
        """What comes next has changed; raises Missed."""
        if At(*turned.n) != self.at:
            raise Missed
        self.turn = turned.turn

    def seat_came(self, changed: protocol.Changed) -> None:
        """Somebody else sits in a seat."""
        change = _change(changed.change)
        if change not in self.changes:
            self.changes.append(change)
        self.turn = changed.turn or self.turn

    def end_came(self, over: protocol.Over) -> None:
        """It is over without a ply; raises Missed."""
        if At(*over.n) != self.at:
            raise Missed
        self.result = _result(over.result)
        self.clocks = self.clocks and self.clocks.stopped()


def _game(welcome: Welcome) -> Game:
    """The game, if it is played by the same rules here."""
    try:
        game = registry.game(welcome.game)
    except GamenightError as error:
        raise TurnedAway(f"this table plays a game that is missing here: {error}") from error
    if game.version != welcome.version:
        raise TurnedAway(
            f"this table plays {game.title} by version {welcome.version} of the rules, and here it "
            f"has version {game.version}: update gamenight"
        )
    return game


def _change(change: tuple[int, int, str, str]) -> Change:
    ply, seat, name, bot = change
    return Change(ply, seat, Seat(name, bot))


def _result(found: protocol.Result | None) -> Result | None:
    if found is None:
        return None
    return Result(tuple(found.scores), tuple(found.winners), found.reason, found.resigned)
