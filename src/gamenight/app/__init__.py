"""App: the games on a full screen."""
