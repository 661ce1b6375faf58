"""Screens: what fills the window of the app."""
