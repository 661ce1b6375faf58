"""Lazy rivers: streams that flow only as far as somebody downstream draws from them.

Constraints
- Data comes as streams, never as a whole. A stage takes from the stage above when it needs to.
- Stages are generators: each yields one piece and waits until the next one is wanted.

Good for data that is endless, slow or larger than memory: type inputs by hand and every board
appears at once, pipe in ten gigabytes and only a small piece is held; and nothing is read after
the end of the game, since nobody asks for it. It costs the way back. A stream can be drawn from
once, in one direction; who is in charge is hard to see, because the last line pulls all the others;
and an error surfaces far downstream of where it was made.
"""

import re
import sys
from codecs import getincrementaldecoder
from collections.abc import Iterable, Iterator
from io import BufferedIOBase
from typing import NamedTuple, cast
from unicodedata import category, east_asian_width

POWERFUL = r"[\0-\x1f\x7f-\x9f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ud800-\udfff]"
ENOUGH = 4  # characters of a word: three are shown, and the fourth says that there are more


class Scene(NamedTuple):
    """What there is to see: the places of the boat and of the fish 2 to 5, and a message."""

    boat: int = 1
    fish: tuple[int, ...] = (7, 7, 7, 7)
    message: tuple[str, ...] = ()


def texts(given: list[str]) -> Iterator[str]:
    """Pieces of text, as they come; a piece may end in the middle of a word."""
    if given != ["-"] and (given or sys.stdin.isatty()):
        yield " ".join(given)
        return
    stream = cast(BufferedIOBase, sys.stdin.buffer)
    decode = getincrementaldecoder("utf-8")("replace").decode
    while chunk := stream.read1(1 << 16):
        yield decode(chunk)
    yield decode(b"", True)


def words(pieces: Iterable[str]) -> Iterator[str]:
    """Whole words; of an endless one no more is kept than enough."""
    begun = ""
    for piece in pieces:
        text = begun + piece
        *whole, begun = text.split() or [""]
        if text[-1:].isspace():
            whole, begun = [*whole, begun], ""
        begun = begun[:ENOUGH]
        yield from filter(None, whole)
    yield from filter(None, [begun])


def scenes(inputs: Iterable[str]) -> Iterator[Scene]:
    """A scene for the start and for every input, until the game is over."""
    boat, fish, _ = Scene()
    yield Scene()
    for word in inputs:
        if word not in ("1", "2", "3", "4", "5", "6"):
            shown = re.sub(POWERFUL, "?", word[:3]) + ("..." if len(word) > 3 else "")
            invalid = "The provided input is not valid!"
            yield Scene(boat, fish, (invalid, f"Offending input: {shown}"))
            continue
        boat, fish = moved(boat, fish, int(word))
        if all(place in (0, 13) for place in fish):
            yield Scene(boat, fish, closing(fish.count(13)))
            return
        yield Scene(boat, fish)
    yield Scene(boat, fish, ("Missing inputs.", "The game ends!!"))


def moved(boat: int, fish: tuple[int, ...], number: int) -> tuple[int, tuple[int, ...]]:
    if number in (1, 6) or fish[number - 2] == 0:
        return boat + 1, tuple(0 if place == boat + 1 else place for place in fish)
    swimmer = number - 2
    if fish[swimmer] == 13:  # safe already: the one closest to the sea swims instead
        swimmer = fish.index(max(place % 13 for place in fish))
    return boat, (*fish[:swimmer], fish[swimmer] + 1, *fish[swimmer + 1 :])


def closing(safe: int) -> tuple[str, str]:
    if safe < 2:
        return "The fishing was good; it's", "the catching that was bad."
    return ("Nice tie", "LOL!") if safe == 2 else ("Go team fish!", "Finally free.")


def frames(river: Iterable[Scene]) -> Iterator[str]:
    for boat, fish, message in river:
        lines = board(boat, fish)
        yield "\n".join(banner(lines, message) if message else lines) + "\n"


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
    for frame in frames(scenes(words(texts(given)))):
        sys.stdout.buffer.write(frame.encode())
        sys.stdout.buffer.flush()
    return 0


sys.exit(main(sys.argv[1:]))
