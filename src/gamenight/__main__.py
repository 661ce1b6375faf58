"""`python -m gamenight`."""

import sys

from gamenight.cli.parser import main

sys.exit(main())
