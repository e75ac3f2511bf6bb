"""Checks of titles: Unicode form, scripts and fonts. Also recognizes unfilled cards."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from typing import Final

from rftg_dsl.diagnostics.model import Report
from rftg_dsl.model import Card
from rftg_dsl.source.nodes import Items, Mapping, Node, Scalar


def check_titles(root: Mapping, report: Report) -> None:
    """Check the titles of a set, its cards, goals, search categories and sides."""
    titles = [node for node in _titles(root) if isinstance(node, Scalar)]
    non_ascii = [node for node in titles if not node.text.isascii()]
    for node in non_ascii:
        _check_title(node, report)
    _check_letters(non_ascii, report)


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
    nfc_text = unicodedata.normalize("NFC", node.text)
    if nfc_text != node.text:
        report.add(
            "E214",
            node.region,
            "the title has letters stored as two characters (it is not in Unicode form NFC)",
            help=f"write `{nfc_text}`",
            replacement=None if node.style else nfc_text,
            certain=True,
        )
    scripts = sorted(scripts_in(node.text))
    if len(scripts) > 1:
        report.add(
            "W503",
            node.region,
            f"the title mixes {' and '.join(scripts)} letters, which can look the same",
            help="use letters of only one script",
        )


def _check_letters(titles: list[Scalar], report: Report) -> None:
    """Report characters missing from the fonts, once, at the first title."""
    from rftg_dsl.source.lettering import has_letter

    missing = {
        node.text: [letter for letter in node.text if not has_letter(letter)] for node in titles
    }
    first = next((node for node in titles if missing[node.text]), None)
    if first is None:
        return
    letters = list(
        dict.fromkeys(letter for missing_letters in missing.values() for letter in missing_letters)
    )
    letter_list = ", ".join(f"`{letter}`" for letter in letters[:_SHOWN])
    suffix = f" and {len(letters) - _SHOWN} more" if len(letters) > _SHOWN else ""
    name = unicodedata.name(letters[0], "a character without a name")
    report.add(
        "W511",
        first.region,
        f"the printing fonts don't have {letter_list}{suffix}",
        notes=(f"`{letters[0]}` is U+{ord(letters[0]):04X}, {name}",),
        help="add a font with these characters to a theme; otherwise, `rftg-dsl print` uses a font"
        " of your computer",
    )


_SHOWN = 5


def scripts_in(text: str) -> set[str]:
    """Return the scripts in a text, by the first word of the letters' Unicode names.

    Scripts that Chinese, Japanese and Korean combine count as one.
    """
    names = {unicodedata.name(letter, "UNKNOWN").split()[0] for letter in text if letter.isalpha()}
    return {"CJK" if name in _TOGETHER else name for name in names} - {"MODIFIER", "FEMININE"}


_TOGETHER = frozenset(("CJK", "HIRAGANA", "KATAKANA", "HANGUL", "KATAKANA-HIRAGANA", "BOPOMOFO"))


BLANK: Final = "Blank"
"""Title of cards in a new set, before the number."""
NEW_CARD: Final = "New Card"
"""Title of a card that is added without a title, before the number."""
PRODUCES: Final = "produce: good"
SCORES: Final = "score: 1 per world"
"""Required power of cards with variable points."""

_TITLE: Final = re.compile(f"(?:{BLANK}|{NEW_CARD}) [0-9]+")


def is_unfilled(card: Card) -> bool:
    """Return whether a card has a placeholder title and only required powers."""
    powers = {line.text for line in card.powers}
    return _TITLE.fullmatch(card.title) is not None and powers <= {PRODUCES, SCORES}
