"""App: the games in full screen, with Textual."""
