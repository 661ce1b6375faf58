"""App: the games in full screen, with Textual."""

import os

# Most terminals send the Esc key as the byte that begins every other special key, so whoever reads
# waits a moment for the rest. Textual waits 100 ms unless this says otherwise, and reads it once,
# when it is imported: a page should be left sooner. People on slow lines may set it themselves.
os.environ.setdefault("ESCDELAY", "20")
