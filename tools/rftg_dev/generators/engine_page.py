"""The tables of the engines' pages: every decision and every event, as the sources have them.

    python -m rftg_dev.generators.engine_page docs/engine.md
    python -m rftg_dev.generators.engine_page docs/roll-engine.md

Exit code 2: the page cannot be read or written, or has no place for a table.
"""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from pathlib import Path
from typing import Final, Protocol

from rftg_engine import asks as race_asks
from roll_engine import asks as roll_asks

_ENGINES = Path(__file__).parents[3] / "engine"
_RACE_EVENTS = _ENGINES / "rftg_engine" / "events.py"
_OF_MODULES = sorted(_ENGINES.glob("rftg_engine/modules/*/events.py"))
_TABLES = {"decisions": "| kind | about | answer | asked |", "events": "| event | facts | when |"}
_BASES = ("OwnCards", "OwnTiles")


class _Ask(Protocol):
    """A kind of decision of any game."""

    @property
    def about(self) -> Enum: ...
    @property
    def answer(self) -> tuple[Enum, ...]: ...
    @property
    def asks(self) -> str: ...


@dataclass(frozen=True)
class Engine:
    """What a page is about: kinds of decisions, and the files of events."""

    asks: Mapping[str, _Ask]
    events: tuple[Path, ...]


RACE: Final = Engine(race_asks.ASKS, (_RACE_EVENTS, *_OF_MODULES))
ROLL: Final = Engine(roll_asks.ASKS, (_ENGINES / "roll_engine" / "events.py",))
PAGES: Final = {"roll-engine.md": ROLL}
"""The pages that are not about Race."""


def decisions(engine: Engine) -> Iterator[str]:
    """Yield a row for each kind of decision."""
    for name, ask in engine.asks.items():
        named = _named(ask.about)
        about = "" if named == "nothing" else named
        things = _named(ask.things) if isinstance(ask, roll_asks.Ask) else "nothing"
        per = "" if things == "nothing" else f" of each {things}"
        answer = ", ".join(_named(one) for one in ask.answer)
        yield f"| `{name}` | {about} | {answer}{per} | {ask.asks} |"


def _named(meaning: Enum) -> str:
    return meaning.name.lower().replace("_", " ")


def events(engine: Engine) -> Iterator[str]:
    """Yield a row for each kind of event: its own facts, and the first sentence about it."""
    known: dict[str, list[str]] = {"Event": []}
    parts = [part for path in engine.events for part in ast.parse(path.read_text("utf-8")).body]
    for node in parts:
        if isinstance(node, ast.ClassDef):
            bases = [name for base in node.bases for name in known[ast.unparse(base)]]
            own = [ast.unparse(one.target) for one in node.body if isinstance(one, ast.AnnAssign)]
            known[node.name] = [*bases, *own]
            if node.name not in _BASES:
                first = (ast.get_docstring(node) or "").split(". ")[0].rstrip(".")
                facts = ", ".join(f"`{name}`" for name in known[node.name])
                yield f"| `{node.name}` | {facts} | {' '.join(first.split())} |"


def page(text: str, engine: Engine = RACE) -> str:
    """Return the page with its tables as they are now. Raise LookupError where one is missing."""
    for name, rows in (("decisions", decisions(engine)), ("events", events(engine))):
        head = _TABLES[name]
        table = re.compile(rf"{re.escape(head)}\n(\|[^\n]*\n)*")
        if not table.search(text):
            raise LookupError(f"the page has no table that begins with {head!r}")
        rule = "|---" * (head.count("|") - 1) + "|"
        made = "\n".join([head, rule, *rows]) + "\n"
        text = table.sub(lambda _found, made=made: made, text)  # type: ignore[misc]
    return text


def main(arguments: Sequence[str] | None = None) -> int:
    """Write the tables of a page anew."""
    (path,) = map(Path, sys.argv[1:] if arguments is None else arguments)
    try:
        text = page(path.read_text(encoding="utf-8"), PAGES.get(path.name, RACE))
        path.write_text(text, encoding="utf-8")
    except (OSError, LookupError) as error:
        print(error, file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
