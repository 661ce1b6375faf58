"""Fences: how a database with several servers knows which of them may still write. SQL of
PostgreSQL alone; `online/leases.py` uses it."""

from __future__ import annotations

from gamenight.match.schema import VERSION
from gamenight.match.store import NewerStore

NOW = "extract(epoch FROM clock_timestamp())::float8"  # the database's clock is everybody's
# servers: those that run, each with a number that no other ever has, its fence, and until when it
# is believed to run. leases: which server has which table.
TABLES = """
CREATE TABLE servers (
    number INTEGER PRIMARY KEY AUTOINCREMENT,
    address TEXT NOT NULL,
    until REAL NOT NULL
);
CREATE TABLE leases (id TEXT PRIMARY KEY, server INTEGER NOT NULL);
CREATE INDEX leased ON leases (server);
"""
# Where there are several servers there are many tables.
INDICES = """
CREATE INDEX claimed ON tables (claim);
CREATE INDEX shown ON tables (touched) WHERE public = 1;
"""
# Whoever declares this server dead waits until what is being written under this proof is stored.
PROOF = f"SELECT 1 FROM servers WHERE number = ? AND until > {NOW} FOR SHARE"


def other_version(place: object, version: int) -> NewerStore:
    """Why a database of another version is left alone."""
    return NewerStore(
        f"the store {place} has version {version}, but this gamenight knows {VERSION}: all servers "
        "of a store need the same gamenight",
        version,
        (VERSION,),
    )
