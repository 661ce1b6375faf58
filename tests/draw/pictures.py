"""Looks, brushes and random areas for the tests of pictures."""

from __future__ import annotations

from hypothesis import strategies as st

from gamenight.core.scene import Area, AreaLook, Choice, Glyph, Scene, ScoreRow, Spot, Token
from gamenight.draw.canvas import Picture
from gamenight.draw.context import Context, Focus, context_for
from gamenight.draw.palette import Look

FILLED = Look()
LINES = Look(fill=False)
ASCII = Look(fill=False, ascii=True)
GLYPHS = {
    "boat": Glyph("🚣", "boat", "the boat"),
    "moon": Glyph("🌙", "(", "moon"),
    "brain": Glyph("🧠", "brain", "brain"),
}
PLAYERS = tuple(ScoreRow(f"seat {i}", i, name, 0) for i, name in enumerate(("Ann", "Bob", "Cleo")))


def context(
    area: Area,
    live: tuple[str, ...] = (),
    look: Look = FILLED,
    cursor: str = "",
    last: frozenset[str] = frozenset(),
    marks: tuple[str, ...] | None = None,
) -> Context:
    """The context of a scene with this area, where these spots can be touched."""
    choices = tuple(Choice(key, key, (key,)) for key in live)
    scene = Scene("Test", scores=PLAYERS, areas=(area,), choices=choices, marks=marks)
    return context_for(scene, GLYPHS, look, Focus(cursor=cursor, last=last))


def drawing(text: str) -> list[str]:
    """The lines of a drawing that is indented by eight in the test."""
    return [row[8:] for row in text.splitlines()[1:-1]]


def overlaps(picture: Picture) -> list[tuple[str, str]]:
    """The pairs of keys whose targets share a cell."""
    taken: dict[tuple[int, int], str] = {}
    found = []
    for target in picture.targets:
        for y in range(target.y, target.y + target.height):
            for x in range(target.x, target.x + target.width):
                if (x, y) in taken:
                    found.append((taken[x, y], target.key))
                taken[x, y] = target.key
    return found


# Labels have a letter that no other text has, so that they can be looked for.
WORDS = st.sampled_from(("", "", "–", "300", "Ann", "a long remark about it", "Ünïcøde 漢字", "▒"))
TOKENS = st.builds(
    Token,
    kind=st.sampled_from(("die", "seed", "pawn", "card", "cube")),
    face=st.sampled_from(("", "3", "6", "brain", "boat", "Overload")),
    color=st.sampled_from(("", "red", "black", "teal")),
    owner=st.sampled_from((None, 0, 1, 7)),
    count=st.sampled_from((1, 1, 0, 4, 48)),
    tone=st.sampled_from(("", "good", "danger", "held", "muted")),
)
PLACES = st.none() | st.tuples(st.integers(0, 5), st.integers(0, 8))


@st.composite
def spots(draw: st.DrawFn, number: int) -> Spot:
    return Spot(
        key=f"k{number}",
        label=draw(st.sampled_from(("", f"q{number}z"))),
        name=draw(WORDS),
        tokens=tuple(draw(st.lists(TOKENS, max_size=4))),
        face=draw(st.sampled_from(("", "boat", "moon", "▓", "word"))),
        note=draw(WORDS),
        owner=draw(st.sampled_from((None, 0, 1))),
        tone=draw(st.sampled_from(("", "good", "danger", "held", "muted"))),
        at=draw(PLACES),
        span=draw(st.sampled_from(((1, 1), (1, 1), (2, 1), (1, 2), (2, 2)))),
    )


@st.composite
def areas(draw: st.DrawFn) -> Area:
    count = draw(st.integers(0, 9))
    return Area(
        key="area",
        title=draw(st.sampled_from(("", "Board", "Your hand"))),
        shape=draw(st.sampled_from(("row", "grid", "ring", "pile", "list", "spiral"))),
        spots=tuple(draw(spots(number)) for number in range(count)),
        look=draw(st.sampled_from(("cell", "pit", "lane", "tray", "tile"))),
        rank=draw(st.integers(0, 2)),
        sign=draw(st.sampled_from(("", "brain"))),
        secret=draw(st.booleans()),
    )


@st.composite
def grids(draw: st.DrawFn) -> Area:
    """A board whose spots are each at their own place."""
    rows, columns = draw(st.integers(1, 3)), draw(st.integers(1, 5))
    made = [draw(spots(number)) for number in range(rows * columns)]
    placed = tuple(
        Spot(s.key, s.label, s.name, s.tokens, s.face, s.note, s.owner, s.tone, divmod(i, columns))
        for i, s in enumerate(made)
    )
    looks: tuple[AreaLook, ...] = ("cell", "pit", "lane")
    look = draw(st.sampled_from(looks))
    return Area("area", "Board", "grid", placed, look, rank=0)


LOOKS = st.builds(Look, fill=st.booleans(), ascii=st.booleans(), emoji=st.booleans())
