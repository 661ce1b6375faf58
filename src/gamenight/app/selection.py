"""Selection: what a person is choosing in a scene, by arrow keys, letters or touches.

Every function returns the selection after a key, or the choice that the key made; None means that
the key has no meaning here, so it may have one elsewhere.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass, replace

from gamenight.app.target_rows import TargetRow, target_rows
from gamenight.core.marks import marked, toggled
from gamenight.core.resolver import begins, by_enter, resolve, words_of
from gamenight.core.scene import Choice, Scene
from gamenight.draw.canvas import Picture
from gamenight.draw.context import CHOICE, Focus, choice_key
from gamenight.draw.parts.choices import BACK, TAKE

SHORTEST = 3  # letters of a word that is typed in one go: who marks two spots is as quick


@dataclass(frozen=True, slots=True)
class Selection:
    """cursor: the key under it, or ""; path: the keys touched so far, a card and then its target;
    typed: the start of a word; begun: the letter just before, if it was refused, or those that have
    touched or marked something, and may have been meant as the start of a word; meant: the choice
    that what is typed makes after a moment, unless it goes on as another word. What is marked so
    far is in the marks of the scene."""

    scene: Scene
    cursor: str = ""
    path: tuple[str, ...] = ()
    typed: str = ""
    begun: str = ""
    meant: Choice | None = None

    def focus(self, trace: Focus = Focus()) -> Focus:  # noqa: B008
        """The selection as a picture needs it, with what is left to see of the last move. While a
        word is typed that makes no choice yet, Enter takes nothing under the cursor."""
        cursor = self.cursor if self.meant is not None or not self.typed else ""
        return replace(trace, cursor=cursor, path=self.path, typed=self.typed)

    @property
    def open_choices(self) -> tuple[Choice, ...]:
        """The choices that are still possible after what was touched."""
        return tuple(c for c in self.scene.choices if c.on[: len(self.path)] == self.path)

    @property
    def live(self) -> frozenset[str]:
        """The keys of spots and score rows that can be touched now."""
        if self.scene.marks is not None:
            return frozenset(key for choice in self.scene.choices for key in choice.on)
        depth = len(self.path)
        return frozenset(c.on[depth] for c in self.open_choices if len(c.on) > depth)

    def is_meant(self, seen: bool, calm: bool) -> bool:
        """Whether Enter is a decision, and not one more key to skip what moves: on something that
        the person typed or pointed at, or after the question was seen; where there are other
        choices than the one that Enter would take, after a calm look."""
        blind = not (self.path or self.typed or self.cursor) and self.waiting is not None
        return not blind or (calm if len(self.scene.choices) > 1 else seen)

    @property
    def written(self) -> str:
        """What is typed so far, as it is shown."""
        return f"{self.typed}_ (Enter takes it, Backspace takes it back)"

    @property
    def waiting(self) -> Choice | None:
        """The choice that Enter takes without a cursor: what is marked or touched so far, or else
        the default."""
        if self.path and self.scene.marks is None:
            return next((c for c in self.open_choices if c.on == self.path), None)
        return by_enter(self.scene)


Outcome = Selection | Choice | None
ARROWS = ("up", "down", "left", "right")


def pressed(
    selection: Selection,
    key: str,
    picture: Picture,
    words: Collection[str] = (),
    quick: bool = False,
    run: int = 1,
) -> Outcome:
    """Any key, by its character or else by Textual's name. Enter decides; Space, which skips films
    and turns pages, marks at most. words: what can be typed here besides; quick: it comes right
    after a letter; run: how many letters came in one go, with this one."""
    if selection.meant is not None and key not in ("escape", "backspace"):
        return _settled(selection, selection.meant, key, words)
    if key in ARROWS:
        return moved(selection, key, picture)
    if key == "enter":
        return activated(selection)
    if key == "escape":
        return back(selection)
    if key == "backspace":
        return erased(selection)
    character = " " if key == "space" else key
    if len(character) != 1:
        return None
    spelled = _spelled(selection, character, words, run) if quick else None
    if spelled is not None:
        return spelled
    outcome = typed(selection, character, words)
    if isinstance(outcome, Choice):
        return _doubted(selection, outcome, character, words)
    return _remembering(selection, character, outcome, selection.begun if quick else "")


def _doubted(
    selection: Selection, choice: Choice, letter: str, words: Collection[str]
) -> Selection | Choice:
    """What a drawn letter has chosen: at once, or if it also begins another word (the `r` of "Roll"
    that of `rules`, or of a card), or ends one that may go on, as the choice that is meant."""
    line = selection.typed + letter
    waits = len(line) > 1 or _is_other_word(selection, choice, line, words)
    if not (line.isalpha() and waits):
        return choice
    place = next((key for key in choice.on[len(selection.path) :]), choice_key(choice.text))
    return replace(selection, cursor=place, typed=line, begun="", meant=choice)


def _settled(selection: Selection, meant: Choice, key: str, words: Collection[str]) -> Outcome:
    """The next key after a letter in doubt: the word of the choice may go on; if it goes on as
    another word, that one was meant; a letter that goes on as nothing spoils the word, and no part
    of it chooses; any other key leaves the choice."""
    character = " " if key == "space" else key
    line = selection.typed + character
    if _spells(selection, line):
        return replace(selection, typed=line)
    if goes_on(selection, key):
        return meant
    other = len(character) == 1 and _is_other_word(selection, meant, line, words)
    return _retyped(selection, line) if other or (len(key) == 1 and key.isalpha()) else meant


def goes_on(selection: Selection, key: str) -> bool:
    """Whether a key belongs to the choice that is meant: the next letter of its word, or Enter, or
    its letter once more."""
    again = key.casefold() == selection.typed.casefold()
    return key == "enter" or again or _spells(selection, selection.typed + key)


def _spells(selection: Selection, line: str) -> bool:
    """Whether a word of the choice that is meant begins like this."""
    meant, begun = selection.meant, line.casefold()
    own = frozenset() if meant is None else words_of(selection.scene, meant)
    return any(word.startswith(begun) for word in own)


def _retyped(selection: Selection, line: str) -> Selection:
    """This as a word that waits for Enter; no choice is pointed at for it any more."""
    return replace(
        selection, cursor="" if selection.meant else selection.cursor, typed=line, meant=None
    )


def _is_other_word(
    selection: Selection, choice: Choice, begun: str, words: Collection[str]
) -> bool:
    """Whether something else than this choice begins like this: one of these words, another choice,
    or a card that another choice plays."""
    line, own = begun.casefold(), words_of(selection.scene, choice)
    if any(len(word) > 1 and word.startswith(line) and word not in own for word in words):
        return True
    narrow = _narrow(selection)
    others = tuple(one for one in narrow.choices if one.text != choice.text)
    return begins(replace(narrow, choices=others), line)


def moved(selection: Selection, direction: str, picture: Picture) -> Selection:
    """An arrow key: left and right follow the reading order, up and down go to the nearest target
    of the next row; so everything that can be touched is within reach."""
    rows = _rows(selection, picture)
    if not rows:
        return selection
    here = _standing(selection, rows)
    if here is None:
        return replace(selection, cursor=rows[0][0].key)
    row, column = here
    if direction in ("left", "right"):
        flat = [target for line in rows for target in line]
        place = flat.index(rows[row][column]) + (1 if direction == "right" else -1)
        return replace(selection, cursor=flat[place % len(flat)].key)
    following = row + (1 if direction == "down" else -1)
    if following not in range(len(rows)):
        return selection
    x = rows[row][column].centre[0]
    nearest = min(rows[following], key=lambda target: abs(target.centre[0] - x))
    return replace(selection, cursor=nearest.key)


def _rows(selection: Selection, picture: Picture) -> list[TargetRow]:
    """What can be touched now, row by row."""
    keys = selection.live | {choice_key(choice.text) for choice in selection.open_choices}
    return target_rows(picture, keys | {BACK} if selection.path else keys)


def _standing(selection: Selection, rows: list[TargetRow]) -> tuple[int, int] | None:
    """The row and column of the cursor; without one, of what Enter would take."""
    key = selection.cursor
    if not key and selection.waiting is not None:
        key = choice_key(selection.waiting.text)
    for number, row in enumerate(rows):
        for column, target in enumerate(row):
            if target.key == key:
                return number, column
    return None


def activated(selection: Selection) -> Outcome:
    """Enter: what is typed, or else what is under the cursor, or else what is waiting. Where spots
    are marked, Enter confirms the marks, as the choices say; Space marks what is under the cursor,
    and so does Enter while there is nothing to confirm."""
    if selection.typed:
        return _taken(selection, selection.typed)
    waiting = selection.waiting
    if selection.scene.marks is not None and selection.cursor in selection.live and waiting:
        return waiting
    return touched(selection, selection.cursor) if selection.cursor else waiting


def touched(selection: Selection, key: str) -> Outcome:
    """A click, or Enter at the cursor: on a spot, a score row, a button, or the way back."""
    if key in (BACK, TAKE):
        return back(selection) if key == BACK else activated(selection)
    if key.startswith(CHOICE):
        return next((c for c in selection.open_choices if choice_key(c.text) == key), None)
    if key not in selection.live:
        return None
    scene = selection.scene
    if scene.marks is not None:
        keys = dict.fromkeys(key for choice in scene.choices for key in choice.on)
        marks = tuple(k for k in keys if (k in scene.marks) != (k == key))
        cursor = key if key == selection.cursor else ""
        return replace(selection, scene=marked(scene, marks), cursor=cursor, typed="")
    further = replace(selection, path=(*selection.path, key), cursor="", typed="")
    first, *others = further.open_choices
    if others:
        return further
    return first if first.on == further.path else replace(further, cursor=choice_key(first.text))


def back(selection: Selection) -> Selection | None:
    """Esc: drops what is typed, then the last touch; None where there is nothing to drop."""
    if selection.typed:
        return _retyped(selection, "")
    if selection.path:
        return replace(selection, path=selection.path[:-1], cursor=selection.path[-1])
    return None


def erased(selection: Selection) -> Selection | None:
    """Backspace."""
    return _retyped(selection, selection.typed[:-1]) if selection.typed else None


def typed(selection: Selection, character: str, words: Collection[str] = ()) -> Outcome:
    """A letter, digit or space. What is drawn acts at once if it can mean only one thing: the label
    of a spot, the key of a choice; `1` waits where there is a `12` too. Everything else is a word,
    which waits for Enter: of a choice, or one of `words`. A letter that continues a word belongs to
    it; what is drawn drops a word that it does not continue, and any other letter spoils it. A word
    of a single letter is a key of the page, which keeps it."""
    before = selection.typed
    if character == " " and not before:
        marks = selection.scene.marks is not None and selection.cursor in selection.live
        return touched(selection, selection.cursor) if marks else None
    drawn = set(_drawn(selection))
    if character == " " and before.casefold() in drawn:
        return _taken(selection, before)
    found = _continued(selection, before + character, drawn)
    if found is not None:
        return found
    if _is_word(selection, before + character, words):
        return replace(selection, typed=before + character)
    if character in words or not before:
        return None
    if any(reading.startswith(before.casefold()) for reading in drawn):
        return typed(replace(selection, typed=""), character, words)
    return _continued(selection, character, drawn) or _spoiled(selection, character)


def _spoiled(selection: Selection, character: str) -> Selection | None:
    """A word that means nothing stays to be seen, until Enter says so."""
    known = character.isalnum() or character == " "
    return replace(selection, typed=selection.typed + character) if known else None


def _spelled(
    selection: Selection, character: str, words: Collection[str], run: int
) -> Selection | None:
    """A letter that comes right after another: it belongs to the same word even if it is drawn, be
    that word spoiled, begun by a letter that was refused, or by some that have touched or marked
    something and decided nothing: `acc` for "Acceleration" where `a` is another card. Letters that
    all mark something mark it, unless they come in one go as a word does (`bad`); one that does
    nothing here shows that they were meant as a word (`bank` where `b` and `a` are dice). A digit
    right after a spoiled word belongs to it: `best 1`."""
    word, begun = selection.typed + character, selection.begun
    if selection.typed and (character.isalpha() or len(selection.typed) >= SHORTEST):
        drawn = _continued(selection, word, set(_drawn(selection)))
        known = drawn is not None or _is_word(selection, word, words)
        return None if known else _spoiled(selection, character)
    if not character.isalpha():
        return None
    undone = _untouched(selection)
    if not begun or undone is None:
        return replace(selection, typed=begun + character) if begun else None
    word = begun + character
    acts = typed(replace(selection, begun=""), character) is not None
    marks = acts and not _is_in_one_go(selection, word, run)
    key_of_page = character in words and not _is_word(undone, word, words)
    return None if marks or key_of_page else replace(undone, typed=word)


def _is_in_one_go(selection: Selection, word: str, run: int) -> bool:
    """Whether letters that mark were typed as a word is; a held key types none."""
    return selection.scene.marks is not None and SHORTEST <= len(word) <= run and len({*word}) > 1


def _untouched(selection: Selection) -> Selection | None:
    """As before the last letters touched or marked something; None if they did neither."""
    before = replace(selection, cursor="", begun="")
    if selection.path:
        return replace(before, path=selection.path[: -len(selection.begun)])
    marks = toggled(selection.scene, " ".join(selection.begun))
    return None if marks is None else replace(before, scene=marked(selection.scene, marks))


def _remembering(selection: Selection, character: str, outcome: Outcome, begun: str) -> Outcome:
    """What a letter did; one that has touched or marked something by its label is remembered."""
    if not isinstance(outcome, Selection):
        return outcome
    touched = outcome.path != selection.path or outcome.scene.marks != selection.scene.marks
    by_label = touched and character.isalpha() and not selection.typed
    return replace(outcome, begun=begun + character if by_label else "")


def _continued(selection: Selection, begun: str, drawn: Collection[str]) -> Outcome:
    """What is drawn and begins like this, if anything does."""
    possible = {reading for reading in drawn if reading.startswith(begun.casefold())}
    if possible == {begun.casefold()}:
        return _taken(selection, begun)
    return replace(selection, typed=begun) if possible else None


def _drawn(selection: Selection) -> Iterator[str]:
    """Keys and labels, and the text of a choice that has neither: all of them are to be seen."""
    for key in selection.live:
        if selection.scene.label(key):
            yield selection.scene.label(key).casefold()
    depth = len(selection.path)
    for choice in selection.open_choices:
        if choice.key:
            yield choice.key.casefold()
        elif not choice.on[depth:] or not all(map(selection.scene.label, choice.on)):
            yield choice.text.casefold()


def _is_word(selection: Selection, begun: str, words: Collection[str]) -> bool:
    """Whether a word of a choice begins like this, or one of these words, which something may
    follow. What begins with a key of the page is none."""
    line = begun.casefold()
    if line[0] in words:
        return False
    said = any(word.startswith(line) or line.startswith(f"{word} ") for word in words)
    return said or begins(_narrow(selection), line)


def _narrow(selection: Selection) -> Scene:
    """The scene with what can follow the touches so far."""
    depth = len(selection.path)
    choices = tuple(replace(c, on=c.on[depth:]) for c in selection.open_choices)
    return replace(selection.scene, choices=choices)


def _taken(selection: Selection, line: str) -> Outcome:
    """A complete word: a label touches or marks, anything else is a choice."""
    by_label = {selection.scene.label(key).casefold(): key for key in selection.live}
    exact = any(line == choice.key for choice in selection.open_choices)
    if not exact and line.casefold() in by_label and line:
        return touched(replace(selection, cursor="", typed=""), by_label[line.casefold()])
    marks = None if exact else toggled(selection.scene, line)
    if marks is not None:
        return replace(selection, scene=marked(selection.scene, marks), cursor="", typed="")
    found = {choice.text for choice in resolve(_narrow(selection), line)}
    meant = [choice for choice in selection.open_choices if choice.text in found]
    if not meant and len(selection.open_choices) == 1 and begins(_narrow(selection), line):
        meant = [*selection.open_choices]  # nothing else can be meant: `r` for "ready"
    if len(meant) == 1:
        return meant[0]
    following = {choice.on[len(selection.path) :][:1] for choice in meant}
    if len(following) != 1 or () in following or selection.scene.marks is not None:
        return None
    return touched(replace(selection, cursor="", typed=""), *following.pop())
