"""Proof: what of a match's chance can be worked out again by anybody, and what cannot be known.

A proof is data, so that a page without the rules can check it as well: `online/page/js/proof.js`
does the same, and tests/page/proofs.json holds both to it. What was found is said with WORDS.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Mapping, Sequence
from itertools import accumulate, pairwise
from typing import Any, NamedTuple

from gamenight.core.fairness import NOBODY, Fair, Mix, read_fair
from gamenight.core.game import Game
from gamenight.core.play import Ply
from gamenight.core.record import Record
from gamenight.core.rules import Chance
from gamenight.core.text import enumerated
from gamenight.match.fair import Keys, commit_of, drawn_order, follows
from gamenight.match.secret import draw
from gamenight.match.table import Table

# What is said of each finding: if it holds, and if it does not.
WORDS: dict[str, tuple[str, str]] = {
    "commit": (
        "The secret behind all chance was fixed before anybody sat down.",
        "The secret is not the one that was fixed before anybody sat down.",
    ),
    "seats": (
        "The order of play was drawn with it.",
        "The order of play is not the one that it draws.",
    ),
    "draws": (
        "Every roll and draw follows from it ({count} in all).",
        "Step {ply} is {given}, but {drawn} should have been drawn there.",
    ),
    "salts": (
        "{names} mixed in numbers of their own, each fixed before it was needed.",
        "What {names} is said to have mixed in at step {ply} was not fixed before.",
    ),
    "machines": (
        "No machine mixed anything in.",
        "{names} was a machine at step {ply}, and mixed something in: the server chose that.",
    ),
    "own": (
        "This screen knew the commit beforehand, and every number that it gave in time is there.",
        "This screen knew another commit beforehand, or a number that it gave in time is missing.",
    ),
    "asked": (
        "Everybody at the table was asked for a number before each roll.",
        "{names} was not asked for a number before step {ply} as agreed.",
    ),
}
# What cannot be known, or should be.
NOTES = {
    "alone": "No proof can show, since nobody else mixed anything in, that whoever ran the program "
    "did not look ahead, or begin again until they liked the dice.",
    "sealed": "Whoever ran the server could have known the dice beforehand. They could not change "
    "them, unless they played as well and mixed in their own number last.",
    "live": "Whoever ran the server could have left a number out, but no more than these.",
    "given": "The order of play was not drawn by lot.",
    "unasked": "Moves were taken back, so nobody can tell whether everybody was asked for a number "
    "before each roll up to step {ply}.",
    "silent": "Nothing was mixed in by {names}.",
    "absent": "Numbers that {names} did not give in time: {count}.",
    "late": "{names} came later: what they mixed in counts from step {ply} on.",
    "taken_back": "Times that moves were taken back: {count}; the same dice came again.",
    "seeded": "The dice come from a seed: whoever knows it knows them all, so this is not fair.",
    "old": "This match keeps nothing by which its chance could be proven: it is older than that, "
    "or was continued from a file.",
    "record": "When the secret was fixed, only a screen that was at the table can tell: this is "
    "the record alone.",
    "lasts": "The match is not over: its secret comes with the result.",
    "part": "This is what one seat saw; only the whole match can be proven.",
}
HEADLINES = {
    "proven": "Fair: everything that chance decided can be proven.",
    "broken": "NOT FAIR: the proof does not fit.",
    "nothing": "Nothing is proven.",
    "no_chance": "There was no chance in this match, so there is nothing to prove.",
}


class Finding(NamedTuple):
    """Something that was looked at. holds: None for a note; values: what its words need."""

    code: str
    holds: bool | None
    values: Mapping[str, Any] = {}

    @property
    def sentence(self) -> str:
        if self.holds is None:
            return NOTES[self.code].format(**self.values)
        return WORDS[self.code][not self.holds].format(**self.values)


class Report(NamedTuple):
    """headline: one of HEADLINES."""

    headline: str
    findings: tuple[Finding, ...]

    @property
    def is_proven(self) -> bool:
        """Whether nothing that chance decided is open."""
        return self.headline in ("proven", "no_chance")

    def and_that(self, finding: Finding) -> Report:
        """The same with one more finding."""
        headline = "broken" if finding.holds is False else self.headline
        return Report(headline, (*self.findings, finding))

    @property
    def seal(self) -> str:
        """Two words for the end of a match."""
        return {"proven": "fair dice", "broken": "NOT FAIR"}.get(self.headline, "the dice")

    @property
    def invitation(self) -> str:
        """What the word `fair` does, for whoever may wonder."""
        proven = {"proven": "proves its dice", "broken": "shows why its dice are NOT FAIR"}
        return proven.get(self.headline, "says what is known of its dice")

    @property
    def lines(self) -> list[str]:
        """For people: what holds, what does not, and what nobody can know."""
        signs = {True: "+", False: "!", None: "-"}
        told = [f"  {signs[one.holds]} {one.sentence}" for one in self.findings]
        return [HEADLINES[self.headline], *told]


def verified(record: Record, game: Game | None = None, known: bool | None = None) -> Report:
    """What can be proven of a match. known: whether what a screen knows of it fits; None where it
    knows nothing."""
    fair = record.fair
    if fair is None:
        return Report("nothing", (Finding("old", None),))
    if fair.secret is None:
        return Report("nothing", (Finding("part" if record.partial else "lasts", None),))
    report = check(proof_of(record, game))
    if known is None:
        alone = not any(mix.salt for mix in fair.mixes)
        return report if alone else report.and_that(Finding("record", None))
    return report.and_that(Finding("own", known))


def sealed(table: Table) -> Report | None:
    """The same of a match that has just ended, with what this screen knows of it; None where chance
    decided nothing."""
    if table.result is None or not any(ply.actor is None for ply in table.plies):
        return None
    record = table.record()
    known = None if record.fair is None else table.vouches(record.fair)
    return verified(record, table.game, known)


def proof_of(record: Record, game: Game | None = None) -> dict[str, Any]:
    """The proof of a match that is over, as JSON: tables are what could be drawn, as texts with
    their weights; draws are the ply, the number of its table and what was drawn. asked: before
    which plies whose salts were due. sits: from which ply on somebody else has a seat, and whether
    that is a machine."""
    assert record.fair is not None
    plies, rules = record.plies(game), record.rules(game)
    tables, draws = dict[tuple[Any, ...], int](), list[list[Any]]()
    known = dict[int, tuple[Any, int]]()  # the tables by identity: rules share them
    for number, ply in enumerate(plies):
        node = rules.node(ply.before) if ply.actor is None else None
        if not isinstance(node, Chance):
            continue
        if id(node.outcomes) not in known:
            outcomes = tuple((rules.format(action), weight) for action, weight in node.outcomes)
            known[id(node.outcomes)] = node.outcomes, tables.setdefault(outcomes, len(tables))
        draws.append([number, known[id(node.outcomes)][1], record.actions[number]])
    return {
        "fair": record.fair.data(),
        "names": list(record.names(0)),
        "people": [seat.name != "" and not seat.bot for seat in record.seats],
        "sits": [[c.ply, c.seat, c.who.name, bool(c.who.bot)] for c in record.changes],
        "tables": [[list(outcome) for outcome in table] for table in tables],
        "draws": draws,
        "asked": [list(one) for one in _asked(record, plies)],
        "taken_back": record.taken_back,
    }


def _asked(record: Record, plies: Sequence[Ply]) -> Iterator[tuple[int, list[int]]]:
    """Before each run of chance, everybody but whoever chose what led to it."""
    for number, ply in enumerate(plies):
        before = plies[number - 1].actor if number else None
        if ply.actor is None and (number == 0 or before is not None):
            there = enumerate(record.seated(number))
            people = [seat for seat, who in there if who.name and not who.bot]
            yield number, [seat for seat in people if seat != before]


def check(proof: Mapping[str, Any]) -> Report:
    """Work out all that a proof tells; it is that of a match that is over."""
    fair = read_fair(proof["fair"])
    assert fair.secret is not None
    found = list(_checked(proof, fair, Keys(fair.secret, fair)))
    if not all(one.holds is not False for one in found):
        return Report("broken", tuple(found))
    if not proof["draws"] and not fair.drawn:
        return Report("no_chance", tuple(one for one in found if one.holds is not None))
    return Report("nothing" if fair.level == "seeded" else "proven", tuple(found))


def _checked(proof: Mapping[str, Any], fair: Fair, keys: Keys) -> Iterator[Finding]:
    assert fair.secret is not None
    yield Finding("commit", commit_of(fair.id, fair.secret) == fair.commit)
    if fair.drawn:
        sat = Keys(fair.secret, fair._replace(mixes=fair.mixes[: fair.sat]))
        order = drawn_order(sat.at(0), len(fair.places))
        yield Finding("seats", tuple(order) == fair.places)
    yield from _drawn(proof, keys)
    yield from _salts(proof, fair)
    yield from _machines(proof, fair)
    if fair.level == "live":
        yield _all_asked(proof, fair)
    if not fair.drawn and len(fair.places) > 1:
        yield Finding("given", None)
    yield from _notes(proof, fair)


def _drawn(proof: Mapping[str, Any], keys: Keys) -> Iterator[Finding]:
    for ply, table, given in proof["draws"]:
        outcomes = proof["tables"][table]
        sums = list(accumulate(weight for _, weight in outcomes))
        number = draw(keys.at(ply), f"chance {ply}", sums[-1])
        drawn = outcomes[bisect_right(sums, number)][0]
        if drawn != given:
            yield Finding("draws", False, {"ply": ply + 1, "given": given, "drawn": drawn})
            return
    if proof["draws"]:
        yield Finding("draws", True, {"count": len(proof["draws"])})


def _salts(proof: Mapping[str, Any], fair: Fair) -> Iterator[Finding]:
    """Whether each salt was fixed before: the first of a seat is free, and so is that of somebody
    who has taken it over; all come in order, and a sealed table has one for each person."""
    last, mixed = dict[int, Mix](), dict[str, None]()
    for earlier, mix in pairwise((Mix(0, NOBODY, b""), *fair.mixes)):
        if not mix.salt:
            continue
        name, before = _name(proof, mix.seat, mix.ply), last.get(mix.seat)
        fresh = before is None or _name(proof, mix.seat, before.ply) != name
        fits = fresh or (
            before is not None and fair.level == "live" and follows(mix.salt, before.salt)
        )
        if not fits or mix.ply < earlier.ply:
            yield Finding("salts", False, {"names": name, "ply": mix.ply + 1})
            return
        last[mix.seat], mixed[name] = mix, None
    if mixed:
        yield Finding("salts", True, {"names": enumerated(list(mixed))})


def _machines(proof: Mapping[str, Any], fair: Fair) -> Iterator[Finding]:
    """Whether every mix is of a person: a machine is the server's, which could choose any."""
    for mix in fair.mixes:
        if mix.salt and not _had_a_person(proof, mix):
            name = _name(proof, mix.seat, mix.ply)
            yield Finding("machines", False, {"names": name, "ply": mix.ply + 1})
            return
    begun = zip(proof["names"], proof["people"], strict=True)
    machines = [
        *(bool(name) and not person for name, person in begun),
        *(s[3] for s in proof["sits"]),
    ]
    if any(machines) and any(mix.salt for mix in fair.mixes):
        yield Finding("machines", True)


def _had_a_person(proof: Mapping[str, Any], mix: Mix) -> bool:
    """Whether a person sat there at the ply of a mix, or before what was taken back."""
    there = {mix.seat < len(proof["people"]) and proof["people"][mix.seat]}
    for since, seat, _, is_bot in proof["sits"]:
        if seat == mix.seat and since <= mix.ply:
            before = there if since == mix.ply or proof["taken_back"] else set()
            there = {*before, not is_bot}
    return True in there


def _all_asked(proof: Mapping[str, Any], fair: Fair) -> Finding:
    """Whether every salt that was due is there, or that there was none, and no other. Where moves
    were taken back, the plies that they led to are gone: then more may be there."""
    due = {(ply, seat) for ply, seats in proof["asked"] for seat in seats}
    came, there = set[tuple[int, str]](), set[tuple[int, int]]()
    for number, mix in enumerate(fair.mixes):
        who = mix.seat, _name(proof, mix.seat, mix.ply)
        if number < fair.sat or (mix.salt and who not in came):
            came.add(who)  # with a tip
        elif mix.seat != NOBODY:
            there.add((mix.ply, mix.seat))
    more, excused = set() if proof["taken_back"] else there, set[tuple[int, int]]()
    if proof["taken_back"]:
        reached = max((ply for ply, _ in there), default=-1)
        excused = {one for one in due if one[0] <= reached}  # drawn before: it stays as it was
        due -= excused
    for ply, seat in sorted((due - there) | (more - due)):
        return Finding("asked", False, {"names": _name(proof, seat, ply), "ply": ply + 1})
    if excused - there:
        return Finding("unasked", None, {"ply": max(ply for ply, _ in excused - there) + 1})
    return Finding("asked", True)


def _name(proof: Mapping[str, Any], seat: int, ply: int) -> str:
    """Who sits there at a ply."""
    name: str = proof["names"][seat] if 0 <= seat < len(proof["names"]) else ""
    for since, other, who, _ in proof["sits"]:
        if other == seat and since <= ply:
            name = who
    return name


def _notes(proof: Mapping[str, Any], fair: Fair) -> Iterator[Finding]:
    if fair.level == "seeded":
        yield Finding("seeded", None)
    elif not any(mix.salt for mix in fair.mixes):
        yield Finding("alone", None)
    else:
        yield Finding(fair.level, None)
        yield from _who_did_not(proof, fair)
    if proof["taken_back"]:
        yield Finding("taken_back", None, {"count": proof["taken_back"]})


def _who_did_not(proof: Mapping[str, Any], fair: Fair) -> Iterator[Finding]:
    """People who mixed nothing in, or not from the beginning, or not always."""
    first, missed = dict[int, int](), dict[str, int]()
    for number, mix in enumerate(fair.mixes):
        if mix.salt:
            first.setdefault(mix.seat, -1 if number < fair.sat else mix.ply)
        elif mix.seat != NOBODY:
            name = _name(proof, mix.seat, mix.ply)
            missed[name] = missed.get(name, 0) + 1
    names = proof["names"]
    silent = [names[n] for n, person in enumerate(proof["people"]) if person and n not in first]
    if silent:
        yield Finding("silent", None, {"names": enumerated(silent)})
    for seat, ply in first.items():
        if ply >= 0:
            yield Finding("late", None, {"names": _name(proof, seat, ply), "ply": ply + 1})
    for name, count in missed.items():
        if name not in silent:
            yield Finding("absent", None, {"names": name, "count": count})
