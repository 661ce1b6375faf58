"""Spaces: workers who meet only at a table full of tuples.

Constraints
- Workers run at the same time and do not know each other, not even how many they are.
- All data is in one shared space of tuples. A worker puts tuples there, or takes those that match
  a pattern; it waits until there is one. Whoever has taken a tuple is alone with it.

Good for sharing out work that can be done in any order: three artists draw the boards here, each
takes the next scene as soon as it is free, and a fourth would need no change at all. It costs a
search for everything: the space is looked through for every pattern. Nobody can say who answers a
tuple, a misspelled one lies there for ever, and whatever has to be in order must carry a number.
"""

import re
import sys
from collections import defaultdict
from collections.abc import Iterator
from itertools import count
from threading import Condition, Thread
from typing import Any
from unicodedata import category, east_asian_width

POWERFUL = r"[\0-\x1f\x7f-\x9f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ud800-\udfff]"
DIE = ("1", "2", "3", "4", "5", "6")
ARTISTS = 3
ANY = object()


class Space:
    def __init__(self) -> None:
        self._tuples: defaultdict[str, list[tuple[Any, ...]]] = defaultdict(list)
        self._changed = Condition()

    def put(self, *data: Any) -> None:
        with self._changed:
            self._tuples[data[0]].append(data)
            self._changed.notify_all()

    def take(self, *pattern: Any) -> tuple[Any, ...]:
        """The first tuple that matches; it is taken out of the space."""
        with self._changed:
            while (found := next(self._matching(pattern), None)) is None:
                self._changed.wait()
            self._tuples[found[0]].remove(found)
            return found

    def _matching(self, pattern: tuple[Any, ...]) -> Iterator[tuple[Any, ...]]:
        """Tuples of the same name and length, equal wherever the pattern does not say ANY."""
        for data in self._tuples[pattern[0]]:
            pairs = zip(data, pattern, strict=False)
            if len(data) == len(pattern) and all(b is ANY or a == b for a, b in pairs):
                yield data


def referee(space: Space) -> None:
    """Turns inputs into scenes, in order; whoever holds the river may change it."""
    message: tuple[str, ...] = ()
    for number in count():
        _, boat, fish = space.take("river", ANY, ANY)
        if number > 0:
            _, _, word = space.take("input", number, ANY)
            boat, fish, message = after(boat, fish, word)
        last = bool(message) and message[0] != "The provided input is not valid!"
        space.put("river", boat, fish)
        space.put("scene", number, last, boat, fish, message)
        if last:
            return


def artist(space: Space) -> None:
    """Turns scenes into frames, whichever comes first, until a closing time is in the space."""
    while True:
        _, number, last, boat, fish, message = space.take("scene", ANY, ANY, ANY, ANY, ANY)
        if number is None:
            space.put("scene", None, True, 0, (), ())  # for the next artist, if there is one
            return
        lines = board(boat, fish)
        space.put("frame", number, last, "\n".join(banner(lines, message) if message else lines))


def printer(space: Space) -> None:
    """Prints frames in order; after the last one, or if it cannot print, it is closing time."""
    last, number, failure = False, count(), None
    try:
        while not last:
            _, _, last, frame = space.take("frame", next(number), ANY, ANY)
            sys.stdout.buffer.write(f"{frame}\n".encode())
        sys.stdout.buffer.flush()
    except Exception as error:
        failure = error
    space.put("scene", None, True, 0, (), ())
    space.put("over", failure)


def after(
    boat: int, fish: tuple[int, ...], word: str | None
) -> tuple[int, tuple[int, ...], tuple[str, ...]]:
    """The places of the boat and of the fish 2 to 5 after an input, and the message, if any."""
    if word is None:
        return boat, fish, ("Missing inputs.", "The game ends!!")
    if word not in DIE:
        shown = re.sub(POWERFUL, "?", word[:3]) + ("..." if len(word) > 3 else "")
        return boat, fish, ("The provided input is not valid!", f"Offending input: {shown}")
    number = int(word)
    if number in (1, 6) or fish[number - 2] == 0:
        boat, fish = boat + 1, tuple(0 if place == boat + 1 else place for place in fish)
    else:
        swimmer = number - 2
        if fish[swimmer] == 13:
            swimmer = fish.index(max(place % 13 for place in fish))
        fish = (*fish[:swimmer], fish[swimmer] + 1, *fish[swimmer + 1 :])
    if any(0 < place < 13 for place in fish):
        return boat, fish, ()
    if fish.count(13) < 2:
        return boat, fish, ("The fishing was good; it's", "the catching that was bad.")
    tie = fish.count(13) == 2
    return boat, fish, ("Nice tie", "LOL!") if tie else ("Go team fish!", "Finally free.")


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
    space = Space()
    for work in (referee, *[artist] * ARTISTS, printer):
        Thread(target=work, args=[space]).start()
    space.put("river", 1, (7, 7, 7, 7))
    for number, word in enumerate([*text.split(), None], 1):
        space.put("input", number, word)
    _, failure = space.take("over", ANY)
    if failure:
        raise failure
    return 0


sys.exit(main(sys.argv[1:]))
