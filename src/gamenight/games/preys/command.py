"""`gamenight preys [INPUT ...]`: the game from given inputs, frame by frame."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from io import BufferedIOBase
from typing import Any, cast

from gamenight.core import registry
from gamenight.core.errors import InvalidOption
from gamenight.core.text import listed, offered, quoted
from gamenight.games.preys.board import View
from gamenight.games.preys.config import configured_view
from gamenight.games.preys.course import Course, frames_of
from gamenight.games.preys.inputs import words_in
from gamenight.games.preys.rules import PreysRules

DEFAULT_VIEW = "default"
STANDARD_INPUT = "-"

VALUED = ("--view", "--config")
FLAGS = ("--color", "--stats", "--help")
OPTIONS = ("--view NAME", "--config FILE", *FLAGS, "-- before inputs that begin with --")

HELP = """\
usage: gamenight preys [OPTION ...] [INPUT ...]

Plays Preys and Hunters with the given rolls of the die, and
prints the board after each of them. An INPUT is 1 to 6;
anything else is reported, and the game goes on. Without an
INPUT, or with just -, inputs are read from standard input,
separated by white space.

  --view NAME    how the board is drawn ({default}):
                 {views}
  --config FILE  a file whose line pluginName=NAME sets the
                 view; --view overrides it
  --color        draw with colours
  --stats        print counts of inputs, moves and steps
                 at the end
  --help         show this help
  --             everything after this is input
"""


@dataclass
class Asked:
    """What the command line asks for."""

    inputs: list[str] = field(default_factory=list)
    values: dict[str, str] = field(default_factory=dict)
    flags: set[str] = field(default_factory=set)


def run(argv: list[str]) -> int:
    """Play the inputs; returns the exit status."""
    asked = read_words(argv)
    views: Mapping[str, View] = registry.views("preys")
    out = sys.stdout.buffer
    if "--help" in asked.flags:
        out.write(HELP.format(views=listed(views), default=DEFAULT_VIEW).encode())
        out.flush()
        return 0
    rules = PreysRules()
    view = views[chosen_view(asked, views)]
    course = Course(rules, frames_of(rules, view, "--color" in asked.flags), out)
    counting = "--stats" in asked.flags
    course.start()
    for words in given_words(asked.inputs):
        course.play(words)
        if course.over and not counting:
            break
    course.end()
    if counting:
        out.write("".join(f"{line}\n" for line in course.stats.lines(course.state)).encode())
        out.flush()
    return 0


def read_words(argv: Iterable[str]) -> Asked:
    """Options are words that begin with `--`, up to a bare one; all others are inputs, even
    `-1`."""
    asked = Asked()
    words = iter(argv)
    for word in words:
        if word == "--":
            asked.inputs.extend(words)
        elif word.startswith("--"):
            _read_option(asked, word, words)
        else:
            asked.inputs.append(word)
    return asked


def _read_option(asked: Asked, word: str, rest: Iterable[str]) -> None:
    name, equals, value = word.partition("=")
    if name in FLAGS and not equals:
        asked.flags.add(name)
    elif name in VALUED:
        following = value if equals else next(iter(rest), None)
        if following is None:
            raise InvalidOption(f"{name} needs a value (possible: {listed(OPTIONS)})", word)
        asked.values[name] = following
    elif name in FLAGS:
        raise InvalidOption(f"{name} takes no value, but got {quoted(value)}", word)
    else:
        raise InvalidOption(f"unknown option {quoted(word)}{offered(name, OPTIONS)}", word, OPTIONS)


def chosen_view(asked: Asked, views: Mapping[str, Any]) -> str:
    """The name of the view; a given file is checked even if `--view` overrides it."""
    chosen = DEFAULT_VIEW
    if "--config" in asked.values:
        chosen = configured_view(asked.values["--config"], views)
    chosen = asked.values.get("--view", chosen)
    if chosen not in views:
        raise InvalidOption(
            f"unknown view {quoted(chosen)}{offered(chosen, views)}", chosen, tuple(views)
        )
    return chosen


def given_words(inputs: list[str]) -> Iterable[list[str]]:
    """The inputs of the command line, or of standard input if there are none or just `-`."""
    if inputs == [STANDARD_INPUT] or (not inputs and not sys.stdin.isatty()):
        return words_in(cast(BufferedIOBase, sys.stdin.buffer))
    return [" ".join(inputs).split()]
