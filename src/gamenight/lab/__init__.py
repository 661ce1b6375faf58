"""Many games: simulated, measured and compared."""
