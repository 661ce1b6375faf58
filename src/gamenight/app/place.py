"""Place: who takes a seat of a new match, and how far their name has been typed."""

from __future__ import annotations

from dataclasses import dataclass

PERSON, BOT = "", "bot:"


@dataclass
class Place:
    """A person, or a bot by its spec. done: nobody is typing the name; own: somebody typed it, so
    that it stays whoever sits here. error: why the name is refused; told: the same, from when more
    letters cannot mend it; short: it is refused, and they can."""

    name: str
    bot: str = PERSON
    done: bool = True
    own: bool = False
    error: str = ""
    told: str = ""
    short: bool = False

    @property
    def kind(self) -> str:
        """The bot without its limit."""
        return self.bot.partition(":")[0]

    @property
    def asks_for_machine(self) -> bool:
        """Whether somebody typed `bot:easy`, at whichever seat."""
        return (self.own or not self.bot) and self.name.strip().casefold().startswith(BOT)

    @property
    def fresh(self) -> bool:
        """Whether the next letter replaces the name: a typed one that is too short goes on."""
        return self.done and not (self.own and self.short)

    def may_grow(self, longest: int) -> bool:
        """Whether somebody is typing a name that more letters can mend: `A` on the way to `Ann`."""
        return not self.done and "," not in self.name and len(self.name.strip()) < longest
