"""Rounds: what follows a match that is over, and taking back what was played."""

from __future__ import annotations

from collections.abc import Sequence

from gamenight.core.errors import GamenightError, InvalidPlayers
from gamenight.core.game import span
from gamenight.core.record import Seat
from gamenight.core.text import listed, quoted
from gamenight.match.match import Match
from gamenight.match.series import next_order, next_round, podium, rounds
from gamenight.terminal.console import Console, Undo
from gamenight.terminal.seating import read_seat, yes_or_no


def next_match(console: Console, match: Match) -> Match | None:
    """The next round, if the people want one; the match itself if they took its end back."""
    played = rounds(match)
    if len(played) > 1 or len(match.seats) > 2:
        console.say("", f"After {len(played)} round{'s' if len(played) > 1 else ''}:")
        console.say(
            *(f"  {p.rank}. {p.name}: {p.won} won, {p.score} in all" for p in podium(played))
        )
    if not console.interactive and not match.people:
        return None
    return NextRound(console, match).ask()


def review(console: Console, match: Match) -> None:
    """Look at the match again; Ctrl-C ends that, and nothing else."""
    from gamenight.terminal.analysing import after_match

    try:
        after_match(console, match.game, match.record)
    except KeyboardInterrupt:
        console.say("")
    except GamenightError as error:
        console.say(str(error))


def farewell(match: Match) -> str:
    """The line that tells how to come back."""
    if match.store.path is None:
        return f"Match {match.id} could not be saved: it was played in memory."
    if match.result is not None:
        id = match.id
        return f"Match {id} is over and kept: gamenight replay {id}, gamenight analyse {id}"
    return f"Match {match.id} is saved. To go on: gamenight resume {match.id}"


def take_back(console: Console, match: Match) -> None:
    """Undo, and tell what that was."""
    plies = match.undo()
    what = f"{plies} {'move' if plies == 1 else 'moves'}" if plies else "the resignation"
    console.say(f"Took back {what}.")


def has_roles(match: Match) -> bool:
    """Whether every seat has a part of its own, so that none begins and none is swapped."""
    return bool(match.game.unasked(**match.record.options))


def changed_seats(match: Match, seats: Sequence[Seat], words: str) -> list[Seat] | None:
    """Who is in after `leave NAME`, `join NAME` or `join bot:NAME`; None for other words."""
    word, _, who = words.partition(" ")
    if word.casefold() == "join":
        return [*seats, read_seat(match.game, who, seats)]
    if word.casefold() != "leave":
        return None
    left = [seat for seat in seats if seat.name.casefold() != who.strip().casefold()]
    if len(left) == len(seats):
        names = listed(seat.name.casefold() for seat in seats)
        raise GamenightError(f"{quoted(who)} is not at the table (possible: {names})")
    return left


class NextRound:
    """The question whether to play again, and who is in."""

    def __init__(self, console: Console, match: Match):
        self.console = console
        self.match = match
        self.seats: list[Seat] = list(match.seats)

    def ask(self) -> Match | None:
        try:
            if not self._wants_more():
                return None
        except Undo:
            return self.match
        return next_round(self.match, self.seats, next_order(self.match, self.seats))

    def _wants_more(self) -> bool:
        """Whether another round is wanted; raises Undo when the match goes on instead."""
        help = [
            "Type y for another round with those at the table, n to leave; Enter is y.",
            "leave NAME and join NAME (or join bot:NAME) change who is in.",
            "review tells what each decision of this match gave away, and how lucky everybody was.",
        ]
        undoes = "takes the last move back"
        while True:
            try:
                prompt, kept = "Play again? [y/n] ", farewell(self.match)
                more = self.console.ask(prompt, help, self._read_more, undoes, kept)
            except Undo:
                try:
                    take_back(self.console, self.match)
                except GamenightError as error:
                    self.console.say(str(error))
                else:
                    raise
            else:
                if more is not None:
                    return more
                review(self.console, self.match)

    def _read_more(self, answer: str) -> bool | None:
        """yes, no, or None for a review; who leaves or joins is told, and the question asked
        again."""
        if answer.casefold() == "review":
            return None
        changed = changed_seats(self.match, self.seats, answer)
        if changed is None:
            more = yes_or_no(answer)
            possible = self.match.game.players(**self.match.record.options)
            if more and len(self.seats) not in possible:
                raise InvalidPlayers(
                    f"{self.match.game.title} is for {span(possible)} players, not "
                    f"{len(self.seats)}: type join NAME or leave NAME"
                )
            return more
        self.seats = changed
        raise GamenightError(f"At the table: {listed(seat.name for seat in self.seats)}.")
