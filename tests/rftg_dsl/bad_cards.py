"""The corpus of wrong card files in tests/bad_cards, and what check says of each.

    python -m tests.rftg_dsl.bad_cards      writes the expected outputs anew; read the differences

A file's name and its first line, `# mistake: line 7: misspelt kind`, say what is wrong and where.
Beside it stands what check prints, in a file of the same name with the ending .txt.
"""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from typing import NamedTuple

from rftg_dsl.diagnostics.model import Diagnostic
from rftg_dsl.diagnostics.render import Text
from rftg_dsl.resources import data_folder
from tests.shipped import compiled

FOLDER = Path(__file__).parents[1] / "bad_cards"
NAMES = sorted(path.stem for path in FOLDER.glob("*.yaml"))


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
