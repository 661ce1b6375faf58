"""Plain mode with all of the protocol: secrets, out-of-turn actions, chance, odds, rounds."""

from __future__ import annotations

import io
import re
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gamenight.core.game import Game
from gamenight.core.record import Record, Result, Seat
from gamenight.core.scene import Scene
from gamenight.draw.style import Style
from gamenight.match.local import LocalTable
from gamenight.match.match import Match
from gamenight.match.sqlite import SqliteStore
from gamenight.match.verdict import announcement
from gamenight.plain.console import Console, Left, Quit
from gamenight.plain.play import Plain, play
from tests.effort import times
from tests.match.courses import done
from tests.terminal import Terminal, pipe
from tests.toys.heist import HEIST, HeistRules, Vault
from tests.toys.nim import NIM

HEIST_OPTIONS = {"goal": 20, "rounds": 6, "die": "loaded", "open_table": False}
PAUSE = "is next (Enter to go on, now to act out of turn) "
ANN, BEN, CY = Seat("Ann"), Seat("Ben"), Seat("Cy")


def played(match: Match, typed: str) -> str:
    """What a script of lines shows; the input may end before the match."""
    screen = io.StringIO()
    source = io.StringIO("".join(f"{line}\n" for line in typed.split("/")))
    console = Console(Style(), source=source, target=screen)
    with suppress(Left, Quit):
        play(console, LocalTable(match))
    return screen.getvalue()


def heist(seats: tuple[Seat, ...], wanted: Callable[[Match], bool]) -> Match:
    """A match whose cards, once dealt, are as wanted."""
    for seed in range(5000):
        trial = Match.new(SqliteStore(), HEIST, seats, seed=seed)
        trial.chance()
        if wanted(trial):
            return Match.new(SqliteStore(), HEIST, seats, seed=seed)
    raise AssertionError("no such cards")


def test_a_hand_is_shown_after_its_owner_is_ready() -> None:
    match = heist((ANN, BEN), lambda m: m.state.hands == (("dodge", "dodge"), ("trap", "trap")))
    before, _, after = played(match, "/" * 30).partition("Ann, ready? (Enter)")
    anns, _, bens = after.partition("Ben, ready?")
    assert "💨" not in before
    assert "💨" in anns
    assert "🪤" not in anns
    assert "🪤" in bens


def test_a_card_and_then_its_target() -> None:
    match = heist((ANN, BEN, CY), lambda m: m.state.hands[0][1] == "trap" != m.state.hands[0][0])
    screen = played(match, "/b/b 9/b 3/spring")
    assert "'b' could mean: b 2, b 3" in screen
    assert "'b 9' is not possible here" in screen
    assert "Ann sets a trap for Cy." in screen


def test_nobody_plays_a_card_of_somebody_else() -> None:
    match = heist((ANN, BEN), lambda m: "trap" in m.state.hands[0] and "dodge" in m.state.hands[1])
    screen = played(match, "/trap 2/2 dodge/1 dodge")
    assert "Ann sets a trap for Ben." in screen
    assert "'2 dodge' is not possible here" in screen
    assert "'1 dodge' is not possible here" in screen


def test_a_person_is_offered_to_act_before_a_bot_plays() -> None:
    seats = (Seat("Careful", "careful"), ANN)
    match = heist(seats, lambda m: "alarm" in m.state.hands[1])
    screen = played(match, "/".join(["2 alarm"] * 40))
    assert "Ann (Enter passes)> 2 alarm" in screen
    assert "Ann: alarm!" in screen


def several(anns: str, bens: str) -> Match:
    """A match of a bot and two people with such cards; the dice are always the same."""
    seats = (Seat("Careful", "careful"), ANN, BEN)
    cards = ("trap", *anns.split()[:1], *bens.split()[:1])
    cards += ("trap", *anns.split()[1:], *bens.split()[1:])
    record = Record("heist", 1, seats, HEIST_OPTIONS, tuple(f"deal {card}" for card in cards))
    store = SqliteStore()
    return Match(store, store.create(record, b"7" * 32), HEIST)


def test_several_people_are_not_asked_out_of_turn_but_can_always_act() -> None:
    screen = played(several("alarm dodge", "trap trap"), "/now/ann//2 alarm")
    before, _, after = screen.partition("Who? (2 Ann, 3 Ben) ann")
    assert "(Enter passes)" not in before
    assert "Ann (Enter passes)> 2 alarm\n\nAnn: alarm!" in after


def test_who_could_act_is_not_told_by_a_pause_or_a_prompt() -> None:
    screens = [
        played(several(anns, "trap trap"), "/" * 8).partition("Ann, ready?")[0]
        for anns in ("alarm alarm", "alarm dodge", "dodge dodge", "trap trap")
    ]
    assert screens[0].count(f"Careful {PAUSE}") == 2
    assert len(set(screens)) == 1, "matches that differ in a hidden card look alike"


@pytest.mark.parametrize("people", ["Ann", "Ann Ben", ""])
def test_what_a_bot_holds_is_not_told_by_what_is_drawn(people: str) -> None:
    """Bots that never use an alarm play alike with one and without, and so do the screens."""
    names = people.split()
    seats = [Seat("Careful", "careful"), *(Seat(name) for name in names)]
    seats += [Seat(f"Careful {n}", "careful") for n in range(2, 5 - len(names))]
    screens = set()
    for card in ("alarm", "trap"):
        cards = ["trap", "alarm", "trap", card, *["dodge"] * 4]
        actions = tuple(f"deal {one}" for one in cards)
        store = SqliteStore()
        record = Record("heist", 1, tuple(seats), HEIST_OPTIONS, actions)
        match = Match(store, store.create(record, b"3" * 32), HEIST)
        screens.add(played(match, "//2 alarm" * 20).partition("Play again?")[0])
    assert len(screens) == 1


def test_whoever_has_nothing_to_play_is_told_behind_the_curtain() -> None:
    screen = played(several("alarm dodge", "trap trap"), "/now/nobody/3///q")
    assert "Nobody here is 'nobody' (possible: 2 Ann, 3 Ben)" in screen
    before, _, after = screen.partition("Ben, ready? (Enter)")
    assert "nothing that you could play" not in before
    assert "There is nothing you can play right now. (Enter)" in after


def test_a_person_who_is_asked_is_asked_anew_after_somebody_else_looked() -> None:
    match = heist((ANN, BEN), lambda m: m.state.hands == (("dodge", "dodge"), ("trap", "trap")))
    screen = played(match, "/now/ben////l")
    first, bens, again = screen.partition("Ben, ready?")[0], *screen.split("Ann, ready?")[1:]
    assert "💨" in first
    assert "💨" not in bens.partition("Ben, ready?")[2], "Ann's hand is out of sight"
    assert "💨" in again
    assert "Ann: loot." in again


def test_a_hand_waits_for_its_owner_again_after_somebody_without_one_was_asked() -> None:
    def scene(rules: HeistRules, view: Vault, viewer: int | None) -> Scene:
        assert HEIST.scene is not None
        whole = HEIST.scene(rules, view, viewer)
        return replace(whole, areas=whole.areas[:1]) if viewer == 1 else whole

    match = Match.new(SqliteStore(), replace(HEIST, scene=scene), (ANN, BEN), seed=8)
    screen = played(match, "/" * 40)
    turns = [line for line in screen.splitlines() if line.startswith(("Ann> ", "Ben> ", "Ann, r"))]
    assert "Ben> " in turns
    after = turns[turns.index("Ben> ") :]
    assert after[after.index("Ann> ") - 1] == "Ann, ready? (Enter) "


@pytest.mark.parametrize("words", ["resign", "seat 1 bot:careful"])
def test_whoever_is_left_alone_at_a_shared_screen_says_ready_first(words: str) -> None:
    hands = (("dodge", "dodge"), ("trap", "trap"), ("dodge", "dodge"))
    match = heist((ANN, BEN, Seat("Careful", "careful")), lambda m: m.state.hands == hands)
    screen = played(match, f"/{words}" + "/" * 30)
    before, _, after = screen.partition("Ben, ready? (Enter)")
    assert "💨" in before, "Ann had seen her own hand"
    assert "🪤" not in before, "and Ben's is not for her eyes"
    assert "🪤" in after


def test_a_pause_is_never_an_empty_screen() -> None:
    match = several("alarm dodge", "trap trap")
    screen = played(match, "")
    board, _, rest = screen.partition(f"Careful {PAUSE}")
    assert "Heist" in board
    assert rest
    again = Match.load(match.store, match.id, HEIST)
    assert "(possible: Enter, now; ? explains)" in played(again, "dance")


def test_a_hand_does_not_stand_above_a_prompt_for_everybody(tmp_path: Path) -> None:
    seats = ("--seat", "Ann", "--seat", "Ben", "--seat", "bot:racer", "--first", "1")
    terminal = Terminal(tmp_path, "play", "circuit", *seats, "--seed", "5", "--no-animation")
    for name in ("Ann", "Ben"):
        terminal.answer(f"{name}, ready? (Enter) ", "")
        assert "Your hand" in terminal.answer(f"{name}> ", "r")
    shown = terminal.wait_for(PAUSE)
    told, cleared, after = shown.rpartition("\x1b[2J\x1b[3J\x1b[H")
    assert cleared
    assert "Ben rolls" in told
    assert "Ben rolls" in after, "what everybody may know is told again"
    assert "Your hand" not in after
    assert "Circuit" in after
    terminal.kill()


def test_the_same_pause_stands_before_every_decision_and_every_roll_of_a_bot(
    tmp_path: Path,
) -> None:
    """On a terminal; a pipe is asked for a line before decisions only."""
    seats = ("--seat", "bot:racer", "--seat", "Ann", "--seat", "Ben", "--first", "1")
    terminal = Terminal(tmp_path, "play", "circuit", *seats, "--seed", "5", "--no-animation")
    decides = terminal.answer(PAUSE, "")
    rolls = terminal.answer(PAUSE, "")
    assert "rolls" not in decides + rolls
    assert "rolls" in terminal.wait_for("Ann, ready? (Enter) ")
    terminal.kill()
    on_a_pipe = pipe(tmp_path, "play", "circuit", *seats, "--seed", "5", typed="\n")
    assert on_a_pipe.partition("Ann, ready?")[0].count(PAUSE) == 1


def test_what_is_played_again_after_an_undo_is_told_again() -> None:
    match = Match.new(SqliteStore(), NIM, (ANN, BEN))
    screen = played(match, "take 1/undo/take 2/take 3")
    assert [line for line in screen.splitlines() if line.endswith(".") and ": take" in line] == [
        "Ann: take 1.",
        "Ann: take 2.",
        "Ben: take 3.",
    ]


def test_now_is_for_those_who_share_a_screen() -> None:
    match = heist((ANN, Seat("Careful", "careful")), lambda m: True)
    assert "Whoever can act out of turn is asked" in played(match, "now")
    both = several("alarm dodge", "trap trap")
    assert "Resign at your own prompt" in played(both, "resign")


def test_leaving_and_joining_the_table() -> None:
    match = Match.new(SqliteStore(), HEIST, (ANN, BEN, CY), {"open_table": True}, seed=1)
    screen = played(match, "/leave 3/join 3")
    assert "Cy: leave!" in screen
    assert "Cy: join!" in screen


def test_odds_are_told_where_a_game_has_them() -> None:
    with_odds = replace(NIM, odds=lambda rules, view: [f"{view.left} are left: 1 in 4."])
    match = Match.new(SqliteStore(), with_odds, (ANN, BEN))
    screen = played(match, "?/odds/take 1/odds")
    assert "odds    the odds right now" in screen
    assert "12 are left: 1 in 4." in screen
    assert "11 are left: 1 in 4." in screen
    assert "Nim has no odds to tell" in played(Match.new(SqliteStore(), NIM, (ANN, BEN)), "odds")


@pytest.mark.parametrize("word", ["?", "help", "HELP"])
def test_help_lists_what_can_be_typed(word: str) -> None:
    screen = played(Match.new(SqliteStore(), NIM, (ANN, BEN)), word)
    assert "At every prompt:" in screen


def test_a_games_own_words_win_over_the_commands() -> None:
    class Saving(type(NIM.rules())):  # type: ignore[misc]
        def format(self, action: int) -> str:
            return {1: "save", 2: "q", 3: "undo"}[action]

        def parse(self, text: str) -> int:
            return {"save": 1, "q": 2, "undo": 3}[text]

    game: Game = replace(NIM, make=lambda options, players: Saving(players))
    screen = played(Match.new(SqliteStore(), game, (ANN, BEN)), "save/undo/q")
    assert "Ann: save." in screen
    assert "Ben: undo." in screen
    assert "q." not in screen, "q is the program's: it quits"
    assert "This match could not be saved" in screen, "it left by the program's word"


def test_a_series_shows_the_podium() -> None:
    match = Match.new(SqliteStore(), NIM, (ANN, BEN), seed=1)
    screen = played(match, "resign/y/resign/y/resign/n")
    assert "Round 2: Ann won with " in screen or "Round 2: Ben won with " in screen
    assert "The podium after 3 rounds:" in screen.partition("Round 3: ")[2]
    assert screen.count("resigned.") == 3


def test_players_leave_and_join_between_rounds() -> None:
    match = Match.new(SqliteStore(), HEIST, (ANN, BEN), seed=1)
    typed = "/".join(["resign", "leave nobody", "leave ben", "y", "join Cleo", "join cleo", "y"])
    screen = played(match, typed)
    assert "'nobody' is not at the table (possible: 1 Ann, 2 Ben)" in screen
    assert "At the table: 1 Ann." in screen
    assert "Heist is for 2 to 4 players, not 1" in screen
    assert "At the table: 1 Ann, 2 Cleo." in screen
    assert "cleo is already at the table" in screen
    assert screen.count("Order of play") == 2
    following = Match.load(match.store, 2, HEIST)
    assert sorted(following.names) == ["Ann", "Cleo"]
    assert [standing.name for standing in following.record.series[0]] == ["Ann", "Ben"]


@pytest.mark.parametrize(
    ("names", "result", "headline"),
    [
        ("Ann Ben", Result((26, 22), (0,), "x"), "Ann won: 26 to 22."),
        ("Ann Ben", Result((3, 9), (0,), "x", 1), "Ann won."),
        ("Ann Ben", Result((24, 24), (0, 1), "x"), "It's a tie: 24 to 24."),
        ("Ann Ben", Result((1, 2), (), "x"), "Nobody won: 2 to 1."),
        ("A B C", Result((5, 5, 1), (0, 1), "x"), "A and B won together: A 5, B 5, C 1."),
        ("A B C", Result((5, 4, 1), (0,), "x"), "A won: A 5, B 4, C 1."),
        ("A", Result((5,), (0,), "x"), "A won: A 5."),
    ],
)
def test_the_end_is_announced(names: str, result: Result, headline: str) -> None:
    assert announcement(tuple(names.split()), result) == (headline, "x")


def test_scores_have_their_unit() -> None:
    for scores, won in (
        ((26, 22), "A won: 26 seeds to 22."),
        ((1, 0), "A won: 1 seed to 0."),
        ((5, 4, 1), "A won: A 5 seeds, B 4, C 1."),
        ((1, 0, 0), "A won: A 1 seed, B 0, C 0."),
    ):
        told, _ = announcement(
            ("A", "B", "C")[: len(scores)], Result(scores, (0,), "x"), unit="seeds"
        )
        assert told == won


WORDS = [
    "",
    "l",
    "b",
    "a 1",
    "b 2",
    "undo",
    "?",
    "save",
    "board",
    "rules",
    "resign",
    "seat 1 Zoe",
    "seat 2 bot:careful",
    "2 dodge",
    "1 alarm",
    "trap 1",
    "leave 1",
    "join 1",
    "y",
    "n",
]


@given(st.lists(st.sampled_from(WORDS) | st.text(max_size=12), max_size=60), st.integers(0, 50))
@settings(max_examples=times(20), deadline=None)
def test_whatever_is_typed_the_store_holds_what_was_played(lines: list[str], seed: int) -> None:
    store = SqliteStore()
    match = Match.new(store, HEIST, (ANN, BEN, CY), {"open_table": True}, seed=seed)
    typed = "\n".join(" ".join(line.split()) for line in lines)
    console = Console(Style(), source=io.StringIO(typed), target=io.StringIO())
    with suppress(Left, Quit):
        done(Plain(console, LocalTable(match)).run())
    loaded = Match.load(store, match.id, HEIST)
    assert loaded.record == match.record
    assert loaded.state == match.state
    assert loaded.names == match.names


def test_a_whole_match_of_people_to_the_end() -> None:
    rng = Random(4)
    match = Match.new(SqliteStore(), HEIST, (ANN, BEN, CY), seed=8)
    lines = "/".join(rng.choice(["", "l", "b"]) for _ in range(900))
    screen = played(match, lines)
    assert re.search(r"(Ann|Ben|Cy) won", screen)


def test_after_one_round_there_is_no_podium(tmp_path: Path) -> None:
    seats = [word for name in ("easy", "easy", "easy") for word in ("--seat", f"bot:{name}")]
    output = pipe(tmp_path / "store", "play", "zombie", *seats)
    assert " won: " in output
    assert "podium" not in output


def test_a_command_is_never_broken_by_the_end_of_a_line() -> None:
    target = io.StringIO()
    link = f"gamenight join http://192.168.1.5:8650/m/{'x' * 40}"
    Console(Style(width=50), target=target).say(f"To come back: {link}")
    assert target.getvalue().splitlines() == ["To come back:", f"  {link}"]


def test_fair_tells_what_is_proven_of_the_dice() -> None:
    match = heist((ANN, BEN), lambda m: True)
    match.chance()
    match.resign(0)
    screen = played(match, "fair/n")
    told = "fair says what is known of its dice."
    assert told in screen
    lines = screen.partition(told)[2].splitlines()
    assert "Nothing is proven." in lines, "each on a line of its own"
    assert any(line.startswith("  - The dice come from a seed") for line in lines)
