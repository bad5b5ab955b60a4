"""The slips possible at a place of the syntax tree: small mistakes that a programmer might make in a rule."""

import ast
from collections.abc import Callable, Iterator, Sequence
from copy import deepcopy
from itertools import pairwise
from typing import Any

_OTHER_COMPARISON: dict[type[ast.cmpop], tuple[type[ast.cmpop], ...]] = {
    ast.Lt: (ast.LtE, ast.GtE),
    ast.LtE: (ast.Lt, ast.Gt),
    ast.Gt: (ast.GtE, ast.LtE),
    ast.GtE: (ast.Gt, ast.Lt),
    ast.Eq: (ast.NotEq,),
    ast.NotEq: (ast.Eq,),
    ast.In: (ast.NotIn,),
    ast.NotIn: (ast.In,),
    ast.Is: (ast.IsNot,),
    ast.IsNot: (ast.Is,),
}
_OTHER_OPERATOR: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.FloorDiv,
    ast.FloorDiv: ast.Mult,
    ast.Div: ast.Mult,
    ast.Mod: ast.FloorDiv,
    ast.BitAnd: ast.BitOr,
    ast.BitOr: ast.BitAnd,
}
_TOLERANCES = frozenset({"HAIR_IN", "_TINY"})
_IN_ANY_ORDER = frozenset({"has"})
"""Functions that ask for one of several terrains or conditions, in whatever order these are named."""

_OTHER_NAME = {"min": "max", "max": "min", "any": "all", "all": "any"}


def breakings(node: ast.AST) -> Iterator[ast.AST]:
    """Every broken variant of a node, as a copy; the tree is not changed."""
    broken = _BROKEN.get(type(node))
    return iter(()) if broken is None else broken(node)


def _compared(node: ast.Compare) -> Iterator[ast.AST]:
    for at, op in enumerate(node.ops):
        for other in _OTHER_COMPARISON[type(op)][_is_by_a_hair(node) :]:
            yield _with(node, ops=[*node.ops[:at], other(), *node.ops[at + 1 :]])


def _figure(node: ast.Constant) -> Iterator[ast.AST]:
    match node.value:
        case bool() as value:
            yield _with(node, value=not value)
        case int() | float() as value:
            yield _with(node, value=value + 1)
            yield _with(node, value=value - 1)


def _joined(node: ast.BoolOp) -> Iterator[ast.AST]:
    yield _with(node, op=ast.Or() if isinstance(node.op, ast.And) else ast.And())


def _turned_over(node: ast.UnaryOp) -> Iterator[ast.AST]:
    if isinstance(node.op, ast.Not | ast.USub):
        yield deepcopy(node.operand)


def _reckoned(node: ast.BinOp | ast.AugAssign) -> Iterator[ast.AST]:
    if type(node.op) in _OTHER_OPERATOR:
        yield _with(node, op=_OTHER_OPERATOR[type(node.op)]())


def _one_or_the_other(node: ast.IfExp) -> Iterator[ast.AST]:
    yield _with(node, body=node.orelse, orelse=node.body)


def _done_if(node: ast.If) -> Iterator[ast.AST]:
    yield _with(node, test=ast.UnaryOp(ast.Not(), node.test))
    yield _with(node, test=ast.Constant(False))


def _filtered(node: ast.comprehension) -> Iterator[ast.AST]:
    for at in range(len(node.ifs)):
        yield _with(node, ifs=[*node.ifs[:at], *node.ifs[at + 1 :]])


def _done(node: ast.Expr) -> Iterator[ast.AST]:
    match node.value:
        case ast.Yield() | ast.YieldFrom():
            yield ast.Expr(ast.YieldFrom(ast.Tuple([], ast.Load())))
        case ast.Call():
            yield ast.Pass()


def _left(_: ast.AST) -> Iterator[ast.AST]:
    yield ast.Pass()


def _called(node: ast.Call) -> Iterator[ast.AST]:
    match node.func:
        case ast.Name(id=name) if name in _OTHER_NAME:
            yield _with(node, func=ast.Name(_OTHER_NAME[name], ast.Load()))
        case func if getattr(func, "attr", "") not in _IN_ANY_ORDER:
            yield from (_with(node, args=swapped) for swapped in _swapped(node.args))


def _listed(node: ast.Tuple | ast.List) -> Iterator[ast.AST]:
    if isinstance(node.ctx, ast.Load):
        yield from (_with(node, elts=swapped) for swapped in _swapped(node.elts))


def _looked_up(node: ast.Dict) -> Iterator[ast.AST]:
    yield from (_with(node, values=swapped) for swapped in _swapped(node.values))


_BROKEN: dict[type[ast.AST], Callable[[Any], Iterator[ast.AST]]] = {
    ast.Compare: _compared,
    ast.Constant: _figure,
    ast.BoolOp: _joined,
    ast.UnaryOp: _turned_over,
    ast.BinOp: _reckoned,
    ast.AugAssign: _reckoned,
    ast.IfExp: _one_or_the_other,
    ast.If: _done_if,
    ast.comprehension: _filtered,
    ast.Expr: _done,
    ast.Continue: _left,
    ast.Break: _left,
    ast.Call: _called,
    ast.Tuple: _listed,
    ast.List: _listed,
    ast.Dict: _looked_up,
}
"""The functions that make slips, by the kind of node."""


def _is_by_a_hair(node: ast.Compare) -> bool:
    """Whether the comparison is with a tolerance, where < or <= makes no difference."""
    return any(isinstance(part, ast.Name) and part.id in _TOLERANCES for part in ast.walk(node))


def _swapped(parts: Sequence[ast.expr]) -> Iterator[list[ast.expr]]:
    """The rows of a table with two different neighbouring figures or named values exchanged (1 counts as True)."""
    for at, (one, other) in enumerate(pairwise(parts)):
        if _is_figure(one) and _is_figure(other) and _worth(one) != _worth(other):
            yield [*parts[:at], other, one, *parts[at + 2 :]]


def _worth(node: ast.expr) -> object:
    return node.value if isinstance(node, ast.Constant) else ast.dump(node)


def _is_figure(node: ast.expr) -> bool:
    """A number, or a value of an enumeration: Terrain.WOODS."""
    if isinstance(node, ast.UnaryOp):
        return _is_figure(node.operand)
    if isinstance(node, ast.Attribute):
        return node.attr.isupper()
    return isinstance(node, ast.Constant) and isinstance(node.value, int | float)


def _with(node: ast.AST, **changed: object) -> ast.AST:
    fields = {name: deepcopy(value) for name, value in ast.iter_fields(node)}
    return type(node)(**{**fields, **changed})
