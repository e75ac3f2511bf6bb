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
    """Report incomplete tiles, and link the faces of each tile."""
    by_title = {draft.title: draft for draft in unit.drafts if draft.title}
    named_by: dict[str, Draft] = {}
    for draft in unit.drafts:
        key = _link(draft)
        if key is not None:
            _join(draft, key, by_title, named_by, unit.report)
    are_faces_valid = all(draft.card is not None for draft in unit.drafts)
    for draft in unit.drafts:
        if are_faces_valid:  # otherwise, a broken face might be the missing face
            _check_complete(draft, draft.title in named_by, unit.report)
        _check_good(draft, unit.report)


def _link(draft: Draft) -> str | None:
    return next((key for key in LINKS if key in draft.node.values), None)


def _join(
    draft: Draft, key: str, by_title: dict[str, Draft], named_by: dict[str, Draft], report: Report
) -> None:
    """Link a face with the face that a key names, or report the link."""
    title = draft.node.text(key)
    if not title:
        return  # already reported as an invalid value
    linked = by_title.get(title)
    region = draft.region(key)
    are_mutual = linked is not None and linked is not draft and linked.node.text(key) == draft.title
    if are_mutual and named_by.get(draft.title) is linked:
        return  # linked from the other face already, which is allowed
    if linked is None:
        suggestion = report.nearest(title, by_title)
        if suggestion:
            named_by.setdefault(suggestion, draft)  # avoids a second finding for the same mistake
        help = f"write `{suggestion}`" if suggestion else "add a face with this title to the set"
        text = f"there is no face `{title}` in the set"
        report.add("E421", region, text, help=help, replacement=suggestion)
    elif linked is draft or title in named_by or not (are_mutual or _link(linked) is None):
        text = f"`{title}` already belongs to this or another tile"
        owner = named_by.get(title)
        labels = (Label(owner.region("title"), "linked from here"),) if owner else ()
        help = "link each face with only one other face"
        report.add("E421", region, text, labels=labels, help=help)
    else:
        named_by[title] = draft
        _check_pair(draft, linked, key, report)
        if draft.card is not None and linked.card is not None:
            _link_back(draft, linked)


def _check_pair(draft: Draft, other_draft: Draft, key: str, report: Report) -> None:
    """Report two faces that can't be on the same tile."""
    first, second = draft.card, other_draft.card
    if first is None or second is None or first.tile is None or second.tile is None:
        return
    if key == "other side" and first.type == second.type:
        report.add(
            "E421",
            draft.region(key),
            f"both sides of this tile are a {first.type}",
            labels=(Label(other_draft.region("title"), f"a {second.type}"),),
            help="a tile has a development on one side and a world on the other",
        )
    if key == "beside" and not first.tile.faction:
        report.add(
            "E421",
            draft.region(key),
            "only faction tiles have both faces on the same side",
            help="add a `faction:` number, or write `other side:` instead of `beside:`",
        )
    if second.tile.faction and second.tile.faction != first.tile.faction:
        report.add(
            "E421",
            other_draft.region("faction"),
            "the number of a faction tile belongs to the face with `beside:`",
            help="leave it out here",
        )


def _link_back(draft: Draft, other_draft: Draft) -> None:
    """Copy the facts about the tile to the other face."""
    assert draft.card is not None
    assert draft.card.tile is not None
    assert other_draft.card is not None
    tile = replace(draft.card.tile, other=draft.title)
    other_draft.card = replace(other_draft.card, tile=tile)


def _check_complete(draft: Draft, is_named: bool, report: Report) -> None:
    if draft.card is None or draft.card.tile is None:
        return
    if draft.card.tile.home:
        if is_named:
            text = "a home world has only one face, but another face links to it"
            report.add("E421", draft.region("home"), text, help="leave `home: yes` out")
    elif not is_named and _link(draft) is None:
        key = "beside" if draft.card.tile.faction else "other side"
        report.add(
            "E421",
            draft.region("title"),
            f"the tile of `{draft.title}` has no other face",
            help=f"add `{key}:` here or at the other face, or `home: yes` for a home world",
        )


def _check_good(draft: Draft, report: Report) -> None:
    """Report dice as goods on faces that can't have goods."""
    for source_line, line in draft.lines:
        for effect in line.power.effects:
            is_gray = draft.card is not None and draft.card.kind is None
            dice = effect.dice if isinstance(effect, NewDice) else None
            if dice is not None and dice.place == "goods" and is_gray:
                report.add(
                    "E421",
                    source_line.region(dice.span),
                    "this face can't have a good, because it is not a world with a kind",
                    help="write `in citizenry` or `in cup`, or add a `kind:` to the world",
                )
