"""Wholeness: whether a stored match is as it was written, and how much of it is."""

from __future__ import annotations

import json
from contextlib import suppress
from dataclasses import replace
from typing import NamedTuple

from gamenight.core import registry
from gamenight.core.command import command
from gamenight.core.errors import BrokenGame, InvalidRecord, UnknownGame
from gamenight.core.fairness import read_fair
from gamenight.core.record import Record
from gamenight.match.checksums import of_head, of_match, of_plies, of_record
from gamenight.match.schema import DAMAGED, Texts, of_type, readable
from gamenight.match.store import DamagedMatch, Part, Stored

UNSOUND = b""  # instead of a checksum: it made no sense when it was brought up to date


class Fault(NamedTuple):
    """What does not fit in a match, and how many of its plies are whole, from the start; None if
    not even what was agreed can be trusted."""

    clause: str
    plies: int | None


def fault_of(texts: Texts) -> Fault | None:
    """The first thing in a match that is not as it was written."""
    before: bytes | None = of_head(texts.head)
    for place, (number, text) in enumerate(texts.plies):
        seal = texts.seals.plies[place]
        if number != place:
            return Fault(f"step {place + 1} is missing", place or None)
        sums = of_plies(before, place, [text], [texts.spent[place]]) if before is not None else []
        if not isinstance(text, str) or [seal] != sums:
            if not place:
                return Fault("what was agreed, or the first step, is not as it was stored", None)
            return Fault(f"step {place + 1} is not as it was stored", place)
        before = seal
    plies = len(texts.plies)
    if end_fits(texts):
        return _fault_in_sense(texts)
    if texts.seals.match == UNSOUND:
        return Fault("it made no sense when it was brought up to date", plies or None)
    if isinstance(texts.length, int) and texts.length > plies:
        return Fault(f"only {plies} of its {texts.length} steps are there", plies or None)
    what = "its result, who sat where, or what waits" if plies else "what was agreed"
    return Fault(f"{what} is not as it was stored", plies or None)


def end_fits(texts: Texts) -> bool:
    """Whether all but the plies is as it was written: the last ply's checksum is its seal's too."""
    last = texts.seals.plies[-1] if texts.plies else of_head(texts.head)
    return isinstance(last, bytes) and texts.seals.match in (
        of_match(last, texts.changes, texts.result, texts.beside),
        of_record(last, texts.changes, texts.result),
    )


def _fault_in_sense(texts: Texts) -> Fault | None:
    """What we wrote makes sense; bytes for a text are the same to a checksum."""
    try:
        of_type(bytes, texts.head.secret)
        of_type(int, texts.head.version)
        of_type(int, texts.beside.cuts)
        readable("".join(texts.record.actions))
        waiting_words(texts)
    except DAMAGED as error:
        return Fault(f"it makes no sense ({error})", None)
    return None


def unplayable(record: Record) -> Fault | None:
    """What the rules do not allow, if they are here in this version: plies, who sits there by
    which options, and a result that the plies do not lead to."""
    try:
        if not is_at_hand(record):
            return None
        reached = Record.loads(record.dumps())
    except InvalidRecord as error:
        return _fault_in_play(record) or _fault_at_end(record, str(error))
    except Exception as error:
        return Fault(f"it cannot be replayed ({error})", None)
    if reached.options != record.options:
        return Fault("its options are not those of the game", None)
    if (reached.result is None) != (record.result is None):
        return _fault_at_end(record, "its moves end it, but it has no result")
    return None


def _fault_in_play(record: Record) -> Fault | None:
    try:
        record.plies()
    except InvalidRecord as error:
        return Fault(f"the rules do not allow {error}", (error.ply or 1) - 1 or None)
    except Exception as error:
        return Fault(f"it cannot be replayed ({error})", None)
    return None


def _fault_at_end(record: Record, clause: str) -> Fault:
    return Fault(clause, len(record.actions) or None)


def is_at_hand(record: Record) -> bool:
    """Whether the rules that it was played by are here."""
    try:
        return registry.game(record.game).version == record.version
    except (UnknownGame, BrokenGame):
        return False


def waiting_words(texts: Texts) -> tuple[str, ...]:
    """The words that wait for the dice; raises one of DAMAGED."""
    words = of_type(list, json.loads(texts.beside.later))
    return tuple(readable(of_type(str, word)) for word in words)


def whole_match(texts: Texts) -> Stored:
    """The match that the texts are; raises DamagedMatch."""
    fault = fault_of(texts)
    if fault is not None:
        raise damaged(texts.beside.id, fault)
    head, beside = texts.head, texts.beside
    return Stored(
        beside.id,
        texts.record,
        head.secret,
        texts.revision,
        head.follows,
        frozenset(beside.passes),
        waiting_words(texts),
    )


def whole_part(texts: Texts) -> Part:
    """As much of a match as is whole, and what is not; raises DamagedMatch."""
    fault = fault_of(texts)
    if fault is None:
        return Part(texts.record, "")
    record = first_plies(texts, fault)
    if record is None:
        raise damaged(texts.beside.id, fault)
    name = f"Match {texts.beside.id}"
    whole = told_whole(len(record.actions), texts.steps, "it")
    return Part(record, f"{name} is damaged ({fault.clause}). {whole} whole.")


def told_whole(whole: int, steps: int, match: str) -> str:
    """How many of the steps of a match are whole, as the beginning of a sentence."""
    if whole == 1:
        return f"The first step of {match} is"
    return f"{'All' if whole == steps else 'The first'} {whole} steps of {match} are"


def damaged(id: int, fault: Fault) -> DamagedMatch:
    return DamagedMatch(f"match {id} is damaged: {fault.clause} (see: {command('doctor')})", id)


def first_plies(texts: Texts, fault: Fault) -> Record | None:
    """The match up to the first ply that is not whole, without a result; who took which seat
    later, and how chance can be proven, only if that is whole."""
    if fault.plies is None:
        return None
    fits = end_fits(texts)
    kept = [change for change in texts.changes if fits and change[0] <= fault.plies]
    part = texts._replace(
        plies=texts.plies[: fault.plies],
        changes=kept,
        result=None,
        head=texts.head if fits or not _is_mixed(texts) else texts.head._replace(fair=None),
        spent=texts.spent[: fault.plies],
    )
    try:
        return _possible(part.record)
    except Exception:  # damaged plies can lead the rules anywhere
        return None


def _is_mixed(texts: Texts) -> bool:
    """Whether anything was mixed into its chance: else what was agreed tells all of it."""
    with suppress(*DAMAGED, InvalidRecord):
        fair = read_fair(json.loads(texts.head.fair or ""))
        return bool(texts.beside.mixes or fair.sat or fair.level == "live")
    return True


def _possible(record: Record) -> Record | None:
    """The plies that the rules allow."""
    try:
        record.plies()
    except InvalidRecord as error:
        left = (error.ply or 1) - 1
        record = replace(record, actions=record.actions[:left], times=record.times[:left])
    return record if record.actions else None
