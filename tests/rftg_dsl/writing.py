"""Card files written for tests, and what check finds in them."""

import tempfile
from pathlib import Path

from rftg_dsl.compiler import Compilation
from rftg_dsl.diagnostics.model import Diagnostic
from rftg_tools.cardtests.runner import find_untested, run_tests
from tests.shipped import compiled

HEAD = "set: mine\ntitle: My Cards\nkeywords: [rebel]\n"


def compile_text(
    text: str | bytes, *, design: bool = False, untested: bool = False, **beside: str
) -> Compilation:
    """Compile a file mine.yaml with this content; beside: further files by name, or by set id."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "mine.yaml"
        data = text if isinstance(text, bytes) else text.encode("utf-8", "surrogateescape")
        path.write_bytes(data)
        for name, other in beside.items():
            file = Path(folder) / (name if "." in name else f"{name}.yaml")
            file.write_bytes(other.encode("utf-8", "surrogateescape"))
        compilation = compiled(path, design=design, untested=untested)
        assert beside or compilation.has_errors == (not compilation.sets)
        return compilation


def found_in(text: str | bytes, *, design: bool = False, **beside: str) -> list[Diagnostic]:
    """The findings in a file with this content; design: those about its design too."""
    return list(compile_text(text, design=design, **beside).diagnostics)


def findings_of(code: str, text: str, **beside: str) -> list[Diagnostic]:
    """What the command that finds a code finds in a file, check or test."""
    looks = {"design": code.startswith("W6"), "untested": code == "W507"}
    compilation = compile_text(text, **looks, **beside)
    if compilation.diagnostics:
        return list(compilation.diagnostics)
    failed = [failure for test in run_tests(compilation, ["mine"]) for failure in test.failures]
    return failed or (find_untested(compilation, ["mine"])[0] if code == "W509" else [])


def only_finding(text: str | bytes) -> Diagnostic:
    """The one finding in a file with this content."""
    (found,) = found_in(text)
    return found


def set_of(cards: str, head: str = HEAD) -> str:
    """A set with these cards."""
    return f"{head}cards:\n{cards}"


def card_with(*powers: str, keys: str = "") -> str:
    """A set with one world that has these power lines; the first stands on line 9 or later."""
    lines = "".join(f"      {power}\n" for power in powers)
    card = "  - title: Ice Harvesters\n    world: 2\n    vp: 1\n    keywords: [rebel]\n"
    return set_of(f"{card}{keys}    powers: |\n{lines}")
