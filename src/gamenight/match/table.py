"""Table: a match as a front end sees it, at this keyboard, in a record, or on a server.

A front end shows what `scene` and `steps` give, asks the people `turn` names, and hands the answer
over. Who acts next is decided in `course.py`; a front end uses nothing else from `match/` but this
and `Matches`, which lists and makes tables.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Literal, Protocol

from gamenight.core.errors import GamenightError, InvalidAction
from gamenight.core.fairness import Fair
from gamenight.core.game import Game
from gamenight.core.play import Ply, mover
from gamenight.core.record import Record, Result, Seat, Standing
from gamenight.core.rules import Chance, Over, Rules
from gamenight.core.scene import Choice, Scene, Step
from gamenight.core.sides import seen_from
from gamenight.core.view import ahead_of, awaiting, drawn, ended, odds_of, scene_of, steps_of
from gamenight.match.elsewhere import Elsewhere, NotHere
from gamenight.match.turn import At, Turn
from gamenight.match.verdict import announcement

if TYPE_CHECKING:
    from gamenight.match.hints import Hint

Ability = Literal["undo", "resign", "sit", "join", "hint", "odds", "rematch", "branch"]
__all__ = ["Ability", "NoSuchPly", "NotHere", "NotPossible", "Table"]
ROLL = "roll"  # what people type to roll
# Seconds at a terminal before every question and every ply of a bot, in which bots may act out of
# turn. It is the same whether or not one can, so that time gives nothing away.
LISTENING = 0.3


class NoSuchPly(GamenightError):
    """A moment that the match does not have."""

    code = "no_such_ply"


class NotPossible(GamenightError):
    """What was typed is not possible now."""

    code = "not_possible"


class Table(Elsewhere, Protocol):
    """One match. Subclass it: the methods with a body suit a match that nobody can change.

    Whatever somebody does is answered with a sentence for people ("Took back 2 moves."), or with
    nothing where the plies say it all; it raises a GamenightError, and then nothing has changed.
    """

    id: str
    game: Game
    rules: Rules[Any, Any]
    options: Mapping[str, Any]
    busy: str  # what it is busy with: "Ann is thinking ..."
    listening: float = 0.0  # the seconds that bots have to act out of turn; 0: as many as they need
    version: int  # grows with every change
    greeting: str = ""  # what whoever opens it should know first
    warning: str = ""  # why something of it is in memory only; empty where everything is kept
    # Whether this screen knew the same of its chance before; None where it knew nothing.
    vouches: Callable[[Fair], bool | None] = staticmethod(lambda fair: None)

    # What we know.

    @property
    @abstractmethod
    def plies(self) -> Sequence[Ply]:
        """What happened, as whole states or as one seat saw it."""

    @abstractmethod
    def seated(self, ply: int | None = None) -> tuple[Seat, ...]:
        """Who sits where after this many plies; by default now."""

    @property
    @abstractmethod
    def result(self) -> Result | None:
        """How it ended."""

    @property
    @abstractmethod
    def rounds(self) -> tuple[tuple[Standing, ...], ...]:
        """Everybody's results in each finished round of the series, this one included."""

    @property
    @abstractmethod
    def can(self) -> frozenset[Ability]:
        """What is possible at this table."""

    @abstractmethod
    def record(self) -> Record:
        """The match so far: whole if it is kept here, else what one seat saw."""

    @property
    def last(self) -> int:
        """How many plies there are."""
        return len(self.plies)

    @property
    def at(self) -> At:
        """What somebody who looks now has seen."""
        return At(self.last, 0)

    @property
    def seats(self) -> tuple[Seat, ...]:
        return self.seated()

    @property
    def names(self) -> tuple[str, ...]:
        return self.names_at(None)

    def names_at(self, ply: int | None) -> tuple[str, ...]:
        """The names after this many plies; by default now."""
        return tuple(seat.name for seat in self.seated(ply))

    @property
    def here(self) -> tuple[int, ...]:
        """The seats of the people at this screen."""
        return ()

    @property
    def viewer(self) -> int | None:
        """Whose view of the public events is shown: the only person's here, else a spectator's."""
        return self.here[0] if len(self.here) == 1 else None

    @property
    def absent(self) -> tuple[int, ...]:
        """The seats that nobody plays now: their players have left, or nobody has joined yet."""
        return self.rules.absent(self.state())

    @property
    def present(self) -> tuple[int, ...]:
        """The seats of everybody at the table."""
        gone = self.absent
        return tuple(seat for seat in range(self.rules.players) if seat not in gone)

    @property
    def later(self) -> tuple[str, ...]:
        """What people have said before a roll, to leave or to join, and what is not done yet."""
        return ()

    @property
    def interrupts(self) -> bool:
        """Whether anybody may ever act out of turn."""
        return self.rules.interrupts

    @property
    def shared(self) -> bool:
        """Whether several people at this screen might act out of turn: then nobody is asked, for
        the question would give away who holds what. Anybody who wants to act says so."""
        return self.interrupts and len(self.here) > 1 and self.result is None

    def state(self, at: int | None = None, viewer: int | None = None) -> Any:
        """The state after this many plies, by default now; as this viewer saw it, where that is all
        that is known. Raises NoSuchPly."""
        at = self.last if at is None else at
        return self.ply(at, viewer).after if at else self._start(viewer)

    def ply(self, number: int, viewer: int | None = None) -> Ply:
        """A ply by its number, from 1, perhaps as this viewer saw it; raises NoSuchPly."""
        if not 1 <= number <= self.last:
            raise NoSuchPly(f"there is no ply {number} (possible: 1 to {self.last})", number)
        return self._seen(viewer)[number - 1]

    def _seen(self, viewer: int | None) -> Sequence[Ply]:
        return self.plies

    def _start(self, viewer: int | None = None) -> Any:
        return self.rules.initial()

    @property
    def player(self) -> int | None:
        """Whose turn or whose roll it is; None where chance acts for nobody, or it is over."""
        node = self.rules.node(self.state())
        return None if isinstance(node, Over) else node.player

    @property
    def rolls(self) -> bool:
        """Whether it is up to chance now: nobody chooses anything."""
        return isinstance(self.rules.node(self.state()), Chance)

    def mover(self, ply: int) -> int | None:
        """Who acted in a ply (the first is 1), or whose roll it was."""
        return mover(self.rules, self.ply(ply))

    def acts_of_people(self) -> Iterator[str]:
        """The name of a person for each time one played or rolled; raises BrokenGame."""
        for ply in range(self.last):
            seat = self.mover(ply + 1)
            if seat is not None and not self.seated(ply)[seat].bot:
                yield self.seated(ply)[seat].name

    # Pictures.

    def scene(self, viewer: int | None, at: int | None = None) -> Scene:
        """What a viewer sees after this many plies; by default now."""
        seen = scene_of(self.game, self.rules, self.state(at, viewer), viewer, self.names_at(at))
        over = self.result is not None and at in (None, self.last)
        return self._as_sat(ended(seen) if over else seen, at)

    def unnamed(self, viewer: int | None, at: int | None = None) -> Scene:
        """The same with seats mentioned as `{0}`, not named."""
        return drawn(self.game, self.rules, self.state(at, viewer), viewer)

    def rolling(self, seat: int) -> Scene:
        """What somebody sees who has to roll: the only choice there is."""
        node = self.rules.node(self.state())
        label = node.label if isinstance(node, Chance) else ""
        choice = Choice(ROLL, label, key=ROLL[0], default=True)
        return replace(self.scene(seat), choices=(choice,))

    def ahead(self, text: str, seat: int) -> Scene | None:
        """What this seat would see after one of its actions; None where chance follows it, or
        where it is not possible."""
        seen = ahead_of(self.game, self.rules, self.state(None, seat), text, seat, self.names)
        return None if seen is None else self._as_sat(seen, None)

    def steps(self, ply: int, viewer: int | None) -> tuple[Step, ...]:
        """The telling of a ply (the first is 1), with the names at that moment."""
        before, action, _, _ = self.ply(ply, viewer)
        names = self.names_at(ply - 1)
        told = steps_of(self.game, self.rules, before, action, viewer, names)
        return tuple(
            step if step.scene is None else replace(step, scene=self._as_sat(step.scene, ply))
            for step in told
        )

    def _as_sat(self, scene: Scene, at: int | None) -> Scene:
        """The scene as those at the table see it: one of them sits below, and a machine is not
        asked anything."""
        seats = self.seated(at)
        below = self._below(seats)
        if below is not None:
            scene = seen_from(scene, below)
        return awaiting(scene, seats, lambda seat: seats[seat].name)

    def _below(self, seats: Sequence[Seat]) -> int | None:
        """Who sits below: the only person among machines."""
        people = [number for number, seat in enumerate(seats) if not seat.bot]
        return people[0] if len(people) == 1 else None

    def story(self, ply: int, viewer: int | None) -> tuple[Step, ...]:
        """The same without the reason for the end, which goes with the verdict."""
        last = self.result.reason if self.result is not None else ""
        return tuple(step for step in self.steps(ply, viewer) if not last or step.text != last)

    def otherwise(self, ply: int, viewer: int | None, most: int) -> list[tuple[Step, ...]]:
        """The tellings of other ways a roll could have gone; empty for other plies."""
        before, action, _, _ = self.ply(ply, viewer)
        node, names = self.rules.node(before), self.names_at(ply - 1)
        if not isinstance(node, Chance):
            return []
        others = [outcome for outcome, _ in node.outcomes if outcome != action]
        chosen = others[:: max(len(others) // most, 1)][:most]
        return [steps_of(self.game, self.rules, before, a, viewer, names) for a in chosen]

    async def odds(
        self, seat: int | None, fractions: bool = False, at: int | None = None
    ) -> list[str]:
        """The odds after this many plies, by default now, as far as a seat may know them; perhaps
        as fractions."""
        return odds_of(
            self.game, self.rules, self.state(at, seat), seat, self.names_at(at), fractions
        )

    async def hint(self, seat: int) -> Hint:
        """What the best bot would do in this seat; raises NoHint."""
        raise NotHere("nobody plays here")

    def refusal(self, text: str, seat: int | None) -> str:
        """Why an action cannot be taken, as far as everybody may know, else as far as this seat
        may; empty for other texts."""
        rules, state = self.rules, self.state(None, seat)
        try:
            action = rules.parse(text)
        except InvalidAction:
            return ""
        known = (rules.refusal(rules.hide(state, eyes), action, eyes) for eyes in (None, seat))
        return next(filter(None, known), "")

    # Sentences.

    def opening(self) -> tuple[str, ...]:
        """Who plays in which order, and who begins; empty where every seat has its own role."""
        absent, names = self.rules.absent(self._start()), self.names_at(0)
        names = tuple(name for seat, name in enumerate(names) if seat not in absent)
        if len(names) < 2 or self.game.unasked(**self.options):
            return ()
        return f"Order of play: {', '.join(names)}.", f"{names[0]} begins."

    def verdict(self) -> tuple[str, str] | None:
        """Who won with which score, and why; empty while the match goes on."""
        result, back = self.result, self.at.cuts
        if result is None:
            return None
        unit = self.scene(self.viewer).unit
        return announcement(self.names, result, self.absent, back, unit)

    def farewell(self) -> str:
        """How to come back."""
        return ""

    @property
    def kept(self) -> bool:
        """Whether the match is still there after everybody here has left it."""
        return True

    def close(self) -> str:
        """Nobody here plays on for now: how to come back."""
        return self.farewell()

    # What happens.

    def turn(self) -> Turn:
        """What comes next."""
        return Turn("over")

    async def advance(self, most: int | None = None) -> str:
        """Let things happen elsewhere, with at most this many draws of chance."""
        return ""

    def interrupt(self) -> None:
        """Stop a bot that is thinking, so that `advance` ends soon."""
        return

    async def ready(self, seat: int) -> str:
        """This seat is ready, or rolls, whichever it was asked for."""
        raise self._still()

    async def play(self, text: str, seat: int, at: At | None = None) -> str:
        """An action of somebody at this screen, who had seen this much: by default everything."""
        raise self._still()

    async def speak(self, text: str, seat: int | None) -> str:
        """What was typed while this seat was asked, and does not answer its question: somebody
        else's action, or one for later. Raises NotPossible, which says why it is neither."""
        raise self._still()

    async def passes(self, seat: int) -> str:
        """Somebody who may act out of turn does nothing."""
        raise self._still()

    async def undo(self, seat: int | None = None) -> str:
        """Take back the last action of a person."""
        raise self._still()

    async def resign(self, seat: int) -> str:
        """Give up: with two players the other wins; with more, a bot plays on."""
        raise self._still()

    async def sit(self, seat: int, who: Seat) -> str:
        """Hand a seat over."""
        raise self._still()

    async def leave(self, seat: int) -> str:
        """A person or a bot leaves the table."""
        raise self._still()

    async def join(self, who: Seat) -> str:
        """Somebody sits down at an empty seat, or comes back; who is there says what for."""
        raise self._still()

    async def next_round(self, seats: Sequence[Seat]) -> Table:
        """The table of the next round, with everybody who is in now."""
        raise self._still()

    def branch(self, ply: int) -> Table:
        """The table of a new match that continues from here, with the players of that moment."""
        raise NotHere("only a replay can be branched")

    # Beside the match.

    def draft(self, seat: int) -> tuple[str, ...] | None:
        """The keys that somebody has marked for the next ply; None if nothing was changed."""
        return None

    def keep_draft(self, seat: int, keys: Sequence[str]) -> None:
        """Keep what is marked beside the match."""
        raise self._still()

    def _still(self) -> NotHere:
        return NotHere("a replay cannot be changed: branch off to play on from here")
