"""Persistent tables: the data comes first, in tables; the program asks questions about it.

Constraints
- All data is in tables, made to outlive the program and to be read by others: rows are only added.
- What happens in the game is a row more, and what is shown is the answer to a query.
- Between two statements the program remembers nothing but the number of its game.

Good for data that matters more than any program: set PREYS_TABLES=games.db, play a few games, and
ask the file with any tool which fish was where after which roll, for everything is kept. The rules
say what holds, not in which order to work it out. It costs two languages and the border between
them: the rules are strings that no type checker reads, and a small step takes a large machine.
"""

import os
import re
import sqlite3
import sys
from contextlib import closing
from unicodedata import category, east_asian_width

POWERFUL = r"[\0-\x1f\x7f-\x9f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ud800-\udfff]"

TABLES = """
    CREATE TABLE IF NOT EXISTS game (id INTEGER PRIMARY KEY, began TEXT DEFAULT CURRENT_TIMESTAMP);
    -- The first turn of a game has an empty word; every input is a turn, and so is the end of the
    -- inputs, which has none. The turns of a game follow each other without a gap.
    CREATE TABLE IF NOT EXISTS turn (id INTEGER PRIMARY KEY, game INTEGER, word TEXT);
    -- Where everybody is after a turn: 13 is the sea, 0 is in the boat.
    CREATE TABLE IF NOT EXISTS boat (turn INTEGER PRIMARY KEY, place INTEGER);
    CREATE TABLE IF NOT EXISTS fish (
        turn INTEGER, number INTEGER, place INTEGER, PRIMARY KEY (turn, number)
    );
    CREATE TABLE IF NOT EXISTS message (kind TEXT PRIMARY KEY, first TEXT, second TEXT);
    INSERT OR IGNORE INTO message VALUES
        ('fish', 'Go team fish!', 'Finally free.'),
        ('fishermen', 'The fishing was good; it''s', 'the catching that was bad.'),
        ('tie', 'Nice tie', 'LOL!'),
        ('missing', 'Missing inputs.', 'The game ends!!'),
        ('invalid', 'The provided input is not valid!', 'Offending input: ');
"""

RULES = """
    CREATE TRIGGER IF NOT EXISTS start AFTER INSERT ON turn WHEN NEW.word = ''
    BEGIN
        INSERT INTO boat VALUES (NEW.id, 1);
        INSERT INTO fish VALUES (NEW.id, 2, 7), (NEW.id, 3, 7), (NEW.id, 4, 7), (NEW.id, 5, 7);
    END;

    -- Who moves in a turn: a fish by its number, the boat (0), or nobody (NULL).
    CREATE VIEW IF NOT EXISTS mover AS
    SELECT turn.id AS turn, CASE
        WHEN turn.word IN ('1', '6') OR own.place = 0 THEN 0
        WHEN own.place < 13 THEN own.number
        WHEN own.place = 13 THEN (
            SELECT number FROM fish WHERE fish.turn = own.turn AND place BETWEEN 1 AND 12
            ORDER BY place DESC, number LIMIT 1
        ) END AS number
    FROM turn
    LEFT JOIN fish AS own ON own.turn = turn.id - 1 AND turn.word = CAST(own.number AS TEXT);

    -- A turn is played as soon as it is there, while a fish is free. The boat takes whoever is in
    -- the place that it reaches.
    CREATE TRIGGER IF NOT EXISTS play AFTER INSERT ON turn WHEN NEW.word IS NOT ''
    AND EXISTS (SELECT * FROM fish WHERE turn = NEW.id - 1 AND place BETWEEN 1 AND 12)
    BEGIN
        INSERT INTO boat SELECT NEW.id, boat.place + (mover.number IS 0)
        FROM boat JOIN mover ON mover.turn = NEW.id WHERE boat.turn = NEW.id - 1;
        INSERT INTO fish SELECT NEW.id, fish.number, CASE
            WHEN fish.place = boat.place THEN 0
            ELSE fish.place + (fish.number IS mover.number) END
        FROM fish JOIN mover ON mover.turn = NEW.id JOIN boat ON boat.turn = NEW.id
        WHERE fish.turn = NEW.id - 1;
    END;

    -- What is shown: the boat's place, and the kind of message over the board, if any.
    CREATE VIEW IF NOT EXISTS frame AS
    SELECT turn.game AS game, turn.id AS turn, turn.word AS word, boat.place AS boat, CASE
        WHEN score.free = 0 AND score.safe = 2 THEN 'tie'
        WHEN score.free = 0 AND score.safe > 2 THEN 'fish'
        WHEN score.free = 0 THEN 'fishermen'
        WHEN turn.word IS NULL THEN 'missing'
        WHEN turn.word <> '' AND mover.number IS NULL THEN 'invalid' END AS kind
    FROM turn JOIN boat ON boat.turn = turn.id JOIN mover ON mover.turn = turn.id JOIN (
        SELECT turn, SUM(place = 13) AS safe, SUM(place BETWEEN 1 AND 12) AS free
        FROM fish GROUP BY turn
    ) AS score ON score.turn = turn.id;
"""

FRAMES = """
    SELECT turn, boat, first, second || CASE
        WHEN kind <> 'invalid' THEN ''
        WHEN LENGTH(word) > 3 THEN SUBSTR(word, 1, 3) || '...'
        ELSE word END
    FROM frame LEFT JOIN message USING (kind) WHERE game = ? ORDER BY turn
"""


def play(tables: sqlite3.Connection, words: list[str]) -> int:
    """Add a game and its words to their tables: the rules do the rest. The number of the game."""
    tables.executescript(TABLES + RULES)
    with tables:
        game = tables.execute("INSERT INTO game DEFAULT VALUES").lastrowid or 0
        turns = [(game, word and re.sub(POWERFUL, "?", word)) for word in ("", *words, None)]
        tables.executemany("INSERT INTO turn (game, word) VALUES (?, ?)", turns)
    return game


def show(tables: sqlite3.Connection, game: int) -> None:
    """Print what the tables say of a game, whoever filled them."""
    for turn, boat, first, second in tables.execute(FRAMES, (game,)):
        lines = board(tables, turn, boat)
        if first:
            width = max(len(lines[0]), len(first) + 2)
            top, bottom = (centred(line, width + 2) for line in (lines[0], lines[-1]))
            inner = [f"│{centred(line, width)}│" for line in (first, second)]
            lines = [top, f"┌{'─' * width}┐", *inner, f"└{'─' * width}┘", bottom]
        sys.stdout.buffer.write(("\n".join(lines) + "\n").encode())
    sys.stdout.buffer.flush()


def board(tables: sqlite3.Connection, turn: int, boat: int) -> list[str]:
    query = "SELECT number, place FROM fish WHERE turn = ? ORDER BY number"
    fish: dict[int, int] = dict(tables.execute(query, (turn,)))
    two, three, four, five = (str(n) if fish[n] == 0 else " " for n in fish)
    rows = ["  ┌──┐1 ", f"  │{two}{three}│  ", f"  │{four}{five}│  ", "  └──┘6 "]
    for lane, number in enumerate(fish):
        grounds = {place: "▓" if place == 7 else " " for place in range(boat + 1, 14)}
        signs = [str(number) if fish[number] == at else grounds[at] for at in grounds]
        rows[lane] += "│" + "".join(f" {sign} │" for sign in signs[:-1]) + f"   {signs[-1]}   "
    edge = "════════ " + "═══ " * (12 - boat) + "═══════"
    top, bottom = f"╔{edge.replace(' ', '╤')}╗", f"╚{edge.replace(' ', '╧')}╝"
    return [top, *(f"║{row}║" for row in rows), bottom]


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
    file = os.environ.get("PREYS_TABLES", ":memory:")
    try:
        with closing(sqlite3.connect(file)) as tables:
            show(tables, play(tables, text.split()))
    except sqlite3.Error as error:
        print(f"gamenight: there can be no tables in {file!r}: {error}", file=sys.stderr)
        return 2
    return 0


sys.exit(main(sys.argv[1:]))
