"""Keystrokes: which keys are meant for what is on the screen.

What was typed before a question appeared does not answer it. Nor does a key that has been held
down, or pressed again and again, since before: it was meant to skip what moved. And the letters
that finish the word of an answer (`nd` after the `e` of "End the turn") belong to that answer; so
does whatever else is typed in one go with it, for nobody has read the next question by then: that
is left over, and the table says so. A word that was typed to turn a page is one key.
Times are those of Textual's events, in seconds.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

FUNCTION_KEY = re.compile(r"f\d+")
UNREAD = 0.12  # nobody has read a question that is younger
OVERTAKEN = 0.5  # nor that it has replaced another one, for which a finger was on its way
# A key that comes again sooner than HELD was not let go: a held one repeats every 20 to 100 ms.
# Before that comes a delay: 0.25 s on some keyboards, 0.66 s (X11) or a second (Windows) on others.
# So a key that comes again later, but before DELAY, may be held or pressed again: it is held if it
# comes once more within REPEAT, and nobody has to wait longer than that.
HELD, DELAY, REPEAT = 0.35, 1.1, 0.15
WORD = 1.0  # a letter that comes later begins something new
SPELLING = 0.7  # between two letters of one word, from somebody who is looking for the keys
BURST = 0.25  # between two letters of one word, from anybody who is typing one
# After WHOLE a letter that is drawn, and could begin a word as well, is what it says. People press
# such letters hundreds of times a night and type words now and then, with 0.2 to 0.45 s between two
# letters if they look for the keys: so the wait is a little longer than that, and not SPELLING. Who
# does not want to wait presses the letter twice, or Enter; who is slower still loses the word once,
# learns what was taken for it, and from then on has SLOWLY.
WHOLE, SLOWLY = 0.5, 1.0
# Enter takes what nobody has pointed at only from somebody who has seen the question: not sooner
# than SEEN after it appeared; and where there is something to decide not sooner than READ, nor in
# the rhythm in which films are skipped, less than CALM between two, however long that goes on.
# Where there is nothing to decide nobody waits longer than CALM for a key that comes again later
# than REPEAT, for one that is held repeats by then.
SEEN, READ, CALM = 0.3, 0.5, 0.7
# Somebody who presses Enter about twice a second, TAPPED or more between two, decides by it: the
# first one says what Enter means, and by the second that was there to be read.
TAPPED = 0.4
DOUBLED = 3.0  # between two presses of one key that may be meant for the same page


class Keystrokes:
    """The keys of one keyboard. `ignored` counts how often in a row the same one was held; `early`:
    the last one came before anybody could have read the question; `seen` and `calm`: the last
    one came late enough to have seen it, or to have read it and not in the rhythm of the same
    key before it (then it `runs_on`); `tapped`: neither it nor the one before it came quickly;
    `doubled`: the same key came shortly before it; `soon`: it came in the rhythm of a word, and
    if that was after a letter or Space, `spelling`; `run`: how many letters came in one go,
    with it; `begun`: the letter that turned a page, while the rest of its word may come;
    `answer`: what was typed of the last answer, which is called `label`, and `words`: what
    could be typed besides; `left_over`: the word of which only that much was an answer, and
    which is not called like that."""

    def __init__(self) -> None:
        self.ignored = 0
        self.early = False
        self.seen = self.calm = True
        self.begun = self.answer = self.label = self.left_over = ""
        self.words: frozenset[str] = frozenset()
        self.soon = self.spelling = self.runs_on = self.doubled = self.tapped = self._slow = False
        self.run = 1
        self._moment = 0.0
        self._readable = 0.0
        self._key = ""
        self._pressed = 0.0
        self._first = 0.0
        self._endings: frozenset[str] = frozenset()
        self._word = ""  # the answer, with what came in one go
        self._names: frozenset[str] = frozenset()
        self._gap = 0.0
        self._enters = False
        self._goes_on = False  # letters still come as those of one word, whatever they say
        self._corrected = False
        self._is_slow = False

    @property
    def patience(self) -> float:
        """The seconds after which a letter that could begin a word is what it says."""
        return SLOWLY if self._is_slow else WHOLE

    def turn_page(self, now: float, typed_ahead: bool = True) -> None:
        """Something else is on the screen; what is typed already may be meant for it."""
        self._moment = now
        self._readable = 0.0 if typed_ahead else now

    def ask(self, now: float, overtaken: bool = False) -> None:
        """A question is on the screen; nothing typed so far answers it. overtaken: it has replaced
        another one, since something came from elsewhere."""
        self._moment = now
        self._readable = now + (OVERTAKEN if overtaken else UNREAD)

    def answered(
        self,
        typed: str,
        names: Iterable[str] = (),
        words: Iterable[str] = (),
        gap: float = 0.0,
        label: str = "",
        enters: bool = False,
    ) -> None:
        """An answer with these names was given by its first letters, which are also those of some
        of these words; letters that come within `gap` seconds of each other belong to it too,
        and so does the Enter after them. enters: or right after the answer, or after whatever
        is spelt on from there."""
        begun, self._enters = typed.casefold(), enters
        self._goes_on = enters
        self._names, self._gap = frozenset(names), gap
        self.label, self.words = label, frozenset(words)
        self.answer = self._word = begun
        known = self._names | self.words
        self._endings = frozenset(w[len(begun) :] for w in known if w.startswith(begun)) - {""}

    def refused(self, now: float) -> None:
        """A word was refused: whoever types words skips nothing, so the next key may be calm."""
        self.turn_page(now)
        self._corrected = True

    def turned(self, key: str) -> None:
        """A page was turned by this key."""
        self.begun = key if _is_letter(key) else ""

    def doubts(self, key: str, at: float) -> bool:
        """Whether only the next REPEAT seconds can tell if this key was pressed at this time, or is
        held down since before what is on the screen."""
        late = HELD <= at - self._pressed < DELAY
        return key == self._key and late and self._first < self._moment

    def hears(self, key: str, at: float, repeats: bool = False) -> bool:
        """Whether a key pressed at this time counts; repeats: it came again at once."""
        stood = at - self._moment
        apart = HELD if stood < CALM else REPEAT
        again = key == self._key and (repeats or at - self._pressed < apart)
        after_a_letter = len(self._key) == 1 and self._key.isalpha()
        spelt = after_a_letter or self._key == " "
        self.soon = at - self._pressed < SPELLING
        self.spelling = spelt and self.soon
        self.run = self.run + 1 if after_a_letter and at - self._pressed < BURST else 1
        rest = bool(self.begun) and _is_letter(key) and at - self._pressed < HELD
        self.begun = self.begun if rest else ""
        belongs = self._belongs(key, at - self._pressed)
        self.seen = stood >= SEEN
        rhythm = key == self._key and at - self._pressed < CALM
        self.runs_on = rhythm and not self._corrected
        self.doubled = key == self._key and at - self._pressed < DOUBLED
        slow = key != self._key or at - self._pressed >= TAPPED
        self.tapped, self._slow = slow and self._slow, slow
        self._corrected = False
        self.calm = stood >= READ and not self.runs_on
        self._key, self._pressed = key, at
        # What was typed ahead for a page, and heard there first, was not held since before it.
        heard = at if self._readable else max(at, self._moment)
        self._first = self._first if again else heard
        self.early = False
        if rest or belongs:
            self.early, self.ignored = rest or bool(self.left_over), 0
            return False
        held = again and self._first < self._moment
        self.ignored = self.ignored + 1 if held else 0
        self.early = at < self._readable and self.ignored < 2  # a word may have a double letter
        return not (held or self.early)

    def _belongs(self, key: str, apart: float) -> bool:
        """Whether a key is part of the word with which an answer was given: a letter of it, the
        Enter after such letters, or the same letter at once again."""
        spelt = bool(self._gap) and len(self._word) > len(self.answer)
        ends = key == "enter" and apart < WORD and (spelt or (self._enters and bool(self._word)))
        spelt_on = self._goes_on and apart < SPELLING
        ends = ends or (key == "enter" and spelt_on)
        self._goes_on = spelt_on and _is_letter(key)
        again = self._word == self.answer and key == self._key  # it may be held down
        twice = again and bool(self._word) and apart < BURST
        spells = bool(self._word) and len(key) == 1 and key.isalpha() and not again
        quick = spells and apart < self._gap
        goes_on = self.finishes(key, apart < WORD) or quick
        self._word = self._word + key.casefold() if goes_on else ""
        told = goes_on and not any(name.startswith(self._word) for name in self._names)
        self.left_over = self._word if told else ""
        self._is_slow = self._is_slow or (told and apart > WHOLE)
        return goes_on or ends or twice

    def completes(self, key: str, at: float) -> bool:
        """Whether a letter for a field still belongs to the word that has opened it. Any other may
        be what is to stand there, however soon it comes."""
        found = self.finishes(key, at - self._pressed < BURST)
        self._pressed = at if found else self._pressed
        if not found:
            self._word, self._goes_on = "", False  # the next Enter is for the field
        return found

    def finishes(self, key: str, soon: bool = True) -> bool:
        """Whether a letter belongs to the word of the answer that was given last."""
        letter = key.casefold()
        fitting = {rest for rest in self._endings if soon and rest.startswith(letter)}
        self._endings = frozenset(rest[len(letter) :] for rest in fitting) - {""}
        return bool(fitting)


def _is_letter(key: str) -> bool:
    return len(key) == 1 and key.isalnum()
