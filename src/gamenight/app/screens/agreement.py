"""AgreementDialog: the house rules of a table that waits for people."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from textual import events
from textual.widget import Widget

from gamenight.app.app import key_of
from gamenight.app.house_rules import HouseRule, HouseRules
from gamenight.app.screens.dialogs import Dialog
from gamenight.app.widgets.items import Item, ItemList
from gamenight.core.game import Game
from gamenight.core.text import sentence

KEYS = (("\u2190\u2192", "change"), ("Del", "as usual"), ("Enter", "agree"), ("Esc", "cancel"))
TURNS = {"left": -1, "right": 1}


class AgreementDialog(Dialog[dict[str, Any] | None]):
    """Every option with its value, to change with arrows or by typing; it returns those that are
    not as usual."""

    def __init__(self, game: Game, options: Mapping[str, Any]):
        super().__init__(f"House rules: {game.title}", KEYS)
        self.rules = HouseRules(game, {})
        self.rules.put(options)

    def content(self) -> Sequence[Widget]:
        return (ItemList(lambda: self.look, types=True, wraps=True),)

    def on_mount(self) -> None:
        self._show()
        self.query_one(ItemList).focus()

    def _show(self) -> None:
        self.query_one(ItemList).show([_item(rule) for rule in self.rules.items])

    @property
    def _rule(self) -> HouseRule:
        name = self.query_one(ItemList).current
        return next(rule for rule in self.rules.items if rule.option.name == name)

    def on_item_list_moved(self) -> None:
        """What was typed for the rule before is complete."""
        for rule in self.rules.items:
            if rule is not self._rule and not rule.fresh:
                rule.finish()
                self.rules.check(rule)
                self._show()

    def on_item_list_chosen(self, message: ItemList.Chosen) -> None:
        self._rule.finish()
        self.rules.check(self._rule)
        wrong = self.rules.wrong
        if wrong is None:
            self.dismiss(self.rules.given)
        else:
            self._show()
            self.query_one(ItemList).show(self.query_one(ItemList).items, wrong.option.name)

    def on_key(self, event: events.Key) -> None:
        rule, typed = self._rule, event.character if event.is_printable else None
        if event.key in TURNS:
            rule.turn(TURNS[event.key])
        elif event.key == "delete":
            rule.reset()
        elif event.key == "backspace":
            rule.erase()
        elif typed == " " and rule.choices:
            rule.turn(1)
        elif typed and key_of(event) != "?":
            rule.type(typed)
        else:
            return  # Esc is for every dialog, the other keys are for the list
        event.stop()
        event.prevent_default()
        if rule.fresh:
            self.rules.check(rule)
        self._show()


def _item(rule: HouseRule) -> Item:
    """An option: its value, what that means, and what is wrong with it."""
    told = sentence(rule.error) if rule.error else rule.meaning
    return Item(rule.option.name, f"{rule.words}: {rule.shown}", told)
