"""The page checks a proof as Python does: one table of cases, then matches of all games.

`python -m tests.page.test_proof --write` makes the table anew, should proofs look otherwise.
"""

from __future__ import annotations

import copy
import json
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from gamenight.core import registry
from gamenight.core.fairness import Mix
from gamenight.core.record import Seat
from gamenight.match.match import Match
from gamenight.match.proof import HEADLINES, NOTES, WORDS, check, proof_of
from gamenight.match.sqlite import SqliteStore
from tests.match.fairly import go_on, new_fair
from tests.match.matches import heist, new_match
from tests.toys.heist import HEIST

HERE = Path(__file__).parent
FILE = HERE / "proofs.json"
TABLE = json.loads(FILE.read_text("utf-8")) if FILE.exists() else []
Proof = dict[str, Any]


def in_the_page(node: str, modules: Path, proofs: Sequence[Proof]) -> list[Any]:
    told = {"proofs": proofs, "words": {"words": WORDS, "notes": NOTES, "headlines": HEADLINES}}
    done = subprocess.run(
        [node, HERE / "proof.mjs", modules / "proof.js"],
        input=json.dumps(told).encode(),
        stdout=subprocess.PIPE,
        check=True,
    )
    found: list[Any] = json.loads(done.stdout)
    return found


def in_python(proof: Proof) -> Any:
    headline, findings = check(proof)
    told = [[one.code, one.holds, dict(one.values)] for one in findings]
    return {"headline": headline, "findings": told, "lines": [one.sentence for one in findings]}


def test_the_table_of_cases(node: str, modules: Path) -> None:
    proofs = [case["proof"] for case in TABLE]
    expected = [(case["about"], case["headline"], case["findings"]) for case in TABLE]
    for found in ([in_python(one) for one in proofs], in_the_page(node, modules, proofs)):
        told = [
            (case["about"], one["headline"], one["findings"])
            for case, one in zip(TABLE, found, strict=True)
        ]
        assert told == expected
    codes = {code for case in TABLE for code, *_ in case["findings"]}
    assert codes >= {*WORDS, *NOTES} - {"own", "record", "old", "lasts", "part"}
    broken = {c for case in TABLE for c, holds, _ in case["findings"] if holds is False}
    assert broken == {*WORDS} - {"own"}


@pytest.mark.parametrize("id", registry.games())
def test_matches_of_all_games(node: str, modules: Path, id: str) -> None:
    seats = new_match(id, people=9).seats
    proofs = []
    for order in ("given", "shuffle"):
        options = new_match(id, people=9).options
        match = Match.new(SqliteStore(), registry.game(id), seats, options, order)
        proofs.append(proof_of(go_on(match).record))
    assert in_the_page(node, modules, proofs) == [in_python(one) for one in proofs]


def cases() -> list[dict[str, Any]]:
    """Matches of each kind, and each way in which a proof can be wrong."""
    sealed = proof_of(go_on(new_fair("sealed"), chosen=1).record, HEIST)
    live = proof_of(go_on(new_fair(), chosen=1).record, HEIST)
    late = new_fair("sealed", who="Ann Ben")
    go_on(late, most=6)
    from gamenight.match.fair import mix_tip
    from tests.match.fairly import CHAINS

    mix_tip(late, late.names.index("Cleo"), CHAINS["Cleo"][0])
    undone = go_on(new_fair(), most=9)
    while undone.plies[-1].actor is None:
        go_on(undone, most=1)
    undone.undo()
    stood_in = new_fair("sealed")
    stood_in.sit(0, Seat("A machine", "random"))
    chosen = go_on(new_fair("sealed"), most=6)
    chosen.sit(1, Seat("A machine", "random"))
    chosen.mix([Mix(len(chosen.plies) + 1, 1, bytes(32))])
    silent = proof_of(go_on(new_fair(), absent="Ann Ben Cleo").record, HEIST)
    found = {
        "local": proof_of(go_on(heist(), chosen=1).record, HEIST),
        "seeded": proof_of(go_on(heist(seed=3), chosen=1).record, HEIST),
        "sealed": sealed,
        "sealed, one silent": proof_of(go_on(new_fair("sealed", who="Ann")).record, HEIST),
        "sealed, one late": proof_of(go_on(late).record, HEIST),
        "live": live,
        "live, one absent": proof_of(go_on(new_fair(), absent="Ben").record, HEIST),
        "live, taken back": proof_of(go_on(undone).record, HEIST),
        "sealed, a machine": proof_of(go_on(stood_in).record, HEIST),
        "a machine that mixes": proof_of(go_on(chosen).record, HEIST),
        "taken back, they say": {
            **changed(silent, "fair", "mixes", value=unasked(silent["fair"])),
            "taken_back": 1,
        },
        "another secret": changed(sealed, "fair", "secret", value="ab" * 32),
        "another commit": changed(sealed, "fair", "commit", value="ab" * 32),
        "other seats": changed(sealed, "fair", "places", value=rotated(sealed["fair"]["places"])),
        "another draw": changed(sealed, "draws", 3, 2, value="roll 99"),
        "another tip": changed(live, "fair", "mixes", 1, 2, value="ab" * 32),
        "a salt twice": changed(live, "fair", "mixes", 4, 2, value=live["fair"]["mixes"][3][2]),
        "a salt is gone": changed(live, "fair", "mixes", value=live["fair"]["mixes"][:-1]),
        "nobody was asked": changed(live, "fair", "mixes", value=live["fair"]["mixes"][:3]),
    }
    return [{"about": about, "proof": proof} for about, proof in found.items()]


def unasked(fair: dict[str, Any]) -> list[Any]:
    """As if nobody had been asked but before the last roll."""
    tips, rest = fair["mixes"][: fair["sat"]], fair["mixes"][fair["sat"] :]
    return [*tips, *(mix for mix in rest if mix[0] == rest[-1][0])]


def rotated(places: list[int]) -> list[int]:
    return [*places[1:], places[0]]


def changed(proof: Proof, *way: Any, value: Any) -> Proof:
    part: Any = copy.deepcopy(proof)
    whole = part
    for key in way[:-1]:
        part = part[key]
    part[way[-1]] = value
    return whole  # type: ignore[no-any-return]


if __name__ == "__main__" and sys.argv[1:] == ["--write"]:
    made = [{**case, **in_python(case["proof"])} for case in cases()]
    for case in made:
        del case["lines"]
    lines = ",\n".join(json.dumps(case, ensure_ascii=False) for case in made)
    FILE.write_text(f"[\n{lines}\n]\n", "utf-8")
