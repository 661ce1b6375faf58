"""Layouts: where the parts of a scene stand, in a room or on a page."""
