"""What people say besides answering: for others at this screen, and before a roll."""

from __future__ import annotations

from typing import Any

import pytest

from gamenight.core import registry
from gamenight.core.record import Seat
from gamenight.match.local import LocalTable
from gamenight.match.match import Match
from gamenight.match.sqlite import SqliteStore
from gamenight.match.table import NotPossible
from gamenight.match.turn import Turn
from gamenight.match.words import meant
from tests.match.courses import done
from tests.match.matches import ANN, BEN, BOT, CLEO, again, heist, nim, rolling, with_alarm


def test_words_before_a_roll_are_done_when_the_dice_have_fallen() -> None:
    match = heist(ANN, BEN, CLEO, options={"open_table": True}, seed=1)
    table = LocalTable(match)
    said = done(table.speak("leave 3", None))
    assert said == "Noted: Cleo leaves after the roll."
    assert "Noted: Cleo leaves and Ben leaves after" in done(table.speak("leave ben", None))
    table = LocalTable(again(match))  # killed in between
    done(table.advance())
    assert table.turn() == Turn("elsewhere")
    assert done(table.advance()) == ""
    assert table.record().actions[-1] == "leave 3"
    assert done(table.advance()) == "'leave 2' is no longer possible."
    assert table.turn().kind == "person"
    assert again(match).later == ()


def test_a_word_that_nobody_can_act_on_is_refused_with_the_reason() -> None:
    table = LocalTable(nim())
    with pytest.raises(NotPossible, match="'fly' is not possible here"):
        done(table.speak("fly", 0))
    match = Match.new(SqliteStore(), registry.game("circuit"), (ANN, BEN), {"board": 12}, seed=1)
    match.chance()
    with pytest.raises(NotPossible, match="'2 repeat' is not possible here: nobody has rolled yet"):
        done(LocalTable(match).speak("2 repeat", 0))


def test_a_card_can_only_be_typed_by_whoever_looks_at_the_screen() -> None:
    match = with_alarm(ANN, BEN, CLEO)
    table, said = LocalTable(match), set[str]()
    for text in ("3 alarm", "3 dodge"):  # Cleo holds the one, and cannot play the other
        for eyes in (None, 0, 1):
            with pytest.raises(NotPossible) as refused:
                done(table.speak(text, eyes))
            said.add(str(refused.value).replace(text, "CARD"))
    assert said == {"'CARD' is not possible here"}, "it does not tell whether the card is there"
    assert done(table.speak("3 alarm", 2)) == ""
    assert match.plies[-1].actor == 2


def test_a_key_means_what_its_word_means_to_whoever_sees_their_question() -> None:
    match = Match.new(SqliteStore(), registry.game("zombie"), (ANN, BEN), seed=2)
    table = LocalTable(match)
    done(table.ready(0))
    done(table.advance())
    assert meant(table, "h", None) == "h", "Ann was not asked yet"
    assert meant(table, "H", 0) == "hold"
    assert meant(table, "h", 1) == "h", "Ben is asked something else"
    assert meant(table, "", None) == ""
    for early in ("h", "hold"):
        with pytest.raises(NotPossible, match="is not possible here"):
            done(table.speak(early, None))
    done(table.speak("h", 0))
    assert match.plies[-1].actor == 0


def test_a_key_does_not_tell_what_somebody_holds() -> None:
    table = LocalTable(with_alarm(ANN, BEN, CLEO))
    alarm = next(choice for choice in table.scene(2).choices if choice.text == "3 alarm")
    label = " ".join(map(table.scene(2).label, alarm.on))
    assert label
    assert meant(table, label, 2) == "3 alarm"
    assert meant(table, label, None) == label


def test_only_who_leaves_or_joins_is_noted() -> None:
    table = rolling(ANN, BEN)
    for text in ("hold", "roll", "leave 1", "nonsense"):
        with pytest.raises(NotPossible, match="is not possible here"):
            done(table.speak(text, 0))
    match = heist(ANN, BEN, CLEO, options={"open_table": True}, seed=1)
    table = LocalTable(match)
    for _ in range(3):
        assert done(table.speak("leave 3", None)).startswith("Noted")
    assert match.later == ("leave 3",), "once is enough"
    done(table.sit(2, BOT))
    done(table.advance())
    done(table.advance())
    assert match.record.actions[-1] == "leave 3", "people may send a bot away"


def test_a_word_is_done_and_forgotten_in_one_step() -> None:
    match = heist(ANN, BEN, CLEO, options={"open_table": True}, seed=1)
    table = LocalTable(match)
    done(table.speak("leave 3", None))
    done(table.advance())

    def refuse(*given: Any) -> int:
        raise AssertionError("that would be a second step")

    match.store.keep_later = refuse  # type: ignore[assignment, method-assign]
    done(table.advance())
    assert match.record.actions[-1] == "leave 3"
    assert (match.later, again(match).later) == ((), ())


def test_undo_forgets_the_words_that_wait() -> None:
    match = heist(ANN, BOT, CLEO, options={"open_table": True}, seed=1)
    match.chance()
    match.play("loot", 0, match.at)
    table = LocalTable(match)
    assert done(table.speak("leave 3", None)).startswith("Noted")
    match.store.cut(match.id, match.revision, 6, match.changes)
    match = again(match)
    assert match.later == ()
    match.play("loot", 0, match.at)
    table = LocalTable(match)
    done(table.speak("leave 3", None))
    match.sit(2, Seat("Zoe", "careful"))
    done(table.undo())
    assert match.later == ()


def test_nothing_is_noted_once_a_match_was_given_up() -> None:
    match = heist(ANN, BEN, options={"open_table": True}, seed=1)
    match.resign(0)
    with pytest.raises(NotPossible):
        done(LocalTable(match).speak("leave 2", None))
