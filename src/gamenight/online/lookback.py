"""Lookback: a match as screens without rules look back at it, ply by ply. This is work for a
process of its own: a match has many scenes, and a review plays on from every position."""

from __future__ import annotations

import gzip
import os
from contextlib import suppress
from pathlib import Path
from time import monotonic
from typing import Any

import msgspec

from gamenight.core.errors import GamenightError
from gamenight.core.game import Game
from gamenight.core.record import Record
from gamenight.lab.account import Moment, Review
from gamenight.lab.digest import Digest, luck
from gamenight.lab.judgement import judged
from gamenight.lab.review import match_judge, review
from gamenight.match.moves import moves_by_ply
from gamenight.match.playback import ReplayTable
from gamenight.match.proof import HEADLINES, NOTES, WORDS, proof_of
from gamenight.online.scenes import lean

MOST_PLIES = 3_000
MOST_BYTES = 64 * 1024 * 1024  # of a replay: a long match on a board of a thousand tiles has more
MOST_TURNS = 6
OFTEN = 0.2  # seconds between two notes of how far it is
PATIENT = 10  # so that moves of others come first
WRONG = 400
Told = tuple[int, bytes]


class TooLong(GamenightError):
    """A match of more plies than anybody wants to look at."""

    code = "too_long"


def replayed(text: str, progress: str = "") -> Told:
    """A record as scenes and steps: a status, and JSON that is packed. Nobody waits for it long."""
    return _told(_replay, text)


def read_in(text: str, progress: str = "") -> Told:
    """The same of a record that somebody has, and what its chance can be worked out again from."""
    return _told(lambda table: {**_replay(table), "dice": _proof(table)}, text)


def reviewed(text: str, progress: str = "") -> Told:
    """What a match was worth to everybody: a status, and JSON that is packed. progress: the file
    where it is noted how far that is, for whoever waits."""
    return _told(lambda table: _review(table, Note(progress)), text)


def proven(text: str, progress: str = "") -> Told:
    """What the chance of a match can be worked out again from, and the words for what is found."""
    return _told(_proof, text)


def _proof(table: ReplayTable) -> dict[str, Any]:
    record = table.record()
    told = record.fair is not None and record.fair.secret is not None
    proof = proof_of(record, table.game) if told else None
    return {"proof": proof, "words": WORDS, "notes": NOTES, "headlines": HEADLINES}


class Note:
    """How far a review is, in a file."""

    def __init__(self, path: str):
        self._path, self._next = path, 0.0

    def __call__(self, done: int, total: int) -> None:
        if self._path and monotonic() >= self._next and total:
            self._next = monotonic() + OFTEN
            with suppress(OSError):  # then nobody knows how far it is
                Path(self._path).write_text(f"{100 * done // total}", "ascii")


def noted(path: str) -> int | None:
    """How far it is, in per cent, if that is known."""
    try:
        return int(Path(path).read_text("ascii"))
    except (OSError, ValueError):
        return None


def _told(look: Any, text: str) -> Told:
    if hasattr(os, "setpriority"):
        os.setpriority(os.PRIO_PROCESS, 0, PATIENT)
    try:
        table = ReplayTable(Record.loads(text))
        if table.last > MOST_PLIES:
            raise TooLong(f"this match has {table.last:,} plies: at most {MOST_PLIES:,} are shown")
        return 200, _packed(look(table))
    except GamenightError as error:
        return refused(error)


def refused(error: GamenightError) -> Told:
    """What is wrong, in one sentence."""
    return WRONG, _packed({"code": error.code, "text": str(error)})


def _packed(found: dict[str, Any]) -> bytes:
    return gzip.compress(msgspec.json.encode(found), 6)


def _replay(table: ReplayTable) -> dict[str, Any]:
    """Everything as a spectator saw it, or, in what one seat saw, as that one did."""
    viewer = table.viewer
    plies, size = list[msgspec.Raw](), 0
    for number, ply in enumerate(table.plies, 1):
        told = {
            "by": ply.actor,
            "steps": lean(table.steps(number, viewer)),
            "scene": lean(table.scene(viewer, number).still()),
        }
        plies.append(msgspec.Raw(msgspec.json.encode(told)))
        size += len(plies[-1])
        if size > MOST_BYTES:
            raise TooLong(f"this match is too long to be shown: only {number:,} plies of it fit")
    return {
        "game": table.game.id,
        "version": table.game.version,
        "options": table.options,
        "names": table.names,
        "seats": table.seats,
        "sides": sorted(table.game.unasked(**table.options)),
        "result": table.result and table.result._asdict(),
        "moves": moves_by_ply(table),
        "start": lean(table.scene(viewer, 0).still()),
        "plies": plies,
    }


def _review(table: ReplayTable, note: Note) -> dict[str, Any]:
    game, record = table.game, table.record()
    found = review(game, record, match_judge(game, record), note)
    judgement, accounts = judged(found), found.accounts
    return {
        "unit": found.unit,
        "source": found.source,
        "verdict": judgement.sentence,
        "luck": any(moment.actor is None for moment in found.moments),
        "accounts": [
            {
                "seat": seat,
                **accounts[seat]._asdict(),
                "without_luck": accounts[seat].corrected,
            }
            for seat in found.present
        ],
        "course": found.course,
        "moments": [_moment(game, table, moment) for moment in found.moments],
        "turn": judgement.turn,
        "turning": _turning(found, judgement.turn),
    }


def _moment(game: Game, table: ReplayTable, moment: Moment) -> dict[str, Any]:
    """moves: what was possible, best first: the words of the menu, its worth, and its spots; line:
    what would follow the best, as players type it."""
    spots: dict[str, tuple[str, ...]] = {}
    if moment.moves and moment.ply <= table.last:
        scene = table.scene(moment.actor, moment.ply - 1)
        spots = {choice.text: choice.on for choice in scene.choices}
    return {
        "ply": moment.ply,
        "move": moment.move,
        "actor": moment.actor,
        "owner": moment.owner,
        "played": moment.played,
        "told": moment.told,
        "lost": moment.lost,
        "lost_error": moment.lost_error,
        "line": moment.line,
        "change": moment.change,
        "moves": [
            (moment.named(move.text), move.value, spots.get(move.text, ())) for move in moment.moves
        ],
    }


def _turning(found: Review, turn: int | None) -> list[int]:
    """The plies that decided most: the one that put the winner ahead, then the greatest mistakes
    and rolls."""
    moments = [found.moments[index] for index in Digest(found).notable]
    moments.sort(key=lambda one: -(abs(luck(one)) if one.actor is None else one.lost))
    plies = [*([] if turn is None else [turn]), *(moment.ply for moment in moments)]
    return list(dict.fromkeys(plies))[:MOST_TURNS]
