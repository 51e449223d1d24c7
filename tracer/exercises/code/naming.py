"""Which names a piece of code defines or changes, read off its text; standard library only."""

import ast

# Functions that students call with an answer and that leave it as it is.
HARMLESS = ("print", "len", "display", "sorted", "set", "list", "tuple", "type", "sum", "str")


def named(node: ast.AST) -> tuple[str, ...]:
    """The names that a single statement or target gives a meaning."""
    match node:
        case ast.FunctionDef(name=name) | ast.ClassDef(name=name):
            return (name,)
        case ast.Import(names=names) | ast.ImportFrom(names=names):
            return tuple(alias.asname or alias.name for alias in names)
        case ast.Name(id=name, ctx=ast.Store()):
            return (name,)
    return ()


def gives(code: ast.AST, name: str) -> bool:
    """Whether any part of this code gives the name a meaning."""
    return any(name in named(node) for node in ast.walk(code))


def is_named(node: ast.AST, name: str) -> bool:
    """Whether a node is this variable, which may also be written with an underscore at its end."""
    return isinstance(node, ast.Name) and node.id.removesuffix("_") == name


def assigned(statement: ast.stmt) -> list[tuple[ast.expr, ast.expr]]:
    """The targets of a plain assignment, each with its value."""
    match statement:
        case ast.Assign(targets=targets, value=value):
            return [(target, value) for target in targets]
        case ast.AnnAssign(target=target, value=ast.expr() as value):
            return [(target, value)]
    return []


def may_change(code: ast.AST, name: str) -> bool:
    """Whether a piece of code may give a variable another value, or change the list in it."""
    return any(_changes(node, name) for node in ast.walk(code))


def _changes(node: ast.AST, name: str) -> bool:
    match node:
        case ast.Name(ctx=ast.Store() | ast.Del()):
            return is_named(node, name)
        case ast.Global(names=names) | ast.Nonlocal(names=names):
            return name in names
        case ast.Subscript(value=base, ctx=ast.Store() | ast.Del()) | ast.Attribute(value=base):
            return is_named(base, name)
        case ast.Call(func=called, args=given):
            return any(is_named(g, name) for g in given) and not _harmless(called)
        case ast.Assign(value=value):
            return is_named(value, name)  # another name for the same list
    return False


def _harmless(called: ast.expr) -> bool:
    match called:
        case ast.Name(id=function):
            return function in HARMLESS
        case ast.Attribute(attr=method):
            return method == "check"
    return False
