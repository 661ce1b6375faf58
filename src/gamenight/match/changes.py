"""Changes: who takes over a seat, leaves the table or joins it, as people type it."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from random import Random
from typing import Any

from gamenight.core.errors import InvalidPlayers
from gamenight.core.play import sample
from gamenight.core.record import Seat, taken
from gamenight.core.rules import Chance, Decision, Rules
from gamenight.core.text import enumerated, listed, quoted, whole_number
from gamenight.match.seats import read_seat
from gamenight.match.table import Table

LEAVE, JOIN = "leave", "join"
SAME_PLAYERS = "online, the next round has the same players"
TRIES = 20  # rolls, until somebody may leave or join
SAME = {"opt out": LEAVE, "opt in": JOIN}  # in the words of a seed


def _deed(words: str) -> tuple[str, str]:
    """What is to be done, and who does it: `leave` and `Ann`."""
    typed = " ".join(words.split())
    for said, deed in SAME.items():
        if f"{typed} ".casefold().startswith(f"{said} "):
            return deed, typed[len(said) :].strip()
    word, _, rest = words.strip().partition(" ")
    return word.casefold(), rest


def read_change(table: Table, words: str) -> tuple[int, Seat]:
    """The seat, by its number or by the name there, and who takes it over: `2 bot:NAME`, `2 Ann`,
    `Ben Ann`; raises a GamenightError."""
    given = words.split()
    numbers = [([str(seat + 1)], seat) for seat in table.present]
    names = [(table.names[seat].split(), seat) for seat in table.present]  # of several words
    longest = sorted([*numbers, *names], key=lambda one: -len(one[0]))
    found = next((one for one in longest if _begins(given, one[0])), None)
    if found is None:
        first = quoted(given[0] if given else "")
        raise InvalidPlayers(
            f"nobody sits at {first} (possible: {sitting(table)}; then a name or bot:NAME)"
        )
    label, seat = found
    if seat in table.game.unasked(**table.options):
        raise InvalidPlayers(f"seat {seat + 1} never decides: nobody can sit there")
    others = [other for n, other in enumerate(table.seats) if n != seat]
    return seat, read_seat(table.game, " ".join(given[len(label) :]), taken(others))


def _begins(given: Sequence[str], label: Sequence[str]) -> bool:
    return [word.casefold() for word in given[: len(label)]] == [w.casefold() for w in label]


def sitting(table: Table) -> str:
    """Everybody at the table with the number of their seat."""
    return _listed({seat: table.seats[seat] for seat in table.present})


def read_arrival(table: Table, words: str) -> int | Seat | None:
    """The seat that `leave NAME` empties, or who comes with `join NAME`, while a match lasts; a
    number is that of a seat. None for other words; raises a GamenightError."""
    deed, who = _deed(words)
    there = {seat: table.seats[seat] for seat in table.present}
    if deed == LEAVE:
        for seat, left in _gone(table).items():
            if who.strip().casefold() in (left.name.casefold(), str(seat + 1)):
                raise InvalidPlayers(f"{left.name} has left the table already", who)
        return found_player(there, who)
    return read_joining(table, who) if deed == JOIN else None


def told_later(joining: Mapping[str, bool]) -> str:
    """Who joins (True) or leaves, but not before a roll that is due. After a bust it is the turn of
    the next player, whose roll is due then."""
    return f"Noted: {_comings(joining)} after the roll."


def told_undone(told: str, joining: Mapping[str, bool]) -> str:
    """What was taken back, with those who had said that they join (True) or leave."""
    return f"{told}, and that {_comings(joining)}." if joining else f"{told}."


def _comings(joining: Mapping[str, bool]) -> str:
    deeds = [f"{name} {'joins' if joins else 'leaves'}" for name, joins in joining.items()]
    return enumerated(deeds)


def text_at_table(rules: Rules[Any, Any], state: Any, seat: int) -> str | None:
    """How this seat leaves or joins: now, or after a roll. Other dice than those that will fall
    show that too."""
    rng = Random(0)
    for _ in range(TRIES):
        after = state
        while isinstance(node := rules.node(after), Chance):
            after = rules.apply(after, sample(node, rng))
        for action in node.at_table(seat) if isinstance(node, Decision) else ():
            return rules.format(action)
        if after is state:
            break  # there is nothing to roll
    return None


def who_goes_on(table: Table) -> list[Seat]:
    """Who plays the next round unless that is changed: everybody at the table. Whoever said before
    the roll that ended the match that they leave, or join, does so now."""
    stay = set(table.present)
    if table.later:
        stay ^= _changing_later(table, table.state(max(table.last - 1, 0)))
    return [table.seats[seat] for seat in sorted(stay)]


def _changing_later(table: Table, state: Any) -> set[int]:
    """The seats that leave or join after the roll, as somebody has said in this state."""
    seats = range(table.rules.players)
    return {n for n in seats if text_at_table(table.rules, state, n) in table.later}


def _joining_later(table: Table) -> set[int]:
    return _changing_later(table, table.state()) & {*table.absent} if table.later else set()


def _gone(table: Table) -> dict[int, Seat]:
    """Who has left, by seat."""
    return {seat: table.seats[seat] for seat in table.absent if table.seats[seat].name}


def gone_since(table: Table, seats: Sequence[Seat]) -> dict[int, Seat]:
    """Who sat here in this round and does not play the next, by seat."""
    return {n: seat for n, seat in enumerate(table.seats) if seat.name and seat not in seats}


def _found(gone: Mapping[int, Seat], words: str) -> Seat | None:
    """One who has left, by name or number."""
    wanted = words.strip().casefold()
    found = (who for n, who in gone.items() if wanted in (who.name.casefold(), str(n + 1)))
    return next(found, None)


def read_joining(table: Table, words: str) -> Seat:
    """Who joins a running match: somebody new, or by name or number one who has left."""
    return _joining(table, _gone(table), taken(table.seats), words)


def _joining(table: Table, gone: Mapping[int, Seat], there: Sequence[Seat], words: str) -> Seat:
    """Who joins those who are there: one of these who have gone, or somebody new."""
    if found := _found(gone, words):
        return found
    number = whole_number(words.strip())
    if number is not None:
        left = _listed(gone)
        raise InvalidPlayers(
            f"nobody has left seat {number} (has left: {left}; join NAME brings somebody new)"
        )
    return read_seat(table.game, words, there)


def free_seat(table: Table, who: Seat, spoken_for: Collection[int] = ()) -> int:
    """Where somebody who joins sits down: in the seat they left, or else in the first that nobody
    has ever taken, or that somebody has left; raises InvalidPlayers. Whoever joins after the
    roll keeps their seat. spoken_for: seats in which other people are about to sit."""
    name = who.name.casefold()
    coming = {*spoken_for, *(n for n in _joining_later(table) if table.seats[n] != who)}
    free = [seat for seat in table.absent if seat not in coming]
    own = (seat for seat in free if table.seats[seat].name.casefold() == name)
    new = (seat for seat in free if not table.seats[seat].name)
    for seat in (*own, *new, *free):
        return seat
    raise InvalidPlayers(f"all {len(table.seats)} seats are taken: somebody must leave first")


def found_player(there: Mapping[int, Seat], words: str) -> int:
    """The number of a player at the table, by name or by number from 1; raises InvalidPlayers."""
    wanted = words.strip().casefold()
    for number, seat in there.items():
        if wanted in (seat.name.casefold(), str(number + 1)):
            return number
    possible = _listed(there)
    raise InvalidPlayers(f"{quoted(words)} is not at the table (possible: {possible})", words)


def numbered(seats: Sequence[Seat]) -> str:
    """Everybody with a number to type: `1 Ann, 2 Ben`."""
    return _listed(dict(enumerate(seats)))


def _listed(seats: Mapping[int, Seat]) -> str:
    return listed((f"{number + 1} {seat.name}" for number, seat in seats.items()), none="nobody")


def most_seats(table: Table) -> range:
    """How many can play the next round, if no seat begins empty."""
    game = table.game
    return game.players(**{**table.options, **({game.empty: 0} if game.empty else {})})


def changed_seats(table: Table, seats: Sequence[Seat], words: str) -> list[Seat] | None:
    """Who plays the next round after `leave NAME`, `join NAME` or `join bot:NAME`; a number is the
    place in the list or, for one who comes back, the seat in the last round. Seats that never
    decide stay where they are. None for other words; raises a GamenightError."""
    deed, who = _deed(words)
    if table.remote and deed in (JOIN, LEAVE):
        raise InvalidPlayers(SAME_PLAYERS, words)
    idle = {n: table.seats[n] for n in sorted(table.game.unasked(**table.options))}
    players = {number: seat for number, seat in enumerate(seats) if seat not in idle.values()}
    if deed == JOIN:
        players[len(seats)] = _joining(table, gone_since(table, seats), seats, who)
    elif deed == LEAVE:
        gone = found_player(dict(enumerate(seats)), who)
        if gone not in players:
            raise InvalidPlayers(f"nobody decides for {seats[gone].name}: that seat stays", who)
        del players[gone]
    else:
        return None
    following = list(players.values())
    for number, seat in idle.items():
        following.insert(number, seat)
    return following
