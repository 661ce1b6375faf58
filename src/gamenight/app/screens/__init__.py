"""Screens: one module per screen; `routes` leads from one to another."""
