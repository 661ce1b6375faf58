"""Hollywood: don't call us, we'll call you; with plug-ins.

Constraints
- Things do not call each other for a result. Whoever wants to know of something leaves a procedure
  to be called, and a framework that knows nothing of the game calls when the time has come.
- Plug-ins are files in a folder of their own. The program names none of them: a configuration file
  says which one is loaded while the program starts.

Good for programs that strangers extend: a part is added without a change in any other, and a view
that did not exist when this was written is a file and one line of configuration. It costs the
thread of the story. What happens next stands nowhere, only who has registered in which order, and
a plug-in that is missing or wrong is an error of whoever runs the program.
"""

import difflib
import re
import runpy
import sys
from collections.abc import Callable, Iterable
from pathlib import Path
from unicodedata import category, east_asian_width

FOLDER = Path(__file__).with_name("hollywood_plugins")
PLUGINS = {path.stem: path for path in sorted(FOLDER.glob("*.py"))}
POWERFUL = r"[\0-\x1f\x7f-\x9f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ud800-\udfff]"


class Refusal(Exception):
    """What was given, and what is possible."""


def quoted(text: str, longest: int = 40) -> str:
    return repr(text if len(text) <= longest else text[:longest] + "...")


def offered(given: str, possible: Iterable[str]) -> str:
    near = difflib.get_close_matches(given.casefold()[:100], possible, 1, 0.7)
    return f"{f'; did you mean {near[0]}?' if near else ''} (possible: {', '.join(possible)})"


class Framework:
    """Calls all who asked for it, stage by stage."""

    def __init__(self) -> None:
        stages = ("read", "load", "start", "play", "end")
        self._stages: dict[str, list[Callable[[], None]]] = {stage: [] for stage in stages}

    def call_me(self, stage: str, handler: Callable[[], None]) -> None:
        self._stages[stage].append(handler)

    def run(self) -> None:
        for handlers in self._stages.values():
            for handler in handlers:
                handler()


class CommandLine:
    """Calls with every word that is an input, and with the values of options."""

    def __init__(self, framework: Framework) -> None:
        self._given: list[str] = []
        self._options: dict[str, Callable[[str], None]] = {}
        self._word_handlers: list[Callable[[str], None]] = []
        framework.call_me("read", self._read)
        framework.call_me("play", self._play)

    def call_me_with_option(self, option: str, handler: Callable[[str], None]) -> None:
        self._options[option] = handler

    def call_me_with_words(self, handler: Callable[[str], None]) -> None:
        self._word_handlers.append(handler)

    def _read(self) -> None:
        handlers = {option.split()[0]: handler for option, handler in self._options.items()}
        possible = [*self._options, "-- before inputs that begin with --"]
        words = iter(sys.argv[1:])
        for word in words:
            name, equals, value = word.partition("=")
            if word == "--":
                self._given += words
            elif not word.startswith("--"):
                self._given.append(word)
            elif name not in handlers:
                raise Refusal(f"unknown option {quoted(word)}{offered(name, possible)}")
            elif (following := value if equals else next(words, None)) is None:
                raise Refusal(f"{name} needs a value (possible: {', '.join(possible)})")
            else:
                handlers[name](following)

    def _play(self) -> None:
        text = " ".join(self._given)
        if self._given == ["-"] or (not self._given and not sys.stdin.isatty()):
            text = sys.stdin.buffer.read().decode("utf-8", "replace")
        for word in text.split():
            for handler in self._word_handlers:
                handler(word)


class Game:
    """Calls whenever there is something to see: the boat, the fish, and a message."""

    def __init__(self, framework: Framework, command_line: CommandLine) -> None:
        self._boat, self._fish = 1, {2: 7, 3: 7, 4: 7, 5: 7}
        self._handlers: list[Callable[..., None]] = []
        command_line.call_me_with_words(self._take)
        framework.call_me("start", self._tell)
        framework.call_me("end", self._end)

    def call_me_with_changes(self, handler: Callable[..., None]) -> None:
        self._handlers.append(handler)

    def _tell(self, *message: str) -> None:
        for handler in self._handlers:
            handler(self._boat, self._fish, *message)

    def _is_over(self) -> bool:
        return all(place in (0, 13) for place in self._fish.values())

    def _take(self, word: str) -> None:
        if self._is_over():
            return
        if word not in ("1", "2", "3", "4", "5", "6"):
            shown = re.sub(POWERFUL, "?", word[:3]) + ("..." if len(word) > 3 else "")
            self._tell("The provided input is not valid!", f"Offending input: {shown}")
            return
        self._roll(int(word))
        self._tell(*self._closing() if self._is_over() else ())

    def _roll(self, number: int) -> None:
        fish = self._fish
        if fish.get(number, 0) == 0:
            self._boat += 1
            self._fish = {n: 0 if fish[n] == self._boat else fish[n] for n in fish}
        else:
            closest = max(fish, key=lambda other: (fish[other] % 13, -other))
            fish[closest if fish[number] == 13 else number] += 1

    def _closing(self) -> tuple[str, str]:
        safe = list(self._fish.values()).count(13)
        if safe < 2:
            return "The fishing was good; it's", "the catching that was bad."
        return ("Nice tie", "LOL!") if safe == 2 else ("Go team fish!", "Finally free.")

    def _end(self) -> None:
        if not self._is_over():
            self._tell("Missing inputs.", "The game ends!!")


class Screen:
    """Draws with whatever the plug-in has left to be called."""

    def __init__(self, framework: Framework, command_line: CommandLine, game: Game) -> None:
        self._config = str(next(iter(sorted(FOLDER.glob("*.conf"))), ""))
        command_line.call_me_with_option("--config FILE", self._choose)
        framework.call_me("load", self._load)
        game.call_me_with_changes(self._show)

    def _choose(self, config: str) -> None:
        self._config = config

    def _load(self) -> None:
        plugin = runpy.run_path(str(PLUGINS[configured(self._config)]))
        plugin["plug_in"](self._draw_with)

    def _draw_with(self, draw: Callable[[int, dict[int, int]], list[str]]) -> None:
        self._draw = draw

    def _show(self, boat: int, fish: dict[int, int], *message: str) -> None:
        lines = self._draw(boat, fish)
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


def contents(path: str) -> str:
    file = quoted(path, 400)
    try:
        with open(path, "rb") as opened:
            data = opened.read(1_000_001)
        if len(data) <= 1_000_000:
            return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise Refusal(f"{file} is not UTF-8 (byte {error.start})") from error
    except (OSError, ValueError) as error:  # a ValueError: a name that no file can have
        reason = getattr(error, "strerror", error)
        raise Refusal(f"{file} cannot be read: {reason}") from error
    raise Refusal(f"{file} is larger than 1000000 bytes (expected a short text)")


def configured(path: str) -> str:
    """The plug-in that a configuration file names; the file is strict, there is no guessing."""
    file, text, found = quoted(path, 400), contents(path), ""
    wanted = f"(expected one line pluginName=NAME, with NAME one of: {', '.join(PLUGINS)})"
    for number, line in enumerate(re.split(r"\r\n|\r|\n", text), 1):
        content = line.partition(";")[0].strip()
        key, equals, value = (part.strip() for part in content.partition("="))
        if content and not equals:
            raise Refusal(f"{file}, line {number}: {quoted(content)} {wanted}")
        if key == "pluginName" and equals:
            if found:
                raise Refusal(f"{file}, line {number}: pluginName a second time {wanted}")
            if value not in PLUGINS:
                unknown = f"unknown view {quoted(value)}{offered(value, PLUGINS)}"
                raise Refusal(f"{file}, line {number}: {unknown}")
            found = value
    if not found:
        raise Refusal(f"{file} {'holds no pluginName' if text else 'is empty'} {wanted}")
    return found


framework = Framework()
command_line = CommandLine(framework)
game = Game(framework, command_line)
Screen(framework, command_line, game)
try:
    framework.run()
except Refusal as refusal:
    print("gamenight:", " ".join(str(refusal).split()), file=sys.stderr)
    sys.exit(2)
