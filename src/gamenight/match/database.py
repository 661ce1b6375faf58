"""Database: what the statements of a store need of a connection. SQLite's own has it; what speaks
to another database offers the same, with `?` for every value."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Protocol


class Found(Protocol):
    """What a statement has found, or how many rows it has changed."""

    @property
    def rowcount(self) -> int: ...

    @property
    def description(self) -> Any: ...

    def fetchone(self) -> Any: ...

    def fetchall(self) -> list[Any]: ...

    def __iter__(self) -> Iterator[Any]: ...


class Database(Protocol):
    def execute(self, statement: str, values: Sequence[Any] = (), /) -> Found: ...

    def executemany(self, statement: str, rows: Iterable[Sequence[Any]], /) -> Found: ...
