"""Parts: what a scene is drawn of, each in the sizes there are."""
