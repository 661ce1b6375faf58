"""Commands: the words that work at every prompt of a match."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import replace
from typing import Protocol

from gamenight.core.errors import GamenightError
from gamenight.core.marks import marked
from gamenight.core.scene import Choice, Scene
from gamenight.core.text import listed, quoted
from gamenight.draw.layouts.flow import render_choices, shown_signs, tone_signs
from gamenight.draw.manual import manual
from gamenight.match.changes import read_arrival, read_change, sitting
from gamenight.match.costs import cost_of_giving_up, cost_of_leaving
from gamenight.match.curtain import Curtain
from gamenight.match.files import save_file
from gamenight.match.hints import Hint
from gamenight.match.table import Table
from gamenight.match.turn import At
from gamenight.match.words import check_alone, words_at
from gamenight.plain.console import Console, Quit, Undo
from gamenight.plain.display import Display
from gamenight.plain.leaving import may_leave
from gamenight.plain.seating import yes_or_no


class Asking(Protocol):
    """The match at whose prompts the words are typed. looked_away: somebody else has looked at the
    screen."""

    console: Console
    table: Table
    display: Display
    curtain: Curtain
    looked_away: bool

    def eyes(self, seat: int | None) -> int | None:
        """Whose hand may be shown now."""

    def tell(self, sentence: str) -> None:
        """What the table answers, if anything."""

    async def choose(self, seat: int, may_pass: bool) -> bool:
        """Ask for a choice; False if that was to pass."""


class Commands:
    """What each word does, for whoever is asked (None: everybody is)."""

    def __init__(self, at: Asking):
        self._at = at
        self._hinted: tuple[At, int, Hint] | None = None
        self._deeds: dict[str, Callable[[int | None, str], Awaitable[None]]] = {
            "board": self._board,
            "rules": self._rules,
            "hint": self._hint,
            "odds": self._odds,
            "undo": self._undo,
            "save": self._save,
            "seat": self._seat,
            "resign": self._resign,
            "leave": self._leaves,
            "join": self._joins,
            "quit": self._quit,
            "q": self._quit,
            **({"now": self._now} if at.table.interrupts else {}),
            **(self._to_others() if at.table.remote else {}),
        }

    def __contains__(self, word: str) -> bool:
        return word in self._deeds

    async def do(self, word: str, seat: int | None, rest: str) -> None:
        """What a word says; if it is not possible, why not."""
        try:
            check_alone(word, rest)
            await self._deeds[word](seat, rest)
        except GamenightError as error:
            self._at.console.object(error)

    def help(self, scene: Scene, enter: Choice | None) -> None:
        """What can be typed at a prompt. enter: what Enter does there, if the prompt says so."""
        style, glyphs = self._at.console.style, self._at.table.game.glyphs
        taken = () if enter is None else (replace(enter, default=True),)
        offered = replace(scene, choices=(*taken, *scene.choices))
        self._at.console.say(*render_choices(offered, glyphs, style))
        self._at.console.say(*shown_signs([scene], glyphs, style))
        self._at.console.say(*tone_signs(scene, style), "At every prompt:")
        self._at.console.say(
            *(f"  {word:7} {help}" for word, help in words_at(self._at.table).items())
        )
        self._at.console.say(f"The seats: {sitting(self._at.table)}.")

    async def _board(self, seat: int | None, rest: str) -> None:
        draft = None if seat is None else self._at.table.draft(seat)
        self._at.display.draw(marked(self._at.table.scene(self._at.eyes(seat)), draft))

    async def _rules(self, seat: int | None, rest: str) -> None:
        self._at.console.say(*manual(self._at.table.game, self._at.console.style))

    async def _odds(self, seat: int | None, rest: str) -> None:
        fractions = rest.casefold() == "fractions"
        self._at.console.say(*await self._at.table.odds(self._at.eyes(seat), fractions))
        if self._at.table.game.fractions is not None and not fractions:
            self._at.console.say("(odds fractions tells them exactly)")

    async def _hint(self, seat: int | None, rest: str) -> None:
        eyes = self._at.eyes(seat)
        if eyes is None:
            raise GamenightError("a hint is for the player who is asked: press Enter first")
        told = self._hinted
        if told is not None and told[:2] == (self._at.table.at, eyes):
            found = told[2]
            self._at.console.say(f"{found.heading}:", *(f"  {line}" for line in found.lines))
            return
        found = await self._at.table.hint(eyes)
        self._hinted = self._at.table.at, eyes, found
        self._at.console.say(f"{found.sentence} (hint again gives the numbers)")

    async def _undo(self, seat: int | None, rest: str) -> None:
        self._at.tell(await self._at.table.undo(seat))
        self._at.curtain.closes()  # whoever typed it may not be the one asked next

    async def _save(self, seat: int | None, rest: str) -> None:
        if rest:
            self._at.console.say(save_file(self._at.table.record(), rest))
        else:
            self._at.console.say(self._at.table.farewell())

    async def _seat(self, seat: int | None, rest: str) -> None:
        self._at.tell(await self._at.table.sit(*read_change(self._at.table, rest)))

    async def _resign(self, seat: int | None, rest: str) -> None:
        if seat is None and self._at.table.here:
            raise GamenightError("resign at your own prompt: here nobody can tell who resigns")
        if seat is None:
            raise GamenightError("there is no player here who could give up")
        if self._at.table.remote and not self._is_sure(
            seat, "resign", cost_of_giving_up(self._at.table)
        ):
            return
        self._at.tell(await self._at.table.resign(seat))

    def _is_sure(self, seat: int, way: str, cost: str) -> bool:
        """Whether somebody really goes: among people far away that cannot be taken back."""
        prompt = f"{self._at.table.names[seat]}, do you really want to {way} ({cost})? [y/N] "
        help = [f"y: {cost}; n or Enter plays on."]
        try:
            return self._at.console.ask(
                prompt, help, lambda typed: bool(typed) and yes_or_no(typed)
            )
        except Undo:
            return False

    async def _leaves(self, seat: int | None, rest: str) -> None:
        """Far away nothing can be taken back, so whoever leaves is asked; here, what it costs is
        said, for `undo` takes it back."""
        table = self._at.table
        leaves = read_arrival(table, f"leave {rest}") if "join" in table.can else None
        cost = cost_of_leaving(table, leaves) if isinstance(leaves, int) else ""
        asked = table.remote and leaves in table.here
        if asked and isinstance(leaves, int) and not self._is_sure(leaves, "leave the table", cost):
            return
        told = await table.speak(f"leave {rest}", self._at.eyes(seat))
        undoes = cost and not table.remote and "undo" in table.can
        self._at.tell(told or (f"With that, {cost}. (undo takes it back)" if undoes else ""))

    async def _joins(self, seat: int | None, rest: str) -> None:
        self._at.tell(await self._at.table.speak(f"join {rest}", self._at.eyes(seat)))

    async def _now(self, seat: int | None, rest: str) -> None:
        """Somebody acts out of turn, while the others look away."""
        if not self._at.table.shared:
            raise GamenightError("whoever can act out of turn is asked, and nobody can right now")
        others = [seat for seat in self._at.table.here if seat != self._at.table.player]
        people = {str(seat + 1): seat for seat in others}
        people |= {self._at.table.names[seat].casefold(): seat for seat in others}
        names = [f"{seat + 1} {self._at.table.names[seat]}" for seat in others]

        def accept(answer: str) -> int | None:
            if answer and answer.casefold() not in people:
                raise GamenightError(f"nobody here is {quoted(answer)} (possible: {listed(names)})")
            return people.get(answer.casefold())

        help = [f"Type a number or a name: {listed(names)}; Enter means nobody."]
        try:
            asked = self._at.console.ask(f"Who? ({listed(names)}) ", help, accept)
        except Undo:
            return
        if asked is None:
            return
        self._at.display.clear()
        self._at.console.pause(f"{self._at.table.names[asked]}, ready? (Enter) ")
        self._at.curtain.opens(asked)
        if self._at.table.scene(asked).choices:
            await self._at.choose(asked, may_pass=True)
        else:
            self._at.console.pause("There is nothing you can play right now. (Enter) ")
        self._at.display.clear()
        self._at.curtain.closes()
        self._at.looked_away = True

    async def _quit(self, seat: int | None, rest: str) -> None:
        if may_leave(self._at.console, self._at.table):
            raise Quit

    def _to_others(self) -> dict[str, Callable[[int | None, str], Awaitable[None]]]:
        """Words that others hear at their own screens."""
        answers = {"yes": self._yes, "y": self._yes, "no": self._no, "n": self._no}
        return {"offer": self._offer, **answers, "say": self._say}

    async def _offer(self, seat: int | None, rest: str) -> None:
        self._at.tell(await self._at.table.propose(rest))

    async def _say(self, seat: int | None, rest: str) -> None:
        self._at.tell(await self._at.table.say(rest))

    async def _yes(self, seat: int | None, rest: str) -> None:
        await self._answer(True)

    async def _no(self, seat: int | None, rest: str) -> None:
        await self._answer(False)

    async def _answer(self, yes: bool) -> None:
        """Yes or no to what somebody proposes at another screen."""
        if not self._at.table.offers:
            raise GamenightError("nobody has proposed anything")
        self._at.tell(await self._at.table.answer(self._at.table.offers[0].id, yes))
