"""Spelling: what letters mean in a list of rows: the key of one, or a word that names one."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from gamenight.app.widgets.items import Item


class Spelling:
    """words: what can be said besides, each with its answer; a row answers with its key."""

    def __init__(self, items: Sequence[Item], words: Mapping[str, str]):
        self._keys = {item.key: item.key for item in items if item.key}
        self._labels = {
            item.key: item.head.removeprefix(item.key).strip() or item.text for item in items
        }
        named = {key: label.casefold() for key, label in self._labels.items() if label}
        firsts = {key: label.split()[0].strip(",.:") for key, label in named.items()}
        alone = {key for key, first in firsts.items() if [*firsts.values()].count(first) == 1}
        self._names = {**words, **{label: key for key, label in named.items()}}
        self._names |= {firsts[key]: key for key in alone}

    def answer(self, line: str) -> str | None:
        """What this says by itself: a key that is shown, or a whole word."""
        return self._keys.get(line, self._names.get(line.casefold()))

    def meant(self, line: str) -> str | None:
        """The same, or the only answer that a word could have that begins like this."""
        found = self._begun(line)
        return self.answer(line) or (found.pop() if len(found) == 1 else None)

    def waits(self, line: str) -> bool:
        """Whether this can begin a word that says something else."""
        return bool(self._begun(line) - {self.answer(line)})

    def _begun(self, line: str) -> set[str]:
        begun = line.casefold()
        return {answer for name, answer in self._names.items() if name.startswith(begun)}

    def names(self, answer: str) -> list[str]:
        """What could be typed for this answer, whole or from any of its words."""
        known = [name for name, meaning in self._names.items() if meaning == answer]
        return [*known, *(word for name in known for word in name.split())]

    def label(self, answer: str) -> str:
        """What the row of this answer is called; a word is called as it is."""
        return self._labels.get(answer, answer)
