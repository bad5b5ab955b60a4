"""The places of a book where a slip would break a rule: code with `@implements`, and the code of its module that it uses."""

import ast
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from itertools import takewhile
from pathlib import Path

from proofs.mutants.breakings import breakings
from tests.proving import ROOT

_WORDS = frozenset(
    {
        "__str__",
        "__repr__",
        "words",
        "cite",
        "cite_later",
        "our",
        "ours",
        "as_read",
        "because",
        "Reason",
        "symbol",
        "_SYMBOLS",
    }
)
"""What is only said or shown, functions and calls: tests of words and citations are no proofs of rulings."""

_CONTEXT = 60
"""How many letters of a line are shown before and after the difference."""


@dataclass(frozen=True)
class Mutant:
    """One slip at one place: the node of a module in the order of its tree, and which of its breakings.

    `code` is the function, class or table with the place; `rule_ids` are those that it declares to implement, or
    else those of the code in its module that uses it.
    """

    file: str
    code: str
    node: int
    breaking: int
    rule_ids: tuple[str, ...]

    @property
    def module(self) -> str:
        """The name by which the module is imported."""
        return self.file.removesuffix(".py").replace("/", ".")

    @property
    def is_in_function(self) -> bool:
        """Whether the place is in the body of a function, and not in a table."""
        whole = parsed(self.file)
        target = list(ast.walk(whole))[self.node]
        return any(
            target is inner
            for function in ast.walk(whole)
            if isinstance(function, ast.FunctionDef)
            for inner in ast.walk(function)
        )

    @cached_property
    def tree(self) -> ast.Module:
        """The module with the slip in it."""
        return self._trees[1]

    @cached_property
    def line(self) -> int:
        """The number of its line in the file."""
        return self._trees[2]

    @cached_property
    def before(self) -> str:
        """The line as it is written, normalised by ast.unparse."""
        return self._change[0]

    @cached_property
    def after(self) -> str:
        """The line with the slip."""
        return self._change[1]

    @cached_property
    def _trees(self) -> tuple[ast.Module, ast.Module, int]:
        whole, broken = parsed(self.file), parsed(self.file)
        target = list(ast.walk(broken))[self.node]
        new = list(breakings(target))[self.breaking]
        _Exchange(target, new).visit(broken)
        return whole, ast.fix_missing_locations(broken), _line(whole, self.node)

    @cached_property
    def _change(self) -> tuple[str, str]:
        whole, broken, _ = self._trees
        was, now = (ast.unparse(tree).splitlines() for tree in (whole, broken))
        above = _alike(was, now)
        below = _alike(was[above:][::-1], now[above:][::-1])
        first, second = (
            " ".join(line.strip() for line in text[above : len(text) - below]) for text in (was, now)
        )
        begin = max(_alike(first, second) - _CONTEXT, 0)
        end = max(_alike(first[::-1], second[::-1]) - _CONTEXT, 0)
        return first[begin : len(first) - end], second[begin : len(second) - end]


class _Exchange(ast.NodeTransformer):
    def __init__(self, target: ast.AST, new: ast.AST) -> None:
        self.target, self.new = target, new

    def visit(self, node: ast.AST) -> ast.AST:
        if node is self.target:
            return ast.copy_location(self.new, node) if isinstance(node, ast.expr | ast.stmt) else self.new
        self.generic_visit(node)
        return node


def parsed(file: str) -> ast.Module:
    """A module of the project as a tree."""
    return ast.parse((ROOT / file).read_text(encoding="utf-8"))


def mutants(package: Path) -> Iterator[Mutant]:
    """Every slip that could be made in a book, in the order of its files."""
    for path in sorted(package.rglob("*.py")):
        file = path.relative_to(ROOT).as_posix()
        tree = parsed(file)
        number = {node: at for at, node in enumerate(ast.walk(tree))}
        for node, code, ids in _places(tree):
            if ids:
                yield from (Mutant(file, code, number[node], at, ids) for at, _ in enumerate(breakings(node)))


def _places(tree: ast.Module) -> Iterator[tuple[ast.AST, str, tuple[str, ...]]]:
    """Every node that takes part in a computation, the code that contains it, and the ids tied to it.

    Default values of fields and arguments are left out, as they are a convenience.
    """
    tables = _rule_ids_of_tables(tree)
    named = {name: statement for statement in tree.body for name in _names(statement) if name != "RULE_IDS"}
    said = {name: _ids_within(name, statement, tables) for name, statement in named.items()}
    for name, statement in named.items():
        if name == next(_names(statement)) and name not in _WORDS:
            ids = said[name] or _ids_of_users(name, named, said)
            yield from _within(statement, name, ids, tables, {**dict(_imported_ids(tree)), **said})


def _imported_ids(tree: ast.Module) -> Iterator[tuple[str, tuple[str, ...]]]:
    """The ids declared on what a module imports from the rules."""
    for statement in tree.body:
        if isinstance(statement, ast.ImportFrom) and (statement.module or "").startswith("rules."):
            said = _ids_said_in(f"{statement.module}".replace(".", "/") + ".py")
            yield from ((name.asname or name.name, said.get(name.name, ())) for name in statement.names)


@cache
def _ids_said_in(file: str) -> Mapping[str, tuple[str, ...]]:
    """The ids declared on each function and class of a module."""
    if not (ROOT / file).exists():
        return {}
    return {name: _ids_within(name, one, {}) for one in parsed(file).body for name in _names(one)}


def _ids_within(name: str, statement: ast.stmt, tables: Mapping[str, tuple[str, ...]]) -> tuple[str, ...]:
    """The ids declared on a piece of code or on a part of it."""
    parts = [node for node in ast.walk(statement) if isinstance(node, ast.FunctionDef | ast.ClassDef)]
    return (*tables.get(name, ()), *(rule_id for part in parts for rule_id in _said(part)))


def _ids_of_users(
    name: str, named: Mapping[str, ast.stmt], said: Mapping[str, tuple[str, ...]]
) -> tuple[str, ...]:
    """The ids of the code that uses a helper or figure in its module, directly or indirectly."""
    reached, to_ask = {name}, [name]
    found: set[str] = set()
    while to_ask:
        used = to_ask.pop()
        for user in [other for other in named if other not in reached and used in _used(named[other])]:
            reached.add(user)
            found.update(said[user])
            if not said[user]:
                to_ask.append(user)
    return tuple(sorted(found))


@cache
def _used(statement: ast.stmt) -> frozenset[str]:
    return frozenset(_names_computed_with(statement))


def _names_computed_with(node: ast.AST) -> Iterator[str]:
    """The names in a piece of code, without those only used for words or pictures."""
    if isinstance(node, ast.FunctionDef | ast.ClassDef) and (node.name in _WORDS or _gives_citations(node)):
        return
    if isinstance(node, ast.Name):
        yield node.id
    for part in ast.iter_child_nodes(node):
        yield from _names_computed_with(part)


def _within(
    node: ast.AST,
    code: str,
    ids: tuple[str, ...],
    tables: Mapping[str, tuple[str, ...]],
    called: Mapping[str, tuple[str, ...]],
) -> Iterator[tuple[ast.AST, str, tuple[str, ...]]]:
    """The nodes of a piece of code; a node that calls another function, or returns its result, is tied to the rules of both."""
    if isinstance(node, ast.FunctionDef | ast.ClassDef):
        if node.name in _WORDS or _gives_citations(node):
            return
        code = node.name if code == node.name or not code else f"{code}.{node.name}"
        ids = tuple(_said(node)) or ids
        parts: list[ast.AST] = list(node.body)
        if isinstance(node, ast.ClassDef):
            of_class = (*tables.get(code, ()), *_said(node))
            for method in node.body:
                if isinstance(method, ast.FunctionDef):
                    of_method = of_class or _ids_of_callers(node, method.name)
                    yield from _within(method, code, of_method, tables, called)
            return
    elif (
        isinstance(node, ast.JoinedStr | ast.Raise | ast.Assert | ast.Import | ast.ImportFrom)
        or _is_said(node)
        or _is_of_all_alike(node)
    ):
        return
    elif isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "round":
        parts = list(node.args[:1])  # the number of digits is only the precision of output
    elif isinstance(node, ast.keyword) and node.arg == "strict":
        return  # strict= of zip guards the code, not a ruling
    elif isinstance(node, ast.AnnAssign):
        parts = [node.value] if node.value else []
    else:
        match node:
            case ast.Expr(
                value=ast.YieldFrom(value=ast.Call(func=ast.Name(id=name))) | ast.Call(func=ast.Name(id=name))
            ):
                ids = tuple(dict.fromkeys((*ids, *called.get(name, ()))))
        yield node, code, ids
        parts = [inner for part in ast.iter_child_nodes(node) for inner in _in_order(node, part)]
    for part in parts:
        yield from _within(part, code, ids, tables, called)


def _gives_citations(node: ast.FunctionDef | ast.ClassDef) -> bool:
    """Whether a function only says which rule is cited."""
    returns = node.returns if isinstance(node, ast.FunctionDef) else None
    return returns is not None and ast.unparse(returns) in ("Citation", "Iterator[Citation]")


def _is_said(node: ast.AST) -> bool:
    """Whether a node makes words or a citation."""
    if isinstance(node, ast.IfExp):
        return all(
            isinstance(branch, ast.JoinedStr) or _is_text(branch) for branch in (node.body, node.orelse)
        )
    called = node.func if isinstance(node, ast.Call) else None
    name = (
        called.id
        if isinstance(called, ast.Name)
        else called.attr
        if isinstance(called, ast.Attribute)
        else ""
    )
    return name in _WORDS


def _is_of_all_alike(node: ast.AST) -> bool:
    """Whether a node is like `units[0].side` or `place(units[0])`: units that act together share side and
    hex, so any of them will do."""
    match node:
        case ast.Attribute(attr="side", value=ast.Subscript()):
            return True
        case ast.Call(func=ast.Attribute(attr="place"), args=[ast.Subscript()]):
            return True
    return False


def _is_text(node: ast.expr) -> bool:
    if isinstance(node, ast.Tuple):
        return all(map(_is_text, node.elts))
    return isinstance(node, ast.JoinedStr) or (isinstance(node, ast.Constant) and isinstance(node.value, str))


def _in_order(node: ast.AST, part: ast.AST) -> list[ast.AST]:
    """The parts of a collection whose order counts; the members of one that is only searched."""
    if isinstance(node, ast.Compare) and isinstance(part, ast.Tuple | ast.List):
        return [*part.elts]
    return [part]


def _ids_of_callers(owner: ast.ClassDef, method: str) -> tuple[str, ...]:
    """The ids of the methods of a class that call a method without ids."""
    return tuple(
        rule_id
        for part in owner.body
        if any(isinstance(node, ast.Attribute) and node.attr == method for node in ast.walk(part))
        for rule_id in (_said(part) if isinstance(part, ast.FunctionDef) else ())
    )


def _names(statement: ast.stmt) -> Iterator[str]:
    match statement:
        case ast.FunctionDef(name=name) | ast.ClassDef(name=name):
            yield name
        case ast.Assign(targets=targets):
            yield from (target.id for target in targets if isinstance(target, ast.Name))
        case ast.AnnAssign(target=ast.Name(id=name)):
            yield name


def _said(node: ast.FunctionDef | ast.ClassDef) -> Iterator[str]:
    """The ids in `@implements` on a function or class."""
    for mark in node.decorator_list:
        if isinstance(mark, ast.Call) and isinstance(mark.func, ast.Name) and mark.func.id == "implements":
            yield from (str(ast.literal_eval(argument)) for argument in mark.args)


def _rule_ids_of_tables(tree: ast.Module) -> Mapping[str, tuple[str, ...]]:
    """The ids that RULE_IDS gives to the tables and classes of a module."""
    for statement in tree.body:
        if isinstance(statement, ast.Assign) and list(_names(statement)) == ["RULE_IDS"]:
            said = ast.literal_eval(statement.value)
            return {name: (ids,) if isinstance(ids, str) else tuple(ids) for name, ids in said.items()}
    return {}


def _line(tree: ast.Module, number: int) -> int:
    """The line of a node, or of the first one in it that has one."""
    node = list(ast.walk(tree))[number]
    return next((part.lineno for part in ast.walk(node) if isinstance(part, ast.expr | ast.stmt)), 0)


def _alike(one: Sequence[str], other: Sequence[str]) -> int:
    """The length of the common beginning of two sequences."""
    return sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(one, other, strict=False)))
