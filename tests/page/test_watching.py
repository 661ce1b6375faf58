"""Watching: a match in which nobody decides anything is opened like any other."""

from __future__ import annotations

from gamenight.core import registry
from gamenight.core.game import for_playing
from tests.page.stage import People

MORE = ".more > summary"


def test_a_new_table_shows_the_rules_that_will_be_in_force(people: People) -> None:
    person = people.person()
    page = person.page
    page.goto(f"{people.url}/new/preys")
    person.wait_for(".sheet h1")
    page.click(MORE)
    person.wait_for(MORE, "as usual")
    assert page.input_value("#rule-escort") == for_playing(registry.game("preys"))["escort"]


def test_a_table_where_nobody_decides_is_opened_for_watching(people: People) -> None:
    """Nobody has to say a name, and whoever comes sees it too."""
    person = people.person("touch")
    page = person.page
    page.goto(f"{people.url}/new/preys")
    person.wait_for(".sheet h1")
    assert page.is_visible("#called")
    page.click(MORE)
    page.select_option("#rule-escort", "farthest")
    person.wait_for(".who-plays", "It plays by itself, and you watch")
    assert not page.is_visible("#called")
    page.select_option("#rule-escort", "choose")
    person.wait_for(".who-plays", "Only machines and I")
    assert page.is_visible("#called")
    page.select_option("#rule-escort", "farthest")
    page.click(".sheet-foot .button")
    person.wait_for("main.match, .ending")
    visitor = people.person()
    visitor.page.goto(page.url)
    visitor.wait_for("main.match, .ending")
