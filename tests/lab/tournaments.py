"""What the command line gives to a tournament."""

import argparse
from pathlib import Path
from typing import Any


def arguments(folder: Path, *bots: str, **given: Any) -> argparse.Namespace:
    """These bots, and what is given besides."""
    usual: dict[str, Any] = dict.fromkeys(
        ("csv", "json", "chart", "cluster", "file", "games", "near", "seed", "seconds")
    )
    choices = {"calibrate": False, "by_rules": False}
    values = {**usual, **choices, "processes": 1, "data": str(folder)}
    return argparse.Namespace(bots=list(bots), **{**values, **given})
