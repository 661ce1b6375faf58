"""The full-screen app. Nothing here names a game: everything comes from scenes and options."""
