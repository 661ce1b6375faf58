"""Lobby lines: a table that waits for people, in lines: what is played, what it waits for, and how
others come here."""

from __future__ import annotations

from gamenight.core.text import sentence
from gamenight.draw.palette import Palette
from gamenight.match.lobby import Lobby

TALK = "People here can talk in the match: :say hello"


def lobby_lines(lobby: Lobby, palette: Palette) -> list[tuple[str, str]]:
    """Each line with its style."""
    lines = [(lobby.game.title, f"bold {palette.accent}")]
    lines.append((lobby.trouble, palette.danger) if lobby.trouble else (lobby.awaited(), ""))
    unseated = "You have no place yet: s sits down." if lobby.may_sit else ""
    lines += [(told, "bold") for told in (lobby.watching() or unseated,) if told]
    lines += [(TALK, palette.muted)] if lobby.chat else []
    if lobby.host:  # who has the other terms below, to change them
        lines += [(sentence(told), "") for told in lobby.mixed()]
    elif lobby.terms():
        lines.append((f"House rules: {', '.join(lobby.terms())}", ""))
    if lobby.code:
        lines += [("", ""), ("To sit down:", palette.muted)]
        lines.append((f"gamenight join {lobby.code}", "bold"))
        lines.append((lobby.invitation().removeprefix("http://"), palette.muted))
        lines += [(lobby.reach(), palette.danger)] if lobby.reach() else []
    if lobby.big_screen:
        lines += [("", ""), ("On a big screen:", palette.muted)]
        lines.append((lobby.big_screen.removeprefix("http://"), "bold"))
    return lines
