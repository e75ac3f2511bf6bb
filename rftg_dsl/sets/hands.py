"""Preset hands of a set: for a first game, and for a scenario."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from rftg_dsl.diagnostics.model import Label, Report
from rftg_dsl.diagnostics.text import counted
from rftg_dsl.semantics.selectors import Scope, check_title
from rftg_dsl.sets.units import Unit
from rftg_dsl.source.nodes import Items, Mapping, Scalar
from rftg_dsl.source.quoting import rejoin_titles


def check_hands(unit: Unit, required: list[Unit], scope: Scope) -> None:
    """Report hands of a unit with unknown cards, too many of one, or a number that is taken."""
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
    hands = unit.root.values.get(key) if unit.root else None
    nodes = hands.nodes if isinstance(hands, Items) else ()
    return [hand for hand in nodes if isinstance(hand, Mapping)]


def _titles(hand: Mapping) -> Iterator[Scalar]:
    cards = hand.values.get("cards")
    nodes = cards.nodes if isinstance(cards, Items) else []
    for node in [hand.values.get("start world"), *nodes]:
        if isinstance(node, Scalar):
            yield node


def _rejoin(hand: Mapping, scope: Scope, report: Report) -> None:
    """Put titles with a comma together again, after a finding for each."""
    cards = hand.values.get("cards")
    if isinstance(cards, Items):
        entries = [node for node in cards.nodes if isinstance(node, Scalar)]
        known = scope.titles
        cards.nodes[:] = rejoin_titles(
            entries, known.values(), lambda text: text.casefold() in known, "E407", report
        )


def _check_start_world(hand: Mapping, scope: Scope, report: Report) -> None:
    node = hand.values.get("start world")
    if isinstance(node, Scalar):
        card = scope.cards.get(node.text)
        if card is not None and card.start is None:
            text = f"`{card.title}` is no start world"
            report.add("E407", node.region, text, help="give that card a `start:`")


def _check_numbers(unit: Unit, required: list[Unit]) -> None:
    """Report a preset hand with a number that another set in use has."""
    seen: dict[str, tuple[Unit, Scalar]] = {}
    for other in [*required, unit]:
        for hand in _hands(other, "preset hands"):
            number = hand.values.get("number")
            if not isinstance(number, Scalar):
                continue
            owner, first = seen.setdefault(number.text, (other, number))
            if first is not number and other is unit:
                text = f"preset hand {number.text} stands twice"
                labels = (Label(first.region, "first here", owner.report.file),)
                unit.report.add("E412", number.region, text, labels=labels, help="number it anew")


def copies_in_use(unit: Unit, required: list[Unit]) -> Counter[str]:
    """Count the copies of each card."""
    copies: Counter[str] = Counter()
    for one in [*required, unit]:
        for draft in one.drafts:
            if draft.card is not None:
                copies[draft.title] += draft.card.copies
        added = one.data.get("copies")
        for title, number in added.items() if isinstance(added, dict) else ():
            if isinstance(number, int) and copies[title]:
                copies[title] += number
    return copies


def _check_copies(unit: Unit, units: list[Unit], key: str, copies: Counter[str]) -> None:
    """Report hands that cannot all be dealt at the same time."""
    dealt: Counter[str] = Counter()
    for one in units:
        for hand in _hands(one, key):
            for title in _titles(hand):
                dealt[title.text] += 1
                there = copies[title.text]
                if one is unit and there and dealt[title.text] > there:
                    unit.report.add(
                        "E414",
                        title.region,
                        f"the hands hold {dealt[title.text]} of `{title.text}`, and there"
                        f" {'is' if there == 1 else 'are'} {counted(there, 'copy', 'copies')}",
                        help="name another card",
                    )


def _check_replaced(unit: Unit, required: list[Unit]) -> None:
    """Report hands with a replaced card, unless a new card has its title."""
    own = unit.titles
    gone = {title: region for title, region in unit.words("replaces") if title not in own}
    for other in [*required, unit]:
        for key in ("preset hands", "scenario"):
            for hand in _hands(other, key):
                for title in _titles(hand):
                    if title.text in gone:
                        unit.report.add(
                            "W513",
                            gone.pop(title.text),
                            f"`{title.text}` is in the {key} of `{other.id}`, which cannot be"
                            " dealt without it",
                            labels=(Label(title.region, "dealt here", other.report.file),),
                            help="write a card with this title, or leave it out of `replaces:`",
                        )
