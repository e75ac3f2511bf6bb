"""What an earlier reading of a file knows of its entries, by the very nodes that stand in both."""

from __future__ import annotations

from typing import Any, Final, NamedTuple

from rftg_dsl.sets.units import Draft, Unit
from rftg_dsl.source.nodes import Items, Mapping


class Known(NamedTuple):
    """What is known of entries, none of which departs from the schema.

    data: of each, by the `id` of its node. fitting: the `id`s of these data. drafts: of cards, by
    the `id` of the node.
    """

    data: dict[int, Any]
    fitting: set[int]
    drafts: dict[int, Draft]


NOTHING: Final = Known({}, set(), {})


def known_of(before: Unit | None, unit: Unit) -> Known:
    """Return what an earlier reading knows and a unit can take over, whose head has been read."""
    if before is None or before.root is None:
        return NOTHING
    like, report = before.report, unit.report
    if like.game is not report.game or like.tokens != report.tokens:
        return NOTHING
    entries = [
        (node, data)
        for key, items in before.root.values.items()
        if isinstance(items, Items)
        for number, (node, data) in enumerate(zip(items.nodes, before.data[key], strict=True))
        if isinstance(node, Mapping) and (key, number) not in before.broken
    ]
    return Known(
        {id(node): data for node, data in entries},
        {id(data) for _, data in entries},
        {id(draft.node): draft for draft in before.drafts},
    )
