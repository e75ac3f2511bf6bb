"""Uniqueness of ids, titles and start numbers across loaded sets."""

from __future__ import annotations

from typing import NamedTuple

from rftg_dsl.diagnostics.model import Label, Region
from rftg_dsl.sets.units import Draft, Unit
from rftg_dsl.source.nodes import Mapping, Scalar
from rftg_dsl.source.quoting import PLAIN_NAME, quote_scalar


def check_clashes(units: list[Unit], everything: list[list[Unit]]) -> None:
    """Report ids, titles and numbers that are already used, at the later place.

    everything: for each unit those that it requires. Sets of different games are never played
    together, so titles of one are free in the other. Two sets that know nothing of each other may
    use the same start numbers; a game with both numbers one of them anew. Faction tiles of Roll are
    numbered as start worlds of Race are: the lowest number begins.
    """
    _check_ids(units)
    titles_of: dict[str, dict[str, tuple[Unit, Draft]]] = {}
    starts: _Starts = {}
    for unit, required in zip(units, everything, strict=True):
        titles = titles_of.setdefault(unit.report.game.id, {})
        replaced = {title.casefold() for title, _ in unit.words("replaces")}
        for title in replaced:
            _forget(title, titles, starts)
        for draft in unit.drafts:
            _check_title(unit, draft, titles, required)
            _check_start(unit, draft, starts, [*required, unit])


def _forget(title: str, titles: dict[str, tuple[Unit, Draft]], starts: _Starts) -> None:
    gone = titles.pop(title, None)
    numbered = _numbered(gone[1]) if gone is not None else None
    if gone is not None and numbered is not None:
        starts[numbered.what, numbered.number].remove(gone)


def _check_ids(units: list[Unit]) -> None:
    seen: dict[str, Unit] = {}
    for unit in units:
        first = seen.setdefault(unit.id, unit) if unit.id else unit
        if first is not unit and unit.root is not None:
            unit.report.add(
                "E410",
                unit.root.values["set"].region,
                f"the id `{unit.id}` is taken",
                labels=_labels(first),
                help="choose another id",
            )


def _labels(first: Unit) -> tuple[Label, ...]:
    """Return the region of the id of the first set."""
    if first.root is None:
        return ()
    return (Label(first.root.values["set"].region, "first here", first.report.file),)


def _check_title(
    unit: Unit, draft: Draft, titles: dict[str, tuple[Unit, Draft]], required: list[Unit]
) -> None:
    if not draft.title:
        return
    other, first = titles.setdefault(draft.title.casefold(), (unit, draft))
    if first is draft:
        return
    unit.report.add(
        "E404",
        draft.region("title"),
        f"there is a card `{first.title}` already",
        labels=(Label(first.region("title"), "first here", other.report.file),),
        help=_title_advice(unit, other, first.title, required),
    )


def _title_advice(unit: Unit, other: Unit, title: str, required: list[Unit]) -> str:
    """Return advice on a title of `other`; only cards of required sets can be replaced."""
    advice = "choose another title"
    if other is unit or not other.id:
        return advice
    keys = [_with_item(unit, "replaces", title)]
    if other not in required:
        keys.insert(0, _with_item(unit, "requires", other.id))
    return f"{advice}, or write {' and '.join(keys)} in the head of the set"


def _with_item(unit: Unit, key: str, item: str) -> str:
    """Return a list in the head of a set with another item."""
    items = [*(text for text, _ in unit.words(key)), item]
    return f"`{key}: [{', '.join(quote_scalar(text, PLAIN_NAME) for text in items)}]`"


def _check_start(unit: Unit, draft: Draft, starts: _Starts, known: list[Unit]) -> None:
    numbered = _numbered(draft)
    if numbered is None:
        return
    owners = starts.setdefault((numbered.what, numbered.number), [])
    owners.append((unit, draft))
    other, first = next(owner for owner in owners if owner[0] in known)
    before = _numbered(first)
    if first is draft or before is None:
        return
    free = _free_number(numbered.what, known)
    unit.report.add(
        "E405",
        numbered.region,
        f"there is a {numbered.what} with number {numbered.number} already",
        labels=(Label(before.region, f"of `{first.title}`", other.report.file),),
        help=f"write another number; {free} is free",
        replacement=str(free) if numbered.is_alone else None,
    )


def _free_number(what: str, units: list[Unit]) -> int:
    """Return the number after the highest of the start worlds or faction tiles of some units."""
    found = (_numbered(draft) for unit in units for draft in unit.drafts)
    return max(one.number for one in found if one is not None and one.what == what) + 1


class _Numbered(NamedTuple):
    """A card with a start number: what it is, the number and its region.

    is_alone: nothing else stands at the place.
    """

    what: str
    number: int
    region: Region
    is_alone: bool


_Starts = dict[tuple[str, int], list[tuple[Unit, Draft]]]
"""Owners of numbers, by what is numbered."""


def _numbered(draft: Draft) -> _Numbered | None:
    card = draft.card
    if card is None:
        return None
    if card.start is not None:
        start = draft.node.values["start"]
        number = start.values.get("number") if isinstance(start, Mapping) else None
        alone = isinstance(number, Scalar)
        region = number.region if isinstance(number, Scalar) else start.region
        return _Numbered("start world", card.start.number, region, alone)
    if card.tile is not None and card.tile.faction and "faction" in draft.node.values:
        return _Numbered("faction tile", card.tile.faction, draft.region("faction"), True)
    return None
