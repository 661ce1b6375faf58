"""Places: where a server keeps its matches, in a file or in a database."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlsplit

SCHEMES = ("postgresql", "postgres")


@dataclass(frozen=True)
class Address:
    """A database on a server. What people see of it has neither a password nor options."""

    dsn: str

    def __str__(self) -> str:
        parts = urlsplit(self.dsn)
        return f"{SCHEMES[0]}://{parts.netloc.rpartition('@')[2]}{parts.path}"


Place = Path | Address | None  # None: in memory


def read_place(text: str) -> Path | Address:
    """What a setting names."""
    scheme, sign, _ = text.partition("://")
    return Address(text) if sign and scheme.casefold() in SCHEMES else Path(text)
