"""What people read is idiomatic English: the worst of the phrases that we once had do not return.

The glossary in CONTRIBUTING.md says which words to use for what.
"""

from __future__ import annotations

import io
import re
import tokenize
from collections.abc import Iterator
from pathlib import Path

from tests.paths import PROJECT

# A phrase as a regular expression, where a space may be a line break, and what to write instead.
PHRASES = {
    r"\bso (?:many|few)\b(?! \w+ that\b)": "`this many`, `n`, or the number itself",
    r"\ba (?:line|row|byte|bit|column|lane|letter|function|game|question|step|tile|spot|dot) an? "
    r"(?:player|seat|game|bot|ply|position|house|fish|card|cell|seed|level|kind|row|step|side)\b": (
        "`one line per player`"
    ),
    r"\b(?:points|brains|games|plies|seconds|positions|rolls|simulations|milliseconds) an? "
    r"(?:turn|game|second|move|round|player|pair|side|position|frame)\b": "`points per turn`",
    r"(?<!\bthere\s)\b(?:is|are) no (?:whole number|number|seat|text|function|action|field|line|"
    r"choice|move|position|game|match|player|step|capture|name|file|time|key|answer|word|bot)\b": (
        "`is not a seat`"
    ),
    r"\bshall\b": "`should`, `will` or a question: `What do you want to do?`",
    r"(?<!\byou\s)\b(?:is|are|was|were|be) told\b(?! apart)": "`says`, `shows`, `you are told`",
    r"\btells (?:how|what|who|whether|where|when|why|of|nothing)\b": "`says` or `shows`",
    r"\bwould tell\b": "`would give away` or `would show`",
    r"\bis nothing to do\b": "`has nothing to do`",
    r"\bby and by\b": "`one by one`",
    r"\bthose of others\b": "`other players'`",
    r"\bthe own\b": "`your own`, `the player's`",
    r"\bone's own\b": "`your own`, `their own`",
    r"\banew\b": "`again`",
    r"\bat the (?:least|most)\b": "`at least`, `at most`",
    r"\b(?:inside|outside) of\b": "`inside`, `outside`",
    r"\bof equal ones\b": "`among equals`",
    r"\b(?:match|matches|game|games|those|one|ones) that goe?s? on\b": "`unfinished`",
    r"\bgo(?:es)? on with\b": "`continue`, `resume`",
    r"\bmachine players?\b": "`bot`",
    r"\bgames? of two\b": "`two-player game`",
    r"\bwins? with \d+ ?%": "`win 36% of the time`",
    r"\bsome (?:ten|twenty|thirty|seconds|minutes)\b": "`about ten`, `a few seconds`",
    r"\bto be had\b": "`available`",
    r"\bfrom which on\b": "`from which`",
    r"\bnought\b": "`zero`",
    r", the (?:best|latest|lowest|most likely|one touched last) first\b": "just `best first`",
    r"\bin words\b": "`written out`, `as a sentence`",
    r"\bnow by default\b": "`by default now`",
    r"\bin the place of\b": "`instead of`, `in place of`",
    r"\bmatch(?:es)? of the store\b": "`stored match`",
    r"\bas fast as it goes\b": "`as fast as possible`",
}


def texts(path: Path) -> Iterator[tuple[int, str]]:
    """What people read in a file, with the line where each piece begins: all of a document; the
    strings, docstrings and comments of a program."""
    source = path.read_text(encoding="utf-8")
    if path.suffix == ".md":
        yield 1, source
        return
    kinds = {tokenize.COMMENT, tokenize.STRING, getattr(tokenize, "FSTRING_MIDDLE", -1)}
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type in kinds:
            yield token.start[0], token.string


def read() -> Iterator[Path]:
    for where in ("*.md", "docs/**/*.md", "src/**/*.md", "src/**/*.py", "tools/*.py"):
        yield from PROJECT.glob(where)


def test_nobody_stumbles_over_what_is_written() -> None:
    patterns = {
        re.compile(phrase.replace(" ", r"(?: +|\n *)"), re.IGNORECASE): better
        for phrase, better in PHRASES.items()
    }
    found = [
        f"{path.relative_to(PROJECT)}:{line + text.count(chr(10), 0, match.start())}: "
        f"{match[0]!r}: better {better}"
        for path in sorted(read())
        for line, text in texts(path)
        for pattern, better in patterns.items()
        for match in pattern.finditer(text)
    ]
    assert not found, "\n".join(["phrases that a native speaker would not write:", *found])
