"""Plain: the games line by line."""
