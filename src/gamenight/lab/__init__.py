"""Many games: measured, simulated and compared."""
