"""What a viewer of Circuit sees: whole screens, the own hand, the choices, and the laws."""

from __future__ import annotations

import re
from typing import Any

import pytest
from rich.cells import cell_len

import gamenight
from gamenight.core.resolver import resolve
from gamenight.core.scene import Area, Scene, named, texts
from gamenight.draw.layouts.fit import draw
from gamenight.draw.palette import Look
from gamenight.draw.style import Style
from gamenight.games.circuit.cards import CARDS, Card
from gamenight.games.circuit.options import Options
from gamenight.games.circuit.rules import CircuitRules
from gamenight.games.circuit.scene import GLYPHS, scene
from gamenight.games.circuit.state import Fall, InPlay, State, Tile
from gamenight.games.circuit.tiles import TILES, Kind
from gamenight.games.circuit.words import arithmetic, lap_and_tile, ordinal
from tests.games.circuit.sample import BOARD, GAME, MIDDLE, NAMES, RULES, drawing, screen
from tests.games.circuit.states import circuit, played, table


def test_the_middle_of_a_game_with_cards() -> None:
    assert screen(RULES, MIDDLE, 0) == drawing("""
        Circuit                                                    3 laps · 2d6 · turn 8
        > 1 Ann   ━━━━━━━━━───────────  14 tiles  1st  lap 2  tile 5   4 cards  rolls +1
          2 Bob   ━━━━────────────────   6 tiles  2nd  lap 1  tile 7   1 card   rolls +1
          3 Cleo  ────────────────────  -1 tiles  3rd  lap 0  tile 10  2 cards  rolls -1

           ·   🚀+4 🌀-4 🌙3     ·   Empty         does nothing
           1    2    3    4      🚀  Speed up      moves you on 4 tiles
           ·              🃏     🌀  Wormhole      moves you back 4 tiles
          10 C           5 A     🌙  Moonwalk      moves the others back by its number
           ·    💣   ⏰   ·      🃏  Card          gives you a random card
           9    8   7 B   6      ⏰  Time machine  takes you to where your previous turn
                                                   began
                                 💣  Atomic bomb   takes all to tile 1 of their lap

          Last roll
          [4 5] Cleo: 7 = 4 + 5 - 2
          Your hand (secret)
          [a]  🐌 Overload ×2   one player's rolls -2
          [d]  🚫 Cancellation  removes a permanent card from play
          [f]  🔔 Repeat        Speed up once more moves Cleo on 4 tiles
          Cards in play
          c1  🐌 Overload              on Cleo, by Bob
          c2  🔁 Redo as Acceleration  on everybody, by Cleo

        Ann, roll or play a card.  a 1/2/3   d c1/c2   f
        [Enter/r] Roll 2d6 + 1
    """)


def test_out_of_turn_in_ascii() -> None:
    """Bob's Redo would be a permanent card, so it waits for his turn."""
    assert screen(RULES, MIDDLE, 1, Style(ascii=True)) == drawing("""
        Circuit                                                    3 laps - 2d6 - turn 8
        > Ann   =========-----------  14 tiles  1st  lap 2  tile 5   4 cards  rolls +1
          Bob   ====----------------   6 tiles  2nd  lap 1  tile 7   1 card   rolls +1
          Cleo  --------------------  -1 tiles  3rd  lap 0  tile 10  2 cards  rolls -1

           .   ^+4  v-4   (3     .  Empty         does nothing
           1    2    3    4      ^  Speed up      moves you on 4 tiles
           .              ?      v  Wormhole      moves you back 4 tiles
          10 C           5 A     (  Moonwalk      moves the others back by its number
           .    *    @    .      ?  Card          gives you a random card
           9    8   7 B   6      @  Time machine  takes you to where your previous turn
                                                  began
                                 *  Atomic bomb   takes all to tile 1 of their lap

          Last roll
          [4 5] Cleo: 7 = 4 + 5 - 2
          Your hand (secret)
          = Redo  as Acceleration: everybody's rolls +1 (not now: permanent cards can
                  only be played in your own turn)
          Cards in play
          c1  -- Overload             on Cleo, by Bob
          c2  = Redo as Acceleration  on everybody, by Cleo

        Ann, roll or play a card.
    """)


def test_edition_two_has_no_cards() -> None:
    rules = circuit(3, edition=2, tiles="empty,speed,moonwalk:3,empty,bomb,empty,empty,empty")
    fall = Fall(0, (2, 4), 0, Tile("moonwalk", 3), 0)
    state = table(rules, (10, 6, -1), turns=7, player=1, fall=fall)
    assert screen(rules, state) == drawing("""
        Circuit                                                    3 laps · 2d6 · turn 8
          Ann   ━━━━━━━━────────────  10 tiles  1st  lap 2  tile 3
        > Bob   ━━━━━───────────────   6 tiles  2nd  lap 1  tile 7
          Cleo  ────────────────────  -1 tiles  3rd  lap 0  tile 8

           ·   🚀+4 🌙3     ·   Empty        does nothing
           1    2   3 A     🚀  Speed up     moves you on 4 tiles
           ·         ·      🌙  Moonwalk     moves the others back by its number
          8 C        4      💣  Atomic bomb  takes all to tile 1 of their lap
           ·    ·    💣
          7 B   6    5

          Last roll
          [2 4] Ann: 6 = 2 + 4

        Bob rolls 2d6.
    """)


def test_edition_one_is_a_line_and_equal_ranks_are_equal() -> None:
    rules = circuit(3, edition=1)
    state = table(rules, (4, 4, 7), turns=4, player=1, fall=Fall(0, (4,), 0, Tile("empty"), 0))
    assert screen(rules, state, style=Style(ascii=True)) == drawing("""
        Circuit                                                to tile 10 - 2d6 - turn 5
          Ann   ####.....  4 tiles  2nd  tile 5
        > Bob   ####.....  4 tiles  2nd  tile 5
          Cleo  #######..  7 tiles  1st  tile 8

           .    .    .    .    .    .    .    .    .    .
           1    2    3    4   5 AB  6    7   8 C   9    10
          Last roll
          4 Ann: 4

        Bob rolls 2d6.
    """)


@pytest.mark.parametrize("tiles", [1, 2, 5, 10, 24, 60, 61, 200])
@pytest.mark.parametrize("players", [1, 2, 6, 20])
@pytest.mark.parametrize("edition", [1, 3])
def test_every_board_fits_eighty_columns(tiles: int, players: int, edition: int) -> None:
    rules = CircuitRules(Options(edition=edition, board=tiles), players)
    board = tuple(Tile(kind) for kind in ("moonwalk", "card", "bomb", "speed", "empty")) * 40
    positions = tuple(range(players))
    state = table(rules, positions, tiles=board[:tiles] if edition == 3 else rules.options.given)
    for style in (Style(), Style(ascii=True), Style(emoji=False)):
        lines = screen(rules, state, 0, style)
        assert max(map(cell_len, lines)) <= 80
        assert not style.ascii or "".join(lines).isascii()
        numbers = set(re.findall(r"\d+", " ".join(lines)))
        assert {str(tile) for tile in range(1, tiles + 1)} <= numbers, "no tile is left out"


@pytest.mark.parametrize(
    ("dice", "change", "text"),
    [
        ((4, 5), -2, "7 = 4 + 5 - 2"),
        ((4, 5), 0, "9 = 4 + 5"),
        ((4,), 0, "4"),
        ((4,), 3, "7 = 4 + 3"),
        ((1, 2), -4, "-1 = 1 + 2 - 4"),
        ((1, 1), -2, "0 = 1 + 1 - 2"),
        ((6,) * 11, -2, "64 = 66 with 11 dice - 2"),
    ],
)
def test_the_arithmetic_of_a_roll(dice: tuple[int, ...], change: int, text: str) -> None:
    assert arithmetic(dice, change) == text
    state = MIDDLE._replace(fall=Fall(1, dice, change, Tile("empty"), 0))
    assert f"{{1}}: {text}" in texts(scene(RULES, state, None))


@pytest.mark.parametrize(
    ("rank", "text"), [(1, "1st"), (2, "2nd"), (3, "3rd"), (4, "4th"), (11, "11th"), (21, "21st")]
)
def test_ranks_in_words(rank: int, text: str) -> None:
    assert ordinal(rank) == text


@pytest.mark.parametrize(
    ("edition", "position", "place"),
    [(3, 0, (1, 1)), (3, 23, (3, 4)), (3, -1, (0, 10)), (1, 9, (1, 10)), (1, 4, (1, 5))],
)
def test_lap_and_tile(edition: int, position: int, place: tuple[int, int]) -> None:
    assert lap_and_tile(circuit(edition=edition), position) == place


def facts(state: State) -> list[tuple[str, ...]]:
    return [row.facts for row in scene(RULES, state, None).scores]


def test_standings_tie() -> None:
    assert facts(table(RULES, (12, 12, -3))) == [
        ("1st", "lap 2", "tile 3", "0 cards"),
        ("1st", "lap 2", "tile 3", "0 cards"),
        ("3rd", "lap 0", "tile 8", "0 cards"),
    ]


def test_dice_of_several_groups_lie_one_after_the_other() -> None:
    rules = circuit(2, dice="1d4+2d8")
    state = played(rules, table(rules, (0, 0)), "roll", "throw 3")
    spot = scene(rules, state, None).spot("roll")
    assert spot is not None
    assert (spot.name, [die.face for die in spot.tokens]) == ("{0} is throwing", ["3"])


def area(shown: Scene, key: str) -> Area | None:
    return next((area for area in shown.areas if area.key == key), None)


def hand(state: State, viewer: int) -> dict[str, tuple[str, str]]:
    """Each kind of card in the hand: its label, and what is said about it."""
    found = area(scene(RULES, state, viewer), "hand")
    assert found is not None
    assert found.secret
    return {spot.name: (spot.label, spot.note) for spot in found.spots if spot.name}


OWN_TURN = "permanent cards can only be played in your own turn"
STEP = "a roll and what its tile does are one step"


@pytest.mark.parametrize(
    ("seat", "card", "state", "note"),
    [
        (0, "speed", {}, "one player's rolls +1"),
        (1, "speed", {}, f"one player's rolls +1 (not now: {OWN_TURN})"),
        (1, "acceleration", {}, f"everybody's rolls +1 (not now: {OWN_TURN})"),
        (0, "redo", {}, "does what the last card did (not now: no card was played)"),
        (0, "redo", {"last_card": "overload"}, "as Overload: one player's rolls -2"),
        (
            1,
            "redo",
            {"last_card": "overload"},
            f"as Overload: one player's rolls -2 (not now: {OWN_TURN})",
        ),
        (
            1,
            "redo",
            {"last_card": "repeat", "fall": Fall(0, (3, 4), 0, Tile("bomb"), 0)},
            "as Repeat: Atomic bomb once more takes all to tile 1 of their lap",
        ),
        (
            1,
            "repeat",
            {},
            "the tile of the last roll acts again (not now: nobody has rolled yet)",
        ),
        (
            1,
            "repeat",
            {"fall": Fall(0, (3, 4), 0, Tile("time"), 0)},
            "Time machine once more takes {0} to where their previous turn began",
        ),
        (
            1,
            "repeat",
            {"fall": Fall(0, (3, 4), 0, Tile("empty"), 0)},
            "the tile is empty, so nothing happens",
        ),
        (
            1,
            "cancellation",
            {},
            "removes a permanent card from play (not now: there is no permanent card in play)",
        ),
        (
            1,
            "cancellation",
            {"in_play": (InPlay("speed", "speed", 0, 2),)},
            "removes Speed on {2}",
        ),
        (0, "speed", {"thrown": ()}, f"one player's rolls +1 (not now: {STEP})"),
        (0, "speed", {"due": (1,)}, "one player's rolls +1 (not now: the cards are being dealt)"),
        (0, "speed", {"turns": 1000}, "one player's rolls +1 (not now: the game is over)"),
    ],
)
def test_what_a_card_would_do_and_why_it_cannot(
    seat: int, card: str, state: dict[str, object], note: str
) -> None:
    hands = [card if seat == owner else "" for owner in range(3)]
    label = "" if "not now" in note else "abcdef"[[*CARDS].index(card)]
    assert hand(table(RULES, (3, 2, 1), hands, **state), seat) == {CARDS[card].title: (label, note)}


def test_the_hand_is_its_owners_alone() -> None:
    everything = "overload speed acceleration cancellation redo repeat"
    state = table(RULES, (3, 2, 1), (everything, "", ""), fall=MIDDLE.fall)
    titles = [card.title for card in CARDS.values()]
    assert list(hand(state, 0)) == titles
    assert hand(state, 1) == {}
    assert area(scene(RULES, state, None), "hand") is None
    for viewer in (1, 2, None):
        shown = texts(scene(RULES, state, viewer))
        assert not {*CARDS, *(f"{card} card" for card in CARDS), *titles} & {*shown}
        assert "6 cards" in shown


@pytest.mark.parametrize(
    ("viewer", "typed", "found"),
    [
        (0, "", ["roll"]),
        (0, "r", ["roll"]),
        (0, "a", ["1 overload 1", "1 overload 2", "1 overload 3"]),
        (0, "a 2", ["1 overload 2"]),
        (0, "d c2", ["1 cancellation 2"]),
        (0, "f", ["1 repeat"]),
        (0, "1 overload 3", ["1 overload 3"]),
        (0, "c2", []),
        (2, "f", ["3 repeat"]),
        (2, "b", []),
        (2, "", []),
        (1, "e", []),
    ],
)
def test_what_is_typed(viewer: int, typed: str, found: list[str]) -> None:
    assert [choice.text for choice in resolve(scene(RULES, MIDDLE, viewer), typed)] == found


@pytest.mark.parametrize(
    ("viewer", "ask"),
    [
        (0, "{0}, roll or play a card."),
        (1, "{0}, roll or play a card."),
        (2, "{2}, you may play a card before {0} rolls."),
        (None, "{0}, roll or play a card."),
    ],
)
def test_what_is_asked(viewer: int | None, ask: str) -> None:
    assert scene(RULES, MIDDLE, viewer).ask == ask


def test_the_board_is_laid_before_the_cards_are_dealt() -> None:
    rules = CircuitRules(Options(board=10), 2)
    state = rules.initial()
    for text in ["tile bomb", *["tile empty"] * 9]:
        shown = scene(rules, state, 0)
        assert (shown.ask, len(shown.areas[0].spots)) == ("The board is being laid.", 10)
        state = played(rules, state, text)
    assert scene(rules, state, 0).ask == "{0} gets a card."


def test_the_winner_of_edition_one_stands_on_the_last_tile() -> None:
    rules = circuit(2, edition=1)
    shown = scene(rules, played(rules, table(rules, (7, 0)), "throw 5 6"), None)
    assert shown.message == "Tile 10, the end of the board, was reached."
    assert shown.scores[0].facts == ("1st", "tile 10")
    assert not any(row.current for row in shown.scores)


def test_a_kind_without_a_sign_is_drawn_by_its_letter(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(TILES, "lift", Kind("Lift", "does nothing", 0))
    monkeypatch.setitem(CARDS, "nap", Card("Nap", "one player sleeps", effect=lambda s, t: s))
    rules = circuit(1, tiles=BOARD.replace("card", "lift"))
    state = table(rules, (0,), ("nap",))
    lines = screen(rules, state, 0, Style(ascii=True))
    assert "L" in lines[5].split()
    assert lines[-5:-3] == [
        "  Last roll                Your hand (secret)",
        "  nobody has rolled yet    [g]  N Nap  one player sleeps",
    ]


def test_every_special_tile_has_a_name_at_120_columns() -> None:
    """A short one where the whole has no room."""
    kinds = [f"{kind}:3" if kind == "moonwalk" else kind for kind in TILES]
    rules = circuit(3, tiles=",".join([*kinds, *["empty"] * (24 - len(kinds))]))
    shown = named(scene(rules, table(rules, (12, 13, 14)), None), NAMES)
    text = "\n".join(draw(shown, GLYPHS, Look(), (120, 40)).lines())
    for name in ("Card", "Speed up", "Wormhole", "Time", "Moonwalk 3", "Bomb"):
        assert name in text, name


def test_every_kind_has_a_sign_of_its_own() -> None:
    tiles, cards = [f"{kind} tile" for kind in TILES], [f"{card} card" for card in CARDS]
    assert {*tiles, *cards} == set(GLYPHS)
    for kinds in (tiles, cards):
        assert len({GLYPHS[kind].ascii for kind in kinds}) == len(kinds)
        assert len({GLYPHS[kind].emoji for kind in kinds}) == len(kinds)


@pytest.mark.parametrize("players", [1, 3, 6])
@pytest.mark.parametrize(
    "options",
    [
        {"edition": 1},
        {"edition": 2, "board": 12},
        {"board": 10, "laps": 1},
        {"board": 1},
        {"dice": "1d4+2d8", "board": 5, "laps": 3},
        {"board": 8, "laps": 1, "weights": "card:60,moonwalk:20,time:20"},
    ],
    ids=str,
)
@pytest.mark.usefixtures("one_process")
def test_scenes_and_tellings_keep_the_laws(players: int, options: dict[str, Any]) -> None:
    gamenight.check(GAME, 1, players=players, **options)


def test_names_stand_in_every_sentence() -> None:
    lines = " ".join(screen(RULES, MIDDLE, 2))
    assert "{" not in lines
    assert all(name in lines for name in NAMES)
