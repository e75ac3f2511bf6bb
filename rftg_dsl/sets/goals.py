"""Goals and search categories of a set, with the positions of their parts."""

from __future__ import annotations

import re
from typing import Any, Final

from rftg_dsl.diagnostics.model import Label, Region, Report
from rftg_dsl.model import Goal, SearchCategory
from rftg_dsl.semantics.select import selectors_of
from rftg_dsl.semantics.suspicious import check_articles
from rftg_dsl.sets.units import Unit
from rftg_dsl.source.nodes import Mapping, Scalar
from rftg_dsl.syntax.ast import Condition, Selector
from rftg_dsl.syntax.parser import PowerSyntaxError, parse
from rftg_dsl.syntax.written import SourceLine, report_large_numbers, text_line
from rftg_dsl.words.checks import SemanticError
from rftg_dsl.words.counts import check_bounds, check_count, check_goods


def read_tiles(unit: Unit) -> None:
    """Parse the goals and search categories of a set, except broken entries."""
    for node, data in unit.entries("goals"):
        goal = _read_goal(unit, node, data)
        if goal is not None:
            unit.goals.append(goal)
    for node, data in unit.entries("search"):
        category = _read_category(unit, node, data)
        if category is not None:
            unit.search.append(category)
    _check_titles(unit, "goals")
    _check_titles(unit, "search")


def _read_goal(unit: Unit, node: Mapping, data: dict[str, Any]) -> Goal | None:
    is_most = "most" in data
    source_line = _read_text(node, "most" if is_most else "first", unit.report)
    if source_line is None:
        return None
    parsed = parse_text(source_line, "measure" if is_most else "goal", unit.report)
    check_articles(source_line, unit.report)
    if parsed is None:
        return None
    alternatives = (
        ((Condition("have", data["least"], None, parsed, parsed.span),),) if is_most else parsed
    )
    if not _is_sound(alternatives, source_line, unit.report):
        return None
    counts = [count for conditions in alternatives for count in conditions]
    if not is_most:
        _check_numbers(counts, source_line, unit.report)
    unit.named_selectors += [
        (source_line, cards) for condition in counts for cards in selectors_of(condition.count)
    ]
    unit.goal_counts += [(source_line, condition.count) for condition in counts]
    return Goal(
        data["title"],
        is_most,
        alternatives,
        data.get("least", 0),
        tuple(data["after"]),
        data.get("needs", ""),
        source_line.text,
        node.region.line,
    )


def _read_category(unit: Unit, node: Mapping, data: dict[str, Any]) -> SearchCategory | None:
    source_line = _read_text(node, "cards", unit.report)
    if source_line is None:
        return None
    selectors = parse_text(source_line, "cards", unit.report)
    check_articles(source_line, unit.report)
    if selectors is None or not all(
        _is_plain(selector, source_line, unit.report) for selector in selectors
    ):
        return None
    for index, selector in enumerate(selectors):
        if selector in selectors[:index]:
            region = source_line.region(selector.span)
            text = "these cards are listed twice"
            unit.report.add("E318", region, text, help="leave them out here")
    unit.named_selectors += [(source_line, selector) for selector in selectors]
    needs_takeovers = data.get("needs") == "takeovers"
    return SearchCategory(
        data["title"], selectors, needs_takeovers, source_line.text, node.region.line
    )


def _read_text(node: Mapping, key: str, report: Report) -> SourceLine | None:
    value = node.values[key]
    assert isinstance(value, Scalar)
    return text_line(value, report)


def parse_text(source_line: SourceLine, rule: str, report: Report) -> Any:
    """Return the AST of a text by a start rule, or None after reporting a problem."""
    if report_large_numbers(source_line, report):
        return None
    try:
        return parse(source_line.text, rule)
    except PowerSyntaxError:
        from rftg_dsl.suggest.power_lines import report_syntax_error

        report_syntax_error(source_line, report, rule)
        return None


def _is_sound(
    alternatives: tuple[tuple[Condition, ...], ...], source_line: SourceLine, report: Report
) -> bool:
    """Report conditions that are never or always true. Return True if there are none."""
    is_sound = True
    for condition in (condition for conditions in alternatives for condition in conditions):
        selectors = selectors_of(condition.count)
        if not _is_known(condition, source_line, report) or not all(
            _is_plain(selector, source_line, report) for selector in selectors
        ):
            is_sound = False
    return is_sound


def _is_known(having: Condition, source_line: SourceLine, report: Report) -> bool:
    """Return whether a count can be used in a goal, and report it if not."""
    try:
        check_bounds(having, "E312")
        check_count(having.count, "goals", "E312")
        if having.count.goods is not None:
            check_goods(having.count.goods)
    except SemanticError as error:
        report.add(error.code, source_line.region(error.span), error.message, help=error.help)
        return False
    return True


def _check_numbers(counts: list[Condition], source_line: SourceLine, report: Report) -> None:
    """Report counts without a number, except negative military."""
    for condition in counts:
        text = source_line.text[condition.span.start : condition.span.end]
        word = text.partition(" ")[0].lower()
        if condition.count.things != "negative military" and not _HOW_MANY.match(text):
            from rftg_dsl.suggest.phrases import NUMBERS

            if word in NUMBERS:
                continue  # a number in words, which is reported as an unknown keyword
            region = source_line.region(condition.span)
            message = f"`{text}` has no number, so one is enough"
            report.add("W525", region, message, help=f"put a number before it: `1 {text}`")


_HOW_MANY: Final = re.compile("[0-9]|an? |no ", re.IGNORECASE)


def _is_plain(selector: Selector, source_line: SourceLine, report: Report) -> bool:
    """Return whether a selector of a goal or category has no `other`, and report it if not."""
    if selector.other:
        report.add(
            "E311",
            source_line.region(selector.span),
            "`other` excludes the card with the power, but this is not a card",
            help="leave out `other`",
        )
    return not selector.other


def _check_titles(unit: Unit, key: str) -> None:
    """Report repeated titles in a list."""
    first_regions: dict[str, Region] = {}
    for _index, node in unit.nodes(key):
        title = node.values.get("title")
        if isinstance(title, Scalar):
            first = first_regions.setdefault(title.text.casefold(), title.region)
            if first != title.region:
                text = f"`{title.text}` appears twice in `{key}`"
                labels = (Label(first, "first here"),)
                help = "choose another title"
                unit.report.add("E404", title.region, text, labels=labels, help=help)
