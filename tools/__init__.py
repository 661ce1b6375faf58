"""Programs for those who develop this project."""
