"""What each style promises not to do, it does not do."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from types import ModuleType
from typing import Any

from gamenight.games.preys.gallery import programs


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
