"""Which names a piece of code defines, read off its text; standard library only."""

import ast


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
