"""What the choice under the cursor would lead to, after what has happened at the table."""

from __future__ import annotations

from gamenight.app.foresight import Foresight
from gamenight.draw.context import Focus
from gamenight.match.local import LocalTable
from tests.match.courses import done
from tests.match.matches import new_match


def test_what_is_foreseen_is_worked_out_anew_after_every_move() -> None:
    table = LocalTable(new_match("oware", people=2))
    foresight = Foresight(table)
    foreseen = []
    for moves in ((), ("B", "f"), ("C", "e")):
        for seat, text in enumerate(moves):
            done(table.play(text, seat))
        focus = foresight.into(Focus("A"), table.scene(0), 0)
        assert focus.ahead == table.ahead("A", 0)
        assert focus.ahead is foresight.into(Focus("A"), table.scene(0), 0).ahead, "once a moment"
        foreseen.append(focus.ahead)
    assert None not in foreseen
    assert foreseen[0] != foreseen[1] != foreseen[2]
