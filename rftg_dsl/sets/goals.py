"""Goals and search categories of a set, with the positions of their parts."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any, Final, TypeVar

from rftg_dsl.diagnostics.model import Label, Region, Report
from rftg_dsl.model import Goal, SearchCategory
from rftg_dsl.semantics.select import selectors_of
from rftg_dsl.semantics.suspicious import check_articles
from rftg_dsl.sets.units import Unit
from rftg_dsl.source.nodes import Items, Mapping, Scalar
from rftg_dsl.syntax.ast import Condition, Selector
from rftg_dsl.syntax.parser import PowerSyntaxError, parse_cards, parse_goal, parse_measure
from rftg_dsl.syntax.written import Written, report_large_numbers, text_line
from rftg_dsl.words.checks import SemanticError
from rftg_dsl.words.counts import check_bounds, check_count, check_goods

Read = TypeVar("Read")


def read_tiles(unit: Unit) -> None:
    """Parse the goals and searches of a set, except broken entries."""
    for node, data in unit.entries("goals"):
        goal = _goal(unit, node, data)
        if goal is not None:
            unit.goals.append(goal)
    for node, data in unit.entries("search"):
        category = _category(unit, node, data)
        if category is not None:
            unit.search.append(category)
    _check_titles(unit, "goals")
    _check_titles(unit, "search")


def _goal(unit: Unit, node: Mapping, data: dict[str, Any]) -> Goal | None:
    most = "most" in data
    written = _text(node, "most" if most else "first", unit.report)
    if written is None:
        return None
    if most:
        ways = _parsed(written, _most(data["least"]), "measure", unit.report)
    else:
        ways = _parsed(written, parse_goal, "goal", unit.report)
    check_articles(written, unit.report)
    if ways is None or not _is_sound(ways, written, unit.report):
        return None
    counts = [count for way in ways for count in way]
    if not most:
        _check_numbers(counts, written, unit.report)
    unit.named += [(written, cards) for one in counts for cards in selectors_of(one.count)]
    unit.counted += [(written, one.count) for one in counts]
    return Goal(
        data["title"],
        most,
        ways,
        data.get("least", 0),
        tuple(data["after"]),
        data.get("needs", ""),
        written.text,
        node.region.line,
    )


def _most(least: int) -> Callable[[str], tuple[tuple[Condition, ...], ...]]:
    """Return a function that reads what is counted as a condition: at least `least` of it."""

    def read(text: str) -> tuple[tuple[Condition, ...], ...]:
        things = parse_measure(text)
        return ((Condition("have", least, None, things, things.span),),)

    return read


def _category(unit: Unit, node: Mapping, data: dict[str, Any]) -> SearchCategory | None:
    written = _text(node, "cards", unit.report)
    if written is None:
        return None
    selectors = _parsed(written, parse_cards, "cards", unit.report)
    check_articles(written, unit.report)
    if selectors is None or not all(_is_plain(one, written, unit.report) for one in selectors):
        return None
    for number, selector in enumerate(selectors):
        if selector in selectors[:number]:
            region = written.region(selector.span)
            text = "these cards are said twice"
            unit.report.add("E318", region, text, help="leave them out here")
    unit.named += [(written, selector) for selector in selectors]
    takeovers = data.get("needs") == "takeovers"
    return SearchCategory(data["title"], selectors, takeovers, written.text, node.region.line)


def _text(node: Mapping, key: str, report: Report) -> Written | None:
    value = node.values[key]
    assert isinstance(value, Scalar)
    return text_line(value, report)


def _parsed(
    written: Written, read: Callable[[str], Read], rule: str, report: Report
) -> Read | None:
    """Parse a text by a grammar rule; return None after reporting a problem."""
    if report_large_numbers(written, report):
        return None
    try:
        return read(written.text)
    except PowerSyntaxError:
        from rftg_dsl.suggest.power_lines import report_syntax_error

        report_syntax_error(written, report, rule)
        return None


def _is_sound(ways: tuple[tuple[Condition, ...], ...], written: Written, report: Report) -> bool:
    """Report counts that are never or always met; return whether there are none."""
    sound = True
    for count in (count for way in ways for count in way):
        others = selectors_of(count.count)
        if not _is_known(count, written, report) or not all(
            _is_plain(one, written, report) for one in others
        ):
            sound = False
    return sound


def _is_known(having: Condition, written: Written, report: Report) -> bool:
    """Return whether a count can decide a goal; report it if not."""
    try:
        check_bounds(having, "E312")
        check_count(having.count, "goals", "E312")
        if having.count.goods is not None:
            check_goods(having.count.goods)
    except SemanticError as error:
        report.add(error.code, written.region(error.span), error.message, help=error.help)
        return False
    return True


def _check_numbers(counts: list[Condition], written: Written, report: Report) -> None:
    """Report counts without a number; below zero is one number or another."""
    for count in counts:
        text = written.text[count.span.start : count.span.end]
        word = text.partition(" ")[0].lower()
        if count.count.things != "negative military" and not _HOW_MANY.match(text):
            from rftg_dsl.suggest.phrases import NUMBERS

            if word in NUMBERS:
                continue  # a number in words, which is refused as a keyword
            region = written.region(count.span)
            what = f"`{text}` does not say how many, so one is enough"
            report.add("W525", region, what, help=f"put a number before it: `1 {text}`")


_HOW_MANY: Final = re.compile("[0-9]|an? |no ", re.IGNORECASE)


def _is_plain(selector: Selector, written: Written, report: Report) -> bool:
    """Return whether a selector that belongs to no card leaves none out."""
    if selector.other:
        report.add(
            "E311",
            written.region(selector.span),
            "`other` leaves out the card that says it, and here none does",
            help="leave out `other`",
        )
    return not selector.other


def _check_titles(unit: Unit, key: str) -> None:
    """Report duplicate titles in a list."""
    seen: dict[str, Region] = {}
    items = unit.root.values.get(key) if unit.root else None
    for node in items.nodes if isinstance(items, Items) else ():
        title = node.values.get("title") if isinstance(node, Mapping) else None
        if isinstance(title, Scalar):
            first = seen.setdefault(title.text.casefold(), title.region)
            if first != title.region:
                text = f"`{title.text}` stands twice in `{key}`"
                labels = (Label(first, "first here"),)
                unit.report.add("E404", title.region, text, labels=labels, help="title it anew")
