"""Cookbook: a recipe of steps that change what stands on the table.

Constraints
- The program is a list of procedures without arguments and without results: each does one step.
- They share their ingredients: global variables, which every procedure may read and change.

Good for tasks that one cook does in stages: each step has a name, fits on a screen and
can be read in the order of the recipe. It costs what shared state always costs. A step only works
after the steps that prepare its ingredients, doing it twice gives another result, and to know who
changes a variable you have to read all the procedures.
"""

import re
import sys
from unicodedata import category, east_asian_width

POWERFUL = r"[\0-\x1f\x7f-\x9f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ud800-\udfff]"

# The ingredients. Places: the boat starts in 1, the fish in 7; 13 is the sea, 0 is in the boat.
inputs: list[str] = []
boat = 1
fish = {2: 7, 3: 7, 4: 7, 5: 7}
word = ""
board: list[str] = []
message: list[str] = []


def read_command_line() -> None:
    global inputs
    bare = sys.argv.index("--") if "--" in sys.argv else len(sys.argv)
    for option in sys.argv[1:bare]:
        if option.startswith("--"):
            shown = option if len(option) <= 40 else option[:40] + "..."
            possible = "-- before inputs that begin with --"
            print(f"gamenight: unknown option {shown!r} (possible: {possible})", file=sys.stderr)
            sys.exit(2)
    inputs = sys.argv[1:bare] + sys.argv[bare + 1 :]


def read_standard_input() -> None:
    global inputs
    text = " ".join(inputs)
    if inputs == ["-"] or (not inputs and not sys.stdin.isatty()):
        text = sys.stdin.buffer.read().decode("utf-8", "replace")
    inputs = text.split()[::-1]  # the next one is the last


def draw_board() -> None:
    global board
    seats = {number: str(number) if fish[number] == 0 else " " for number in fish}
    rows = ["  ┌──┐1 ", f"  │{seats[2]}{seats[3]}│  ", f"  │{seats[4]}{seats[5]}│  ", "  └──┘6 "]
    board = ["╔════════╤" + "═══╤" * (12 - boat) + "═══════╗"]
    for number, row in zip(fish, rows, strict=True):
        river = ["▓" if place == 7 else " " for place in range(boat + 1, 14)]
        if fish[number] > 0:
            river[fish[number] - boat - 1] = str(number)
        *cells, sea = river
        board.append(f"║{row}│{''.join(f' {cell} │' for cell in cells)}   {sea}   ║")
    board.append("╚════════╧" + "═══╧" * (12 - boat) + "═══════╝")


def lay_message_over_board() -> None:
    if not message:
        return
    width = max(len(board[0]) + 2, len(message[0]) + 4)
    texts = [board[0], *message, board[-1]]
    for index, room in enumerate((width, width - 2, width - 2, width)):
        seen = [s for s in texts[index] if category(s) not in ("Mn", "Me", "Mc", "Cf")]
        wide = [east_asian_width(sign) in ("W", "F") for sign in seen]
        gap = room - len(seen) - sum(wide)
        texts[index] = " " * (gap - gap // 2) + texts[index] + " " * (gap // 2)
    bar = "─" * (width - 2)
    board[:] = [texts[0], f"┌{bar}┐", f"│{texts[1]}│", f"│{texts[2]}│", f"└{bar}┘", texts[3]]


def serve_board() -> None:
    sys.stdout.buffer.write(("\n".join(board) + "\n").encode())
    sys.stdout.buffer.flush()


def take_next_word() -> None:
    global word, message
    word = inputs.pop() if inputs else ""
    message = [] if word else ["Missing inputs.", "The game ends!!"]


def refuse_invalid_word() -> None:
    global word, message
    if word and word not in ("1", "2", "3", "4", "5", "6"):
        shown = re.sub(POWERFUL, "?", word[:3]) + ("..." if len(word) > 3 else "")
        message = ["The provided input is not valid!", f"Offending input: {shown}"]
        word = ""


def move_boat() -> None:
    global boat, word
    if word in ("1", "6") or (word and fish[int(word)] == 0):
        boat += 1
        for number in fish:
            if fish[number] == boat:
                fish[number] = 0
        word = ""


def move_fish() -> None:
    if not word:
        return
    number = int(word)
    if fish[number] == 13:  # safe already: the free fish closest to the sea swims instead
        closest = max(place for place in fish.values() if place < 13)
        number = next(other for other in fish if fish[other] == closest)
    fish[number] += 1


def judge() -> None:
    global message
    places = list(fish.values())
    safe, captured = places.count(13), places.count(0)
    if safe + captured < 4:
        return
    inputs.clear()
    message = ["Nice tie", "LOL!"]
    if safe > captured:
        message = ["Go team fish!", "Finally free."]
    if safe < captured:
        message = ["The fishing was good; it's", "the catching that was bad."]


# The recipe
read_command_line()
read_standard_input()
draw_board()
serve_board()
while not message or message[0].startswith("The provided"):
    take_next_word()
    refuse_invalid_word()
    move_boat()
    move_fish()
    judge()
    draw_board()
    lay_message_over_board()
    serve_board()
