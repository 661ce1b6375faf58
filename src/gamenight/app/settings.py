"""Settings: what a person chose once, kept as JSON in the user's configuration folder.

A file that is missing, broken or read-only never stops anything: the defaults apply, and `notice`
says so in a sentence. Keys that this version does not know are kept as they are for a newer
version to find; a file that is not a settings file at all is kept beside the new one.
"""

from __future__ import annotations

import json
import os
from contextlib import suppress
from copy import deepcopy
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from gamenight.core.errors import GamenightError
from gamenight.core.limits import TooLarge, read_file, read_json
from gamenight.core.paths import path_of, reason_of
from gamenight.core.text import clean_name, is_placeholder

FILE = "settings.json"
LARGEST = 1024 * 1024
MOST_NAMES = 20

THEMES = ("dark", "light", "high contrast", "colour-blind safe")
CHARACTERS = ("emoji", "unicode", "ascii")
BELLS = ("off", "on")
SPEEDS = {"slow": 2.0, "normal": 1.0, "fast": 0.4, "off": 0.0}  # to the right it goes faster


@dataclass
class Settings:
    """theme, characters, speed; bell: whether one tells "your turn"; greeted: this is not the first
    evening; names: who played here, latest first; you: who gave a name first, and so the person of
    this computer; tables: how the last match of each game (by id)
    was set up; unknown: whatever else the file holds; unreadable: the file is not a settings file;
    known: what these were when this program last read or wrote it.
    """

    theme: str = THEMES[0]
    characters: str = CHARACTERS[0]
    speed: str = "normal"
    bell: str = BELLS[0]
    greeted: bool = False
    names: list[str] = field(default_factory=list)
    you: str = ""
    tables: dict[str, dict[str, Any]] = field(default_factory=dict)
    unknown: dict[str, Any] = field(default_factory=dict)
    unreadable: bool = False
    path: Path | None = None
    notice: str = ""
    known: dict[str, Any] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.note()

    @property
    def beat(self) -> float:
        """How many seconds a beat of an animation takes; 0 shows none."""
        return SPEEDS[self.speed]

    def remember(self, *names: str) -> None:
        """They have played: suggest their names first next time, unless nobody gave them."""
        given = [name for name in names if not is_placeholder(name)]
        self.you = self.you or next(iter(given), "")
        new = {name.casefold() for name in given}
        self.names = [*given, *(name for name in self.names if name.casefold() not in new)]
        del self.names[MOST_NAMES:]

    def save(self) -> None:
        """Save them completely or not at all; if that fails, `notice` says so. Whatever another
        program has changed meanwhile, and this one has not, stays."""
        if self.path is None:
            return
        values = {**self.unknown, **self._caught_up(self.path)}
        unfinished = self.path.with_name(f".{self.path.name}.{os.getpid()}")
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            unfinished.write_text(json.dumps(values, indent=1) + "\n", encoding="utf-8")
            if self.unreadable:
                self.path.replace(self.path.with_name(f"{self.path.name}.broken"))
                self.unreadable = False
            unfinished.replace(self.path)
            self.note()
        except OSError as error:
            self.notice = f"settings cannot be saved in {self.path}: {reason_of(error)}"
            with suppress(OSError):
                unfinished.unlink(missing_ok=True)

    def note(self) -> None:
        """The file has been read or written."""
        self.known = deepcopy({name: getattr(self, name) for name in KEPT})

    def _caught_up(self, path: Path) -> dict[str, Any]:
        """The values, with what another program has written meanwhile; names and tables count here
        too, from now on."""
        theirs = dict[str, Any]()
        with suppress(OSError, ValueError, TooLarge):
            theirs = {name: value for name, value in _read(path).items() if _fits(name, value)}
        values = {name: getattr(self, name) for name in KEPT}
        for name in filter(theirs.__contains__, KEPT):
            values[name] = _merged(values[name], self.known[name], theirs[name])
        self.names, self.tables = values["names"], values["tables"]
        del self.names[MOST_NAMES:]
        return values


def _merged(mine: Any, known: Any, theirs: Any) -> Any:
    """What two programs have made of a value that both knew, entry by entry; where both have
    changed it, mine."""
    if mine == known:
        return theirs
    if isinstance(mine, dict):
        changed = {key for key in (*mine, *known) if mine.get(key) != known.get(key)}
        others = {key: value for key, value in theirs.items() if key not in changed}
        return {**others, **{key: value for key, value in mine.items() if key in changed}}
    if isinstance(mine, list):
        stayed = [item for item in mine if item in theirs or item not in known]
        return stayed + [item for item in theirs if item not in (*mine, *known)]
    return mine


KEPT = ("theme", "characters", "speed", "bell", "greeted", "names", "you", "tables")


def config_folder() -> Path:
    """Where the settings are: `GAMENIGHT_CONFIG`, or the user's configuration folder."""
    given = os.environ.get("GAMENIGHT_CONFIG")
    if given is None:
        import platformdirs

        given = platformdirs.user_config_dir("gamenight")
    return path_of(given)


def load_settings(folder: Path | None = None) -> Settings:
    """The settings of a folder; what is wrong in the file keeps its default, with a notice."""
    path = (folder or config_folder()) / FILE
    settings = Settings(path=path)
    try:
        found = _read(path)
    except FileNotFoundError:
        return settings
    except (OSError, ValueError, TooLarge) as error:
        reason = reason_of(error) if isinstance(error, OSError) else "it is not a settings file"
        if isinstance(error, TooLarge):
            reason = f"it has more than {LARGEST:,} bytes"
        settings.notice = f"{path} cannot be read ({reason}): using the default settings"
        settings.unreadable = not isinstance(error, OSError)
        return settings
    settings.unknown = {name: value for name, value in found.items() if name not in KEPT}
    wrong = [name for name in KEPT if name in found and not _fits(name, found[name])]
    for name in (name for name in KEPT if name in found and name not in wrong):
        setattr(settings, name, found[name])
    del settings.names[MOST_NAMES:]
    settings.note()
    if wrong:
        settings.notice = f"{path}: using the default for {', '.join(wrong)}"
    return settings


def _read(path: Path) -> dict[str, Any]:
    """The JSON object of a file, if it can be written again; raises OSError, ValueError or
    TooLarge."""
    found = read_json(read_file(path, LARGEST))
    if not isinstance(found, dict):
        raise ValueError
    json.dumps(found, indent=1)
    return found


def _fits(name: str, value: object) -> bool:
    """Whether a value is allowed."""
    fixed = {"theme": THEMES, "characters": CHARACTERS, "speed": tuple(SPEEDS), "bell": BELLS}
    possible = fixed.get(name)
    if possible is not None:
        return value in possible
    if name == "greeted":
        return isinstance(value, bool)
    if name == "you":
        return value == "" or _is_name(value)
    if name == "names":
        return isinstance(value, list) and all(map(_is_name, value))
    return isinstance(value, dict) and all(isinstance(v, dict) for v in value.values())


def _is_name(value: object) -> bool:
    try:
        return isinstance(value, str) and clean_name(value) == value
    except GamenightError:
        return False
