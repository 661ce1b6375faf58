"""Widgets: what the screens of the app are made of."""
