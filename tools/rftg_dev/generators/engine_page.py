"""The tables of docs/engine.md: every decision and every event, as the engine's source has them.

    python -m rftg_dev.generators.engine_page docs/engine.md

Exit code 2: the page cannot be read or written, or has no place for a table.
"""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

from rftg_engine.asks import ASKS, Ask, Means

_ENGINE = Path(__file__).parents[3] / "engine" / "rftg_engine"
_EVENTS = (_ENGINE / "events.py", *sorted(_ENGINE.glob("modules/*/events.py")))
_TABLES = {"decisions": "| kind | about | answer | asked |", "events": "| event | facts | when |"}


def decisions() -> Iterator[str]:
    """Yield a row for each kind of decision."""
    for name, ask in ASKS.items():
        about = "" if ask.about is Means.NOTHING else _named(ask.about)
        yield f"| `{name}` | {about} | {_answer(ask)} | {ask.asks} |"


def _answer(ask: Ask) -> str:
    return ", ".join(_named(one) for one in ask.answer)


def _named(meaning: Means) -> str:
    return meaning.name.lower().replace("_", " ")


def events() -> Iterator[str]:
    """Yield a row for each kind of event: its own facts, and the first sentence about it."""
    known: dict[str, list[str]] = {"Event": []}
    parts = [part for path in _EVENTS for part in ast.parse(path.read_text("utf-8")).body]
    for node in parts:
        if isinstance(node, ast.ClassDef):
            bases = [name for base in node.bases for name in known[ast.unparse(base)]]
            own = [ast.unparse(one.target) for one in node.body if isinstance(one, ast.AnnAssign)]
            known[node.name] = [*bases, *own]
            if node.name != "OwnCards":
                first = (ast.get_docstring(node) or "").split(". ")[0].rstrip(".")
                facts = ", ".join(f"`{name}`" for name in known[node.name])
                yield f"| `{node.name}` | {facts} | {' '.join(first.split())} |"


def page(text: str) -> str:
    """Return the page with its tables as they are now. Raise LookupError where one is missing."""
    for name, rows in (("decisions", decisions()), ("events", events())):
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
        path.write_text(page(path.read_text(encoding="utf-8")), encoding="utf-8")
    except (OSError, LookupError) as error:
        print(error, file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
