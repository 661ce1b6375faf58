"""Monolith: everything in one piece, from the first line to the last.

Constraints
- No functions, no classes, no modules of your own: only variables, loops and branches.
- As little of the library as will do: the streams, and how wide a character is.

Good for finding out what a problem consists of, and for programs that are read once: nothing is
hidden behind a name, and the order of the lines is the order of events. It costs more and more as
the program grows. Every line may depend on every variable above it, nothing can be tested or used
by itself, and whoever changes one branch has to read all the others.
"""

import sys
import unicodedata

# The words of the command line: options begin with "--", up to a bare one. There are no others.
words = []
only_inputs = False
for word in sys.argv[1:]:
    if not only_inputs and word == "--":
        only_inputs = True
    elif not only_inputs and word.startswith("--"):
        shown = word if len(word) <= 40 else word[:40] + "..."
        sys.stderr.write(f"gamenight: unknown option {shown!r} ")
        sys.stderr.write("(possible: -- before inputs that begin with --)\n")
        sys.exit(2)
    else:
        words.append(word)
if words == ["-"] or (not words and not sys.stdin.isatty()):
    inputs = sys.stdin.buffer.read().decode("utf-8", "replace").split()
else:
    inputs = " ".join(words).split()

# Places: the boat starts in 1, the fish in 7, and 13 is the sea. A captured fish is in place 0.
boat = 1
fish = {2: 7, 3: 7, 4: 7, 5: 7}
message = ["", ""]
read = 0
over = False
while True:
    # The board as it is now: six lines.
    boat_rows = ["  ┌──┐1 ", "  │", "  │", "  └──┘6 "]
    for number in fish:
        seat = str(number) if fish[number] == 0 else " "
        boat_rows[1 if number < 4 else 2] += seat
    boat_rows[1] += "│  "
    boat_rows[2] += "│  "
    lines = ["╔════════╤" + "═══╤" * (12 - boat) + "═══════╗"]
    for number in fish:
        line = "║" + boat_rows[number - 2] + "│"
        for place in range(boat + 1, 14):
            sign = "▓" if place == 7 else " "
            if fish[number] == place:
                sign = str(number)
            line += f"   {sign}   ║" if place == 13 else f" {sign} │"
        lines.append(line)
    lines.append("╚════════╧" + "═══╧" * (12 - boat) + "═══════╝")

    # A message covers its four inner lines; everything is centred, an odd space on the left.
    if message[0]:
        width = max(len(lines[0]) + 2, len(message[0]) + 4)
        bar = "─" * (width - 2)
        for index, text in ((0, lines[0]), (2, message[0]), (3, message[1]), (5, lines[5])):
            gap = width if index in (0, 5) else width - 2
            for character in text:
                wide = unicodedata.east_asian_width(character) in ("W", "F")
                if unicodedata.category(character) not in ("Mn", "Me", "Mc", "Cf"):
                    gap -= 2 if wide else 1
            lines[index] = " " * (gap - gap // 2) + text + " " * (gap // 2)
        lines[1], lines[4] = f"┌{bar}┐", f"└{bar}┘"
        lines[2], lines[3] = f"│{lines[2]}│", f"│{lines[3]}│"
    sys.stdout.buffer.write(("\n".join(lines) + "\n").encode())
    if over:
        break

    # The next input, if there is one.
    message = ["", ""]
    if read == len(inputs):
        message = ["Missing inputs.", "The game ends!!"]
        over = True
        continue
    word = inputs[read]
    read += 1
    if word not in ("1", "2", "3", "4", "5", "6"):
        shown = ""
        for character in word[:3]:
            powerful = unicodedata.category(character) in ("Cc", "Cs")
            for first, last in ("\u061c\u061c", "\u200e\u200f", "\u202a\u202e", "\u2066\u2069"):
                powerful = powerful or first <= character <= last
            shown += "?" if powerful else character
        shown += "..." if len(word) > 3 else ""
        message = ["The provided input is not valid!", f"Offending input: {shown}"]
        continue

    # The number of a fisherman or of a captured fish moves the boat; that of a safe fish moves
    # the free fish closest to the sea instead.
    number = int(word)
    if number in (1, 6) or fish[number] == 0:
        boat += 1
        for other in fish:
            if fish[other] == boat:
                fish[other] = 0
    else:
        if fish[number] == 13:
            closest = 0
            for other in fish:
                if closest < fish[other] < 13:
                    closest = fish[other]
                    number = other
        fish[number] += 1

    # The game is over when no fish is free.
    safe = captured = 0
    for place in fish.values():
        safe += place == 13
        captured += place == 0
    if safe + captured == 4:
        over = True
        message = ["Go team fish!", "Finally free."]
        if safe == captured:
            message = ["Nice tie", "LOL!"]
        elif safe < captured:
            message = ["The fishing was good; it's", "the catching that was bad."]
sys.stdout.buffer.flush()
