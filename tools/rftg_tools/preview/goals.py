"""Goals as the page shows them, beside the cards: as their file has them, or as they last were."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import replace

from rftg_dsl.diagnostics.model import ERROR, Diagnostic
from rftg_dsl.model import Goal
from rftg_dsl.sets.units import Unit
from rftg_dsl.source.nodes import Items, Mapping, Scalar
from rftg_tools.preview.shown import Shown


def shown_goals(
    unit: Unit, findings: Sequence[Diagnostic], before: Sequence[Shown], ids: Iterator[int]
) -> tuple[list[Shown], list[Diagnostic]]:
    """Return the goals of a file as they are shown, and the findings that belong to none.

    The arguments are those of `shown_cards`.
    """
    if unit.root is None:
        return [replace(one, broken=True, findings=()) for one in before], list(findings)
    items = unit.root.values.get("goals")
    entries = items.nodes if isinstance(items, Items) else ()
    nodes = [one for one in entries if isinstance(one, Mapping)]
    own: list[list[Diagnostic]] = [[] for _ in nodes]
    rest: list[Diagnostic] = []
    for one in findings:
        index = _entry_at(unit, nodes, one)
        (rest if index is None else own[index]).append(one)
    known = _known(nodes, before)
    goals = [_shown(unit, *entry, ids) for entry in zip(nodes, own, known, strict=True)]
    return goals, rest


def _entry_at(unit: Unit, nodes: Sequence[Mapping], found: Diagnostic) -> int | None:
    """Return the number of the goal that a finding belongs to, None where it belongs to none."""
    assert unit.root is not None
    index = bisect_right([node.region[:2] for node in nodes], found.region[:2]) - 1
    if index < 0:
        return None
    start = nodes[index].region.line
    is_past = any(start < key.region.line <= found.region.line for key in unit.root.keys.values())
    return None if is_past else index


def _title(node: Mapping) -> str:
    title = node.values.get("title")
    return title.text if isinstance(title, Scalar) else ""


def _known(nodes: Sequence[Mapping], before: Sequence[Shown]) -> list[Shown | None]:
    """Return what was shown of each entry.

    It is found by its title, or by its place where the title is new.
    """
    titles = [_title(node) for node in nodes]
    by_title = {one.title: one for one in before}
    places: list[Shown | None] = [one if one.title not in titles else None for one in before]
    places += [None] * len(nodes)
    pairs = zip(titles, places, strict=False)
    return [by_title.pop(title, None) or place for title, place in pairs]


def _shown(
    unit: Unit,
    node: Mapping,
    findings: Sequence[Diagnostic],
    before: Shown | None,
    ids: Iterator[int],
) -> Shown:
    goal = next((one for one in unit.goals if one.line == node.region.line), None)
    broken = goal is None or any(finding.severity == ERROR for finding in findings)
    shown: Goal | None = replace(goal, line=0) if goal else None
    good = not broken
    if broken and before is not None and (before.good or shown is None):
        shown, good = before.goal, before.good
    title = unit.data.get("title")
    return Shown(
        id=before.id if before else next(ids),
        file=unit.report.file,
        set_title=title if isinstance(title, str) else unit.path.stem,
        number=0,
        title=_title(node),
        line=node.region.line,
        card=None,
        picture=0,
        good=good,
        broken=broken,
        findings=tuple(findings),
        is_goal=True,
        goal=shown,
    )
