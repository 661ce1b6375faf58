"""Rounds: what comes after a match."""

from __future__ import annotations

from contextlib import suppress

from gamenight.core.errors import GamenightError, InvalidPlayers
from gamenight.core.game import headcount
from gamenight.match.changes import changed_seats, most_seats, numbered, who_goes_on
from gamenight.match.dismissal import Dismissed
from gamenight.match.files import save_file
from gamenight.match.proof import HEADLINES, sealed
from gamenight.match.series import podium_lines, result_lines
from gamenight.match.table import Table
from gamenight.match.turn import Offer
from gamenight.plain.console import Console, Quit, Undo, Woken
from gamenight.plain.leaving import may_leave
from gamenight.plain.seating import yes_or_no

REVIEW, FAIR = "review", "fair"  # what there is to read after a match
NO_CHANCE = HEADLINES["no_chance"]
CHANGES = "leave NAME and join NAME (or join bot:NAME) change who plays; numbers work too."


async def next_table(console: Console, table: Table) -> Table | None:
    """The next round, if people want one; the same table if they took back how it ended. When they
    want no more, the podium ends the series."""
    played = table.rounds
    if len(played) > 1:
        console.say("", *result_lines(played))
    if not table.here and (table.remote or not console.interactive):
        _say_podium(console, table)
        return None
    try:
        following = await NextRound(console, table).ask()
    except Quit:
        _say_podium(console, table)
        raise
    if following is None:
        _say_podium(console, table)
    return following


def _say_podium(console: Console, table: Table) -> None:
    """Who won how many rounds; after one round the headline is enough."""
    played = table.rounds
    if len(played) > 1:
        console.say("", f"The podium after {len(played)} rounds:", *podium_lines(played))


def review(console: Console, table: Table) -> None:
    """Review the match; Ctrl-C ends the review, and nothing else."""
    from gamenight.plain.reviews import after_match

    try:
        after_match(console, table.game, table.record())
    except Dismissed:
        raise
    except KeyboardInterrupt:
        console.say("")
    except GamenightError as error:
        console.object(error)


class NextRound:
    """The question whether to play again, and with whom."""

    def __init__(self, console: Console, table: Table):
        self.console = console
        self.table = table
        self.seats = who_goes_on(table)
        self._news: list[str] = []  # from other screens, which nobody has told yet
        self._asked: tuple[Offer, ...] = ()  # what others propose, and somebody here has read

    async def ask(self) -> Table | None:
        while True:
            try:
                if not await self._wants_more():
                    return None
            except Undo:
                return self.table
            try:
                return await self.table.next_round(self.seats)
            except GamenightError as error:  # a no of somebody elsewhere, or of the table
                news = self.table.look()  # raises it again where no more will come
                self.console.object(error)
                self.console.say(*filter(None, [news]))

    async def _wants_more(self) -> bool:
        """Whether another round is wanted; raises Undo when the match goes on instead."""
        help = [
            "Type y for another round with everyone at the table, n to leave.",
            *([] if self.table.remote else [CHANGES]),
            "review shows what each decision gave away, and how lucky everyone was.",
            "fair shows what is proven of the dice, and what nobody can know.",
        ]
        undoes = "takes back the last move"
        self.console.forget_typed()
        seal = sealed(self.table)
        self.console.say("", "review looks back at this match, ? says what else you can type.")
        if seal is not None:
            self.console.say(f"fair {seal.invitation}.")
        while True:
            self._tell_news()
            if self.table.following is not None:
                return True  # it has begun
            try:
                prompt, kept, wakes = "Play again? [y/n] ", self.table.farewell(), self._is_news
                more = self.console.ask(prompt, help, self._read_more, undoes, kept, wakes)
            except Woken:
                continue
            except Quit:
                if may_leave(self.console, self.table):
                    raise
            except Undo:
                try:
                    self.console.say(await self.table.undo())
                except GamenightError as error:
                    self.console.object(error)
                else:
                    raise
            else:
                if more == REVIEW:
                    review(self.console, self.table)
                elif more == FAIR:
                    self.console.say(*([NO_CHANCE] if seal is None else seal.lines))
                elif more:
                    return True
                elif may_leave(self.console, self.table):
                    await self._decline()
                    return False

    def _is_news(self) -> bool:
        """Take in what has come from elsewhere; whether it has to be said."""
        table = self.table
        self.console.quiet()
        self._news += [*filter(None, [table.look()]), *table.overheard()]
        return bool(self._news) or table.following is not None or table.offers != self._asked

    def _tell_news(self) -> None:
        if self._is_news():
            new = [offer for offer in self.table.offers if offer not in self._asked]
            self.console.say(*self._news, *(f"{offer.sentence}: type y or n." for offer in new))
            self._news, self._asked = [], self.table.offers

    async def _decline(self) -> None:
        """Whoever leaves says no to those who have asked for another round."""
        for offer in self.table.offers:
            with suppress(GamenightError):  # it may be gone by now, and so are we
                await self.table.answer(offer.id, yes=False)

    def _read_more(self, answer: str) -> bool | str:
        """Yes, no, or the word for something to read. After `leave` or `join` the error says who
        plays now, after `save FILE` where the file is, and the question comes again."""
        if not answer:  # one Enter too many starts no match
            raise GamenightError("type y to play again, or n to leave")
        word, _, rest = answer.partition(" ")
        if answer.casefold() in (REVIEW, FAIR):
            return answer.casefold()
        if word.casefold() == "save":
            raise GamenightError(save_file(self.table.record(), rest))
        changed = changed_seats(self.table, self.seats, answer)
        if changed is None:
            more = yes_or_no(answer)
            possible = most_seats(self.table)
            if more and len(self.seats) not in possible:
                raise InvalidPlayers(
                    f"{self.table.game.title} is for {headcount(possible)}, not "
                    f"{len(self.seats)}: type join NAME or leave NAME"
                )
            return more
        self.seats = changed
        raise GamenightError(f"At the table: {numbered(self.seats)}.")
