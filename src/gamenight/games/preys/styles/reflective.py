"""Reflective: a program that writes and rewrites itself while it runs.

Constraints
- The program knows its own parts and may change them: it makes functions out of text, puts them
  into its own name space and replaces them there.
- What is known only while it runs becomes code, not data: here there is a function for every
  number of the die, and it is rewritten when something happens to its fish.

Good for whatever would otherwise be written again and again with small changes (this is how
dataclasses and test mocks are made), and where asking costs more than rewriting: no roll here asks
what has become of its fish. It costs the source. What runs is in no file, so a search does not
find it, a type checker does not see it, and a template filled with text from strangers would be
their program, not yours.
"""

import re
import sys
from unicodedata import category, east_asian_width

POWERFUL = r"[\0-\x1f\x7f-\x9f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ud800-\udfff]"

# What a number of the die does: the number is filled in when the function is made.
SWIM = """
def roll_{number}():
    fish[{number}] += 1
    if fish[{number}] == 13:
        rewrite({number}, ESCORT)
"""
ROW = """
def roll_{number}():
    row()
"""
ESCORT = """
def roll_{number}():
    closest = max(fish, key=lambda other: (fish[other] % 13, -other))
    call(closest)
"""

# Places: the boat starts in 1, the fish in 7; 13 is the sea, 0 is in the boat.
boat = 1
fish = {2: 7, 3: 7, 4: 7, 5: 7}


def rewrite(number: int, template: str) -> None:
    """From now on this number of the die does something else."""
    source = template.format(number=number)
    exec(compile(source, f"<roll_{number}>", "exec"), globals())


def call(number: int) -> None:
    globals()[f"roll_{number}"]()


def row() -> None:
    global boat
    boat += 1
    for number, place in fish.items():
        if place == boat:
            fish[number] = 0
            rewrite(number, ROW)


def closing() -> tuple[str, ...]:
    places = list(fish.values())
    safe, captured = places.count(13), places.count(0)
    if safe + captured < 4:
        return ()
    if safe < 2:
        return "The fishing was good; it's", "the catching that was bad."
    return ("Nice tie", "LOL!") if safe == 2 else ("Go team fish!", "Finally free.")


def show(*message: str) -> None:
    lines = board()
    text = "\n".join(banner(lines, message) if message else lines) + "\n"
    sys.stdout.buffer.write(text.encode())
    sys.stdout.buffer.flush()


def play(words: list[str]) -> None:
    for number in (1, 2, 3, 4, 5, 6):
        rewrite(number, SWIM if number in fish else ROW)
    show()
    for word in words:
        if f"roll_{word}" in globals():
            call(int(word))
            show(*closing())
            if closing():
                return
        else:
            shown = re.sub(POWERFUL, "?", word[:3]) + ("..." if len(word) > 3 else "")
            show("The provided input is not valid!", f"Offending input: {shown}")
    show("Missing inputs.", "The game ends!!")


def board() -> list[str]:
    two, three, four, five = (str(n) if place == 0 else " " for n, place in fish.items())
    rows = ["  ┌──┐1 ", f"  │{two}{three}│  ", f"  │{four}{five}│  ", "  └──┘6 "]
    for lane, place in enumerate(fish.values()):
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
    play(text.split())
    return 0


sys.exit(main(sys.argv[1:]))
