"""Rules and lessons over HTTP: all of a manual in parts, every page of a lesson."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import msgspec
import pytest

from gamenight.core import registry
from gamenight.core.pages import views
from gamenight.draw.manual import manual
from gamenight.draw.style import Style
from gamenight.online.teaching import NoLesson, lesson, rules
from tests.toys.nim import NIM

MANUAL = """# Pig

Roll **often**, see `roll` and [the *lab*](lab.md),
or not.

1. One
   goes on.
   - Below
   - Two
2. Two

- Other

| a | b |
|---|---|
| 1 | **2** |

```
 o
  o
```

<!-- for developers -->
Secret.
"""


def test_a_manual_in_parts(tmp_path: Path) -> None:
    path = tmp_path / "RULES.md"
    path.write_text(MANUAL)
    below = [
        {"kind": "list", "ordered": False, "items": [{"words": ["Below"]}, {"words": ["Two"]}]}
    ]
    assert json.loads(msgspec.json.encode(rules(replace(NIM, manual=path)))) == [
        {"kind": "heading", "level": 1, "words": ["Pig"]},
        {
            "kind": "paragraph",
            "words": [
                *("Roll ", ["strong", "often"], ", see ", ["code", "roll"]),
                *(" and ", "the *lab*", ", or not."),
            ],
        },
        {
            "kind": "list",
            "ordered": True,
            "items": [{"words": ["One goes on."], "below": below}, {"words": ["Two"]}],
        },
        {"kind": "list", "ordered": False, "items": [{"words": ["Other"]}]},
        {"kind": "table", "head": [["a"], ["b"]], "rows": [[["1"], [["strong", "2"]]]]},
        {"kind": "picture", "text": " o\n  o"},
    ]


@pytest.mark.parametrize("id", registry.games())
def test_nothing_of_a_manual_is_lost(id: str) -> None:
    game = registry.game(id)
    said = " ".join(words(rules(game)))
    for word in " ".join(manual(game, Style(width=200))).split():
        if any(map(str.isalpha, word)):
            assert word.strip("-") in said


def words(value: Any) -> Iterator[str]:
    """Every text in the parts of a manual, pieces of one line together."""
    if isinstance(value, dict):
        for name, part in value.items():
            if name == "words":
                yield "".join(piece if isinstance(piece, str) else piece[1] for piece in part)
            else:
                yield from words(part)
    elif isinstance(value, list):
        pieces = [one for one in value if isinstance(one, str | tuple)]
        yield "".join(piece if isinstance(piece, str) else piece[1] for piece in pieces)
        for one in value:
            yield from words(one) if isinstance(one, dict | list) else ()
    elif isinstance(value, str):
        yield value


@pytest.mark.parametrize("id", registry.games())
def test_every_page_of_a_lesson(id: str) -> None:
    game = registry.game(id)
    assert game.lesson is not None
    pages = views(game, game.lesson())
    found = json.loads(msgspec.json.encode(lesson(game)))["pages"]
    assert [page["heading"] for page in found] == [view.page.heading for view in pages]
    for page, view in zip(found, pages, strict=True):
        texts = [choice["text"] for choice in page["scene"].get("choices", ())]
        assert bool(page["ask"]) == bool(texts) == (view.page.ask is not None)
        assert not page["ask"] or {*page["ask"]["right"]} <= {*texts}


def test_no_lesson() -> None:
    with pytest.raises(NoLesson, match="has no lesson"):
        lesson(replace(NIM, lesson=None))
