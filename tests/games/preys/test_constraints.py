"""What each style promises not to do, it does not do."""

from __future__ import annotations

import ast
import io
import os
import select
import subprocess
import sys
import tracemalloc
from collections.abc import Iterator
from inspect import signature
from types import FunctionType, ModuleType
from typing import Any
from unittest.mock import patch

import pytest

from gamenight.games.preys.gallery import programs, run_program
from tests.games.preys.gallery import Case, expected, streams


def tree_of(style: str) -> ast.Module:
    return ast.parse(programs()[style].read_text("utf-8"))


def loaded(style: str) -> Any:
    """The program as a module that does not run: without its last statement, which begins it."""
    tree = tree_of(style)
    del tree.body[-1]
    module = ModuleType(style)
    module.__file__ = str(programs()[style])
    exec(compile(tree, module.__file__, "exec"), module.__dict__)
    return module


def functions(tree: ast.AST) -> Iterator[ast.FunctionDef]:
    return (node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef))


def names_in(tree: ast.AST) -> set[str]:
    return {node.id for node in ast.walk(tree) if isinstance(node, ast.Name)}


# What the infinite mirror may call besides its own functions: none of it repeats anything.
ONE_STEP = {"len", "max", "int", "str", "print", "category", "east_asian_width", "exit"}
ONE_STEP |= {"isspace", "isatty", "read", "decode", "encode", "write", "flush", "_replace"}
REPEATING = (ast.For, ast.While, ast.comprehension, ast.In, ast.NotIn)


def test_the_infinite_mirror_repeats_only_by_recursion() -> None:
    tree = tree_of("infinite-mirror")
    for node in ast.walk(tree):
        assert not isinstance(node, REPEATING), ast.unparse(node)
        if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Mult):
            assert ast.unparse(node) == "2 * number"
    own = {n.name for n in tree.body if isinstance(n, ast.FunctionDef | ast.ClassDef)}
    called = {
        node.func.attr if isinstance(node.func, ast.Attribute) else ast.unparse(node.func)
        for node in ast.walk(tree)
        if isinstance(node, ast.Call)
    }
    assert called <= own | ONE_STEP


def test_only_the_ends_of_the_pipeline_touch_the_world() -> None:
    tree = tree_of("pipeline")
    touching = {function.name for function in functions(tree) if "sys" in names_in(function)}
    assert touching == {"text_of", "refused", "write"}
    assert ast.unparse(tree.body[-1]) == "write(frames(states(text_of(sys.argv[1:]))))"
    for function in functions(tree):
        assert len(function.args.args) == 1, function.name


def test_things_in_hollywood_are_never_asked_for_a_result() -> None:
    """What others may call gives nothing back; plug-ins included."""
    tree = tree_of("hollywood")
    for thing in (node for node in tree.body if isinstance(node, ast.ClassDef)):
        for procedure in functions(thing):
            own = procedure.name.startswith("_") and f"self.{procedure.name}(" in ast.unparse(thing)
            assert own or ast.unparse(procedure.returns or procedure) == "None", procedure.name


def test_the_model_knows_who_has_won_and_the_view_does_not() -> None:
    model = loaded("trinity").Model()
    assert model.outcome is None
    for places, outcome in {
        (13, 13, 13, 0): "fish win",
        (13, 13, 0, 0): "tie",
        (0, 13, 0, 0): "fishermen win",
    }.items():
        model.fish = dict(zip((2, 3, 4, 5), places, strict=True))
        assert model.outcome == outcome
    view = next(n for n in tree_of("trinity").body if getattr(n, "name", "") == "View")
    assert "count" not in ast.unparse(view)


def test_the_introspective_program_keeps_no_list_of_its_parts() -> None:
    """What it finds by looking is named where it is defined, or asked for, and nowhere else."""
    tree = tree_of("introspective")
    found = {f.name for f in functions(tree) if f.name.startswith(("roll_", "end_", "fact_"))}
    assert len(found) == 12
    assert not found & names_in(tree)
    texts = {n.value for n in ast.walk(tree) if isinstance(n, ast.Constant)}
    asked = {name.arg for f in functions(tree) if f.name in found for name in f.args.args}
    assert not asked & texts


STATE = (1, (7, 7, 7, 7))
SENSIBLE: dict[str, Any] = {
    **{name: ["2"] for name in ("argv", "given", "words", "texts", "items")},
    **dict.fromkeys(("word", "option"), "2"),
    "state": STATE,
    "number": 2,
    "lines": ["═"] * 6,
    "message": ("a", "b"),
    "text": "a",
    "width": 9,
    "true": True,
    "sentence": "a",
    "count": 1,
    "function": len,
}
NONSENSE: list[Any] = [2.5, {}, b"2", object(), {2}]
WORSE: list[Any] = [None, -1, 10**9, "", "x", [], [None], (), (1, 2), (1, (7, 7, 7, 70)), [[]]]


def wrong_calls(module: Any, wrong: list[Any]) -> Iterator[tuple[FunctionType, dict[str, Any]]]:
    """Every function of a program with one argument after the other that makes no sense."""
    for function in vars(module).values():
        if isinstance(function, FunctionType) and function.__module__ == module.__name__:
            for name in signature(function).parameters:
                sensible = {other: SENSIBLE[other] for other in signature(function).parameters}
                for nonsense in wrong:
                    yield function, {**sensible, name: nonsense}


def test_the_constructivist_makes_the_best_of_every_argument() -> None:
    tried = set()
    with streams(b"2"):
        for function, arguments in wrong_calls(loaded("constructivist"), NONSENSE + WORSE):
            function(**arguments)
            tried.add(function.__name__)
    assert len(tried) == len(list(functions(tree_of("constructivist"))))


@pytest.mark.parametrize(
    ("style", "complaint"), [("tantrum", "ValueError"), ("passive-aggressive", "Nonsense")]
)
def test_every_function_refuses_every_argument_that_makes_no_sense(
    style: str, complaint: str
) -> None:
    """All but the one that is asked whether something makes sense."""
    module = loaded(style)
    kind = getattr(module, complaint, ValueError)
    tried = 0
    with streams(b"2"):
        for function, arguments in wrong_calls(module, NONSENSE):
            if function.__name__ != "is_whole":
                with pytest.raises(kind):
                    function(**arguments)
                tried += 1
    assert tried > 70


def test_a_fish_beside_the_boat_makes_sense_and_one_under_it_does_not() -> None:
    """Nor does a text that is one column too wide."""
    beside, under = (7, (8, 8, 9, 13)), (7, (7, 8, 9, 13))
    constructivist = loaded("constructivist")
    assert (constructivist.sound(beside), constructivist.sound(under)) == (beside, STATE)
    for style, complaint in (("tantrum", "ValueError"), ("passive-aggressive", "Nonsense")):
        module = loaded(style)
        assert module.board(beside)
        assert module.centred("ab", 2) == "ab"
        with streams(b""), pytest.raises(getattr(module, complaint, ValueError)):
            module.board(under)
        with streams(b""), pytest.raises(getattr(module, complaint, ValueError)):
            module.centred("ab", 1)


def test_a_tantrum_is_heard_on_every_floor() -> None:
    module = loaded("tantrum")
    with streams(b"") as (_, error):
        with pytest.raises(ValueError, match="there should be 6 texts, not 1"):
            module.banner(["═"], ("a", "b"))
        sys.stderr.flush()
        floors = [line.partition(":")[0] for line in error.getvalue().decode().splitlines()]
    assert floors == ["require", "require_texts", "banner"]


def test_only_the_top_of_the_passive_aggressive_program_catches() -> None:
    tree = tree_of("passive-aggressive")
    catching = {f.name for f in functions(tree) if any(isinstance(n, ast.Try) for n in ast.walk(f))}
    assert catching == {"main"}


def test_the_monolith_is_one_piece_and_the_maps_need_no_class() -> None:
    pieces = (ast.FunctionDef, ast.ClassDef, ast.Lambda)
    assert not any(isinstance(node, pieces) for node in ast.walk(tree_of("monolith")))
    assert not any(isinstance(node, ast.ClassDef) for node in ast.walk(tree_of("closed-maps")))


def test_the_steps_of_the_cookbook_take_nothing_and_give_nothing() -> None:
    tree = tree_of("cookbook")
    assert not any(isinstance(node, ast.Lambda) for node in ast.walk(tree))
    for step in functions(tree):
        assert not step.args.args
        assert ast.unparse(step.returns or step) == "None"


def test_a_thing_with_a_letterbox_has_no_other_procedure() -> None:
    tree = tree_of("letterbox")
    assert {function.name for function in functions(tree)} == {"__init__", "receive"}
    assert not {node for node in tree.body if isinstance(node, ast.FunctionDef)}


def test_nobody_touches_what_another_thing_keeps() -> None:
    """Data behind an underscore is reached through `self` only, and a map's data through `me`."""
    for style in ("things", "letterbox", "bulletin-board", "hollywood", "actors", "trinity"):
        for node in ast.walk(tree_of(style)):
            if isinstance(node, ast.Attribute) and node.attr[0] == "_" and node.attr[1] != "_":
                assert ast.unparse(node.value) == "self", (style, ast.unparse(node))
    kept = ("place", "number", "school", "boat", "river", "screen")
    for node in ast.walk(tree_of("closed-maps")):
        if isinstance(node, ast.Subscript) and ast.unparse(node.slice).strip("'") in kept:
            assert ast.unparse(node.value) == "me", ast.unparse(node)


def test_things_at_the_bulletin_board_know_only_the_board() -> None:
    things = [node for node in tree_of("bulletin-board").body if isinstance(node, ast.ClassDef)]
    names = {thing.name for thing in things} - {"Board"}
    assert names == {"Inputs", "Game", "Painter", "Printer"}
    for thing in things:
        assert not names & names_in(thing), thing.name


@pytest.mark.parametrize("style", ["actors", "spaces"])
def test_nobody_waits_for_a_printer_that_has_nowhere_to_print(style: str) -> None:
    """As a real process without standard output, which Python calls None."""
    command = ["sh", "-c", 'exec "$@" >&-', "sh", sys.executable, str(programs()[style]), "2"]
    ended = subprocess.run(command, stderr=subprocess.PIPE, timeout=60, check=False)
    assert (ended.returncode, ended.stderr[-9:]) == (1, b"'buffer'\n")


def test_a_lazy_river_holds_only_a_piece() -> None:
    """Of a word of many megabytes no more is kept than enough."""

    class Wide(io.BytesIO):
        reads = 0

        def read1(self, size: int | None = -1, /) -> bytes:
            self.reads += 1
            return b"z" * 65_536 if self.reads <= 200 else b""

    given = Wide()
    with patch.multiple(sys, stdin=io.TextIOWrapper(given), stdout=io.TextIOWrapper(io.BytesIO())):
        tracemalloc.start()
        try:
            assert run_program(programs()["lazy-rivers"], []) == 0
            _, peak = tracemalloc.get_traced_memory()
        finally:
            tracemalloc.stop()
    assert given.reads == 201
    assert peak < 2_000_000


def test_a_lazy_river_shows_a_board_while_others_are_still_to_come() -> None:
    """As a real process whose input stays open, with the buffers that Python has by itself (-I)."""
    corner = "╝\n".encode()
    first, second, _ = expected(Case(("2",))).out.split(corner)
    two_boards = first + corner + second + corner
    command = [sys.executable, "-I", str(programs()["lazy-rivers"])]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        assert process.stdin
        assert process.stdout
        process.stdin.write(b"2 ")
        process.stdin.flush()
        shown = b""
        while len(shown) < len(two_boards) and select.select([process.stdout], [], [], 20)[0]:
            shown += os.read(process.stdout.fileno(), len(two_boards))
        assert shown == two_boards
