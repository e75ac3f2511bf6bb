"""Tiles made for a test: faces as in a tile file, beside the official ones."""

import tempfile
from functools import cache
from pathlib import Path

from rftg_dsl.library import cards_in_use
from roll_engine import Table
from tests.shipped import load

_HEADER = "set: tried\ngame: roll\ntitle: Tried\nrequires: [roll]\ncards:\n"


@cache
def table_with(cards: str) -> Table:
    """The official tiles, and faces written as items of a file that requires them."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "tried.yaml"
        path.write_text(_HEADER + cards, encoding="utf-8")
        compiled = load(("roll", str(path)))
        assert not compiled.has_errors, compiled.diagnostics
        return Table(compiled.sets, cards_in_use(compiled.sets))


@cache
def with_power(*lines: str, cost: int = 2) -> Table:
    """The official tiles, and a development `Tried` with these powers."""
    powers = "".join(f"      {line}\n" for line in lines)
    return table_with(
        f"  - title: Tried\n    development: {cost}\n    other side: Tried World\n"
        f"    powers: |\n{powers}"
        "  - title: Tried World\n    world: 2\n    kind: genes\n"
        "    powers: |\n      immediate: 1 genes die in cup\n"
    )


@cache
def with_world(*lines: str, kind: str = "genes") -> Table:
    """The official tiles, and a world `Tried World` with these powers."""
    powers = "".join(f"      {line}\n" for line in lines)
    said = f"    kind: {kind}\n" if kind else ""
    return table_with(
        "  - title: Tried\n    development: 2\n    other side: Tried World\n"
        "    powers: |\n      ship: price +1\n"
        f"  - title: Tried World\n    world: 2\n{said}    powers: |\n{powers}"
    )
