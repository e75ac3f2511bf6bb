"""What an earlier reading of a file knows of its entries, by the very nodes that stand in both."""

from __future__ import annotations

from typing import Any, Final, NamedTuple

from rftg_dsl.games import ROLL
from rftg_dsl.sets.units import Draft, Unit


class Known(NamedTuple):
    """What is known of entries, none of which departs from the schema.

    By the `id` of the entry's node, which is its own as long as the earlier reading is there: the
    data of each, and the drafts of cards.
    """

    data: dict[int, Any]
    drafts: dict[int, Draft]


NOTHING: Final = Known({}, {})


def known_of(before: Unit | None, unit: Unit) -> Known:
    """Return what an earlier reading knows and a unit can take over, whose head has been read."""
    if before is None or before.root is None:
        return NOTHING
    like, report = before.report, unit.report
    if like.game is not report.game or like.tokens != report.tokens:
        return NOTHING
    entries = (entry for key in before.root.values for entry in before.entries(key))
    data = {id(node): data for node, data in entries}
    if report.game is ROLL:  # what faces are told of each other is written into their cards
        return Known(data, {})
    return Known(data, {id(draft.node): draft for draft in before.drafts})
