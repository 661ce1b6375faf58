"""The file that chooses a view: one line `pluginName=NAME`, and comments after `;`.

It is strict: if it does not choose a view there is an error that names the file, never a silent
default. Other keys are ignored.
"""

from __future__ import annotations

import re
from collections.abc import Collection

from gamenight.core.errors import InvalidOption
from gamenight.core.limits import TooLarge, read_anything
from gamenight.core.text import listed, offered, quoted

KEY = "pluginName"
LARGEST = 1_000_000
LONGEST_PATH = 400


def configured_view(path: str, views: Collection[str]) -> str:
    """The name of the view that the file chooses."""
    file = quoted(path, LONGEST_PATH)
    wanted = f"expected one line {KEY}=NAME, with NAME one of: {listed(views)}"
    found: str | None = None
    text = _read(path, file)
    for number, line in enumerate(re.split(r"\r\n|\r|\n", text), 1):
        content = line.partition(";")[0].strip()
        if not content:
            continue
        key, equals, value = (part.strip() for part in content.partition("="))
        if not equals:
            raise InvalidOption(f"{file}, line {number}: {quoted(content)} ({wanted})", content)
        if key != KEY:
            continue
        if found is not None:
            raise InvalidOption(f"{file}, line {number}: {KEY} a second time ({wanted})", content)
        if value not in views:
            raise InvalidOption(
                f"{file}, line {number}: unknown view {quoted(value)}{offered(value, views)}",
                value,
                tuple(views),
            )
        found = value
    if found is None:
        lack = f"holds no {KEY}" if text else "is empty"
        raise InvalidOption(f"{file} {lack} ({wanted})", path)
    return found


def _read(path: str, file: str) -> str:
    try:
        data = read_anything(path, LARGEST)
    except OSError as error:
        raise InvalidOption(f"{file} cannot be read: {error.strerror}", path) from error
    except TooLarge as error:
        sentence = f"{file} is larger than {LARGEST} bytes (expected a short text)"
        raise InvalidOption(sentence, path) from error
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise InvalidOption(f"{file} is not UTF-8 (byte {error.start})", path) from error
