"""What every part of a drawing knows: what can be touched, initials, and what was drawn before."""

from __future__ import annotations

from dataclasses import replace

import pytest

from gamenight.core.scene import Choice, Glyph, Scene, ScoreRow, Spot, Tone
from gamenight.draw.context import Context, Focus, context_for
from gamenight.draw.ink import BOLD, MUTED, PLAIN, Ink
from gamenight.draw.palette import LIGHT, Look
from tests.draw.pictures import ASCII, FILLED

PALETTE = FILLED.palette
BEFORE = Context(FILLED, live=frozenset("ab"), memory={})


@pytest.mark.parametrize(
    "after",
    [
        replace(BEFORE, live=frozenset("b")),
        replace(BEFORE, marks=frozenset("a")),
        replace(BEFORE, look=Look(LIGHT)),
        replace(BEFORE, focus=Focus(path=("a",))),
        replace(BEFORE, focus=Focus(last=frozenset("a"))),
    ],
    ids=["live", "marks", "look", "path", "last"],
)
def test_what_looks_different_is_drawn_again(after: Context) -> None:
    memory: dict[object, str] = {}
    before, after = replace(BEFORE, memory=memory), replace(after, memory=memory)
    assert before.once("board", lambda: "before") == "before"
    assert after.once("board", lambda: "after") == "after"
    assert before.once("board", lambda: "again") == "before"
    assert after.once("board", lambda: "again") == "after"


def test_what_looks_the_same_is_drawn_once() -> None:
    context = replace(BEFORE, memory={})
    moved = replace(context, focus=Focus(cursor="a", typed="1"))
    assert context.once("board", lambda: "board") == "board"
    assert moved.once("board", lambda: "again") == "board"
    assert context.once("hand", lambda: "hand") == "hand"
    assert context.once("nothing", lambda: None) is None
    assert context.once("nothing", lambda: "something") is None


def test_without_memory_all_is_drawn_every_time() -> None:
    context = replace(BEFORE, memory=None)
    assert [context.once("board", lambda n=n: n) for n in range(2)] == [0, 1]  # type: ignore[misc]


def test_the_cursor_can_be_taken_away() -> None:
    focus = Focus("a", ("b",), "1", frozenset("c"))
    assert Context(FILLED, focus=focus).unpointed().focus == Focus("", ("b",), "", frozenset("c"))


@pytest.mark.parametrize(
    ("key", "tone", "ground"),
    [
        ("cursor", "held", PALETTE.accent),
        ("marked", "", PALETTE.held),
        ("path", "", PALETTE.held),
        ("other", "held", PALETTE.held),
        ("live", "", PALETTE.live),
        ("last", "", PALETTE.last),
        ("other", "good", "usual"),
    ],
)
def test_the_ground_says_what_counts_most(key: str, tone: Tone, ground: str) -> None:
    every = frozenset({"cursor", "marked", "path", "live"})
    focus = Focus("cursor", ("path",), last=every | {"last"})
    context = Context(FILLED, live=every, marks=frozenset({"marked", "cursor"}), focus=focus)
    assert context.ground(Spot(key, tone=tone), "usual") == ground


CHOICES = (
    Choice("1", "", ("a", "x")),
    Choice("2", "", ("a", "y")),
    Choice("3", "", ("b",)),
    Choice("4", "", ("c", "x")),
    Choice("5", ""),
)


@pytest.mark.parametrize(
    ("path", "marks", "live"),
    [
        ((), None, "abc"),
        (("a",), None, "xy"),
        (("b",), None, ""),
        (("a", "x"), None, ""),
        ((), (), "abcxy"),
        ((), ("a",), "abcxy"),
    ],
)
def test_what_can_be_touched_next(
    path: tuple[str, ...], marks: tuple[str, ...] | None, live: str
) -> None:
    scene = Scene("T", choices=CHOICES, marks=marks)
    context = context_for(scene, {}, FILLED, Focus(path=path))
    assert context.live == frozenset(live)
    assert context.marks == frozenset(marks or ())


@pytest.mark.parametrize(
    ("names", "initials"),
    [
        (("Ann", "bob"), "AB"),
        (("Ann", "abe"), "12"),
        (("Ann", "Abe", "Bob"), "123"),
        (("Ann", ""), "12"),
        (("\u200bAnn", "Bob"), "AB"),
        ((), ""),
    ],
)
def test_initials_are_letters_where_these_differ(names: tuple[str, ...], initials: str) -> None:
    rows = tuple(ScoreRow(f"p{seat}", seat, name, 0) for seat, name in enumerate(names))
    assert context_for(Scene("T", scores=rows), {}, FILLED).initials == dict(enumerate(initials))


def test_names_in_a_sentence_have_their_colour() -> None:
    context = Context(FILLED, names={"Ann": 0, "Ann Lee": 1})
    ann, lee = Ink("seat 0", bold=True), Ink("seat 1", bold=True)
    assert context.prose("Ann, Ann Lee and Anne.", MUTED).parts == (
        ("Ann", ann),
        (", ", MUTED),
        ("Ann Lee", lee),
        (" and Anne.", MUTED),
    )
    assert Context(FILLED).prose("Ann", BOLD).parts == (("Ann", BOLD),)


@pytest.mark.parametrize(
    ("fact", "inks"),
    [("tile 4", [MUTED, PLAIN, PLAIN]), ("x2 left", [PLAIN, PLAIN, MUTED]), ("out", [PLAIN])],
)
def test_numbers_of_a_fact_are_bright(fact: str, inks: list[Ink]) -> None:
    assert [ink for _, ink in Context(FILLED).fact(fact).parts] == inks


def test_a_face_has_a_sign_and_a_name() -> None:
    glyphs = {"moon": Glyph("🌙", "(", "the moon")}
    for look, sign in ((FILLED, "🌙"), (ASCII, "("), (Look(emoji=False), "(")):
        assert Context(look, glyphs).face("moon") == sign
    assert Context(FILLED, glyphs).face_name("moon") == "the moon"
    assert Context(ASCII, glyphs).face("é") == "e"
    assert Context(FILLED, glyphs).face_name("é") == "é"
