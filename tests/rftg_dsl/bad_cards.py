"""The corpus of wrong card files in tests/bad_cards, and what check says of each.

    python -m tests.rftg_dsl.bad_cards      writes the expected outputs anew; read the differences

A file's name and its first line, `# mistake: line 7: misspelt kind`, say what is wrong and where.
Beside it stands what check prints, in a file of the same name with the ending .txt.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import NamedTuple

from rftg_dsl.compiler import Compilation, compile_files
from rftg_dsl.diagnostics.model import Diagnostic
from rftg_dsl.diagnostics.render import Text
from rftg_dsl.resources import data_folder
from rftg_dsl.sets.cache import SourceCache
from rftg_dsl.sets.reading import read_unit
from rftg_dsl.sets.units import Unit

FOLDER = Path(__file__).parents[1] / "bad_cards"
NAMES = sorted(path.stem for path in FOLDER.glob("*.yaml"))


class ShippedOnce(SourceCache):
    """Reads the shipped sets that files require once, and all other files whenever it is asked."""

    def read(self, path: Path, name: str) -> Unit:
        shipped = path.parent == data_folder("cards")
        return super().read(path, name) if shipped else read_unit(path, name)


_CACHE = ShippedOnce()


class SharesShipped(SourceCache):
    """A cache of its own, but for the shipped sets, which are read once for all of them."""

    def read(self, path: Path, name: str) -> Unit:
        shipped = path.parent == data_folder("cards")
        return _CACHE.read(path, name) if shipped else super().read(path, name)

    def check_once(
        self, unit: Unit, required: list[Unit], check: Callable[[Unit, list[Unit]], object]
    ) -> None:
        _CACHE.check_once(unit, required, check)


def compiled(path: Path) -> Compilation:
    """Compile a card file; what it requires of the shipped sets is read once for all."""
    return compile_files([path], _CACHE)


class Wrong(NamedTuple):
    """A wrong file: the line of the mistake, what check found, and what it prints."""

    line: int
    found: list[Diagnostic]
    output: str


@cache
def checked(path: Path) -> Wrong:
    """What check says of a wrong file, without the folders that it and shipped sets lie in."""
    said = re.match(r"# mistake: line ([0-9]+): .", path.read_text(encoding="utf-8"))
    assert said, f"{path.name} does not begin with `# mistake: line N: what`"
    compilation = compiled(path)
    text = Text(compilation.sources, colour=False)
    findings = "\n\n".join(text.diagnostic(one) for one in compilation.diagnostics) + "\n"
    for folder in (path.parent, data_folder("cards")):
        findings = findings.replace(f"{folder}/", "").replace(f"{folder}\\", "")
    return Wrong(int(said[1]), list(compilation.diagnostics), findings)


def main() -> None:
    """Write all expected outputs."""
    for name in NAMES:
        output = checked(FOLDER / f"{name}.yaml").output
        (FOLDER / f"{name}.txt").write_text(output, encoding="utf-8")


if __name__ == "__main__":
    main()
