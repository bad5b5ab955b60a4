"""What can be broken at a place of the syntax tree: small slips that a rule could suffer from a tired hand."""

import ast
from collections.abc import Iterator, Sequence
from copy import deepcopy
from itertools import pairwise

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
    """Every node that could stand here by a slip, as a copy; the tree stays whole."""
    match node:
        case ast.Compare(ops=ops):
            for at, op in enumerate(ops):
                for other in _OTHER_COMPARISON[type(op)][_is_by_a_hair(node) :]:
                    yield _with(node, ops=[*ops[:at], other(), *ops[at + 1 :]])
        case ast.Constant(value=bool() as value):
            yield _with(node, value=not value)
        case ast.Constant(value=int() | float() as value):
            yield _with(node, value=value + 1)
            yield _with(node, value=value - 1)
        case ast.BoolOp(op=op):
            yield _with(node, op=ast.Or() if isinstance(op, ast.And) else ast.And())
        case ast.UnaryOp(op=ast.Not() | ast.USub(), operand=operand):
            yield deepcopy(operand)
        case ast.BinOp(op=op) | ast.AugAssign(op=op) if type(op) in _OTHER_OPERATOR:
            yield _with(node, op=_OTHER_OPERATOR[type(op)]())
        case ast.IfExp(body=body, orelse=orelse):
            yield _with(node, body=orelse, orelse=body)
        case ast.If(test=test):
            yield _with(node, test=ast.UnaryOp(ast.Not(), test))
            yield _with(node, test=ast.Constant(False))
        case ast.comprehension(ifs=ifs):
            for at in range(len(ifs)):
                yield _with(node, ifs=[*ifs[:at], *ifs[at + 1 :]])
        case ast.Expr(value=ast.Yield() | ast.YieldFrom()):
            yield ast.Expr(ast.YieldFrom(ast.Tuple([], ast.Load())))
        case ast.Expr(value=ast.Call()) | ast.Continue() | ast.Break():
            yield ast.Pass()
        case ast.Call(func=ast.Name(id=name)) if name in _OTHER_NAME:
            yield _with(node, func=ast.Name(_OTHER_NAME[name], ast.Load()))
        case ast.Call(func=func, args=args) if getattr(func, "attr", "") not in _IN_ANY_ORDER:
            for swapped in _swapped(args):
                yield _with(node, args=swapped)
        case ast.Tuple(elts=parts, ctx=ast.Load()) | ast.List(elts=parts, ctx=ast.Load()):
            for swapped in _swapped(parts):
                yield _with(node, elts=swapped)
        case ast.Dict(values=values):
            for swapped in _swapped(values):
                yield _with(node, values=swapped)


def _is_by_a_hair(node: ast.Compare) -> bool:
    """Whether a tolerance is compared with: on which side of it its own edge lies decides nothing."""
    return any(isinstance(part, ast.Name) and part.id in _TOLERANCES for part in ast.walk(node))


def _swapped(parts: Sequence[ast.expr]) -> Iterator[list[ast.expr]]:
    """Neighbours of a table changed for each other, where they are figures or named values that differ."""
    for at, (one, other) in enumerate(pairwise(parts)):
        if _is_figure(one) and _is_figure(other) and ast.dump(one) != ast.dump(other):
            yield [*parts[:at], other, one, *parts[at + 2 :]]


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
