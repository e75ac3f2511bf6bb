"""The house: who imports whom, what the code never names, and how large its parts are."""

import ast
import re
import statistics
import subprocess
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from rftg_dsl.library import load_shipped
from rftg_engine.asks import ASKS
from rftg_engine.race import STEPS

ROOT = Path(__file__).parents[1]
PACKAGES = {
    "rftg_dsl": ROOT / "rftg_dsl",
    "gamekit": ROOT / "engine" / "gamekit",
    "rftg_engine": ROOT / "engine" / "rftg_engine",
    "roll_engine": ROOT / "engine" / "roll_engine",
    "rftg_tools": ROOT / "tools" / "rftg_tools",
    "rftg_dev": ROOT / "tools" / "rftg_dev",
}
MAY_IMPORT = {
    "rftg_dsl": {"rftg_dsl"},
    "gamekit": {"gamekit"},
    "rftg_engine": {"rftg_dsl", "gamekit", "rftg_engine"},
    "roll_engine": {"rftg_dsl", "gamekit", "roll_engine"},
    "rftg_tools": {"rftg_dsl", "gamekit", "rftg_engine", "roll_engine", "rftg_tools"},
    "rftg_dev": {"rftg_dsl", "gamekit", "rftg_engine", "roll_engine", "rftg_tools", "rftg_dev"},
}
COMMANDS = ROOT / "rftg_dsl" / "cli"
"""The command line reaches all that is installed, each command only what it needs."""
USED_BY_COMMANDS = {"rftg_dsl", "gamekit", "rftg_engine", "roll_engine", "rftg_tools"}
FILES = [(name, path) for name, root in PACKAGES.items() for path in sorted(root.rglob("*.py"))]
ENGINE = [path for name, path in FILES if name in ("gamekit", "rftg_engine", "roll_engine")]
Function = ast.FunctionDef | ast.AsyncFunctionDef


Imports = list[tuple[str, tuple[str, ...]]]


@dataclass(frozen=True)
class Facts:
    """What the tests ask about a file, which is parsed once for all of them.

    Imports are modules with the names taken from them, and lengths those of functions in lines.
    """

    has_docstring: bool
    undocumented: list[str]
    imports: Imports
    constants: frozenset[str]
    lengths: list[int]
    puts: list[int]
    bare_nexts: list[int]
    bare_kinds: list[int]
    without_a_verb: list[str]


@cache
def facts_of(path: Path) -> Facts:
    module = ast.parse(path.read_text(encoding="utf-8"))
    nodes = list(ast.walk(module))
    return Facts(
        bool(ast.get_docstring(module)),
        undocumented(module),
        imports_among(nodes),
        constants_among(nodes),
        lengths_among(nodes),
        puts_among(nodes),
        bare_nexts(nodes),
        bare_kinds(nodes),
        without_a_verb(nodes),
    )


def imports_among(nodes: Iterable[ast.AST]) -> Imports:
    found: Imports = []
    for node in nodes:
        if isinstance(node, ast.Import):
            found += [(alias.name, ()) for alias in node.names]
        elif isinstance(node, ast.ImportFrom) and node.module:
            found.append((node.module, tuple(alias.name for alias in node.names)))
    return found


def imported(path: Path) -> set[str]:
    """The packages that a file imports."""
    return {module.split(".")[0] for module, _names in facts_of(path).imports}


def at_fault(paths: Iterable[Path], faults: Callable[[Path], Any]) -> dict[str, Any]:
    """What is wrong with files, by those at fault."""
    found = {str(path.relative_to(ROOT)): faults(path) for path in paths}
    return {file: wrong for file, wrong in found.items() if wrong}


@pytest.mark.parametrize("package", PACKAGES)
def test_imports_run_one_way(package: str) -> None:
    def others(path: Path) -> set[str]:
        may = USED_BY_COMMANDS if path.is_relative_to(COMMANDS) else MAY_IMPORT[package]
        return imported(path) & set(PACKAGES) - may

    assert at_fault((path for name, path in FILES if name == package), others) == {}


AT_THE_TOP = {
    "cards", "docs", "engine", "examples", "grammar", "rftg_dsl", "tests", "tools",
}  # fmt: skip
"""The folders of the project; whatever else there is belongs into one of them."""


FILES_AT_THE_TOP = {
    "CHANGELOG.md", "CONTRIBUTING.md", "LICENSE", "Makefile", "README.md", "hatch_build.py",
    "pyproject.toml",
}  # fmt: skip


def test_the_top_level_holds_the_folders_and_files_of_the_project_and_no_others() -> None:
    """Only what git tracks counts: designers may keep their own sets in a checkout."""
    try:
        listed = subprocess.run(
            ("git", "ls-files"), cwd=ROOT, capture_output=True, text=True, check=True
        )
    except (OSError, subprocess.CalledProcessError):
        pytest.skip("only git tells the project's files from other files")
    paths = [Path(line) for line in listed.stdout.splitlines() if not line.startswith(".")]
    assert {path.parts[0] for path in paths if len(path.parts) > 1} == AT_THE_TOP
    assert {path.name for path in paths if len(path.parts) == 1} == FILES_AT_THE_TOP


MOST_AT_THE_ROOT = 12


@pytest.mark.parametrize("package", ["rftg_dev", "rftg_tools"])
def test_most_modules_of_a_package_lie_in_packages_of_their_own(package: str) -> None:
    modules = [one for one in PACKAGES[package].glob("*.py") if one.name != "__init__.py"]
    assert len(modules) <= MOST_AT_THE_ROOT


LAYERS = (
    {"installed", "limits", "structs"},
    {"games"},
    {"resources"},
    {"diagnostics"},
    {"source"},
    {"syntax.ast"},
    {"syntax.tokens"},
    {"hooks"},
    {"words"},
    {"syntax"},
    {"model"},
    {"semantics"},
    {"suggest"},
    {"sets"},
    {"wording"},
    {"lint"},
    {"compiler"},
    {"library"},
    {"blank"},
    {"lsp"},
    {"cli"},
)
"""The packages and modules of the compiler, lowest first: each imports only what lies below it."""


def part_of(module: str) -> str:
    """The part of the compiler that a module below rftg_dsl belongs to."""
    return module if any(module in parts for parts in LAYERS) else module.split(".")[0]


def layer_of(part: str) -> int:
    return next(number for number, parts in enumerate(LAYERS) if part in parts)


def test_a_part_of_the_compiler_imports_only_what_lies_below_it() -> None:
    def not_below(path: Path) -> set[str]:
        own = part_of(module_name("rftg_dsl", path).removeprefix("rftg_dsl."))
        if own in ("rftg_dsl", "__main__"):
            return set()
        imported_parts = {
            part_of(one.removeprefix("rftg_dsl.")) for one in modules_imported(path, "rftg_dsl")
        }
        others = imported_parts - {own}
        return {other for other in others if layer_of(other) >= layer_of(own)}

    assert at_fault((path for name, path in FILES if name == "rftg_dsl"), not_below) == {}


CIRCLE_FREE = tuple(PACKAGES)
"""Packages in which no imports run in a circle: all."""


def module_name(package: str, path: Path) -> str:
    parts = path.relative_to(PACKAGES[package].parent).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


@cache
def modules_of(package: str) -> frozenset[str]:
    return frozenset(module_name(package, path) for name, path in FILES if name == package)


def modules_imported(path: Path, package: str) -> set[str]:
    """The modules of a package that a file imports anywhere: in functions, and for types only."""
    known = modules_of(package)
    found: set[str] = set()
    for module, names in facts_of(path).imports:
        found |= ({f"{module}.{name}" for name in names} & known) or {module}
    return found & known - {package}


def circles(imports: dict[str, set[str]]) -> set[str]:
    """The modules that import themselves by way of others: what is left when no end can be cut."""
    left = dict(imports)
    while ends := {one for one, others in left.items() if not others & left.keys()}:
        left = {one: others for one, others in left.items() if one not in ends}
    while tops := left.keys() - set().union(*left.values()):
        left = {one: others for one, others in left.items() if one not in tops}
    return set(left)


@pytest.mark.parametrize("package", CIRCLE_FREE)
def test_no_imports_run_in_a_circle(package: str) -> None:
    imports = {
        module_name(name, path): modules_imported(path, name)
        for name, path in FILES
        if name == package
    }
    assert circles(imports) == set()


BASE_FLOW = [
    path
    for path in sorted(PACKAGES["rftg_engine"].rglob("*.py"))
    if path.relative_to(PACKAGES["rftg_engine"]).parts[0] in ("phases", "turns")
    or path.parent == PACKAGES["rftg_engine"]
]
"""What each game is played by, whatever modules of rules it has."""


def test_the_flow_of_a_game_knows_no_module_of_rules() -> None:
    def known(path: Path) -> set[str]:
        return {one for one in modules_imported(path, "rftg_engine") if ".modules." in one}

    registry = PACKAGES["rftg_engine"] / "race.py"
    assert at_fault((path for path in BASE_FLOW if path != registry), known) == {}


def test_a_circle_is_seen() -> None:
    assert circles({"a": {"b"}, "b": {"c"}, "c": {"b", "d"}, "d": set()}) == {"b", "c"}


@pytest.mark.parametrize("package", PACKAGES)
def test_at_most_twelve_modules_are_at_the_root_of_a_package(package: str) -> None:
    assert len(list(PACKAGES[package].glob("*.py"))) <= 12


def test_the_protocol_of_editors_is_spoken_in_one_package() -> None:
    speakers = {path for _, path in FILES if imported(path) & {"pygls", "lsprotocol"}}
    homes = {PACKAGES["rftg_dsl"] / "lsp", COMMANDS}
    assert {path.parent for path in speakers} <= homes


def test_only_the_compilers_own_modules_read_yaml_or_the_grammar() -> None:
    readers = {path.name for _, path in FILES if imported(path) & {"yaml", "lark"}}
    assert readers <= {"events.py", "reading.py", "yaml_reading.py", "lalr.py", "reference.py"}


def constants_among(nodes: Iterable[ast.AST]) -> frozenset[str]:
    """The string constants of a file."""
    values = (node.value for node in nodes if isinstance(node, ast.Constant))
    return frozenset(value for value in values if isinstance(value, str))


def flowing(path: Path) -> str:
    """All text of a file in small letters, comments too, as if it stood on one line."""
    text = path.read_text(encoding="utf-8").replace("_", " ").casefold()
    return " ".join(re.sub(r"^\s*#", " ", text, flags=re.MULTILINE).split())


def naming(words: set[str]) -> re.Pattern[str]:
    """Any of some names, where it stands as words of its own."""
    return re.compile(rf"(?<![a-z])(?:{'|'.join(map(re.escape, sorted(words)))})(?![a-z])")


CARD_BLIND = [
    path
    for package in ("rftg_dsl", "gamekit", "rftg_engine", "roll_engine")
    for path in sorted(PACKAGES[package].rglob("*"))
    if path.suffix in (".py", ".jinja")
]
"""The files that know no card and no set: of the command line, only the default may name one."""


OUTSIDE = {
    "asyncio", "datetime", "multiprocessing", "os", "secrets", "socket", "subprocess", "sys",
    "threading", "time",
}  # fmt: skip
"""Modules for clocks, threads and the machine."""


def test_the_engine_reads_no_clock_and_knows_no_threads() -> None:
    assert at_fault(ENGINE, lambda path: OUTSIDE & imported(path)) == {}


def test_no_card_and_no_set_is_named_in_the_engine_or_the_compiler() -> None:
    sets = load_shipped().sets
    titles = {card.title.casefold() for one in sets for card in one.cards}
    ids = {one.id for one in sets}
    plain = {one for one in ids if "-" not in one}
    assert len(titles) > 190
    names = naming(titles | (ids - plain))
    for path in CARD_BLIND:
        found = names.search(flowing(path))
        assert not found, f"{path}: {found and found[0]!r}"
        if path.suffix == ".py" and not path.is_relative_to(COMMANDS):
            assert not plain & facts_of(path).constants, f"{path}: {plain} is a set"


OF_ONE_GAME = {
    "rftg_tools/games.py",
    "rftg_tools/simulation/race.py",
    "rftg_tools/simulation/roll.py",
    "rftg_tools/play/roll/frames.py",
    "rftg_tools/play/sessions.py",
    "rftg_tools/playtests/games.py",
}
"""The registry, and files of one game that name it; fates of both games are in one file."""
STILL_OF_TWO = {
    "rftg_dsl/cli/new.py",
    "rftg_tools/faces/facts.py",
}
"""Drafts of cards and printed facts, which still ask which of the two games a file is for."""
TOOLS = [path for name, path in FILES if name == "rftg_tools" or path.is_relative_to(COMMANDS)]


def names_of_games(path: Path) -> set[str]:
    """The games that a file names: by what it imports of the registries, or by their ids."""
    from_registry = {
        name
        for module, names in facts_of(path).imports
        if module in ("rftg_dsl.games", "rftg_tools.games")
        for name in names
        if name in ("RACE", "ROLL")
    }
    return from_registry | ({"race", "roll"} & facts_of(path).constants)


def test_commands_and_pages_ask_the_game_instead_of_naming_it() -> None:
    named = {
        str(path.relative_to(PACKAGES["rftg_dsl" if "cli" in path.parts else "rftg_tools"].parent))
        for path in TOOLS
        if names_of_games(path) or {"rftg_engine", "roll_engine"} <= imported(path)
    }
    assert named == OF_ONE_GAME | STILL_OF_TWO


def lengths_among(nodes: Iterable[ast.AST]) -> list[int]:
    """The lengths of a file's functions in lines, docstrings not counted."""
    lengths = []
    for node in nodes:
        if isinstance(node, Function):
            first = node.body[0]
            is_doc = isinstance(first, ast.Expr) and isinstance(first.value, ast.Constant)
            doc = (first.end_lineno or 0) - first.lineno + 1 if is_doc else 0
            lengths.append((node.end_lineno or 0) - node.lineno + 1 - doc)
    return lengths


WRITER = ROOT / "rftg_dsl" / "source" / "files.py"
"""Puts files in place: whole, under temporary names that nobody else takes."""


def puts(call: ast.Call) -> bool:
    """Whether a call puts a file in place."""
    if not isinstance(call.func, ast.Attribute) or call.func.attr not in ("replace", "mkstemp"):
        return False
    one = len(call.args) == 1 and not isinstance(call.args[0], ast.Starred)
    of_path = call.func.attr == "replace" and one and not call.keywords
    return of_path or ast.unparse(call.func) in ("os.replace", "tempfile.mkstemp")


def puts_among(nodes: Iterable[ast.AST]) -> list[int]:
    calls = (node for node in nodes if isinstance(node, ast.Call))
    return [call.lineno for call in calls if puts(call)]


def test_files_are_put_in_place_by_one_writer() -> None:
    others = (path for _, path in FILES if path != WRITER)
    assert at_fault(others, lambda path: facts_of(path).puts) == {}


def test_a_file_says_its_subject_and_has_at_most_500_lines() -> None:
    def faults(path: Path) -> list[str]:
        text = path.read_text(encoding="utf-8")
        found = {
            "no docstring": bool(text) and not facts_of(path).has_docstring,
            "more than 500 lines": text.count("\n") > 500,
            "a line of more than 100 letters": any(len(line) > 100 for line in text.split("\n")),
        }
        return [fault for fault, there in found.items() if there]

    assert at_fault((path for _, path in FILES), faults) == {}


def test_functions_are_short() -> None:
    lengths = sorted(length for _, path in FILES for length in facts_of(path).lengths)
    assert statistics.median(lengths) <= 8
    assert lengths[len(lengths) * 9 // 10] < 30
    assert lengths[-1] <= 60


def undocumented(module: ast.Module) -> list[str]:
    """The public functions and classes of a file without a docstring."""
    defined = (node for node in module.body if isinstance(node, Function | ast.ClassDef))
    public = (node for node in defined if not node.name.startswith("_"))
    return [node.name for node in public if not ast.get_docstring(node)]


def test_every_public_function_of_the_compiler_has_a_docstring() -> None:
    compiler = (path for name, path in FILES if name == "rftg_dsl" and path.name != "builder.py")
    assert at_fault(compiler, lambda path: facts_of(path).undocumented) == {}


def bare_nexts(nodes: Iterable[ast.AST]) -> list[int]:
    """The lines with a `next()` that may raise StopIteration."""
    return [
        node.lineno
        for node in nodes
        if isinstance(node, ast.Call)
        and isinstance(node.func, ast.Name)
        and node.func.id == "next"
        and len(node.args) < 2
    ]


def test_no_step_of_the_engine_can_end_unnoticed() -> None:
    """A step is a generator: StopIteration inside of one is taken for its end where it is
    compiled, and the game for over."""
    assert at_fault(ENGINE, lambda path: facts_of(path).bare_nexts) == {}


def test_a_bare_next_is_seen() -> None:
    module = ast.parse("next(one for one in ())\nnext(iter(()), None)")
    assert bare_nexts(ast.walk(module)) == [1]


def bare_kinds(nodes: Iterable[ast.AST]) -> list[int]:
    """The lines that compare a kind of decision or a step with a text instead of its constant."""
    names = {*ASKS, *STEPS}
    found = []
    for node in nodes:
        if isinstance(node, ast.Compare):
            sides = [node.left, *node.comparators]
            attributes = {one.attr for one in sides if isinstance(one, ast.Attribute)}
            called = attributes | {one.id for one in sides if isinstance(one, ast.Name)}
            texts = {one.value for one in ast.walk(node) if isinstance(one, ast.Constant)}
            if called & {"kind", "step", "steps", "pending_steps"} and texts & names:
                found.append(node.lineno)
    return found


PLAYED = [path for name, path in FILES if name in ("rftg_engine", "rftg_tools", "rftg_dev")]


def test_kinds_of_decisions_and_steps_are_compared_by_their_constants() -> None:
    others = (path for path in PLAYED if "faces" not in path.parts)
    assert at_fault(others, lambda path: facts_of(path).bare_kinds) == {}


def test_a_bare_kind_is_seen() -> None:
    lines = (
        'decision.kind == "place world"',
        'step in ("setup", "choose")',
        '"setup" in one.steps',
    )
    assert bare_kinds(ast.walk(ast.parse("\n".join(lines)))) == [1, 2, 3]


NO_VERBS = {
    "A", "All", "An", "As", "At", "By", "Each", "Every", "For", "From", "How", "In", "Like", "No",
    "Of", "One", "So", "Some", "Such", "That", "The", "These", "What", "When", "Where", "Whether",
    "Which", "Who", "Whose", "Why", "With",
}  # fmt: skip


def says_no_verb(docstring: str) -> bool:
    """Return whether a docstring begins otherwise than "Return ...", "Raise ...", "Draw ..."."""
    first = docstring.split()[0]
    return first in NO_VERBS or bool(re.fullmatch(r"[A-Z][a-z]*[^s]s", first))


def without_a_verb(nodes: Iterable[ast.AST]) -> list[str]:
    """Return the functions of a file whose docstrings begin otherwise; properties are nouns."""
    found = []
    for node in nodes:
        if isinstance(node, Function) and (docstring := ast.get_docstring(node)):
            is_noun = any(ast.unparse(one).endswith("property") for one in node.decorator_list)
            if not is_noun and says_no_verb(docstring):
                found.append(f"{node.name}: {docstring.splitlines()[0]}")
    return found


@pytest.mark.parametrize("package", PACKAGES)
def test_docstrings_of_functions_begin_with_a_verb(package: str) -> None:
    paths = [path for name, path in FILES if name == package]
    assert at_fault(paths, lambda path: facts_of(path).without_a_verb) == {}


def test_a_docstring_without_a_verb_is_seen() -> None:
    texts = ("The cards.", "Whether it is one.", "Returns a card.", "Return a card.", "Pass.")
    assert [says_no_verb(one) for one in texts] == [True, True, True, False, False]
