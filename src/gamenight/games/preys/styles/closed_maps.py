"""Closed maps: things without classes: maps from names to values, and to functions over the map.

Constraints
- A thing is a map. Its keys are words; some of its values are data, the others are functions.
- The functions reach the data of their thing through the map itself, which they close over.
- One thing never looks up the data of another, only its functions.

Good for seeing that an object needs no class: things are made one by one, copied from each other,
changed and extended while the program runs, as in the early days of JavaScript. It costs safety. A
misspelled key is not noticed until it is looked up, a type checker has to believe that every value
may be anything, and only good manners keep a stranger from reaching into the map.
"""

import re
import sys
from typing import Any
from unicodedata import category, east_asian_width

POWERFUL = r"[\0-\x1f\x7f-\x9f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ud800-\udfff]"
FISH_WIN = ("Go team fish!", "Finally free.")
FISHERMEN_WIN = ("The fishing was good; it's", "the catching that was bad.")
TIE = ("Nice tie", "LOL!")
ENDINGS = {0: FISHERMEN_WIN, 1: FISHERMEN_WIN, 2: TIE, 3: FISH_WIN, 4: FISH_WIN}
Map = dict[str, Any]


def new_fish(number: int) -> Map:
    me: Map = {"number": number, "place": 7}
    me["is captured"] = lambda: me["place"] == 0
    me["is safe"] = lambda: me["place"] == 13
    me["is free"] = lambda: not me["is captured"]() and not me["is safe"]()
    me["nearness"] = lambda: (me["place"], -me["number"])
    me["swim"] = lambda: me.update(place=me["place"] + 1)
    me["meet"] = lambda boat: me.update(place=0) if me["place"] == boat else None
    me["draw"] = lambda place, ground: str(me["number"]) if me["place"] == place else ground
    return me


def new_boat(school: list[Map]) -> Map:
    me: Map = {"place": 1, "school": school}

    def row() -> None:
        me["place"] += 1
        for fish in me["school"]:
            fish["meet"](me["place"])

    def draw() -> list[str]:
        two, three, four, five = (fish["draw"](0, " ") for fish in me["school"])
        return ["  ┌──┐1 ", f"  │{two}{three}│  ", f"  │{four}{five}│  ", "  └──┘6 "]

    me.update(row=row, draw=draw)
    me["cells ahead"] = lambda: range(me["place"] + 1, 13)
    return me


def new_river() -> Map:
    school = {number: new_fish(number) for number in (2, 3, 4, 5)}
    me: Map = {"school": list(school.values()), "boat": new_boat(list(school.values()))}
    me["free"] = lambda: [fish for fish in me["school"] if fish["is free"]()]
    me["safe"] = lambda: sum(fish["is safe"]() for fish in me["school"])

    def roll(fish: Map) -> None:
        if fish["is captured"]():
            me["boat"]["row"]()
        elif fish["is safe"]():
            max(me["free"](), key=lambda other: other["nearness"]())["swim"]()
        else:
            fish["swim"]()

    def draw() -> list[str]:
        rows, cells = me["boat"]["draw"](), me["boat"]["cells ahead"]()
        for index, fish in enumerate(me["school"]):
            grounds = [(place, "▓" if place == 7 else " ") for place in cells]
            water = "".join(f" {fish['draw'](*cell)} │" for cell in grounds)
            rows[index] = f"║{rows[index]}│{water}   {fish['draw'](13, ' ')}   ║"
        edge = "════════ " + "═══ " * len(cells) + "═══════"
        return [f"╔{edge.replace(' ', '╤')}╗", *rows, f"╚{edge.replace(' ', '╧')}╝"]

    # What each number of the die does is a key, too.
    me["1"] = me["6"] = lambda: me["boat"]["row"]()
    for number, fish in school.items():
        me[str(number)] = lambda fish=fish: me["roll"](fish)
    me.update(roll=roll, draw=draw)
    return me


def new_screen() -> Map:
    me: Map = {}

    def centred(text: str, width: int) -> str:
        seen = [sign for sign in text if category(sign) not in ("Mn", "Me", "Mc", "Cf")]
        gap = width - len(seen) - sum(east_asian_width(sign) in "WF" for sign in seen)
        return " " * (gap - gap // 2) + text + " " * (gap // 2)

    def show(lines: list[str]) -> None:
        sys.stdout.buffer.write(("\n".join(lines) + "\n").encode())
        sys.stdout.buffer.flush()

    def show_banner(board: list[str], *message: str) -> None:
        width = max(len(board[0]), len(message[0]) + 2)
        top, bottom = (me["centred"](line, width + 2) for line in (board[0], board[-1]))
        inner = [f"│{me['centred'](line, width)}│" for line in message]
        me["show"]([top, f"┌{'─' * width}┐", *inner, f"└{'─' * width}┘", bottom])

    me.update({"centred": centred, "show": show, "show banner": show_banner})
    return me


def new_game() -> Map:
    me: Map = {"river": new_river(), "screen": new_screen()}
    me["is over"] = lambda: not me["river"]["free"]()
    me["board"] = lambda: me["screen"]["show"](me["river"]["draw"]())
    me["say"] = lambda *message: me["screen"]["show banner"](me["river"]["draw"](), *message)

    def take(word: str) -> None:
        if word not in ("1", "2", "3", "4", "5", "6"):
            shown = re.sub(POWERFUL, "?", word[:3]) + ("..." if len(word) > 3 else "")
            me["say"]("The provided input is not valid!", f"Offending input: {shown}")
            return
        me["river"][word]()
        if me["is over"]():
            me["say"](*ENDINGS[me["river"]["safe"]()])
        else:
            me["board"]()

    def play(words: list[str]) -> None:
        me["board"]()
        for word in words:
            me["take"](word)
            if me["is over"]():
                return
        me["say"]("Missing inputs.", "The game ends!!")

    me.update(take=take, play=play)
    return me


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
    new_game()["play"](text.split())
    return 0


sys.exit(main(sys.argv[1:]))
