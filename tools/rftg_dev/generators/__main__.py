"""Generator of the files that are made from code, cards and themes.

    python -m rftg_dev.generators [NAME...]

writes the files of these generators; without a name, of all. A test compares them.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Final

from rftg_dev.generators import cookbook, measures, reference, textmate
from rftg_dsl.source.rewriting import write_atomically

GENERATORS: Final[Mapping[str, Callable[[], Mapping[Path, str]]]] = {
    "reference": reference.files,
    "cookbook": cookbook.files,
    "icons": reference.icon_files,
    "textmate": textmate.files,
    "measures": measures.files,
}


def main(argv: Sequence[str] | None = None) -> int:
    """Write the files."""
    parser = argparse.ArgumentParser(prog="python -m rftg_dev.generators", description=__doc__)
    parser.add_argument("names", nargs="*", metavar="NAME", help=", ".join(GENERATORS))
    names = parser.parse_args(argv).names
    if unknown := set(names) - {*GENERATORS}:
        parser.error(f"unknown generator {min(unknown)!r}")
    for name in names or GENERATORS:
        for path, text in GENERATORS[name]().items():
            write_atomically(path, text)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
