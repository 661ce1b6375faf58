"""Footer: what happened, what is wanted, and buttons for the choices that no spot stands for."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from gamenight.core.marks import chosen
from gamenight.core.scene import Choice, Glyph, Scene
from gamenight.core.text import visible
from gamenight.draw.brush import Brush, Focus, brush_for, choice_key
from gamenight.draw.canvas import Picture, Target
from gamenight.draw.cells import Line, joined, line, spaces
from gamenight.draw.palette import Look
from gamenight.draw.pen import Pen
from gamenight.draw.style import BOLD, LIVE, MUTED, TONES
from gamenight.draw.tokens import spoken_tokens
from gamenight.draw.writing import ACCENT, BUTTON, FILLED, write

BACK = "esc"
MARGIN = 1
GAP = 3
FEWEST_LINES = 3
ROOMY = 30


@dataclass(frozen=True, slots=True)
class Detail:
    """How much the footer says: with hints or not, and how long words and keys may be. `share` is
    the part of the screen that it may take for that."""

    hints: bool
    words: int
    share: float


DETAILS = (
    Detail(True, 999, 0.36),
    Detail(False, 999, 0.42),
    Detail(False, 24, 0.5),
    Detail(False, 12, 0.6),
    Detail(False, 0, 1.0),
)


@dataclass(frozen=True, slots=True)
class FooterPlan:
    """The footer of a decision: `height` is enough for each of its states; `everything`: the
    spots are not on the screen, so every choice has a button."""

    height: int
    detail: Detail
    everything: bool = False


@dataclass(frozen=True, slots=True)
class Row:
    """A line, and what can be touched on it: key, where it begins, how wide it is."""

    text: Line
    targets: tuple[tuple[str, int, int], ...] = ()


def plan_footer(
    scene: Scene,
    glyphs: Mapping[str, Glyph],
    look: Look,
    size: tuple[int, int],
    everything: bool = False,
) -> FooterPlan:
    """The most telling footer that leaves room for a board in every state of the decision."""
    width, height = size
    brushes = [
        (state, brush_for(state, glyphs, look, Focus(path=path))) for state, path in _states(scene)
    ]
    fewest = FEWEST_LINES + (height >= ROOMY)
    tallest = fewest
    for detail in DETAILS:
        heights = (len(_rows(state, brush, width, detail, everything)) for state, brush in brushes)
        tallest = max(fewest, *heights)
        if tallest + 1 <= max(height * detail.share, fewest + 1):
            return FooterPlan(tallest + 1, detail, everything)
    return FooterPlan(min(tallest + 1, height - 1), DETAILS[-1], everything)


def draw_footer(
    scene: Scene, brush: Brush, width: int, plan: FooterPlan, busy: str = ""
) -> Picture:
    """The panel with its rule or edge, which also shows what is typed."""
    look, pen = brush.look, brush.pen
    picture = Picture(width, plan.height)
    picture.fill(0, 0, width, plan.height, look.ink(bg=look.palette.panel))
    if not look.fill:
        write(picture, 0, 0, line(pen.signs.crossings[10] * width, MUTED), look)
    if brush.focus.typed:
        typed = pen.clip(pen.text(brush.focus.typed, LIVE), width // 2)
        typed = line(" ") + typed + line("_ ", LIVE)
        write(picture, width - typed.width - MARGIN, 0, typed, look)
    rows = _rows(scene, brush, width, plan.detail, plan.everything)
    if busy:
        rows = [*rows[: plan.height - 2], Row(pen.clip(pen.prose(busy, ACCENT), width - 2))]
    for y, row in enumerate(rows, 1):
        write(picture, MARGIN, y, row.text, look)
        picture.targets += [Target(key, x + MARGIN, y, wide) for key, x, wide in row.targets]
    return picture


def _states(scene: Scene) -> Iterator[tuple[Scene, tuple[str, ...]]]:
    """Every state that one can be in before a choice is made: marked, or touched so far."""
    if scene.marks is not None:
        for marks in dict.fromkeys([(), scene.marks, *(choice.on for choice in scene.choices)]):
            yield replace(scene, marks=marks), ()
        return
    yield scene, ()
    for path in dict.fromkeys(c.on[:size] for c in scene.choices for size in range(1, len(c.on))):
        yield scene, path


def _rows(scene: Scene, brush: Brush, width: int, detail: Detail, everything: bool) -> list[Row]:
    """Message, question with the labels that can be typed, buttons."""
    pen, room = brush.pen, width - 2 * MARGIN
    told, spoken = _divided(scene, brush, everything)
    sign = line(pen.style.tone_sign(scene.tone))
    message = joined([sign, pen.prose(scene.message, TONES.get(scene.tone, MUTED))])
    ask = _question(scene, brush)
    labels = _labels(scene, told, brush)
    question = joined([ask, labels], "  ")
    buttons = [_button(scene, choice, brush, detail) for choice in spoken]
    if scene.marks is not None and chosen(scene) is None and scene.choices:
        buttons.insert(0, (line("These marks are no choice.", MUTED), ""))
    if detail.hints and scene.marks is None:
        hinted = [choice for choice in told if choice.hint]
        buttons = [_hint(scene, choice, brush) for choice in hinted] + buttons
    if brush.focus.path:
        buttons.append((joined([_key("Esc", False, brush), line("back", MUTED)]), BACK))
    above = [*message.wrap(room), *question.wrap(room)]
    return [*map(Row, above), *_flow(buttons, room, pen)]


def _question(scene: Scene, brush: Brush) -> Line:
    """What is wanted; after a touch, what follows it."""
    pen, path = brush.pen, brush.focus.path
    if not path:
        return pen.prose(scene.ask, BOLD)
    rows = {row.key: row.name for row in scene.scores}
    spot = scene.spot(path[-1])
    name = (spot.name or spoken_tokens(spot, pen)) if spot else rows.get(path[-1], "")
    board = {s.key for area in scene.areas if area.rank == 0 for s in area.spots}
    following = brush.live
    what = "which one?"
    if following and following <= rows.keys():
        what = "whom?"
    elif following and following <= board:
        what = "where to?"
    touched = pen.text(name or scene.label(path[-1]), LIVE)
    return touched + line(": ", BOLD) + line(what, BOLD)


def _divided(scene: Scene, brush: Brush, everything: bool) -> tuple[list[Choice], list[Choice]]:
    """The choices that labelled spots tell, and those that have a button.

    With marks the confirming choice has one; after a touch all that can follow have.
    """
    path = brush.focus.path
    if path:
        return [], [choice for choice in scene.choices if choice.on[: len(path)] == path]
    if everything:
        return [], list(scene.choices)
    marked = chosen(scene) if scene.marks is not None else None
    confirming = [marked] if marked is not None else []
    others = [
        choice
        for choice in scene.choices
        if choice is not marked
        and (choice.key or not _is_labelled(scene, choice) or _is_default(scene, choice))
    ]
    spoken = [*confirming, *others]
    return [choice for choice in scene.choices if choice not in spoken], spoken


def _is_default(scene: Scene, choice: Choice) -> bool:
    """Whether Enter makes this choice; with marks it confirms them instead."""
    return choice.default and scene.marks is None


def _is_labelled(scene: Scene, choice: Choice) -> bool:
    return bool(choice.on) and all(visible(scene.label(key)) for key in choice.on)


def _labels(scene: Scene, told: Sequence[Choice], brush: Brush) -> Line:
    """The labels of the spots that can be touched first."""
    pen, marks = brush.pen, scene.marks
    choices = scene.choices if marks is not None else told
    depth = 1 if marks is None else None
    keys = dict.fromkeys(key for choice in choices for key in choice.on[:depth])
    signs = dict.fromkeys(marks or (), pen.signs.mark)
    texts = ((pen.spell(visible(scene.label(key))), signs.get(key, "")) for key in keys)
    return joined([line(text + sign, LIVE) for text, sign in texts if text])


def _button(scene: Scene, choice: Choice, brush: Brush, detail: Detail) -> tuple[Line, str]:
    """What is typed on a button ground, the words, the hint; and the key of its target."""
    pen, key = brush.pen, choice_key(choice.text)
    typed = pen.clip(pen.text(_typed(scene, choice, brush)), max(detail.words, 8))
    enters = typed.plain == "Enter" and not brush.focus.cursor
    cap = _key(typed.plain, enters or brush.focus.cursor == key, brush)
    if not detail.words:
        return cap, key
    words = pen.clip(pen.text(choice.label, BOLD if enters else ""), detail.words)
    if words.plain == typed.plain:
        return cap, key
    hint = pen.prose(choice.hint, MUTED) if detail.hints else Line()
    return joined([joined([cap, words]), hint], "  "), key


def _hint(scene: Scene, choice: Choice, brush: Brush) -> tuple[Line, str]:
    """What a choice on spots would do, where that is worth saying."""
    key = choice_key(choice.text)
    labels = brush.pen.text(" ".join(scene.label(spot) for spot in choice.on)).plain
    cap = _key(labels, brush.focus.cursor == key, brush)
    return joined([cap, brush.pen.prose(choice.hint)]), key


def _key(text: str, lit: bool, brush: Brush) -> Line:
    """A key as it looks on the screen: lit where Enter takes it."""
    if brush.look.fill:
        return line(f" {text} ", FILLED if lit else f"{LIVE};{BUTTON}")
    return line(f">{text}<" if lit else f"[{text}]", LIVE)


def _typed(scene: Scene, choice: Choice, brush: Brush) -> str:
    """The shortest that makes the choice now."""
    path = brush.focus.path
    if choice.on == path and path:
        return "Enter"
    if scene.marks is not None and choice is chosen(scene):
        return "Enter"
    if not path and _is_default(scene, choice):
        return "Enter"
    if choice.key:
        return choice.key
    labels = [scene.label(key) for key in choice.on[len(path) :]]
    return " ".join(labels) if labels and all(labels) else choice.text


def _flow(items: Sequence[tuple[Line, str]], width: int, pen: Pen) -> list[Row]:
    """Items beside each other, as many on a row as fit; a longer one wraps."""
    rows: list[Row] = []
    current = Row(Line())
    for text, key in items:
        start = current.text.width + GAP if current.text else 0
        if start and start + text.width > width:
            rows.append(current)
            current, start = Row(Line()), 0
        first, *more = text.wrap(width, indent=2) if text.width > width else [text]
        placed = ((key, start, first.width),) if key else ()
        gap = spaces(GAP if start else 0)
        current = Row(current.text + gap + first, current.targets + placed)
        for piece in more:
            rows.append(current)
            current = Row(piece, ((key, 2, piece.width - 2),) if key else ())
    return [*rows, current] if current.text else rows
