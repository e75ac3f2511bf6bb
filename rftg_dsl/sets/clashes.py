"""What may stand only once among all the sets that are loaded: ids, titles, start numbers."""

from __future__ import annotations

from rftg_dsl.diagnostics.model import Label, Region
from rftg_dsl.sets.units import Draft, Unit
from rftg_dsl.source.nodes import Mapping, Scalar


def check_clashes(units: list[Unit], everything: list[list[Unit]]) -> None:
    """Report ids, titles and start numbers that are taken, at the later of the two places.

    everything: for each unit those that it requires. Sets of different games are never played
    together, so titles of one are free in the other. Two sets that know nothing of each other may
    use the same start numbers; a game with both numbers one of them anew.
    """
    _check_ids(units)
    titles_of: dict[str, dict[str, tuple[Unit, Draft]]] = {}
    starts: dict[int, list[tuple[Unit, Draft]]] = {}
    for unit, required in zip(units, everything, strict=True):
        titles = titles_of.setdefault(unit.report.game.id, {})
        replaced = {title.casefold() for title, _ in unit.words("replaces")}
        for title in replaced:
            _forget(title, titles, starts)
        for draft in unit.drafts:
            _check_title(unit, draft, titles)
            _check_start(unit, draft, starts, [*required, unit])


def _forget(
    title: str, titles: dict[str, tuple[Unit, Draft]], starts: dict[int, list[tuple[Unit, Draft]]]
) -> None:
    gone = titles.pop(title, None)
    if gone is not None and gone[1].card is not None and gone[1].card.start is not None:
        starts[gone[1].card.start.number].remove(gone)


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
    """Return where the set that came first gives its id."""
    if first.root is None:
        return ()
    return (Label(first.root.values["set"].region, "first here", first.report.file),)


def _check_title(unit: Unit, draft: Draft, titles: dict[str, tuple[Unit, Draft]]) -> None:
    if not draft.title:
        return
    other, first = titles.setdefault(draft.title.casefold(), (unit, draft))
    if first is draft:
        return
    advice = "choose another title"
    if other is not unit:
        advice += f", or write `replaces: [{first.title}]` in the head of the set"
    unit.report.add(
        "E404",
        draft.region("title"),
        f"there is a card `{first.title}` already",
        labels=(Label(first.region("title"), "first here", other.report.file),),
        help=advice,
    )


def _check_start(
    unit: Unit, draft: Draft, starts: dict[int, list[tuple[Unit, Draft]]], known: list[Unit]
) -> None:
    if draft.card is None or draft.card.start is None:
        return
    number = draft.card.start.number
    owners = starts.setdefault(number, [])
    owners.append((unit, draft))
    other, first = next(owner for owner in owners if owner[0] in known)
    if first is draft:
        return
    free = _free_number(known)
    region = _start_region(draft)
    unit.report.add(
        "E405",
        region,
        f"there is a start world with number {number} already",
        labels=(Label(_start_region(first), f"of `{first.title}`", other.report.file),),
        help=f"write another number; {free} is free",
        replacement=str(free) if region != draft.node.values["start"].region else None,
    )


def _free_number(units: list[Unit]) -> int:
    """Return the number after the highest of the start worlds of some units."""
    cards = [draft.card for unit in units for draft in unit.drafts if draft.card is not None]
    return max(card.start.number for card in cards if card.start is not None) + 1


def _start_region(draft: Draft) -> Region:
    start = draft.node.values["start"]
    number = start.values.get("number") if isinstance(start, Mapping) else None
    return number.region if isinstance(number, Scalar) else start.region
