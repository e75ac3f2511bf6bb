"""Checks of complete tiles of Roll for the Galaxy: both faces, and goods dice."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from rftg_dsl.diagnostics.model import Label, Report
from rftg_dsl.sets.units import Draft, Unit
from rftg_dsl.words.roll.workers import NewDice

LINKS: Final = ("other side", "beside")
"""Keys with the title of the other face of a tile."""


def check_tiles(unit: Unit) -> None:
    """Report faces without another side, and link the faces of each tile."""
    by_title = {draft.title: draft for draft in unit.drafts if draft.title}
    named: dict[str, Draft] = {}
    for draft in unit.drafts:
        key = _link(draft)
        if key is not None:
            _join(draft, key, by_title, named, unit.report)
    sound = all(draft.card is not None for draft in unit.drafts)
    for draft in unit.drafts:
        if sound:  # else what names a face may be what is wrong
            _check_whole(draft, draft.title in named, unit.report)
        _check_good(draft, unit.report)


def _link(draft: Draft) -> str | None:
    return next((key for key in LINKS if key in draft.node.values), None)


def _named(draft: Draft, key: str) -> str:
    """Return the title at a key of a face, "" if there is none."""
    return getattr(draft.node.values.get(key), "text", "")


def _join(
    draft: Draft, key: str, by_title: dict[str, Draft], named: dict[str, Draft], report: Report
) -> None:
    """Record the other face that a face names."""
    title = _named(draft, key)
    if not title:
        return  # what stands there names nothing, which is reported
    other = by_title.get(title)
    region = draft.region(key)
    each_other = other is not None and other is not draft and _named(other, key) == draft.title
    if each_other and named.get(draft.title) is other:
        return  # the other one has told it already: to say it at both is no mistake
    if other is None:
        near = report.nearest(title, by_title)
        if near:
            named.setdefault(near, draft)  # else that one would be told that its tile is not whole
        help = f"write `{near}`" if near else "add a face of this title to the set"
        text = f"the set has no face `{title}`"
        report.add("E421", region, text, help=help, replacement=near)
    elif other is draft or title in named or not (each_other or _link(other) is None):
        text = f"`{title}` belongs to this tile already, or to another"
        labels = (Label(named[title].region("title"), "to this one"),) if title in named else ()
        help = "name each face of a tile once, by the other one"
        report.add("E421", region, text, labels=labels, help=help)
    else:
        named[title] = draft
        _check_pair(draft, other, key, report)
        if draft.card is not None and other.card is not None:
            _tell(draft, other)


def _check_pair(draft: Draft, other: Draft, key: str, report: Report) -> None:
    """Report two faces that cannot be on the same tile."""
    one, two = draft.card, other.card
    if one is None or two is None or one.tile is None or two.tile is None:
        return
    if key == "other side" and one.type == two.type:
        report.add(
            "E421",
            draft.region(key),
            f"both sides of this tile are a {one.type}",
            labels=(Label(other.region("title"), f"a {two.type}"),),
            help="a tile has a development on one side, and a world on the other",
        )
    if key == "beside" and not one.tile.faction:
        report.add(
            "E421",
            draft.region(key),
            "only faction tiles have their faces beside each other",
            help="write `faction:` with a number, or `other side:` for `beside:`",
        )
    if two.tile.faction and two.tile.faction != one.tile.faction:
        report.add(
            "E421",
            other.region("faction"),
            "the number of a faction tile stands at the face that names the other",
            help="leave it out here",
        )


def _tell(draft: Draft, other: Draft) -> None:
    """Copy the facts of the tile from one face to the other."""
    assert draft.card is not None
    assert draft.card.tile is not None
    assert other.card is not None
    tile = replace(draft.card.tile, other=draft.title)
    other.card = replace(other.card, tile=tile)


def _check_whole(draft: Draft, is_named: bool, report: Report) -> None:
    if draft.card is None or draft.card.tile is None:
        return
    if draft.card.tile.home:
        if is_named:
            text = "a home world has one face, and another face names it"
            report.add("E421", draft.region("home"), text, help="leave `home: yes` out")
    elif not is_named and _link(draft) is None:
        key = "beside" if draft.card.tile.faction else "other side"
        report.add(
            "E421",
            draft.region("title"),
            f"the tile of `{draft.title}` has no other face",
            help=f"name it with `{key}:` here, or this one at the other face; "
            "`home: yes` makes this a home world",
        )


def _check_good(draft: Draft, report: Report) -> None:
    """Report goods dice on faces that cannot have goods."""
    for written, line in draft.lines:
        for effect in line.power.effects:
            on_gray = draft.card is not None and draft.card.kind is None
            dice = effect.dice if isinstance(effect, NewDice) else None
            if dice is not None and dice.place == "goods" and on_gray:
                report.add(
                    "E421",
                    written.region(dice.span),
                    "no good lies on this face: it is no world with a kind",
                    help="write `in citizenry` or `in cup`, or give the world a `kind:`",
                )
