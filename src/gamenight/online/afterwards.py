"""Afterwards: what a match looks like when it is over, over HTTP: its replay and its review."""

from __future__ import annotations

import asyncio
import gzip
from collections import OrderedDict
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path
from tempfile import TemporaryDirectory

from starlette.requests import HTTPConnection, Request
from starlette.responses import JSONResponse, Response

from gamenight.core.errors import GamenightError
from gamenight.core.lab import READY
from gamenight.core.record import Record
from gamenight.online.bodies import body
from gamenight.online.house import House, NoTable
from gamenight.online.limits import Limits
from gamenight.online.lookback import Told, noted, proven, read_in, refused, replayed, reviewed
from gamenight.online.thinkers import Pool

LARGEST_RECORD = 512 * 1024  # bytes
MOST_RECORDS, RECORD_SECONDS = 30, 600.0  # of one address
MOST_KEPT = 64  # answers
MOST_REVIEWS = 8  # that are being worked out, or wait for it
REVIEW_SECONDS = 300.0  # for one of them; most take ten to sixty
LOOKING = "Looking back at the match ..."
OTHERS_FIRST = "Looking back at other matches first ..."
Work = Callable[[str, str], Told]
Key = int | str  # the number of a match, or what tells a record from others


class TooEarly(GamenightError):
    """The match is not over."""

    code = "too_early"


class TooManyRecords(GamenightError):
    """Too many records from one address."""

    code = "too_many"


class TooSlow(GamenightError):
    """A review that would hold up the others."""

    code = "too_slow"


class Afterwards:
    """The answers. One process makes replays, one after the other, and one makes reviews, which
    take long: machines at other tables have the rest. address: who asks."""

    def __init__(self, house: House, address: Callable[[HTTPConnection], str]):
        self._house, self._address = house, address
        quick = Pool(1)
        self._pools: dict[Work, Pool] = {replayed: quick, proven: quick, reviewed: Pool(1)}
        self._one_by_one = asyncio.Lock()
        self._reviewing: dict[Key, str] = {}  # who wanted it, by match
        self._records = Limits(MOST_RECORDS, RECORD_SECONDS)
        self._kept: OrderedDict[tuple[Work, Key], asyncio.Future[Told]] = OrderedDict()
        self._notes = TemporaryDirectory(prefix="gamenight-", ignore_cleanup_errors=True)

    def close(self) -> None:
        for answer in self._kept.values():
            answer.cancel()
        for pool in {*self._pools.values()}:
            pool.close()
        self._notes.cleanup()

    def _note(self, match: Key) -> str:
        """The file that says how far the review of a match is."""
        return str(Path(self._notes.name) / str(match))

    async def replay(self, request: Request) -> Response:
        """The match of a table, every ply as steps and scenes."""
        return await self._worked_out(replayed, request)

    async def proof(self, request: Request) -> Response:
        """What its chance can be worked out again from."""
        return await self._worked_out(proven, request)

    async def _worked_out(self, work: Work, request: Request) -> Response:
        number, record = await self._over(request)
        answer = self._known(work, number) or self._begun(work, number, record.dumps())
        return _unpacked(request, await asyncio.shield(answer))

    async def review(self, request: Request) -> Response:
        """What the match was worth; until that is known 202, and how far it is. Whoever waits for
        one, or comes when many wait, is asked to come again: then it begins."""
        number, record = await self._over(request)
        return await self._looked_back(request, number, record.dumps)

    async def replay_of(self, request: Request) -> Response:
        """The same of a record that somebody has."""
        self._count_record(request)
        text = await _posted(request)
        return _unpacked(request, await self._pools[replayed].do(read_in, text))

    async def review_of(self, request: Request) -> Response:
        """What such a record was worth; it is posted again until that is known."""
        text = await _posted(request)
        key = sha256(text.encode()).hexdigest()

        def counted() -> str:
            self._count_record(request)
            return text

        return await self._looked_back(request, key, counted)

    def _count_record(self, request: Request) -> None:
        now = asyncio.get_running_loop().time()
        if not self._records.of(self._address(request)).allows(now):
            raise TooManyRecords("you have looked at many records: wait a while")

    async def _looked_back(self, request: Request, key: Key, record: Callable[[], str]) -> Response:
        """record: asked for its text when the review begins, not while others are first."""
        answer = self._known(reviewed, key)
        if answer is None:
            address = self._address(request)
            waiting = self._reviewing.values()
            if address in waiting or len(waiting) >= MOST_REVIEWS:
                return JSONResponse({"text": OTHERS_FIRST, "done": None}, 202)
            answer = self._begun(reviewed, key, record())
            self._reviewing[key] = address
            answer.add_done_callback(lambda _: self._reviewing.pop(key, None))
        if not answer.done():
            done = await asyncio.to_thread(noted, self._note(key))
            return JSONResponse({"text": READY if done is None else LOOKING, "done": done}, 202)
        return _unpacked(request, answer.result())

    async def _over(self, request: Request) -> tuple[int, Record]:
        """The match of a table that somebody looks back at, and its number."""
        async with self._house.visiting(request.path_params["id"], looks=True) as room:
            if room.playing is None:
                raise NoTable("the match has not begun")
            wanted = request.query_params.get("match", "")
            number, record = await self._house.round(room.playing, wanted)
        if record.result is None:
            raise TooEarly("this match is not over yet")
        return number, record

    def _known(self, work: Work, key: Key) -> asyncio.Future[Told] | None:
        """What was worked out of a match, or is: once for all who ask."""
        known = self._kept.get((work, key))
        if known is None or (known.done() and (known.cancelled() or known.exception())):
            return None
        self._kept.move_to_end((work, key))
        return known

    def _begun(self, work: Work, key: Key, record: str) -> asyncio.Future[Told]:
        """Have it worked out; what nobody has asked for since long is forgotten."""
        doing = self._reviewed if work is reviewed else self._pools[work].do
        begun = self._kept[work, key] = asyncio.ensure_future(doing(work, record, self._note(key)))
        while len(self._kept) > MOST_KEPT:
            self._kept.popitem(last=False)
        return begun

    async def _reviewed(self, work: Work, record: str, note: str) -> Told:
        """One after the other. A record of a stranger may be of a match that never ends: what takes
        too long is ended with its process, and the next one begins in another."""
        pool = self._pools[work]
        async with self._one_by_one:
            try:
                async with asyncio.timeout(REVIEW_SECONDS):
                    return await pool.do(work, record, note)
            except TimeoutError:
                pool.close()
                return refused(TooSlow("it takes too long to look back at this match"))
            finally:
                Path(note).unlink(missing_ok=True)


async def _posted(request: Request) -> str:
    return (await body(request, LARGEST_RECORD)).decode("utf-8", "replace")


def _unpacked(request: Request, told: Told) -> Response:
    """As it is kept, if whoever asks can unpack it."""
    status, packed = told
    if "gzip" in request.headers.get("accept-encoding", ""):
        headers = {"Content-Encoding": "gzip", "Vary": "Accept-Encoding"}
        return Response(packed, status, headers, "application/json")
    return Response(gzip.decompress(packed), status, media_type="application/json")
