"""Checks of preset hands, for first games and for scenarios."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from rftg_dsl.diagnostics.model import Label, Report
from rftg_dsl.diagnostics.text import counted, there_are
from rftg_dsl.semantics.selectors import Scope, check_title
from rftg_dsl.sets.units import Unit
from rftg_dsl.source.nodes import Items, Mapping, Scalar
from rftg_dsl.source.quoting import rejoin_titles


def check_hands(unit: Unit, required: list[Unit], scope: Scope) -> None:
    """Report hands with unknown cards, too many copies of a card, or a repeated number."""
    for key in ("preset hands", "scenario"):
        for hand in _hands(unit, key):
            _rejoin(hand, scope, unit.report)
            for title in _titles(hand):
                check_title(title.text, title.region, "E407", scope, unit.report)
            _check_start_world(hand, scope, unit.report)
    _check_numbers(unit, required)
    copies = copies_in_use(unit, required)
    _check_copies(unit, [*required, unit], "preset hands", copies)
    _check_copies(unit, [unit], "scenario", copies)
    _check_replaced(unit, required)


def _hands(unit: Unit, key: str) -> list[Mapping]:
    return unit.root.mappings(key) if unit.root else []


def _titles(hand: Mapping) -> Iterator[Scalar]:
    start = hand.values.get("start world")
    if isinstance(start, Scalar):
        yield start
    yield from hand.scalars("cards")


def _rejoin(hand: Mapping, scope: Scope, report: Report) -> None:
    """Rejoin and report unquoted titles with commas."""
    cards = hand.values.get("cards")
    if isinstance(cards, Items):
        titles = scope.titles
        cards.nodes[:] = rejoin_titles(
            hand.scalars("cards"),
            titles.values(),
            lambda text: text.casefold() in titles,
            "E407",
            report,
        )


def _check_start_world(hand: Mapping, scope: Scope, report: Report) -> None:
    node = hand.values.get("start world")
    if isinstance(node, Scalar):
        card = scope.cards.get(node.text)
        if card is not None and card.start is None:
            text = f"`{card.title}` is not a start world"
            report.add("E407", node.region, text, help="add `start:` to that card")


def _check_numbers(unit: Unit, required: list[Unit]) -> None:
    """Report preset hands with a number that is already used."""
    first_uses: dict[str, tuple[Unit, Scalar]] = {}
    for owner_unit in [*required, unit]:
        for hand in _hands(owner_unit, "preset hands"):
            number_node = hand.values.get("number")
            if not isinstance(number_node, Scalar):
                continue
            owner, first = first_uses.setdefault(number_node.text, (owner_unit, number_node))
            if first is not number_node and owner_unit is unit:
                text = f"there already is a preset hand {number_node.text}"
                labels = (Label(first.region, "first here", owner.report.file),)
                help = "choose another number"
                unit.report.add("E412", number_node.region, text, labels=labels, help=help)


def copies_in_use(unit: Unit, required: list[Unit]) -> Counter[str]:
    """Count the copies of each card in a unit and its required units."""
    copies: Counter[str] = Counter()
    for counted_unit in [*required, unit]:
        for draft in counted_unit.drafts:
            if draft.card is not None:
                copies[draft.title] += draft.card.copies
        added = counted_unit.data.get("copies")
        for title, count in added.items() if isinstance(added, dict) else ():
            if isinstance(count, int) and copies[title]:
                copies[title] += count
    return copies


def _check_copies(unit: Unit, units: list[Unit], key: str, copies: Counter[str]) -> None:
    """Report hands that can't all be dealt at the same time."""
    dealt: Counter[str] = Counter()
    for dealing_unit in units:
        for hand in _hands(dealing_unit, key):
            for title in _titles(hand):
                dealt[title.text] += 1
                available = copies[title.text]
                if dealing_unit is unit and available and dealt[title.text] > available:
                    unit.report.add(
                        "E414",
                        title.region,
                        f"the hands contain {counted(dealt[title.text], 'copy', 'copies')} of"
                        f" `{title.text}`, but {there_are(available)}",
                        help="use another card",
                    )


def _check_replaced(unit: Unit, required: list[Unit]) -> None:
    """Report hands with a replaced card, unless a new card has its title."""
    own_titles = unit.titles
    removed = {title: region for title, region in unit.words("replaces") if title not in own_titles}
    for dealing_unit in [*required, unit]:
        for key in ("preset hands", "scenario"):
            for hand in _hands(dealing_unit, key):
                for title in _titles(hand):
                    if title.text in removed:
                        unit.report.add(
                            "W513",
                            removed.pop(title.text),
                            f"the {key} of `{dealing_unit.id}` can't be dealt without"
                            f" `{title.text}`",
                            labels=(Label(title.region, "dealt here", dealing_unit.report.file),),
                            help="add a card with this title, or remove it from `replaces:`",
                        )
