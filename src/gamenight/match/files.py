"""Files: records as JSON or in a game's own format, by suffix, and texts of options."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

from gamenight.core import registry
from gamenight.core.errors import BrokenGame, GamenightError, InvalidRecord
from gamenight.core.game import Format
from gamenight.core.limits import read_file, read_json
from gamenight.core.options import LONGEST_VALUE, Option
from gamenight.core.paths import check_writable, path_of, reason_of, shown, trouble
from gamenight.core.record import LARGEST, Record
from gamenight.core.text import listed, quoted
from gamenight.match.privacy import KEY_FILE, OWN_FILE, SIDE_FILES

JSON = ".json"
RAW = (
    "is a raw export: it shows what is stored of a match, for whoever looks for the damage, and "
    "cannot be read back (an export without --raw can)"
)
# How the files of a store end, its log and its backups among them, and the key of a server.
STORES = (".sqlite", *(f".sqlite{suffix}" for suffix in SIDE_FILES), KEY_FILE)
DATABASE = b"SQLite format 3\0"  # how one begins, whatever its name
LARGEST_OPTION = 4 * LONGEST_VALUE  # bytes: a character has at most four


class FileError(GamenightError):
    code = "file_error"


def option_value(option: Option, text: str) -> Any:
    """The value of an option as a person gives it. Where it may be the name of a file, a dot or a
    slash marks one; raises a GamenightError."""
    if not option.file or not set(text) & set("./\\"):
        return option.read(text)
    path = Path(text)
    try:
        text = read_file(path, LARGEST_OPTION).decode("utf-8-sig").strip()
        if not text:
            raise FileError(f"{path} does not hold a value for {option.name}", str(path))
        return option.read(text)
    except (OSError, ValueError) as error:
        raise FileError(
            f"{quoted(text)} cannot be read as {option.name}: {reason_of(error)}", text
        ) from error


def read_records(path: Path) -> tuple[Record, ...]:
    """The matches in a file, each replayed to its end; raises a GamenightError."""
    try:
        data = read_file(path, LARGEST)
    except OSError as error:
        raise FileError(trouble(path, "read", error), str(path)) from error
    try:
        if path.suffix.lower() == JSON:
            return (Record.loads(data),)
        return _format(path).read(data.decode("utf-8-sig"))
    except UnicodeDecodeError as error:
        raise InvalidRecord(f"{path}: not UTF-8 text at byte {error.start}") from None
    except InvalidRecord as error:
        if _is_raw(data):
            raise InvalidRecord(f"{path} {RAW}") from None
        raise InvalidRecord(f"{path}: {error}", error.given, error.possible, error.ply) from error


def write_record(record: Record, path: Path) -> None:
    """Write a match; raises a GamenightError."""
    check_place(path)
    if path.suffix.lower() == JSON:
        write_whole(path, record.dumps() + "\n")
    else:
        write_whole(path, _format(path, record.game).write(record))


def contents(record: Record) -> str:
    """What a file with this record contains, as a phrase."""
    if record.partial:
        seen = "a spectator" if record.viewer is None else record.names()[record.viewer]
        return f"what {seen} saw of it"
    if record.result is None and record.hides():
        return "the whole match, also what players hide from each other"
    return "the whole match"


def save_file(record: Record, name: str) -> str:
    """Write a match to a file that a person named, as JSON where the name has no suffix; a sentence
    says where it is now and what is in it. It is whole, so that it can be continued: those at
    the screen decide who gets it. Raises a GamenightError."""
    path = path_of(name)
    there = os.path.exists(path) and not os.path.isfile(path)  # a folder, a device
    if path.name and not path.suffix and not there:
        path = path.with_name(path.name + JSON)
    write_record(record, path)
    return f"Saved as {path.absolute()} ({contents(record)})."


def raw_text(rows: Mapping[str, Any]) -> str:
    """What is stored, as JSON; bytes, and texts that are not UTF-8, as hexadecimal digits."""
    return json.dumps(_plain(rows), indent=1, allow_nan=False) + "\n"


def _is_raw(data: bytes) -> bool:
    """Whether this is such a text."""
    try:
        found = read_json(data)
    except ValueError:
        return False
    return isinstance(found, dict) and {"matches", "plies"} <= found.keys()


def _plain(value: Any) -> Any:
    if isinstance(value, Mapping):
        return {key: _plain(each) for key, each in value.items()}
    if isinstance(value, list):
        return [_plain(each) for each in value]
    if isinstance(value, float):
        return repr(value)
    if isinstance(value, str) and any("\udc80" <= character <= "\udcff" for character in value):
        value = value.encode("utf-8", "surrogateescape")
    return {"bytes": value.hex()} if isinstance(value, bytes) else value


def check_place(path: Path) -> None:
    """Raise FileError where no file can be written, whatever its format: a folder, a pipe, a
    device, a store."""
    if not path.name:
        raise FileError(f"{path} cannot be written: it is a folder", str(path))
    _check_no_store(path)
    try:
        check_writable(path)
    except (OSError, ValueError) as error:
        raise FileError(trouble(path, "written", error), str(path)) from error


def _check_no_store(path: Path) -> None:
    """Raise FileError for a file that keeps matches, a backup of them or a server's key, or has a
    name that is kept for one."""
    if path.name.casefold().endswith(STORES) or _is_database(path):
        raise FileError(
            f"{shown(path)} cannot be written: such a file keeps matches, a backup or the key of a "
            "server, and nothing else takes its place",
            str(path),
        )


def _is_database(path: Path) -> bool:
    if not os.path.isfile(path):
        return False
    try:
        with path.open("rb") as file:
            return file.read(len(DATABASE)) == DATABASE
    except OSError:
        return False


def write_whole(path: Path, text: str, private: bool = False) -> None:
    """Write a file that appears whole or not at all, and is none of a store; private: for its owner
    only. Raises FileError."""
    check_place(path)
    unfinished = path.with_name(f".{path.name[:40]}.{os.getpid()}")
    try:
        if private:
            os.close(os.open(unfinished, os.O_CREAT | os.O_WRONLY, OWN_FILE))
        unfinished.write_text(text, encoding="utf-8", newline="")
        unfinished.replace(path)
    except (OSError, ValueError) as error:
        with suppress(OSError, ValueError):
            unfinished.unlink(missing_ok=True)
        raise FileError(trouble(path, "written", error), str(path)) from error


def _format(path: Path, game: str | None = None) -> Format[Record]:
    """The format for a suffix: of one game, or of any game that has it."""
    suffixes = {JSON}
    for id in registry.games() if game is None else (game,):
        try:
            formats = registry.game(id).formats
        except BrokenGame:
            continue
        if path.suffix.lower() in formats:
            return formats[path.suffix.lower()]
        suffixes.update(formats)
    wrong = f": no format for {quoted(path.suffix)}" if path.suffix else " has no suffix"
    raise FileError(
        f"{path}{wrong} (possible: {listed(sorted(suffixes))})",
        path.suffix,
        sorted(suffixes),
    )
