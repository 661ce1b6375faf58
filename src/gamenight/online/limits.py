"""Limits: how often somebody may do something."""

from __future__ import annotations

from collections import OrderedDict, deque

MOST_REMEMBERED = 10_000  # addresses
RATE_SECONDS = 20.0  # in which messages and requests are counted


class Limit:
    """A number of times in a number of seconds."""

    __slots__ = ("_most", "_seconds", "_times")

    def __init__(self, most: int, seconds: float):
        self._most, self._seconds = most, seconds
        self._times: deque[float] = deque()

    def allows(self, now: float) -> bool:
        """Whether once more is fine; it counts if it is."""
        while self._times and self._times[0] <= now - self._seconds:
            self._times.popleft()
        if len(self._times) >= self._most:
            return False
        self._times.append(now)
        return True

    def give_back(self) -> None:
        """The last time does not count."""
        if self._times:
            self._times.pop()

    def is_used_up(self, now: float) -> bool:
        """Whether once more would be too often; this does not count."""
        recent = [time for time in self._times if time > now - self._seconds]
        return len(recent) >= self._most


class Limits:
    """The same limit for every address."""

    def __init__(self, most: int, seconds: float):
        self._most, self._seconds = most, seconds
        self._known: OrderedDict[str, Limit] = OrderedDict()

    def of(self, address: str) -> Limit:
        """The limit of an address; the oldest are forgotten."""
        found = self._known.get(address)
        if found is None:
            found = self._known[address] = Limit(self._most, self._seconds)
            if len(self._known) > MOST_REMEMBERED:
                self._known.popitem(last=False)
        self._known.move_to_end(address)
        return found
