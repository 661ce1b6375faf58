"""One folder a game; nothing outside this folder names a game."""
