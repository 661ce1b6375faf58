"""Sample scenes of five games, made by hand, for the tests of the renderers."""

from __future__ import annotations

from collections.abc import Mapping

from gamenight.core.scene import Area, Choice, Glyph, Scene, ScoreRow, Spot, Token, Tone

Glyphs = Mapping[str, Glyph]


def house(key: str, label: str, seeds: int, owner: int, at: tuple[int, int]) -> Spot:
    tokens = (Token("seed", owner=owner, count=seeds),) if seeds else ()
    return Spot(key, label, f"house {label}", tokens, owner=owner, at=at)


def store(key: str, name: str, seeds: int, owner: int, column: int) -> Spot:
    tokens = (Token("seed", owner=owner, count=seeds),) if seeds else ()
    return Spot(
        key, name=name, tokens=tokens, owner=owner, note="store", at=(0, column), span=(2, 1)
    )


OWARE = Scene(
    "Oware",
    status=("move 23",),
    scores=(
        ScoreRow("ama", 0, "Ama", 7, goal=25, facts=("South",), current=True),
        ScoreRow("kofi", 1, "Kofi", 5, goal=25, facts=("North",)),
    ),
    areas=(
        Area(
            "board",
            "Board",
            "grid",
            (
                store("north", "Kofi", 5, 1, 0),
                *(
                    house(f"n{i}", str(i), seeds, 1, (0, i))
                    for i, seeds in enumerate((2, 1, 3, 0, 5, 2), 1)
                ),
                *(
                    house(f"s{i}", str(i), seeds, 0, (1, i))
                    for i, seeds in enumerate((4, 0, 7, 2, 1, 9), 1)
                ),
                store("south", "Ama", 7, 0, 7),
            ),
            look="pit",
            rank=0,
        ),
    ),
    message="Kofi sowed 3 seeds from house 2 and captured nothing.",
    ask="Ama, which house do you sow?",
    choices=tuple(
        Choice(text, f"House {i}", (f"s{i}",), hint=hint)
        for i, text, hint in (
            (1, "A", ""),
            (3, "C", ""),
            (4, "D", "captures 2"),
            (5, "E", ""),
            (6, "F", "lands on 3"),
        )
    ),
)

ZOMBIE_GLYPHS = {
    "foot": Glyph("👣", "foot", "footprints", "roll it again"),
    "brain": Glyph("🧠", "brain", "brain", "a point"),
    "shot": Glyph("💥", "shot", "shotgun", "three end the turn"),
}


def die(key: str, face: str, color: str, tone: Tone = "") -> Spot:
    return Spot(key, name=f"{color} {face}", tokens=(Token("die", face, color, tone=tone),))


ZOMBIE = Scene(
    "Zombie Dice",
    status=("player Marina", "turn 4", "bag 6 dice", "to win 13 brains"),
    scores=(
        ScoreRow("marina", 0, "Marina", 6, stake=3, goal=13, facts=("turns 3",), current=True),
        ScoreRow("carvalho", 1, "Carvalho", 4, goal=13, facts=("turns 3",)),
        ScoreRow("vinicius", 2, "Vinícius", 11, goal=13, facts=("turns 3",)),
    ),
    areas=(
        Area(
            "roll",
            "Rolling",
            "row",
            (
                die("d1", "foot", "red"),
                die("d2", "brain", "green", "good"),
                die("d3", "shot", "yellow", "danger"),
            ),
            rank=0,
        ),
        Area(
            "brains",
            "Brains",
            "pile",
            (Spot("b", tokens=tuple(Token("die", color=c) for c in ("yellow", "green", "green"))),),
            look="tray",
            sign="brain",
        ),
        Area(
            "shots",
            "Shotguns",
            "pile",
            (Spot("s", tokens=tuple(Token("die", color=c) for c in ("green", "red"))),),
            look="tray",
            sign="shot",
        ),
    ),
    message="You rolled footprints, a brain and a shotgun: 3 brains, 2 shotguns.",
    tone="danger",
    ask="Marina, roll on or hold?",
    choices=(
        Choice(
            "roll",
            "Roll 3 dice",
            key="R",
            hint="1 kept + 2 from the bag · shot out 42%",
            default=True,
        ),
        Choice("hold", "Hold, keep 3 brains", key="H"),
    ),
)

THIEF = Scene(
    "Thief",
    status=("target 10 000", "round 1"),
    scores=(
        ScoreRow("sarah", 0, "Sarah", 2300, stake=350, goal=10000, current=True),
        ScoreRow("mike", 1, "Mike", 4500, goal=10000),
        ScoreRow("john", 2, "José", 300, goal=10000),
        ScoreRow("fran", 3, "Fran", 1200, goal=10000),
    ),
    areas=(
        Area(
            "held",
            "Held",
            "row",
            (Spot("h1", tokens=(Token("die", "1", tone="held"),), note="100"),),
            rank=1,
        ),
        Area(
            "roll",
            "This roll",
            "row",
            (
                Spot("a", "a", "three threes", (Token("die", "3"),) * 3, note="300"),
                Spot("x", "", "", (Token("die", "4", tone="muted"),), note="–", tone="muted"),
                Spot("b", "b", "a five", (Token("die", "5"),), note="50"),
            ),
            rank=0,
        ),
    ),
    message="Sarah rolled 3 3 4 3 5: a set of threes and a five count.",
    ask="Sarah, choose what to hold (at least one), then roll the rest.",
    choices=(
        Choice("hold a b roll", "Roll 1 die", ("a", "b"), hint="pot 700 · bust 2/3", default=True),
        Choice("hold a b end", "End the turn", ("a", "b"), key="E", hint="offers 700 to Mike"),
        Choice("hold a roll", "Roll 2 dice", ("a",)),
        Choice("hold b roll", "Roll 4 dice", ("b",)),
    ),
    marks=("a", "b"),
)

PREYS_GLYPHS = {
    "boat": Glyph("🚤", "boat", "boat", "the fishermen's"),
    "sea": Glyph("🌊", "sea", "sea", "free"),
}


def fish(number: str, owner: int = 0, tone: Tone = "") -> Token:
    return Token("pawn", number, owner=owner, tone=tone, key=f"fish {number}")


PREYS = Scene(
    "Preys and Hunters",
    status=("roll 14", "last die 3"),
    scores=(
        ScoreRow("fish", 0, "Fish", 0, goal=4, facts=("free 3",)),
        ScoreRow("fishermen", 1, "Fishermen", 1, goal=4, facts=("steps 2",), current=True),
    ),
    areas=(
        Area(
            "river",
            "River",
            "row",
            (
                Spot(
                    "c0",
                    name="boat",
                    face="boat",
                    tokens=(fish("1", 1), fish("6", 1), fish("4", 0, "danger")),
                    owner=1,
                ),
                *(
                    Spot(
                        f"c{i}",
                        name="",
                        note="▓" if i == 4 else "",
                        tokens=tuple(fish(n) for n in {4: "5", 6: "3", 9: "2"}.get(i, "")),
                    )
                    for i in range(1, 10)
                ),
                Spot("c10", name="sea", face="sea"),
            ),
            look="lane",
            rank=0,
        ),
    ),
    message="A 3: fish 3 swims one cell towards the sea.",
    tone="good",
    ask="Next roll?",
    choices=(Choice("roll", "Roll the die", hint="fish win 36%, fishermen 51%", default=True),),
)

CIRCUIT_GLYPHS = {
    "bomb": Glyph("💣", "*", "Atomic bomb", "all to tile 1"),
    "card": Glyph("🃏", "?", "Card tile", "draw one"),
    "moon": Glyph("🌙", "(", "Moonwalk", "others back N"),
    "speed": Glyph("🚀", "^", "Speed up", "4 on"),
    "time": Glyph("⏰", "@", "Time machine", "to your previous turn"),
    "worm": Glyph("🌀", "v", "Wormhole", "4 back"),
    "overload": Glyph("Overload", "Overload", "Overload", "a player's rolls -2"),
    "repeat": Glyph("Repeat", "Repeat", "Repeat", "the last effect again"),
    "cancel": Glyph("Cancellation", "Cancellation", "Cancellation", "removes a card in play"),
}
CODES = {"B": "bomb", "C": "card", "M": "moon", "S": "speed", "T": "time", "W": "worm", ".": ""}
TILES = "SSTWSWM.WSW.B.CMB..WS.T.M.B...WWWWCS.WSW"
PAWNS = {4: (0,), 18: (2, 3), 29: (1,)}
TILE_NOTES = {7: "4", 16: "3", 25: "1"}
PLAYERS = ("Ann", "Bob", "Cleo", "Dan")


def tile(number: int) -> Spot:
    face = CODES[TILES[(number - 1) % len(TILES)]]
    pawns = tuple(Token("pawn", owner=seat) for seat in PAWNS.get(number, ()))
    return Spot(
        f"t{number}", str(number), f"tile {number}", pawns, face, TILE_NOTES.get(number, "")
    )


def circuit(tiles: int = 40) -> Scene:
    """The race on a ring of so many tiles."""
    standing = ((2, 1, 18, "1st"), (3, 1, 18, "1st"), (0, 1, 4, "3rd"), (1, 0, 29, "4th"))
    return Scene(
        "Circuit",
        status=("laps 3", "dice 2d6", "last roll 7 = 4 + 5 - 2"),
        scores=tuple(
            ScoreRow(
                f"p{seat}",
                seat,
                PLAYERS[seat],
                laps,
                goal=3,
                facts=(f"tile {place}", f"rank {rank}"),
                current=seat == 0,
            )
            for seat, laps, place, rank in standing
        ),
        areas=(
            Area(
                "track",
                "Track",
                "ring",
                tuple(tile(number) for number in range(1, tiles + 1)),
                look="tile",
                rank=0,
            ),
            Area(
                "hand",
                "Your hand",
                "list",
                (
                    Spot("ha", "a", "", (Token("card", "overload"),), note="a player's rolls -2"),
                    Spot("hb", "b", "", (Token("card", "repeat"),), note="Speed up, for Cleo"),
                    Spot("hc", "c", "", (Token("card", "cancel"),), note="removes a card"),
                ),
                secret=True,
            ),
            Area(
                "play",
                "In play",
                "list",
                (
                    Spot("v1", "x", "Overload", note="on Cleo, by Bob", owner=1),
                    Spot("v2", "y", "Acceleration", note="on everybody"),
                ),
                rank=2,
            ),
        ),
        message="Cleo rolled 9 - 2 = 7, landed on Speed up and went 4 on, to tile 18.",
        ask="Ann, play a card or roll.",
        choices=(
            Choice("roll", "Roll 2d6 + 1", hint="Acceleration +1", default=True),
            *(
                Choice(f"overload {seat}", f"Overload on {name}", ("ha", f"p{seat}"))
                for seat, name in enumerate(PLAYERS)
            ),
            Choice("repeat", "Repeat Speed up for Cleo", ("hb",)),
            Choice("cancel 1", "Cancel Overload", ("hc", "v1")),
            Choice("cancel 2", "Cancel Acceleration", ("hc", "v2")),
        ),
    )


CIRCUIT = circuit()
SAMPLES: dict[str, tuple[Scene, Glyphs]] = {
    "oware": (OWARE, {}),
    "zombie": (ZOMBIE, ZOMBIE_GLYPHS),
    "thief": (THIEF, {}),
    "preys": (PREYS, PREYS_GLYPHS),
    "circuit": (CIRCUIT, CIRCUIT_GLYPHS),
    "long circuit": (circuit(90), CIRCUIT_GLYPHS),
}
