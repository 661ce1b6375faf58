"""Actors: everybody has a queue and a thread of their own, and nobody waits for an answer.

Constraints
- Each thing runs in its own thread. It takes one message at a time from its queue and acts on it.
- Messages never change after they are sent, and nothing else is shared.
- Nobody calls anybody: whoever wants an answer is sent a message too.

Good for work that can go on at the same time, on many cores or machines, with no locks in sight:
an actor's data is safe because only that actor touches it, and here the artist draws one board
while the river moves on to the next. It costs the order of things. Only messages between the same
two actors arrive in order, so the parts have to agree who speaks next and how the evening ends;
an actor that dies silently leaves the others waiting.
"""

import re
import sys
from queue import Queue
from threading import Thread
from typing import Any
from unicodedata import category, east_asian_width

POWERFUL = r"[\0-\x1f\x7f-\x9f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ud800-\udfff]"


class Actor(Thread):
    def __init__(self) -> None:
        super().__init__()
        self._inbox: Queue[tuple[Any, ...]] = Queue()
        self._working = True
        self.start()

    def send(self, *message: Any) -> None:
        self._inbox.put(message)

    def run(self) -> None:
        while self._working:
            name, *content = self._inbox.get()
            getattr(self, f"on_{name}")(*content)

    def on_stop(self) -> None:
        self._working = False


class Printer(Actor):
    """The last one to hear that it is over: it tells those who wait outside, or what went wrong."""

    def __init__(self, outside: Queue[Exception | None]) -> None:
        self._outside = outside
        super().__init__()

    def on_frame(self, lines: tuple[str, ...]) -> None:
        try:
            sys.stdout.buffer.write(("\n".join(lines) + "\n").encode())
            sys.stdout.buffer.flush()
        except Exception as error:
            self._working = False
            self._outside.put(error)

    def on_stop(self) -> None:
        super().on_stop()
        self._outside.put(None)


class Artist(Actor):
    """Draws scenes and hands them to the printer."""

    def __init__(self, printer: Printer) -> None:
        self._printer = printer
        super().__init__()

    def on_scene(self, boat: int, fish: tuple[int, ...], *message: str) -> None:
        lines = board(boat, fish)
        self._printer.send("frame", banner(lines, message) if message else lines)

    def on_stop(self) -> None:
        super().on_stop()
        self._printer.send("stop")


class River(Actor):
    """Knows where everybody is: the fish 2 to 5 in places up to 13, or 0, which is in the boat."""

    def __init__(self, artist: Artist) -> None:
        self._artist = artist
        self._boat = 1
        self._fish: tuple[int, ...] = (7, 7, 7, 7)
        super().__init__()

    def on_show(self, *message: str) -> None:
        self._artist.send("scene", self._boat, self._fish, *message)

    def on_roll(self, number: int, referee: "Referee") -> None:
        fish = self._fish
        if number in (1, 6) or fish[number - 2] == 0:
            self._boat += 1
            self._fish = tuple(0 if place == self._boat else place for place in fish)
        else:
            swimmer = number - 2
            if fish[swimmer] == 13:
                swimmer = fish.index(max(place % 13 for place in fish))
            self._fish = (*fish[:swimmer], fish[swimmer] + 1, *fish[swimmer + 1 :])
        referee.send("moved", self._fish)

    def on_stop(self) -> None:
        super().on_stop()
        self._artist.send("stop")


class Inputs(Actor):
    """Hands out one word to whoever asks."""

    def __init__(self, words: tuple[str, ...]) -> None:
        self._words = iter(words)
        super().__init__()

    def on_next(self, referee: "Referee") -> None:
        referee.send("word", next(self._words, None))


class Referee(Actor):
    """Decides what happens next, and when it is over."""

    def __init__(self, inputs: Inputs, river: River) -> None:
        self._inputs, self._river = inputs, river
        super().__init__()

    def on_begin(self) -> None:
        self._go_on()

    def _go_on(self, *message: str) -> None:
        self._river.send("show", *message)
        self._inputs.send("next", self)

    def on_word(self, word: str | None) -> None:
        if word is None:
            self._end("Missing inputs.", "The game ends!!")
        elif word in ("1", "2", "3", "4", "5", "6"):
            self._river.send("roll", int(word), self)
        else:
            shown = re.sub(POWERFUL, "?", word[:3]) + ("..." if len(word) > 3 else "")
            self._go_on("The provided input is not valid!", f"Offending input: {shown}")

    def on_moved(self, fish: tuple[int, ...]) -> None:
        safe = fish.count(13)
        if safe + fish.count(0) < 4:
            self._go_on()
        elif safe == 2:
            self._end("Nice tie", "LOL!")
        elif safe > 2:
            self._end("Go team fish!", "Finally free.")
        else:
            self._end("The fishing was good; it's", "the catching that was bad.")

    def _end(self, *message: str) -> None:
        self._river.send("show", *message)
        for actor in (self._inputs, self._river, self):
            actor.send("stop")


def board(boat: int, fish: tuple[int, ...]) -> tuple[str, ...]:
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
    return (top, *(f"║{row}║" for row in rows), bottom)


def banner(lines: tuple[str, ...], message: tuple[str, ...]) -> tuple[str, ...]:
    width = max(len(lines[0]), len(message[0]) + 2)
    top, bottom = (centred(line, width + 2) for line in (lines[0], lines[-1]))
    inner = [f"│{centred(line, width)}│" for line in message]
    return (top, f"┌{'─' * width}┐", *inner, f"└{'─' * width}┘", bottom)


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
    outside: Queue[Exception | None] = Queue()
    river, inputs = River(Artist(Printer(outside))), Inputs(tuple(text.split()))
    Referee(inputs, river).send("begin")
    if error := outside.get():
        raise error
    return 0


sys.exit(main(sys.argv[1:]))
