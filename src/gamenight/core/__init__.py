"""The engine: standard library only, no input or output, no randomness of its own."""
