"""Waiting for what takes long, in a thread beside a loop."""

from __future__ import annotations

import asyncio
from threading import Event
from typing import Any

import pytest

from gamenight.match.waiting import beside


def test_a_job_that_nobody_waits_for_any_more_ends_in_silence() -> None:
    begun, may_end, ended = Event(), Event(), Event()
    faults: list[dict[str, Any]] = []

    def job() -> int:
        begun.set()
        may_end.wait(30)
        ended.set()
        return 1

    async def drive() -> None:
        asyncio.get_running_loop().set_exception_handler(lambda _, fault: faults.append(fault))
        waiting = asyncio.ensure_future(beside("", job))
        while not begun.is_set():
            await asyncio.sleep(0.001)
        waiting.cancel()
        with pytest.raises(asyncio.CancelledError):
            await waiting
        may_end.set()
        while not ended.is_set():
            await asyncio.sleep(0.001)
        await asyncio.sleep(0.05)

    asyncio.run(drive())
    assert faults == []
