"""Transliteration: any text in ASCII letters and signs."""

from __future__ import annotations

import unicodedata

# Signs that have no decomposition of their own; names keep their letters: Jose, Lukasz.
SPELLINGS = {
    "…": "...", "–": "-", "—": "-", "−": "-", "‐": "-", "‑": "-", "’": "'", "‘": "'",
    "“": '"', "”": '"', "„": '"', "«": '"', "»": '"', "·": "-", "•": "*", "×": "x",
    "÷": "/", "⁄": "/", "´": "'", "→": "->", "←": "<-", "↑": "^", "↓": "v",
    "≤": "<=", "≥": ">=", "≠": "!=",
    "▓": "#", "▒": "#", "░": ".", "█": "#", "●": "o", "○": ".", "◐": "+", "✓": "*",
    "✔": "*", "✗": "x", "★": "*", "☆": "*", "ß": "ss", "æ": "ae", "Æ": "AE", "ø": "o",
    "Ø": "O", "œ": "oe", "Œ": "OE", "ł": "l", "Ł": "L", "đ": "d", "Đ": "D", "ð": "d",
    "Ð": "D", "þ": "th", "Þ": "Th", "ı": "i", "€": "EUR", "£": "GBP",
}  # fmt: skip


def to_ascii(text: str) -> str:
    """The text without accents, typographic signs spelt out, and `?` for the rest."""
    return "".join(_spelt(character) for character in text)


def _spelt(character: str) -> str:
    if character.isascii():
        return character
    if character in SPELLINGS:
        return SPELLINGS[character]
    if unicodedata.category(character).startswith("M"):
        return ""
    letters = (
        SPELLINGS.get(part, part if part.isascii() else "?")
        for part in unicodedata.normalize("NFKD", character)
        if not unicodedata.category(part).startswith("M")
    )
    return "".join(letters).strip() or "?"
