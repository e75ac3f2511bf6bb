"""Checks of titles, and uniqueness of ids, titles and start numbers across loaded sets."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from typing import Final, NamedTuple

from rftg_dsl.diagnostics.model import Label, Region, Report
from rftg_dsl.model import Card
from rftg_dsl.sets.units import Draft, Unit
from rftg_dsl.source.nodes import PLAIN_NAME, Items, Mapping, Node, Scalar, quote_scalar


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


def check_clashes(units: list[Unit], all_required: list[list[Unit]]) -> None:
    """Report repeated ids, titles and start numbers, at the later place.

    all_required: required units of each unit. Sets of different games may use the same titles. Sets
    that don't require each other may use the same start numbers; a game with both assigns new ones.
    Faction tiles of Roll are numbered like start worlds of Race.
    """
    _check_ids(units)
    titles_of: dict[str, dict[str, tuple[Unit, Draft]]] = {}
    starts: _Starts = {}
    for unit, required in zip(units, all_required, strict=True):
        titles = titles_of.setdefault(unit.report.game.id, {})
        replaced = {title.casefold() for title, _ in unit.words("replaces")}
        for title in replaced:
            _forget(title, titles, starts)
        for draft in unit.drafts:
            _check_unique_title(unit, draft, titles, required)
            _check_start(unit, draft, starts, [*required, unit])


def _forget(title: str, titles: dict[str, tuple[Unit, Draft]], starts: _Starts) -> None:
    forgotten = titles.pop(title, None)
    start_number = _numbered(forgotten[1]) if forgotten is not None else None
    if forgotten is not None and start_number is not None:
        starts[start_number.noun, start_number.value].remove(forgotten)


def _check_ids(units: list[Unit]) -> None:
    units_by_id: dict[str, Unit] = {}
    for unit in units:
        first = units_by_id.setdefault(unit.id, unit) if unit.id else unit
        if first is not unit and unit.root is not None:
            unit.report.add(
                "E410",
                unit.root.values["set"].region,
                f"the id `{unit.id}` is taken",
                labels=_labels(first),
                help="choose another id",
            )


def _labels(first: Unit) -> tuple[Label, ...]:
    """Return a label at the id of the first set."""
    if first.root is None:
        return ()
    return (Label(first.root.values["set"].region, "first here", first.report.file),)


def _check_unique_title(
    unit: Unit, draft: Draft, titles: dict[str, tuple[Unit, Draft]], required: list[Unit]
) -> None:
    if not draft.title:
        return
    owner, first = titles.setdefault(draft.title.casefold(), (unit, draft))
    if first is draft:
        return
    unit.report.add(
        "E404",
        draft.region("title"),
        f"there already is a card `{first.title}`",
        labels=(Label(first.region("title"), "first here", owner.report.file),),
        help=_title_advice(unit, owner, first.title, required),
    )


def _title_advice(unit: Unit, owner: Unit, title: str, required: list[Unit]) -> str:
    """Return advice for a title that set `other` has. Only cards of required sets are replaced."""
    advice = "choose another title"
    if owner is unit or not owner.id:
        return advice
    keys = [_add_item(unit, "replaces", title)]
    if owner not in required:
        keys.insert(0, _add_item(unit, "requires", owner.id))
    return f"{advice}, or add {' and '.join(keys)} to the set"


def _add_item(unit: Unit, key: str, item: str) -> str:
    """Return a top-level list of a set with an additional item."""
    items = [*(text for text, _ in unit.words(key)), item]
    return f"`{key}: [{', '.join(quote_scalar(text, PLAIN_NAME) for text in items)}]`"


def _check_start(unit: Unit, draft: Draft, starts: _Starts, visible_units: list[Unit]) -> None:
    start_number = _numbered(draft)
    if start_number is None:
        return
    owners = starts.setdefault((start_number.noun, start_number.value), [])
    owners.append((unit, draft))
    owner_unit, first = next(owner for owner in owners if owner[0] in visible_units)
    first_number = _numbered(first)
    if first is draft or first_number is None:
        return
    free = _free_number(start_number.noun, visible_units)
    unit.report.add(
        "E405",
        start_number.region,
        f"there already is a {start_number.noun} with number {start_number.value}",
        labels=(Label(first_number.region, f"`{first.title}`", owner_unit.report.file),),
        help=f"write another number; {free} is free",
        replacement=str(free) if start_number.can_replace else None,
    )


def _free_number(noun: str, units: list[Unit]) -> int:
    """Return the number after the highest start number of this noun."""
    numbered = (_numbered(draft) for unit in units for draft in unit.drafts)
    return (
        max(
            start_number.value
            for start_number in numbered
            if start_number is not None and start_number.noun == noun
        )
        + 1
    )


class _Numbered(NamedTuple):
    """A start number. noun: "start world" or "faction tile".

    can_replace: whether the region contains only the number.
    """

    noun: str
    value: int
    region: Region
    can_replace: bool


_Starts = dict[tuple[str, int], list[tuple[Unit, Draft]]]
"""Owners of start numbers, by noun and value."""


def _numbered(draft: Draft) -> _Numbered | None:
    card = draft.card
    if card is None:
        return None
    if card.start is not None:
        start = draft.node.values["start"]
        node = start.values.get("number") if isinstance(start, Mapping) else None
        has_node = isinstance(node, Scalar)
        region = node.region if isinstance(node, Scalar) else start.region
        return _Numbered("start world", card.start.number, region, has_node)
    if card.tile is not None and card.tile.faction and "faction" in draft.node.values:
        return _Numbered("faction tile", card.tile.faction, draft.region("faction"), True)
    return None
