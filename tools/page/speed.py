"""What the page costs a slow phone, by the browser's own tracing: the first view, and a move that
sows many seeds, on a processor that is made slower, and at full speed times as much.

python -m tools.page.speed [--slower 4] [--rounds 3]

Times are CPU time of tasks on the main thread of the page, whatever else this machine does. While
they are taken nothing else runs in the page: Playwright's own scripts would count too.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from contextlib import contextmanager
from os import getloadavg
from statistics import median
from typing import Any
from urllib.parse import urlsplit

from playwright.sync_api import CDPSession, Page

from gamenight.match.table import Table
from tests.page.stage import until

from .pictures import OWARE, SIZES, Visit, visiting

CATEGORIES = "devtools.timeline,disabled-by-default-devtools.timeline"
LONG = 50.0  # milliseconds from which on a task is long
FIRST_VIEW = 2500  # milliseconds until everything has come
PRESS = 80  # milliseconds that a finger stays
SOWN = 12  # seeds at least
SOWING = 12_000  # milliseconds until they lie
MAIN_THREAD = "CrRendererMain"


class Trace:
    """The tasks of a page's main thread, in milliseconds, and what took longest in each."""

    def __init__(self) -> None:
        self.tasks: list[tuple[float, str]] = []

    def take(self, events: list[dict[str, Any]], host: str) -> None:
        """Of all pages that the browser has, its own too, this is the one of our server."""
        names = [e for e in events if e["name"] == "thread_name"]
        threads = {(e["pid"], e["tid"]) for e in names if e["args"]["name"] == MAIN_THREAD}
        own = [e for e in events if (e["pid"], e["tid"]) in threads and e["ph"] == "X"]
        ours = {e["pid"] for e in own if host in str(e.get("args", ""))}
        for task in own:
            if task["name"] == "RunTask" and task["pid"] in ours:
                self.tasks.append((cost(task), _most(task, own)))

    @property
    def total(self) -> float:
        return sum(time for time, _ in self.tasks)

    @property
    def long(self) -> list[tuple[float, str]]:
        return sorted((task for task in self.tasks if task[0] > LONG), reverse=True)


def cost(event: dict[str, Any]) -> float:
    """The CPU time of an event, in milliseconds."""
    return float(event.get("tdur", event.get("dur", 0))) / 1000


def _most(task: dict[str, Any], events: list[dict[str, Any]]) -> str:
    """What took longest within a task."""
    start, end = task["ts"], task["ts"] + task.get("dur", 0)
    inside = [
        e
        for e in events
        if e["pid"] == task["pid"]
        and e["name"] != "RunTask"
        and start <= e["ts"]
        and e["ts"] + e.get("dur", 0) <= end
    ]
    most = max(inside, key=cost, default=None)
    return "" if most is None else f"{most['name']} {cost(most):.0f} ms"


@contextmanager
def tracing(page: Page, slower: float) -> Iterator[Trace]:
    """What the page does meanwhile, at such a part of this machine's speed."""
    found, events = Trace(), list[dict[str, Any]]()
    line: CDPSession = page.context.new_cdp_session(page)
    line.send("Emulation.setCPUThrottlingRate", {"rate": slower})
    done: list[bool] = []
    line.on("Tracing.dataCollected", lambda heard: events.extend(heard["value"]))
    line.on("Tracing.tracingComplete", lambda heard: done.append(True))
    line.send("Tracing.start", {"categories": CATEGORIES, "transferMode": "ReportEvents"})
    yield found
    line.send("Tracing.end")
    for _ in until(lambda: done):
        page.wait_for_timeout(20)
    line.send("Emulation.setCPUThrottlingRate", {"rate": 1})
    line.detach()
    found.take(events, urlsplit(page.url).netloc)


def first_view(visit: Visit, slower: float) -> tuple[Trace, int, int]:
    """Home, for the first time; and the bytes that came, without fonts and of fonts."""
    context = visit.browser.new_context(
        viewport={"width": visit.size[0], "height": visit.size[1]}, is_mobile=True
    )
    page, sizes = context.new_page(), dict[str, int]()
    page.on(
        "requestfinished",
        lambda asked: sizes.update({asked.url: asked.sizes()["responseBodySize"]}),
    )
    with tracing(page, slower) as trace:
        page.goto(visit.url)
        page.wait_for_timeout(FIRST_VIEW)
    assert page.is_visible(".games .picture"), "the first view took longer than it was looked at"
    context.close()
    fonts = sum(size for url, size in sizes.items() if "/fonts/" in url)
    return trace, sum(sizes.values()) - fonts, fonts


def heavy(tables: list[Table]) -> str:
    """A house with many seeds of the player who is asked, if it has so many."""
    table = tables[0]
    (seat,) = table.here
    if table.turn().kind != "person":
        return ""
    scene = table.scene(seat)
    spots = {spot.key: spot for area in scene.areas for spot in area.spots}
    for choice in scene.choices:
        lying = sum(token.count for token in spots[choice.on[0]].tokens) if choice.on else 0
        if lying >= SOWN:
            return choice.on[0]
    return ""


def sowing(visit: Visit, slower: float) -> Trace:
    """Somebody sows many seeds, and every one of them flies."""
    party = OWARE.play(visit.company)
    party.play(lambda tables: bool(heavy(list(tables))))
    key = heavy(party.tables)
    visit.open(party.path(), ".match .live", moving=True)
    visit.page.wait_for_timeout(500)
    box = visit.page.locator(f'.spot[data-key="{key}"]').bounding_box()
    assert box is not None, key
    at = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    visit.page.mouse.move(*at)
    visit.page.wait_for_timeout(500)
    with tracing(visit.page, slower) as trace:
        visit.page.mouse.click(*at, delay=PRESS)
        visit.page.wait_for_timeout(SOWING)
    return trace


def row(name: str, traces: list[Trace], times: float) -> None:
    """A line of the table in BENCHMARKS.md; times: what each figure is multiplied by."""
    longest = median(max(time for time, _ in trace.tasks) for trace in traces)
    work = median(trace.total for trace in traces)
    print(f"| {name} | {work * times:.0f} ms | {longest * times:.0f} ms |")


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n\n")[0])
    parser.add_argument("--slower", type=float, default=4.0)
    parser.add_argument("--rounds", type=int, default=3)
    asked = parser.parse_args()
    with visiting() as visit:
        visit.size = SIZES["phone"]
        for name, slower in ((f"{asked.slower:g}x throttling", asked.slower), ("full speed", 1.0)):
            views = [first_view(visit, slower) for _ in range(asked.rounds)]
            sown = [sowing(visit, slower) for _ in range(asked.rounds)]
            times = asked.slower / slower
            told = f"{name} x {times:g}" if times > 1 else name
            row(f"first view, {told}", [trace for trace, _, _ in views], times)
            row(f"sowing, {told}", sown, times)
            for time, what in sown[-1].long[:3]:
                print(f"  long: {time:.0f} ms, most of it {what}")
        print(f"first view: {views[0][1]} bytes without fonts, {views[0][2]} of fonts")
        print(f"load of the machine: {getloadavg()[0]:.1f}")


if __name__ == "__main__":
    main()
