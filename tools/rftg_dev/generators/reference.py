"""Fills the generated parts of docs/language.md: sentences under examples, tables, counts.

`python -m rftg_dev.generators.reference docs/language.md` rewrites the file in place; a test fails
when that would change it.
"""

from __future__ import annotations

import argparse
import dataclasses
import re
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Final

from rftg_dsl.hooks import race as hooks
from rftg_dsl.suggest.phrases import families
from rftg_dsl.syntax import ast
from rftg_dsl.syntax.parser import fold_case, parse_power, read_tokens
from rftg_dsl.syntax.tables import load_tables
from rftg_dsl.syntax.tokens import NAMES, OF_ANSWERS, literal_words
from rftg_dsl.wording.english import word_power
from rftg_dsl.words.verbs import USES

_BLOCK: Final = re.compile(r"(?<=^```power\n)(.*?)(?=^```$)", re.DOTALL | re.MULTILINE)


def fill(text: str) -> str:
    """Return the page with all generated parts made anew.

    Raises ValueError when a terminal of the grammar has no example on the page, and what
    parse_power and word_power raise for an example that does not hold.
    """
    text = _BLOCK.sub(lambda block: _with_sentences(block[0]), text)
    lines = [*examples(text), *goal_examples(text)]
    for name, table in _PARTS.items():
        part = re.compile(rf"<!-- {name} -->.*?(?=^[^|\n-]|\Z)", re.DOTALL | re.MULTILINE)
        head, *tail = part.split(text)
        rows = "\n".join(table(lines))
        text = "".join([head, *(f"<!-- {name} -->\n{rows}\n\n{rest}" for rest in tail)])
    return text


def examples(text: str) -> list[str]:
    """Return the power lines of all ```power blocks of a page."""
    blocks = _BLOCK.findall(text)
    return [line for block in blocks for line in block.splitlines() if not line.startswith("  ")]


def goal_examples(text: str) -> list[str]:
    """Return the conditions of `first` goals in the card files of a page."""
    return re.findall(r"^ +first: (.*)$", text, re.MULTILINE)


def tokens_of(line: str, start: str = "") -> Iterator[tuple[str, str]]:
    """Yield the terminals of a line, each with the text it matched.

    start: the rule of the grammar that reads it; if left out, that of a power or of a goal.
    """
    text = fold_case(line)
    for token in read_tokens(line, start or ("power" if ":" in line else "goal"))[0]:
        yield token.terminal, text[token.span.start : token.span.end]


def terminals() -> list[str]:
    """Return every terminal of powers, but for white space."""
    return sorted({*load_tables().terminals} - OF_ANSWERS)


def rules() -> set[str]:
    """Return every phrase of the grammar by its method in Builder, but for mere words."""
    names = {rule.method for rule in load_tables().rules}
    return {name for name in names if not name.startswith(("_", "phase", "word", "moment"))}


def _with_sentences(block: str) -> str:
    lines = [line for line in block.splitlines() if line and not line.startswith("  ")]
    return "".join(f"{line}\n  {word_power(parse_power(line))}\n" for line in lines)


_SCORING: Final = "`N per ...`, `N, N ... by kinds of worlds`"


def _verbs_by_phase(_lines: list[str]) -> Iterator[str]:
    yield "| phase | effects |"
    yield "|---|---|"
    for phase, verbs in USES.items():
        named = _SCORING if phase == ast.SCORE else ", ".join(f"`{verb}`" for verb in verbs)
        yield f"| `{phase}` | {named} |"


def _all_words(lines: list[str]) -> Iterator[str]:
    first: dict[str, str] = {}
    for line in lines:
        for name, _text in tokens_of(line):
            first.setdefault(name, line)
    missing = [name for name in terminals() if name not in first]
    if missing:
        raise ValueError(f"no example has the terminals {', '.join(missing)}")
    rows = sorted((spelled(name), line) for name, line in first.items())
    yield "| word | example |"
    yield "|---|---|"
    yield from (f"| {word} | `{line}` |" for word, line in rows)


def _words_added(lines: list[str]) -> Iterator[str]:
    rows = _all_words(lines)
    yield from (next(rows), next(rows))
    old = {f"| {spelled(name)} |" for name in _BASE_WORDS.split()}
    yield from (row for row in rows if not row.startswith(tuple(old)))


_BASE_WORDS: Final = (
    "_COLON _COMMA _ARROW _OR EXPLORE DEVELOP SETTLE TRADE CONSUME PRODUCE SCORE MAY AFTER "
    "PLACING PRODUCING HERE DISCARD SPEND THIS ALL OF DIFFERENT DRAW KEEP COST DEFENSE MILITARY "
    "PRICE VP CHIPS TOTAL PAY FOR AGAINST SELL IT WITHOUT WITH POWERS POWER KEYWORD GUESS FROM "
    "TO EACH BEYOND THE FIRST PER PRODUCED MOST IF YOU HAVE OTHER ANOTHER PRODUCTION WINDFALL "
    "NON UP_TO OR_MORE THIS_WORLDS KINDS _ARTICLE _CARDS _GOODS KIND NOUN EXACT_COST SIGNED INT "
    "NAME TITLE "
)
"""The terminals that the base game needed."""


def spelled(terminal: str) -> str:
    """Return a terminal as people write it: its words, or the human name of what it stands for."""
    words = literal_words([terminal])
    return ", ".join(f"`{word}`" for word in words) or NAMES[terminal]


def _counts(_lines: list[str]) -> Iterator[str]:
    nodes = [
        name
        for name, kind in vars(ast).items()
        if isinstance(kind, type) and dataclasses.is_dataclass(kind) and kind is not ast.Span
    ]
    named = ", ".join(f"`{name}`" for name in nodes)
    yield f"| {len(nodes)} node types | {named} |"
    yield "|---|---|"
    yield f"| **{len(hooks.HOOK_TYPES)} hook types** | |"
    for hook in hooks.HOOK_TYPES:
        law = (hook.__doc__ or "").split("\n")[0].rstrip(".")
        yield f"| `{hook.__name__}` | {law} |"


def _unsupported(_lines: list[str]) -> Iterator[str]:
    yield "| asked for | why there is no word | said instead |"
    yield "|---|---|---|"
    for family in families():
        yield f"| {family.what} | {family.why} | {re.sub(_REFERENCE, '...', family.nearest)} |"


_REFERENCE: Final = r"\\[0-9]"
"""A part of what was said, which stands in its place in a help."""
_PARTS: Final[dict[str, Callable[[list[str]], Iterator[str]]]] = {
    "verbs by phase": _verbs_by_phase,
    "all words": _all_words,
    "words added": _words_added,
    "counts": _counts,
    "unsupported": _unsupported,
}


def main(argv: Sequence[str] | None = None) -> int:
    """Rewrite the pages named."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("pages", nargs="+", type=Path)
    for page in parser.parse_args(argv).pages:
        page.write_text(fill(page.read_text(encoding="utf-8")), encoding="utf-8")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
