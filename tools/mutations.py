"""Mutations: every small mistake that can be made in a source file, one at a time."""

from __future__ import annotations

import ast
from bisect import bisect_right
from collections.abc import Iterator
from itertools import accumulate
from typing import NamedTuple

OTHER: dict[type[ast.AST], type[ast.AST]] = {
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
    ast.And: ast.Or,
    ast.Or: ast.And,
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.FloorDiv,
    ast.FloorDiv: ast.Mult,
    ast.Mod: ast.Mult,
    ast.BitOr: ast.BitAnd,
    ast.BitAnd: ast.BitOr,
}
# What is for readers and type checkers, and the words that only they understand.
SILENT = (ast.Import, ast.ImportFrom, ast.Assert, ast.JoinedStr, ast.arg)
FOR_CHECKERS = {
    "TypeVar",
    "Literal",
    "cast",
    "Callable",
    "Protocol",
    "Generic",
    "TYPE_CHECKING",
    "__all__",
}
# Functions whose arguments nobody would take for each other.
FIXED = {"isinstance", "getattr", "partial"}


class Mutation(NamedTuple):
    """Another text for a place in a source file."""

    lines: range  # that run it, the first of its statement included
    start: int
    end: int
    text: str
    at_import: bool


class Source:
    """A file and its mutations, in the order of their places."""

    def __init__(self, text: str):
        self.text = text
        self._raw = text.encode()
        lines = self._raw.splitlines(keepends=True)
        self._starts = [0, *accumulate(map(len, lines))]

    def mutations(self) -> list[Mutation]:
        found = self._block(ast.parse(self.text).body, at_import=True)
        return sorted(found, key=lambda one: (one.start, one.end, one.text))

    def mutated(self, mutation: Mutation) -> str:
        """The whole text with it."""
        before, after = self._raw[: mutation.start], self._raw[mutation.end :]
        return (before + mutation.text.encode() + after).decode()

    def line_of(self, mutation: Mutation) -> int:
        return bisect_right(self._starts, mutation.start)

    def line_after(self, mutation: Mutation) -> str:
        """The line as it becomes."""
        start = self._starts[self.line_of(mutation) - 1]
        rest = self._raw[mutation.end :].partition(b"\n")[0]
        before = self._raw[start : mutation.start]
        return (before + mutation.text.encode() + rest).decode().strip()

    def _block(self, body: list[ast.stmt], at_import: bool) -> Iterator[Mutation]:
        for number, statement in enumerate(body):
            if number == 0 and _is_text(statement):
                continue
            yield from self._statement(statement, at_import)

    def _statement(self, statement: ast.stmt, at_import: bool) -> Iterator[Mutation]:
        if isinstance(statement, SILENT) or _for_checkers(statement):
            return
        if isinstance(statement, ast.ClassDef):
            yield from self._block(statement.body, at_import)
            return
        if isinstance(statement, ast.FunctionDef | ast.AsyncFunctionDef):
            defaults = [*statement.args.defaults, *statement.args.kw_defaults]
            for default in filter(None, defaults):
                yield from self._inside(default, statement, True)
            yield from self._block(statement.body, False)
            return
        for text in _statements_instead(statement):
            yield self._mutation(statement, statement, text, at_import)
        for name, field in ast.iter_fields(statement):
            if name in ("annotation", "target", "targets") or not field:
                continue
            for child in field if isinstance(field, list) else [field]:
                if isinstance(child, ast.stmt):
                    yield from self._statement(child, at_import)
                elif isinstance(child, ast.ExceptHandler | ast.match_case):
                    yield from self._block(child.body, at_import)
                elif isinstance(child, ast.AST):
                    yield from self._inside(child, statement, at_import)

    def _inside(self, node: ast.AST, statement: ast.stmt, at_import: bool) -> Iterator[Mutation]:
        """Of an expression and all in it. What a lambda does is done later, but close to here."""
        if isinstance(node, SILENT) or _for_checkers(node):
            return
        if isinstance(node, ast.expr):
            for text in _expressions_instead(node):
                yield self._mutation(node, statement, text, at_import)
        for child in ast.iter_child_nodes(node):
            yield from self._inside(child, statement, at_import)

    def _mutation(
        self, node: ast.expr | ast.stmt, statement: ast.stmt, text: str, at_import: bool
    ) -> Mutation:
        last = node.end_lineno or node.lineno
        start = self._starts[node.lineno - 1] + node.col_offset
        end = self._starts[last - 1] + (node.end_col_offset or 0)
        return Mutation(range(statement.lineno, last + 1), start, end, text, at_import)


def _is_text(statement: ast.stmt) -> bool:
    return isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant)


def _for_checkers(node: ast.AST) -> bool:
    """Whether it means nothing while the program runs."""
    match node:
        case ast.Call(func=ast.Name(id=name)) | ast.Subscript(value=ast.Name(id=name)):
            return name in FOR_CHECKERS
        case ast.If(test=ast.Name(id=name)) | ast.Assign(targets=[ast.Name(id=name)]):
            return name in FOR_CHECKERS
        case ast.Expr(value=ast.Constant()):
            return True
    return False


def _statements_instead(node: ast.stmt) -> Iterator[str]:
    """Nothing, or the other way on."""
    match node:
        case ast.Expr() | ast.Raise() | ast.AugAssign() | ast.Delete():
            yield "pass"
        case ast.Assign(targets=[ast.Attribute() | ast.Subscript()]):
            yield "pass"
        case ast.Return(value=ast.expr() as value) if not isinstance(value, ast.Constant):
            yield "return None"
        case ast.Break():
            yield "continue"
        case ast.Continue():
            yield "break"


def _expressions_instead(node: ast.expr) -> Iterator[str]:
    match node:
        case ast.Compare(left, [op], [right]):
            yield ast.unparse(ast.Compare(left, [OTHER[type(op)]()], [right]))  # type: ignore[list-item]
            if isinstance(op, ast.Lt | ast.LtE | ast.Gt | ast.GtE):
                yield f"not ({ast.unparse(node)})"
        case ast.Compare(left, [first, *more], values):
            ops = [OTHER[type(first)](), *more]
            yield ast.unparse(ast.Compare(left, ops, values))  # type: ignore[arg-type]
            *most, last = node.ops
            ops = [*most, OTHER[type(last)]()]
            yield ast.unparse(ast.Compare(left, ops, values))  # type: ignore[arg-type]
        case ast.BoolOp(op, values):
            yield f"({ast.unparse(ast.BoolOp(OTHER[type(op)](), values))})"  # type: ignore[arg-type]
        case ast.UnaryOp(ast.Not(), operand):
            yield f"({ast.unparse(operand)})"
        case ast.UnaryOp(ast.USub(), operand):
            yield ast.unparse(operand)
        case ast.BinOp(left, op, right) if type(op) in OTHER:
            yield f"({ast.unparse(ast.BinOp(left, OTHER[type(op)](), right))})"  # type: ignore[arg-type]
        case ast.IfExp(test, body, orelse):
            yield f"({ast.unparse(ast.IfExp(test, orelse, body))})"
        case ast.Call(func, [first, second, *more], keywords) if (
            _alike(first, second) and ast.unparse(func) not in FIXED
        ):
            yield ast.unparse(ast.Call(func, [second, first, *more], keywords))
        case ast.Subscript(value, ast.Slice(lower, upper, step)):
            yield from _slices_instead(value, lower, upper, step)
        case ast.ListComp() | ast.SetComp() | ast.DictComp() | ast.GeneratorExp():
            yield from _filters_dropped(node)
        case ast.Constant(bool() as truth):
            yield str(not truth)
        case ast.Constant(int() as number):
            yield str(number + 1)
        case ast.Constant(float() as number):
            yield str(number * 2 + 1)
        case ast.Constant(str() as text):
            yield repr("" if text else "?")


def _alike(first: ast.expr, second: ast.expr) -> bool:
    """Whether two arguments could be taken for each other: other types are noticed at once."""
    if isinstance(first, ast.Name | ast.Attribute) and isinstance(second, ast.Name | ast.Attribute):
        return not ast.unparse(second).rpartition(".")[2][0].isupper()
    return type(first) is type(second) and not isinstance(first, ast.Starred | ast.Constant)


def _slices_instead(
    value: ast.expr, lower: ast.expr | None, upper: ast.expr | None, step: ast.expr | None
) -> Iterator[str]:
    for low, high in ((None, upper), (lower, None)):
        if (low, high) != (lower, upper):
            yield ast.unparse(ast.Subscript(value, ast.Slice(low, high, step), ast.Load()))


def _filters_dropped(
    node: ast.ListComp | ast.SetComp | ast.DictComp | ast.GeneratorExp,
) -> Iterator[str]:
    for loop in node.generators:
        if loop.ifs:
            kept, loop.ifs = loop.ifs, []
            yield ast.unparse(node)
            loop.ifs = kept
