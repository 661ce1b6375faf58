"""Exceptions with a code: each says in one sentence what was given and what is possible."""

from __future__ import annotations

from collections.abc import Sequence


class GamenightError(Exception):
    """Base of every error that a person or another program can cause."""

    code = "error"
    """What kind of error it is, for programs."""

    def __init__(self, sentence: str = "", given: object = None, possible: Sequence[object] = ()):
        super().__init__(sentence, given, possible)
        self.sentence = sentence
        self.given = given
        self.possible = tuple(possible)

    def __str__(self) -> str:
        return self.sentence


class InvalidAction(GamenightError):
    """The text is not an action of this game."""

    code = "invalid_action"


class IllegalAction(InvalidAction):
    """The text names an action, but not one that is possible now for this seat."""

    code = "illegal_action"


class InvalidPosition(GamenightError):
    """The text is not a position of this game."""

    code = "invalid_position"


class InvalidOption(GamenightError):
    """An option that does not exist, or cannot have this value."""

    code = "invalid_option"


class InvalidPlayers(GamenightError):
    """More or fewer players than the game is for."""

    code = "invalid_players"


class InvalidName(GamenightError):
    """A name that a player cannot have."""

    code = "invalid_name"


class UnknownGame(GamenightError):
    """There is no game of this name."""

    code = "unknown_game"


class BrokenGame(GamenightError):
    """A plug-in that cannot be imported, or does not hold a game."""

    code = "broken_game"


class UnknownBot(GamenightError):
    """The game has no bot of this name."""

    code = "unknown_bot"


class NoOdds(GamenightError):
    """The game, or these rules of it, have no odds to tell."""

    code = "no_odds"


class InvalidRecord(GamenightError):
    """A record that cannot be read; `ply` counts from 1 where a line of the match is to blame."""

    code = "invalid_record"

    def __init__(
        self,
        sentence: str = "",
        given: object = None,
        possible: Sequence[object] = (),
        ply: int | None = None,
    ):
        super().__init__(sentence, given, possible)
        self.args = (sentence, given, possible, ply)
        self.ply = ply


class LawBroken(GamenightError):
    """A game that breaks a law of `gamenight.check`: which law, in which state, by which action."""

    code = "law_broken"

    def __init__(self, law: str, sentence: str, state: object = None, action: object = None):
        super().__init__(f"{law}: {sentence}", action)
        self.args = (law, sentence, state, action)
        self.law = law
        self.state = state
        self.action = action
