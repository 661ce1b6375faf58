"""Introspective: a program that looks at itself to find out what to do.

Constraints
- The program knows its own parts: it finds its functions by their names, and reads what arguments
  they ask for, what their docstrings say and in which order they were written. It keeps no list
  of them, and none of what they may ask for.
- It only looks: nothing about itself is changed while it runs.

Good for what grows by adding: a rule, an ending or a fact is a function with the right name and
need not be mentioned anywhere else; this is how pytest finds tests and hands them their fixtures.
It costs trust in names. A function that nobody calls may be in use, one that was renamed silently
is not, the order of the lines becomes a rule, and a tool that drops docstrings changes the game.
"""

import inspect
import re
import sys
from collections.abc import Callable
from types import FunctionType
from typing import Any, NamedTuple
from unicodedata import category, east_asian_width

POWERFUL = r"[\0-\x1f\x7f-\x9f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ud800-\udfff]"
Fish = tuple[int, ...]  # the places of the fish 2 to 5; 13 is the sea, 0 is in the boat


class Moment(NamedTuple):
    """What every function below may ask for by name: one of these, or one of the facts."""

    boat: int = 1
    fish: Fish = (7, 7, 7, 7)
    word: str | None = ""  # the input; none, when there are no more


# Facts: what can be known about a moment.


def fact_number(word: str | None) -> int:
    return int(word) if word in ("1", "2", "3", "4", "5", "6") else 0


def fact_own(number: int, fish: Fish) -> int:
    """Where the fish is whose number was rolled."""
    return dict(enumerate(fish, 2)).get(number, -1)


def fact_free(fish: Fish) -> int:
    return sum(0 < place < 13 for place in fish)


def fact_safe(fish: Fish) -> int:
    return fish.count(13)


# The rules of a roll: the first one that says something moves somebody.


def roll_of_a_fisherman(number: int, boat: int, fish: Fish) -> tuple[int, Fish] | None:
    return row(boat, fish) if number in (1, 6) else None


def roll_of_a_captured_fish(own: int, boat: int, fish: Fish) -> tuple[int, Fish] | None:
    return row(boat, fish) if own == 0 else None


def roll_of_a_safe_fish(own: int, boat: int, fish: Fish) -> tuple[int, Fish] | None:
    return swim(boat, fish, fish.index(max(at % 13 for at in fish))) if own == 13 else None


def roll_of_a_free_fish(number: int, own: int, boat: int, fish: Fish) -> tuple[int, Fish] | None:
    return swim(boat, fish, number - 2) if own > 0 else None


# The endings: the first one that holds has the message that its docstring is.


def end_in_a_tie(free: int, safe: int) -> bool:
    """Nice tie
    LOL!
    """
    return free == 0 and safe == 2


def end_with_fish_free(free: int, safe: int) -> bool:
    """Go team fish!
    Finally free.
    """
    return free == 0 and safe > 2


def end_with_fish_caught(free: int) -> bool:
    """The fishing was good; it's
    the catching that was bad.
    """
    return free == 0


def end_of_inputs(word: str | None) -> bool:
    """Missing inputs.
    The game ends!!
    """
    return word is None


def row(boat: int, fish: Fish) -> tuple[int, Fish]:
    return boat + 1, tuple(0 if place == boat + 1 else place for place in fish)


def swim(boat: int, fish: Fish, swimmer: int) -> tuple[int, Fish]:
    return boat, (*fish[:swimmer], fish[swimmer] + 1, *fish[swimmer + 1 :])


def functions(beginning: str) -> list[Callable[..., Any]]:
    """The functions of this program with names that begin so, in the order of the file."""
    found = [f for f in globals().values() if isinstance(f, FunctionType)]
    named = [function for function in found if function.__name__.startswith(beginning)]
    return sorted(named, key=lambda function: function.__code__.co_firstlineno)


def answer(function: Callable[..., Any], moment: Moment) -> Any:
    """Call it with what it asks for, by the names of its parameters."""
    return function(*(known(name, moment) for name in inspect.signature(function).parameters))


def known(name: str, moment: Moment) -> Any:
    """A part of the moment, or a fact about it."""
    fact = globals().get(f"fact_{name}")
    return answer(fact, moment) if fact else getattr(moment, name)


def moved(moment: Moment) -> Moment | None:
    """The moment after a roll; none, if no rule has anything to say to this input."""
    answers = (answer(rule, moment) for rule in functions("roll_"))
    place = next((found for found in answers if found), None)
    return place and moment._replace(boat=place[0], fish=place[1])


def closing(moment: Moment) -> tuple[str, ...]:
    for ending in functions("end_"):
        if answer(ending, moment):
            return tuple((inspect.getdoc(ending) or "").split("\n"))
    return ()


def board(boat: int, fish: tuple[int, ...]) -> list[str]:
    two, three, four, five = (str(n) if place == 0 else " " for n, place in enumerate(fish, 2))
    rows = ["  ┌──┐1 ", f"  │{two}{three}│  ", f"  │{four}{five}│  ", "  └──┘6 "]
    for lane, place in enumerate(fish):
        signs = ["▓" if cell == 7 else " " for cell in range(boat + 1, 14)]
        if place:
            signs[place - boat - 1] = str(lane + 2)
        *cells, sea = signs
        rows[lane] += "│" + "".join(f" {sign} │" for sign in cells) + f"   {sea}   "
    edge = "════════ " + "═══ " * (12 - boat) + "═══════"
    top, bottom = f"╔{edge.replace(' ', '╤')}╗", f"╚{edge.replace(' ', '╧')}╝"
    return [top, *(f"║{row}║" for row in rows), bottom]


def banner(lines: list[str], message: tuple[str, ...]) -> list[str]:
    width = max(len(lines[0]), len(message[0]) + 2)
    top, bottom = (centred(line, width + 2) for line in (lines[0], lines[-1]))
    inner = [f"│{centred(line, width)}│" for line in message]
    return [top, f"┌{'─' * width}┐", *inner, f"└{'─' * width}┘", bottom]


def centred(text: str, width: int) -> str:
    seen = [sign for sign in text if category(sign) not in ("Mn", "Me", "Mc", "Cf")]
    gap = width - len(seen) - sum(east_asian_width(sign) in "WF" for sign in seen)
    return " " * (gap - gap // 2) + text + " " * (gap // 2)


def show(moment: Moment, message: tuple[str, ...]) -> None:
    lines = board(moment.boat, moment.fish)
    text = "\n".join(banner(lines, message) if message else lines) + "\n"
    sys.stdout.buffer.write(text.encode())
    sys.stdout.buffer.flush()


def play(words: list[str]) -> None:
    moment = Moment()
    show(moment, ())
    for word in (*words, None):
        before = moment._replace(word=word)
        moment = moved(before) or before
        if word and moment is before:
            shown = re.sub(POWERFUL, "?", word[:3]) + ("..." if len(word) > 3 else "")
            show(moment, ("The provided input is not valid!", f"Offending input: {shown}"))
            continue
        message = closing(moment)
        show(moment, message)
        if message:
            return


def main(argv: list[str]) -> int:
    bare = argv.index("--") if "--" in argv else len(argv)
    for option in argv[:bare]:
        if option.startswith("--"):
            shown = option if len(option) <= 40 else option[:40] + "..."
            possible = "(possible: -- before inputs that begin with --)"
            print(f"gamenight: unknown option {shown!r} {possible}", file=sys.stderr)
            return 2
    given = argv[:bare] + argv[bare + 1 :]
    text = " ".join(given)
    if given == ["-"] or (not given and not sys.stdin.isatty()):
        text = sys.stdin.buffer.read().decode("utf-8", "replace")
    play(text.split())
    return 0


sys.exit(main(sys.argv[1:]))
