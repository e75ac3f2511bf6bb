"""The house: who imports whom, what the code never names, and how large its parts are."""

from __future__ import annotations

import ast
import statistics
from collections.abc import Iterator
from pathlib import Path

import pytest

from rftg_dsl.library import load
from rftg_dsl.resources import shipped_sets

ROOT = Path(__file__).parents[1]
PACKAGES = {
    "rftg_dsl": ROOT / "rftg_dsl",
    "rftg_engine": ROOT / "engine" / "rftg_engine",
    "rftg_tools": ROOT / "tools" / "rftg_tools",
}
MAY_IMPORT = {
    "rftg_dsl": {"rftg_dsl"},
    "rftg_engine": {"rftg_dsl", "rftg_engine"},
    "rftg_tools": {"rftg_dsl", "rftg_engine", "rftg_tools"},
}
COMMANDS = ROOT / "rftg_dsl" / "cli"
"""The command line reaches all three, each command only what it needs."""
FILES = [(name, path) for name, root in PACKAGES.items() for path in sorted(root.rglob("*.py"))]
Function = ast.FunctionDef | ast.AsyncFunctionDef


def tree(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"))


def imported(path: Path) -> Iterator[str]:
    """The packages that a file imports."""
    for node in ast.walk(tree(path)):
        if isinstance(node, ast.Import):
            yield from (alias.name.split(".")[0] for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield node.module.split(".")[0]


def named(case: object) -> str:
    return case.name if isinstance(case, Path) else str(case)


@pytest.mark.parametrize(("package", "path"), FILES, ids=named)
def test_imports_run_one_way(package: str, path: Path) -> None:
    if path.is_relative_to(COMMANDS):
        return
    ours = set(imported(path)) & set(PACKAGES)
    assert ours <= MAY_IMPORT[package]


def test_only_the_compilers_own_modules_read_yaml_or_the_grammar() -> None:
    readers = {path.name for _, path in FILES if set(imported(path)) & {"yaml", "lark"}}
    assert readers <= {"nodes.py", "lalr.py", "reference.py"}


def strings(path: Path) -> Iterator[str]:
    """The string constants of a file that are not docstrings, and its names."""
    found = tree(path)
    docs = {
        id(node.body[0].value)
        for node in ast.walk(found)
        if isinstance(node, ast.Module | ast.ClassDef | Function)
        and node.body
        and isinstance(node.body[0], ast.Expr)
    }
    for node in ast.walk(found):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in docs:
            yield node.value
        elif isinstance(node, ast.Name | ast.Attribute):
            yield node.id if isinstance(node, ast.Name) else node.attr


def test_no_card_and_no_set_is_named_in_the_engine_or_the_compiler() -> None:
    sets = load([str(path) for path in shipped_sets()]).sets
    titles = {card.title.casefold() for one in sets for card in one.cards}
    ids = {one.id for one in sets}
    assert len(titles) > 90
    for package, path in FILES:
        if package == "rftg_tools" or path.is_relative_to(COMMANDS):
            continue
        for text in strings(path):
            folded = text.casefold().replace("_", " ")
            named_here = [title for title in titles if title in folded]
            assert not named_here, f"{path}: {named_here} in {text!r}"
            assert text not in ids, f"{path}: {text!r} is a set"


def functions(path: Path) -> Iterator[int]:
    """The lengths of a file's functions in lines, docstrings not counted."""
    for node in ast.walk(tree(path)):
        if isinstance(node, Function):
            first = node.body[0]
            is_doc = isinstance(first, ast.Expr) and isinstance(first.value, ast.Constant)
            doc = (first.end_lineno or 0) - first.lineno + 1 if is_doc else 0
            yield (node.end_lineno or 0) - node.lineno + 1 - doc


@pytest.mark.parametrize(("package", "path"), FILES, ids=named)
def test_a_file_says_its_subject_and_has_at_most_500_lines(package: str, path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert not text or ast.get_docstring(tree(path)), f"{path} has no docstring"
    assert text.count("\n") <= 500
    assert max((len(line) for line in text.split("\n")), default=0) <= 100


def test_functions_are_short() -> None:
    lengths = sorted(length for _, path in FILES for length in functions(path))
    assert statistics.median(lengths) <= 8
    assert lengths[len(lengths) * 9 // 10] < 30
    assert lengths[-1] <= 60


def test_every_public_function_of_the_compiler_has_a_docstring() -> None:
    for package, path in FILES:
        if package != "rftg_dsl" or path.name == "builder.py":
            continue
        for node in tree(path).body:
            if isinstance(node, Function | ast.ClassDef) and not node.name.startswith("_"):
                assert ast.get_docstring(node), f"{path}: {node.name}"
