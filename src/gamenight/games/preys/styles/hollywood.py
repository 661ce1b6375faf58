"""Hollywood: don't call us, we'll call you; with plug-ins.

Constraints
- Things do not call each other for a result. Whoever wants to know something leaves a procedure to
  be called, and a framework that knows nothing of the game calls when the time has come.
- Plug-ins are files in a folder of their own. The program names none of them: a configuration file
  says which one is loaded as the program starts.

Good for programs that strangers extend: a part is added without a change to any other, and a view
that did not exist when this was written takes a file and one line of configuration. It costs the
thread of the story. What happens next is written nowhere, only who registered, and in which order;
and a plug-in that is missing or wrong becomes the problem of whoever runs the program.
"""

import difflib
import re
import runpy
import sys
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import NoReturn
from unicodedata import category, east_asian_width

FOLDER = Path(__file__).with_name("hollywood_plugins")
PLUGINS = {path.stem: str(path) for path in sorted(FOLDER.glob("*.py"))}
POWERFUL = r"[\0-\x1f\x7f-\x9f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ud800-\udfff]"


class Caller:
    """Takes procedures for an occasion, and calls them when it has come."""

    def __init__(self) -> None:
        self._procedures: dict[str, list[Callable[..., None]]] = {}

    def call_me(self, occasion: str, procedure: Callable[..., None]) -> None:
        self._procedures.setdefault(occasion, []).append(procedure)

    def _call(self, occasion: str, *data: object) -> None:
        for procedure in self._procedures.get(occasion, []):
            procedure(*data)


class Framework(Caller):
    def run(self) -> None:
        for stage in ("read", "load", "start", "play", "end"):
            self._call(stage)


class CommandLine(Caller):
    """Calls with the values of options, and with every word that is an input."""

    def __init__(self, framework: Framework) -> None:
        super().__init__()
        self._given: list[str] = []
        framework.call_me("read", self._read)
        framework.call_me("play", self._play)

    def _read(self) -> None:
        options = {usage.split()[0]: usage for usage in self._procedures if usage[:2] == "--"}
        possible = [*options.values(), "-- before inputs that begin with --"]
        words = iter(sys.argv[1:])
        for word in words:
            name, equals, value = word.partition("=")
            if word == "--":
                self._given += words
            elif not word.startswith("--"):
                self._given.append(word)
            elif name not in options:
                refuse(f"unknown option {quoted(word)}{offered(name, possible)}")
            elif (following := value if equals else next(words, None)) is None:
                refuse(f"{name} needs a value (possible: {', '.join(possible)})")
            else:
                self._call(options[name], following)

    def _play(self) -> None:
        text = " ".join(self._given)
        if self._given == ["-"] or (not self._given and not sys.stdin.isatty()):
            text = sys.stdin.buffer.read().decode("utf-8", "replace")
        for word in text.split():
            self._call("input", word)


class Game(Caller):
    """Calls whenever there is something to see: with the boat, the fish, and a message, if any."""

    def __init__(self, framework: Framework, command_line: CommandLine) -> None:
        super().__init__()
        self._boat, self._fish = 1, {2: 7, 3: 7, 4: 7, 5: 7}
        command_line.call_me("input", self._take)
        framework.call_me("start", self._tell)
        framework.call_me("end", self._end)

    def _tell(self, *message: str) -> None:
        self._call("change", self._boat, dict(self._fish), *message)

    def _take(self, word: str) -> None:
        if self._is_over():
            return
        if word in ("1", "2", "3", "4", "5", "6"):
            self._roll(int(word))
            self._tell(*self._closing() if self._is_over() else ())
        else:
            shown = re.sub(POWERFUL, "?", word[:3]) + ("..." if len(word) > 3 else "")
            self._tell("The provided input is not valid!", f"Offending input: {shown}")

    def _roll(self, number: int) -> None:
        if self._fish.get(number, 0) == 0:
            self._boat += 1
            self._fish = {n: 0 if at == self._boat else at for n, at in self._fish.items()}
        else:
            closest = max(self._fish, key=lambda other: (self._fish[other] % 13, -other))
            self._fish[closest if self._fish[number] == 13 else number] += 1

    def _is_over(self) -> bool:
        return all(place in (0, 13) for place in self._fish.values())

    def _closing(self) -> tuple[str, str]:
        safe = list(self._fish.values()).count(13)
        if safe < 2:
            return "The fishing was good; it's", "the catching that was bad."
        return ("Nice tie", "LOL!") if safe == 2 else ("Go team fish!", "Finally free.")

    def _end(self) -> None:
        if not self._is_over():
            self._tell("Missing inputs.", "The game ends!!")


class Screen:
    """Loads the plug-in, which registers for changes, and leaves a procedure for its boards."""

    def __init__(self, framework: Framework, command_line: CommandLine, game: Game) -> None:
        self._config, self._game = str(FOLDER / "plugin.conf"), game
        command_line.call_me("--config FILE", self._choose)
        framework.call_me("load", self._load)

    def _choose(self, config: str) -> None:
        self._config = config

    def _load(self) -> None:
        runpy.run_path(configured(self._config))["plug_in"](self._game.call_me, self._show)

    def _show(self, lines: list[str], *message: str) -> None:
        if message:
            width = max(len(lines[0]), len(message[0]) + 2)
            top, bottom = (centred(line, width + 2) for line in (lines[0], lines[-1]))
            inner = [f"│{centred(line, width)}│" for line in message]
            lines = [top, f"┌{'─' * width}┐", *inner, f"└{'─' * width}┘", bottom]
        sys.stdout.buffer.write(("\n".join(lines) + "\n").encode())
        sys.stdout.buffer.flush()


def centred(text: str, width: int) -> str:
    seen = [sign for sign in text if category(sign) not in ("Mn", "Me", "Mc", "Cf")]
    gap = width - len(seen) - sum(east_asian_width(sign) in "WF" for sign in seen)
    return " " * (gap - gap // 2) + text + " " * (gap // 2)


def refuse(sentence: str) -> NoReturn:
    print("gamenight:", " ".join(sentence.split()), file=sys.stderr)
    sys.exit(2)


def quoted(text: str, longest: int = 40) -> str:
    return repr(text if len(text) <= longest else text[:longest] + "...")


def offered(given: str, possible: Iterable[str]) -> str:
    near = difflib.get_close_matches(given.casefold()[:100], possible, 1, 0.7)
    return f"{f'; did you mean {near[0]}?' if near else ''} (possible: {', '.join(possible)})"


def contents(path: str) -> str:
    try:
        with open(path, "rb") as opened:
            data = opened.read(1_000_001)
        if len(data) > 1_000_000:
            refuse(f"{quoted(path, 400)} is larger than 1000000 bytes (expected a short text)")
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        refuse(f"{quoted(path, 400)} is not UTF-8 (byte {error.start})")
    except (OSError, ValueError) as error:  # a ValueError: a name that no file can have
        refuse(f"{quoted(path, 400)} cannot be read: {getattr(error, 'strerror', error)}")


def configured(path: str) -> str:
    """The plug-in that a configuration file names; the file is strict, there is no guessing."""
    file, text, found = quoted(path, 400), contents(path), ""
    wanted = f"(expected one line pluginName=NAME, with NAME one of: {', '.join(PLUGINS)})"
    for row, line in enumerate(re.split(r"\r\n|\r|\n", text), 1):
        content = line.partition(";")[0].strip()
        key, equals, value = (part.strip() for part in content.partition("="))
        if content and not equals:
            refuse(f"{file}, line {row}: {quoted(content)} {wanted}")
        if equals and key == "pluginName":
            if found:
                refuse(f"{file}, line {row}: pluginName a second time {wanted}")
            if value not in PLUGINS:
                refuse(f"{file}, line {row}: unknown view {quoted(value)}{offered(value, PLUGINS)}")
            found = PLUGINS[value]
    return found or refuse(f"{file} {'holds no pluginName' if text else 'is empty'} {wanted}")


framework = Framework()
command_line = CommandLine(framework)
Screen(framework, command_line, Game(framework, command_line))
framework.run()
