"""Messages: what a client sends to a table's server."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

from gamenight.core.play import LONGEST_ACTION

MOST_TOKENS = 8  # of people who share a screen

Id = Annotated[int, Meta(ge=0, le=2**53)]
"""What an answer names: a random number, so that nobody can know it before."""
Number = Annotated[int, Meta(ge=0, le=1_000_000)]
Name = Annotated[str, Meta(max_length=200)]
At = tuple[Number, Number]
"""What the sender had seen: plies, and how often some were taken back."""
Offered = Literal["undo", "next", "stand_in", "end"]
"""What needs a yes: take back my last move; another round; a machine for somebody who is gone; let
us end it."""
Want = Literal["scene", "text"]
Salt = Annotated[str, Meta(pattern="^[0-9a-f]{64}$")]
"""32 bytes that only their client could know before, as digits."""


class Message(Struct, forbid_unknown_fields=True, tag_field="t"):
    """What a client sends."""


class Hello(Message, tag="hello"):
    """The first message: which version, who is at this screen (nobody: a spectator), and what is
    wanted of a ply, a scene or its text. have: what is known of the match of this number."""

    v: int
    tokens: Annotated[list[Annotated[str, Meta(max_length=64)]], Meta(max_length=MOST_TOKENS)] = []
    want: Want = "scene"
    match: Number | None = None
    have: At | None = None


class Claim(Message, tag="claim"):
    """Sit down in a free place, under this name, by the code that the host shows."""

    id: Id
    name: Name
    code: Annotated[str, Meta(max_length=32)] = ""
    place: Number | None = None


class Tip(Message, tag="tip"):
    """The tip of a chain of salts, for the match whose commit has this id: it is mixed into its
    chance. The first one of a place counts."""

    id: Id
    place: Number
    of: Annotated[str, Meta(max_length=64)]
    tip: Salt


class GiveSalt(Message, tag="salt"):
    """The next salt of a chain, which was asked for."""

    id: Id
    seat: Number
    salt: Salt


class Rename(Message, tag="rename"):
    """Be called otherwise, before it begins."""

    id: Id
    place: Number
    name: Name


class Machine(Message, tag="machine"):
    """The host puts a machine into a place, or (with no bot) empties it, even of a person; before
    it begins."""

    id: Id
    place: Number
    bot: Annotated[str, Meta(max_length=100)] = ""


class Places(Message, tag="places"):
    """The host says how many places there are, before it begins."""

    id: Id
    count: Annotated[int, Meta(ge=1, le=100)]


class Options(Message, tag="options"):
    """The host says what is agreed, before it begins."""

    id: Id
    options: dict[str, str | int | float | bool]


class SetClock(Message, tag="clock"):
    """The host says how time is counted, before it begins: `none`, `30s`, `5m+10s`, `3d`."""

    id: Id
    clock: Annotated[str, Meta(max_length=40)]


class NewCode(Message, tag="code"):
    """The host wants another code: the one before is no longer good."""

    id: Id


class Begin(Message, tag="begin"):
    """The host begins: places that are free stay empty, if the game allows it."""

    id: Id


class Play(Message, tag="play"):
    """An action of a seat here; n: what the sender had seen."""

    id: Id
    n: At
    seat: Number
    text: Annotated[str, Meta(max_length=LONGEST_ACTION)]


class Pass(Message, tag="pass"):
    """Somebody who may act out of turn does nothing."""

    id: Id
    n: At
    seat: Number


class Ready(Message, tag="ready"):
    """A seat here is ready, or rolls, whichever it is asked for; roll: both at once."""

    id: Id
    n: At
    seat: Number
    roll: bool = False


class Resign(Message, tag="resign"):
    """Give up: of two, the other wins; of more, a machine plays on."""

    id: Id
    seat: Number


class Back(Message, tag="back"):
    """Take your own place back from the machine that plays there."""

    id: Id
    place: Number


class Offer(Message, tag="offer"):
    """Propose something that needs everybody's yes. place: who is gone, for a stand-in."""

    id: Id
    what: Offered
    place: Number | None = None


class Answer(Message, tag="answer"):
    """Yes or no to an offer."""

    id: Id
    offer: Id
    yes: bool


class Can(Message, tag="can"):
    """What can be proposed now?"""

    id: Id


class Hint(Message, tag="hint"):
    """What would the best machine do in this seat?"""

    id: Id
    n: At
    seat: Number


class Odds(Message, tag="odds"):
    """The odds, as far as this seat may know them, or a spectator; perhaps as exact fractions."""

    id: Id
    n: At
    seat: Number | None = None
    fractions: bool = False


class Say(Message, tag="say"):
    """A line of chat, where the host has turned it on."""

    id: Id
    text: Annotated[str, Meta(max_length=500)]


class Ping(Message, tag="ping"):
    """Is anybody there?"""

    id: Id


# fmt: off
Sent = (
    Claim | Tip | GiveSalt | Rename | Machine | Places | Options | SetClock | NewCode | Begin | Play
    | Pass | Ready | Resign | Back | Offer | Answer | Can | Hint | Odds | Say | Ping
)
# fmt: on


class NewTable(Struct, forbid_unknown_fields=True):
    """What a new table is to be like. name: who opens it sits down at once; places: how many there
    are, by default two where two can play; away: how long to wait for somebody who is gone, clock:
    how time is counted, by default as the server says."""

    game: Annotated[str, Meta(max_length=100)]
    options: dict[str, str | int | float | bool] = {}
    name: Annotated[str, Meta(max_length=200)] = ""
    places: Annotated[int, Meta(ge=0, le=100)] = 0
    machines: Annotated[list[Annotated[str, Meta(max_length=100)]], Meta(max_length=100)] = []
    public: bool = False
    chat: bool = False
    hints: bool = True
    clock: Annotated[str, Meta(max_length=40)] | None = None
    live: bool = False
    away: Annotated[int, Meta(ge=0, le=86_400)] | None = None
