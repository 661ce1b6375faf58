"""Where the project is: programs that tests start find the toys and helpers there."""

from __future__ import annotations

from pathlib import Path

PROJECT = Path(__file__).parent.parent
