"""Pauses: how long a table waits where nobody has to answer."""

SHORT = 0.15  # seconds of thinking that need no mention
LONG = 3.0  # and those after which they are counted
# Seconds before each ply of a bot in which people may say that they want to act out of turn. The
# pause is made whether or not anybody could act, so that its length gives nothing away.
WINDOW = 1.5
OPENING = 1.5  # beats for what is said before the first ply


def for_long(busy: str, seconds: float) -> str:
    """What keeps a table busy; after a while also for how long, so that people see it goes on."""
    return f"{busy} {seconds:.0f} s" if busy and seconds >= LONG else busy
