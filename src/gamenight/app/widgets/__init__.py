"""Widgets: what several screens are made of."""
