"""`python -m gamenight`."""

import sys

from gamenight.cli import main

sys.exit(main())
