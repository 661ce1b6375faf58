"""The laws that every game keeps, as a test that anybody can run."""

from __future__ import annotations

from gamenight.core.game import Game


def check(
    game: Game,
    games: int = 20,
    seed: int = 0,
    max_plies: int = 100_000,
    players: int | None = None,
    **options: object,
) -> None:
    """Play random games and raise LawBroken where the game breaks a law."""
    raise NotImplementedError
