"""Titles: composed characters, one script, no outer spaces; and titles of unfilled cards."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from typing import Final

from rftg_dsl.diagnostics.model import Report
from rftg_dsl.model import Card
from rftg_dsl.source.nodes import Items, Mapping, Node, Scalar


def check_titles(root: Mapping, report: Report) -> None:
    """Check the set's title, and those of its cards, goals, search categories and sides."""
    found = [node for node in _titles(root) if isinstance(node, Scalar)]
    written = [node for node in found if not node.text.isascii()]
    for node in written:
        _check_title(node, report)
    _check_letters(written, report)


def _titles(root: Mapping) -> Iterator[Node]:
    holders: list[Node] = [root]
    for key in ("cards", "goals", "search", "scenario"):
        entries = root.values.get(key)
        if isinstance(entries, Items):
            holders += entries.nodes
    for holder in holders:
        if isinstance(holder, Mapping) and "title" in holder.values:
            yield holder.values["title"]


def _check_title(node: Scalar, report: Report) -> None:
    composed = unicodedata.normalize("NFC", node.text)
    if composed != node.text:
        report.add(
            "E214",
            node.region,
            "the title has letters put together from parts (it is not in Unicode's form NFC)",
            help=f"write `{composed}`",
            replacement=None if node.style else composed,
            certain=True,
        )
    scripts = sorted(scripts_in(node.text))
    if len(scripts) > 1:
        report.add(
            "W503",
            node.region,
            f"the title mixes letters of {' and '.join(scripts)}, which can look alike",
            help="write it in the letters of one script",
        )


def _check_letters(written: list[Scalar], report: Report) -> None:
    """Warn once about unprintable characters, at the first title."""
    from rftg_dsl.source.lettering import has_letter

    lacking = {node.text: [one for one in node.text if not has_letter(one)] for node in written}
    first = next((node for node in written if lacking[node.text]), None)
    if first is None:
        return
    letters = list(dict.fromkeys(letter for found in lacking.values() for letter in found))
    said = ", ".join(f"`{letter}`" for letter in letters[:_SHOWN])
    more = f" and {len(letters) - _SHOWN} more" if len(letters) > _SHOWN else ""
    name = unicodedata.name(letters[0], "a character without a name")
    report.add(
        "W511",
        first.region,
        f"the fonts for printing do not have {said}{more}",
        notes=(f"`{letters[0]}` is U+{ord(letters[0]):04X}, {name}",),
        help="put a font that has them into a theme; without one, `rftg-dsl print` borrows a font"
        " of the computer it runs on",
    )


_SHOWN = 5


def scripts_in(text: str) -> set[str]:
    """Return the scripts of the letters in a text, by the first word of their Unicode names.

    The scripts that Japanese and Korean write together count as one.
    """
    names = {unicodedata.name(letter, "UNKNOWN").split()[0] for letter in text if letter.isalpha()}
    return {"CJK" if name in _TOGETHER else name for name in names} - {"MODIFIER", "FEMININE"}


_TOGETHER = frozenset(("CJK", "HIRAGANA", "KATAKANA", "HANGUL", "KATAKANA-HIRAGANA", "BOPOMOFO"))


BLANK: Final = "Blank"
"""Stem of the titles of cards in a new set; a number follows."""
NEW_CARD: Final = "New Card"
"""Stem of the title of a card that is added without a title."""
PRODUCES: Final = "produce: good"
SCORES: Final = "score: 1 per world"
"""Powers that production worlds and cards with variable points need."""

_TITLE: Final = re.compile(f"(?:{BLANK}|{NEW_CARD}) [0-9]+")


def is_unfilled(card: Card) -> bool:
    """Return whether a card is unnamed and has only required powers."""
    powers = {line.text for line in card.powers}
    return _TITLE.fullmatch(card.title) is not None and powers <= {PRODUCES, SCORES}
