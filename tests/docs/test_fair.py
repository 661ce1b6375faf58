"""`docs/fair.md` tells all that somebody needs to check a match with other means."""

from __future__ import annotations

import json
import re
from itertools import accumulate
from typing import Any

import pytest

from gamenight.core.fairness import AGREED
from gamenight.match.proof import proof_of
from tests.match.fairly import CHAINS, go_on, new_fair
from tests.paths import PROJECT
from tests.toys.heist import HEIST

PAGE = (PROJECT / "docs" / "fair.md").read_text("utf-8")


@pytest.mark.parametrize("level", ["sealed", "live"])
def test_its_code_checks_a_match(level: Any) -> None:
    (code,) = re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL)
    own: dict[str, Any] = {}
    exec(code, own)
    record = go_on(new_fair(level), absent="Ben").record
    fair, proof = json.loads(record.dumps())["fair"], proof_of(record, HEIST)
    assert own["commit"](fair["id"], bytes.fromhex(fair["secret"])) == fair["commit"]
    keys = own["keys"](fair)
    for ply, table, given in proof["draws"]:
        outcomes = proof["tables"][table]
        sums = list(accumulate(weight for _, weight in outcomes))
        key = [key for since, key in keys if since <= ply][-1]
        number = own["draw"](key, f"chance {ply}", sums[-1])
        assert (
            next(text for (text, _), end in zip(outcomes, sums, strict=True) if number < end)
            == given
        )
    places = list(range(3))
    key = own["keys"]({**fair, "mixes": fair["mixes"][: fair["sat"]]})[-1][1]
    for last in (2, 1):
        other = own["draw"](key, f"order {last}", last + 1)
        places[last], places[other] = places[other], places[last]
    assert places == fair["places"]
    tip, salt = (one.hex() for one in CHAINS["Ann"][:2])
    assert own["follows"](salt, tip)


def test_every_field_is_explained() -> None:
    assert [name for name in (*AGREED, "mixes", "secret") if f"`{name}`" not in PAGE] == []
