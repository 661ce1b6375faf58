"""Matches between several screens: a server, and the terminal as its client."""
