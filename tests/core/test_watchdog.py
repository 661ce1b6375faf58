"""The watchdog: a call that does not answer is ended, in any thread, and nothing else is."""

from __future__ import annotations

import signal
import subprocess
import sys
from contextlib import suppress
from threading import Thread, get_ident
from time import monotonic, sleep

import pytest

from gamenight.core import watchdog
from gamenight.core.watchdog import NoAnswer, within

SOON = 0.05


@pytest.fixture(autouse=True)
def often(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(watchdog, "LOOK", SOON / 2)
    monkeypatch.setattr(watchdog, "AGAIN", SOON)
    within(9, int)  # what it waited for before is over soon
    sleep(0.25)


def for_ever() -> None:
    while True:
        pass


def stubborn() -> str:
    """Catches whatever it can, three times."""
    for _ in range(3):
        try:
            for_ever()
        except BaseException:
            continue
    return "done"


def test_an_answer_is_an_answer() -> None:
    assert within(9, divmod, 7, 2) == (3, 1)
    with pytest.raises(ZeroDivisionError):
        within(9, divmod, 7, 0)


def test_a_call_in_time_leaves_nothing_behind_that_a_debugger_waits_for() -> None:
    """Python 3.11 never got on under a trace after that."""
    code = """if True:
        import sys
        from gamenight.core.watchdog import within

        def trace(*given): return trace
        def work(): return 1

        within(9, int)
        sys.settrace(trace)
        work()
        print("done")
    """
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, timeout=60)
    assert done.stdout == b"done\n"


def test_a_call_without_an_answer_is_ended() -> None:
    with pytest.raises(NoAnswer):
        within(SOON, for_ever)
    assert get_ident() not in watchdog._ends


def test_a_call_that_sleeps_is_woken() -> None:
    begun = monotonic()
    with pytest.raises(NoAnswer):
        within(SOON, sleep, 30)
    assert monotonic() - begun < 15, "it ends before its own time"


def test_a_signal_of_somebody_else_is_left_alone() -> None:
    heard: list[int] = []
    before = signal.signal(signal.SIGALRM, lambda number, frame: heard.append(number))
    try:
        with pytest.raises(NoAnswer):
            within(SOON, for_ever)
    finally:
        signal.signal(signal.SIGALRM, before)
    assert heard == []


def test_a_late_signal_does_nothing() -> None:
    within(9, int)
    signal.raise_signal(signal.SIGALRM)
    within(9, signal.raise_signal, signal.SIGALRM)


def test_a_call_that_catches_everything_is_ended_again() -> None:
    assert within(SOON, stubborn) == "done"
    sleep(2 * SOON)
    assert within(9, int) == 0, "nothing comes after it is over"


def test_a_call_within_a_call_has_the_time_of_the_outer_one() -> None:
    within(9, lambda: within(SOON, sleep, 4 * SOON))
    with pytest.raises(NoAnswer):
        within(SOON, lambda: within(9, for_ever))


def test_only_the_thread_that_hangs_is_ended() -> None:
    ended: list[type[BaseException]] = []

    def hang() -> None:
        try:
            within(SOON, for_ever)
        except NoAnswer as error:
            ended.append(type(error))

    thread = Thread(target=hang)
    thread.start()
    within(9, thread.join)
    assert ended == [NoAnswer]


def test_calls_that_end_just_in_time_get_no_exception_later() -> None:
    """Were one to come, it would end this test."""
    for _ in range(40):
        with suppress(NoAnswer):
            within(SOON / 2, sleep, SOON / 2)
        for _ in range(1000):
            pass
    assert get_ident() not in watchdog._ends


def test_what_was_to_be_raised_is_dropped_when_the_call_is_over() -> None:
    ended: list[str] = []

    def work() -> None:
        sleep(4 * SOON)  # in C code, where nothing is raised
        ended.append("whole")

    thread = Thread(target=work)
    thread.start()
    assert thread.ident is not None
    watchdog._ends[thread.ident] = float("inf")
    watchdog._end(thread.ident)
    watchdog._forget(thread.ident)
    thread.join()
    assert ended == ["whole"]
