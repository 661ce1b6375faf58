"""Teaching: the rules and the lesson of a game, for screens that have neither."""

from __future__ import annotations

import re
from typing import Any

from gamenight.core.errors import GamenightError
from gamenight.core.game import Game
from gamenight.core.lesson import Ask
from gamenight.core.manual import FENCE, ITEM, Block, blocks, joined, table
from gamenight.core.pages import movement, views
from gamenight.online.scenes import lean

MARKED = re.compile(r"\*\*(?P<strong>.+?)\*\*|`(?P<code>[^`]+)`|\[(?P<plain>[^]]+)\]\([^)]*\)")
Part = dict[str, Any]


class NoLesson(GamenightError):
    """A game that teaches nothing."""

    code = "no_lesson"


def rules(game: Game) -> list[Part]:
    """The manual in parts: `heading` (with its level), `paragraph`, `list` (of items, which may
    have a list below them), `picture` (lines of text) and `table`. Words are pieces: text, or a
    pair of `strong` or `code` and the text."""
    found: list[Part] = []
    for block in blocks(game):
        first = block[0]
        if first == FENCE:
            found.append({"kind": "picture", "text": "\n".join(block[1:-1])})
        elif first.startswith("|"):
            head, *rows = [[_pieces(cell) for cell in row] for row in table(block)]
            found.append({"kind": "table", "head": head, "rows": rows})
        elif first.startswith("#"):
            level = len(first) - len(first.lstrip("#"))
            words = _pieces(joined(block).lstrip("# "))
            found.append({"kind": "heading", "level": level, "words": words})
        elif ITEM.match(first):
            _add_item(found, block)
        elif first.strip():
            found.append({"kind": "paragraph", "words": _pieces(joined(block))})
    return found


def _add_item(found: list[Part], block: Block) -> None:
    """The item into the list before it, or below the last item of that, or into a new list."""
    marker = ITEM.match(block[0])
    assert marker is not None
    item: Part = {"words": _pieces(joined(block)[len(marker[0].strip()) :].strip())}
    ordered, depth = marker[0].strip()[0].isdigit(), len(block[0]) - len(block[0].lstrip())
    into = found
    if depth and into and into[-1]["kind"] == "list":
        into = into[-1]["items"][-1].setdefault("below", [])
    if not into or into[-1]["kind"] != "list" or into[-1]["ordered"] != ordered:
        into.append({"kind": "list", "ordered": ordered, "items": []})
    into[-1]["items"].append(item)


def _pieces(text: str) -> list[Any]:
    """Words, and what is marked among them."""
    found: list[Any] = []
    done = 0
    for match in MARKED.finditer(text):
        found += [text[done : match.start()]] if match.start() > done else []
        look = str(match.lastgroup)
        found.append(match[look] if look == "plain" else (look, match[look]))
        done = match.end()
    return [*found, text[done:]] if done < len(text) else found


def lesson(game: Game) -> Part:
    """The pages of the lesson: what each explains, how its board comes about (`steps`), the board,
    and what is asked there, with the replies; raises NoLesson."""
    if game.lesson is None:
        raise NoLesson(f"{game.title} has no lesson")
    taught = game.lesson()
    pages = [
        {
            "heading": view.page.heading,
            "notes": view.page.notes,
            "told": view.told,
            "steps": lean(movement(game, taught, view)),
            "scene": lean(view.scene),
            "viewer": view.page.viewer,
            "ask": None if view.page.ask is None else _asked(view.page.ask),
        }
        for view in views(game, taught)
    ]
    return {"title": taught.title, "names": taught.names, "pages": pages}


def _asked(ask: Ask) -> Part:
    return {
        "question": ask.question,
        "right": ask.right,
        "praise": ask.praise,
        "wrong": dict(ask.wrong),
        "otherwise": ask.otherwise,
    }
