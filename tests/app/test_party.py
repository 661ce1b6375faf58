"""Who plays tonight, without any screen."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gamenight.app.party import Party
from gamenight.app.regulars import remembered_seats
from gamenight.bots import ranked_bots, usual_bot
from gamenight.core import registry
from gamenight.core.record import Seat
from gamenight.core.text import clean_name
from gamenight.match.bot_names import NAMES
from tests.toys.heist import HEIST
from tests.toys.nim import NIM


def party(id: str, *names: str, **table: Any) -> Party:
    found = Party(registry.game(id), table, names, Random(1))
    found.fit({})
    return found


def names(found: Party) -> list[str]:
    return [place.name for place in found.places]


def kinds(found: Party) -> list[str]:
    return [place.bot for place in found.places]


def test_you_sit_down_with_a_machine_that_has_a_funny_name() -> None:
    found = party("zombie", "Ann", "Ben")
    assert found.places[0].name == "Ann"
    assert kinds(found) == ["", "newcomer"]
    assert found.places[1].name in NAMES
    assert {"V1Ki", "ST3V3"} <= set(NAMES)
    assert {"V1Ki", "ST3V3"} <= set(registry.game("thief").bot_names)
    drawn = {Party(NIM, {}, [], Random(seed)) for seed in range(9)}
    for one in drawn:
        one.fit({})
    assert len({one.places[1].name for one in drawn}) > 3, "by lot"


def test_a_way_to_play_never_drops_a_name_that_was_typed() -> None:
    found = party("thief")
    alone, several, watched = registry.game("thief").ways
    found.type(0, "Ann, Ben, Cy")
    found.finish(2)
    for way in (alone, watched, several):
        found.take(way)
    assert names(found) == ["Ann", "Ben", "Cy"]
    found.take(watched)
    assert "" not in kinds(found)
    found.take(alone)
    assert (names(found)[0], kinds(found)[0]) == ("Ann", "")
    found.surprise()
    found.take(several)
    assert {"Ann", "Ben"} <= set(names(found))


def test_the_only_name_that_was_typed_is_that_of_whoever_plays_alone() -> None:
    found = party("thief")
    alone, several, _ = registry.game("thief").ways
    found.take(several)
    found.type(1, "Ben")
    found.finish(1)
    found.take(alone)
    assert (names(found)[0], kinds(found)[0]) == ("Ben", "")


def test_whoever_is_alone_is_the_person_of_this_computer() -> None:
    before = {"seats": [["Ben", ""], ["Cleo", ""], ["Dora", ""]]}
    game = registry.game("thief")
    alone, several, watched = game.ways
    for ways in ([alone], [watched, alone], [several, watched, several, alone]):
        found = Party(game, before, ["Ben", "Cleo", "Dora", "Anna"], Random(1), "Anna")
        found.fit({})
        for way in ways:
            found.take(way)
        assert (names(found)[0], kinds(found)[0]) == ("Anna", "")
    found.take(several)
    assert {"Ben", "Cleo"} <= set(names(found)), "they come back"
    found = Party(game, {}, ["Anna"], Random(1), "Anna")
    found.fit({})
    found.take(several)
    found.type(1, "Ben")
    for way in (watched, alone):
        found.take(way)
    assert names(found)[0] == "Anna", "not whoever was typed last"


def test_names_come_back_with_their_seats() -> None:
    found = party("preys")
    play, watch = registry.game("preys").ways
    found.fit(play.options)
    found.type(0, "Ann")
    found.fit(watch.options)
    assert names(found) == []
    found.fit(play.options)
    assert names(found) == ["Ann"]


def test_typing_replaces_the_name_that_was_there() -> None:
    found = party("oware")
    assert names(found)[0] == "Player 1"
    for letter in "Ann":
        assert found.type(0, letter) == 0
    assert names(found)[0] == "Ann"
    found.finish(0)
    found.type(0, "Ben")
    assert names(found)[0] == "Ben", "also one that was typed, once somebody comes back"
    found.finish(0)
    found.erase(0)
    found.type(0, "a")
    assert names(found)[0] == "Bea", "Backspace mends a typed name by its last letter"
    for _ in "Bea":
        found.erase(0)
    assert names(found)[0] == ""
    assert found.error is not None
    found.finish(0)
    assert names(found)[0] == "Player 1", "nothing is the usual name"


def test_typing_at_a_machine_seats_a_person() -> None:
    found = party("oware")
    found.type(1, "Ben")
    assert kinds(found) == ["", ""]
    found.turn(1, 1)
    assert found.places[1].name == "Ben", "a typed name stays with the seat"
    assert found.places[1].bot


def test_whoever_gets_a_name_makes_friends_and_a_surprise_ends_that() -> None:
    found = party("zombie", "Ann")
    found.type(1, "Ben")
    found.finish(1)
    found.turn(1, 1)
    assert found.game.ways[found.way].title == "Friends"
    found.surprise()
    assert found.game.ways[found.way].title == "Alone"


@pytest.mark.parametrize(("arrow", "kind"), [(1, "newcomer"), (-1, "mcts")])
def test_from_a_person_one_arrow_leads_to_the_usual_machine_and_the_other_to_the_last(
    arrow: int, kind: str
) -> None:
    found, game = party("thief"), registry.game("thief")
    assert (usual_bot(game), [*ranked_bots(game)][-1]) == ("newcomer", "mcts")
    found.type(1, "Ben")
    found.turn(1, arrow)
    assert kinds(found)[1] == kind


def test_whoever_is_proposed_may_be_named_again_with_the_others() -> None:
    found = party("zombie", "Mia")
    _, several, _ = registry.game("zombie").ways
    found.take(several)
    at = 1  # where the cursor begins: the first seat still has no name of its own
    for letter in "Mia, Tom, bot:easy":
        at = found.type(at, letter)
    found.finish(at)
    assert names(found)[:2] == ["Mia", "Tom"]
    assert kinds(found) == ["", "", "easy"]
    assert found.error is None
    found.type(1, "Tomx,")
    found.type(2, "Tomx,")
    assert found.error is not None, "a name that was typed twice is a slip"


@pytest.mark.parametrize("text", ["Ann, Ben, Cleo", "Ann,Ben,  Cleo", "Ann,, Ben, ,,Cleo"])
def test_commas_split_one_line_into_seats(text: str) -> None:
    whole, single = party("zombie"), party("zombie")
    assert whole.type(0, text) == 2
    at = 0
    for letter in text:
        at = single.type(at, letter)
    assert names(whole) == names(single) == ["Ann", "Ben", "Cleo"]
    assert kinds(whole) == ["", "", ""]


def test_more_names_than_seats_are_refused_and_kept() -> None:
    found, seat = party("oware"), 0
    for letter in "Ann, Ben, Cleo":
        seat = found.type(seat, letter)
    assert names(found) == ["Ann", "Ben, Cleo"]
    assert found.error == (1, "Oware is for 2 players: no seat is left for Cleo")
    for _ in ", Cleo":
        found.erase(1)
    assert found.error is None


def test_a_list_of_names_leaves_nobody_nameless_and_changes_no_typed_name() -> None:
    found = party("oware")
    assert found.type(1, "Ann, Ben") == 0
    assert names(found) == ["Ben", "Ann"]


def test_a_list_of_names_takes_the_seats_from_where_it_is_typed() -> None:
    whole, single, at = party("zombie"), party("zombie"), 1
    assert whole.type(1, "Ann, Ben, Cleo") == 3
    for letter in "Ann, Ben, Cleo":
        at = single.type(at, letter)
    assert names(whole) == names(single) == ["Player 1", "Ann", "Ben", "Cleo"]
    whole.type(0, "Dora, Eve")
    assert names(whole) == ["Dora", "Ann", "Ben", "Cleo", "Eve"], "a typed name stays"


def test_who_has_no_seat_by_the_rules_comes_back_with_them() -> None:
    found = party("zombie")
    found.type(0, "Ann, Ben, Cleo, bot:bold")
    found.finish(3)
    before = list(found.places)
    found.fit({"max_players": 2})
    assert names(found) == ["Ann", "Ben"]
    found.fit({"max_players": 20})
    assert found.places == before


def test_a_machine_can_be_typed() -> None:
    found = party("oware")
    found.type(0, "Ann, bot:strong:0.5")
    found.finish(1)
    assert kinds(found) == ["", "strong:0.5"]
    found = party("oware")
    found.type(0, "bot:nobody")
    found.finish(0)
    assert found.error is not None
    assert "unknown bot 'nobody'" in found.error[1]


def test_a_machine_can_be_typed_where_a_name_was_handed_to_one() -> None:
    found = party("oware")
    found.type(0, "Zoe")
    found.turn(0, 1)
    found.type(0, "bot:nobody")
    assert names(found)[0] == "bot:nobody", "what is typed next is not the end of a name"
    found.finish(0)
    assert found.error is not None, "nor a name"
    assert found.type(0, "x") == 0
    assert names(found)[0] == "bot:nobodyx", "what is too short goes on"
    found.turn(0, 1)
    for _ in names(found)[0]:
        found.erase(0)
    found.type(0, "bot:hard")
    found.finish(0)
    assert kinds(found)[0] == "hard"
    assert names(found)[0] in NAMES


def test_earlier_names_are_offered_and_taken() -> None:
    found = party("thief", "Al", "Cleo", "Bernard", "Berta")
    assert names(found)[0] == "Cleo", "the latest that is long enough"
    found.take(found.game.ways[1])
    assert found.suggestions(1) == ["Bernard", "Berta"]
    found.type(1, "bert")
    assert found.suggestions(1) == ["Berta"]
    assert found.complete(1)
    assert names(found)[1] == "Berta"
    assert not found.complete(0) or names(found)[0] != "Berta", "nobody sits twice"


def test_the_ways_to_play() -> None:
    found = party("thief", "Ann")
    alone, friends, watch = found.game.ways
    assert found.way == 0
    found.take(friends)
    assert (found.way, names(found)) == (1, ["Ann", "Player 2", "Player 3"])
    found.take(watch)
    assert found.way == 2
    own = list(found.game.bots)[:3]
    assert kinds(found) == own, "each of the game's own"
    found.take(alone)
    assert [bool(kind) for kind in kinds(found)] == [False, True, True]
    found.type(1, "Ben")
    assert found.way == 1, "two people are friends"


def test_seats_come_and_go_within_what_the_game_allows() -> None:
    found = party("zombie")
    for _ in range(9):
        found.add()
    assert len(found.places) == 6
    assert found.error is None
    while found.remove(0):
        pass
    assert len(found.places) == 2


def test_wrong_names_are_told() -> None:
    found = party("thief")
    found.type(0, "Al")
    assert found.error == (0, "a name has 3 to 15 visible characters, not 2: 'Al'")
    found.type(0, "i, ali")
    assert found.error == (1, "ali is at the table already: choose another name")


def test_who_begins() -> None:
    found = party("oware", "Ann")
    orders = [found.order]
    for by in (1, 1, 1, -1):
        found.turn_starter(by)
        orders.append(found.order)
    assert orders == ["shuffle", 0, 1, "shuffle", 1]
    assert dict(found.starters)["random"] == "drawn by lot", "not a bot called Random"
    assert party("zombie").order == "shuffle"


def test_a_surprise_is_you_and_machines() -> None:
    for id in ("thief", "zombie", "oware"):
        found = party(id, "Ann Lee")
        found.surprise()
        assert found.error is None
        assert [not place.bot for place in found.places] == [True] + [False] * (
            len(found.places) - 1
        )


def test_the_last_table_is_remembered() -> None:
    before = party("zombie")
    before.type(0, "Ann, Ben, bot:bold")
    before.finish(2)
    again = party("zombie", **before.kept())
    assert again.seats == before.seats


TABLES = st.dictionaries(
    st.sampled_from(["seats", "first", "options"]),
    st.recursive(
        st.none() | st.integers() | st.text(max_size=5) | st.sampled_from(["easy", "mcts:x"]),
        lambda inner: (
            st.lists(inner, max_size=3)
            | st.dictionaries(st.sampled_from(["goal", "die", "rounds"]), inner)
        ),
        max_leaves=8,
    ),
)


@given(TABLES)
def test_any_remembered_table_can_be_played(table: dict[str, Any]) -> None:
    for seat in remembered_seats(HEIST, table):
        assert clean_name(seat.name) == seat.name
    found = Party(HEIST, table, ["Ann"], Random(1))
    found.fit({})
    assert found.error is None
    assert found.order is not None


@given(st.lists(st.text(max_size=12), max_size=12), st.integers(0, 9))
def test_whatever_is_typed_every_seat_is_right_or_told(texts: list[str], seed: int) -> None:
    found, rng = party("zombie", "Ann"), Random(seed)
    at = 0
    for text in texts:
        at = found.type(at, text)
        if rng.random() < 0.3:
            found.finish(at)
        if rng.random() < 0.3:
            found.turn(at, 1)
    if found.error is None:
        taken = [seat.name.casefold() for seat in found.everybody]
        assert len(set(taken)) == len(taken)
        assert all(isinstance(seat, Seat) for seat in found.everybody)


def test_a_name_with_a_comma_from_earlier_is_one_name() -> None:
    found = party("circuit", "olga, Ben")
    assert found.places[0].name == "olga, Ben"
    assert found.error is None
    found = party("circuit", seats=[["olga, Ben", ""], ["Cy", ""]])
    assert (names(found)[0], found.error) == ("olga, Ben", None)
