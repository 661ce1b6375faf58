"""Flow: a scene as lines, in a width and as many lines as it takes."""
