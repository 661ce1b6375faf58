"""Metrics: how a server is doing, as Prometheus reads it."""

from __future__ import annotations

from gamenight.online.house import House

LINES = (
    ("gamenight_tables", "gauge", "tables in memory"),
    ("gamenight_peers", "gauge", "screens that are connected"),
    ("gamenight_messages_total", "counter", "messages that were received"),
    ("gamenight_moves_total", "counter", "plies that were stored"),
    ("gamenight_queue", "gauge", "changes that wait to be stored"),
    ("gamenight_commits_total", "counter", "groups that were stored"),
    ("gamenight_commit_seconds_total", "counter", "the time that storing them took"),
)


class Metrics:
    """What is counted besides what the house knows."""

    def __init__(self) -> None:
        self.messages = 0

    def text(self, house: House) -> str:
        writer = house.writer
        values = (
            len(house.rooms),
            sum(len(room.screens) for room in house.rooms.values()),
            self.messages,
            writer.plies,
            writer.queued,
            writer.groups,
            round(writer.commit_seconds, 6),
        )
        lines = (
            f"# HELP {name} {help}\n# TYPE {name} {kind}\n{name} {value}\n"
            for (name, kind, help), value in zip(LINES, values, strict=True)
        )
        return "".join(lines)
