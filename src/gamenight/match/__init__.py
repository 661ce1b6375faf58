"""A match being played: seats, plies, bots' turns, series of rounds, and the store."""
