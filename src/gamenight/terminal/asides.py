"""Asides: what people at one keyboard may do besides answering the question that is asked."""

from __future__ import annotations

from gamenight.core.errors import InvalidAction
from gamenight.core.play import possible_actions, read
from gamenight.core.rules import Decision
from gamenight.core.view import scene_of
from gamenight.match.match import Match
from gamenight.terminal.stage import mover


def who_may(match: Match, text: str) -> int | None:
    """The person who may do this now, in turn, out of turn or at the table."""
    for seat in match.people:
        try:
            read(match.rules, match.state, text, seat)
        except InvalidAction:
            continue
        return seat
    return None


def is_for_later(match: Match, text: str) -> bool:
    """Whether a text names something that people do, though not while chance decides."""
    try:
        action = match.rules.parse(text)
    except InvalidAction:
        return False
    on_chance = match.turn().kind == "chance"
    return on_chance and action not in possible_actions(match.rules, match.state)


def who_may_at_table(match: Match, text: str) -> int | None:
    """The seat that may leave or join with this text now."""
    node = match.node
    seats = node.table if isinstance(node, Decision) else ()
    formatted = ((seat, map(match.rules.format, actions)) for seat, actions in seats)
    return next((seat for seat, texts in formatted if text in texts), None)


def needs_curtain(match: Match, seat: int, shown_to: int | None) -> bool:
    """Whether this person's secrets must wait for a word: several sit at one keyboard, and the
    last to whom a screen was shown is somebody else."""
    if len(match.people) < 2 or shown_to == seat:
        return False
    scene = scene_of(match.game, match.rules, match.state, seat, match.names)
    return any(area.secret for area in scene.areas)


def turn_begins(match: Match, seat: int) -> bool:
    """Whether this person's turn begins with what comes next."""
    return not match.plies or mover(match, match.plies[-1]) != seat


def reason_against(match: Match, text: str, seat: int | None) -> str:
    """Why an action cannot be taken, as far as everybody may know, else as far as the one at this
    seat may; nothing for other texts."""
    rules = match.rules
    try:
        action = rules.parse(text)
    except InvalidAction:
        return ""
    known = (rules.refusal(rules.hide(match.state, eyes), action, eyes) for eyes in (None, seat))
    return next(filter(None, known), "")
