"""Checks of complete cards: every power can have an effect, and nothing is missing."""

from __future__ import annotations

from typing import Final

from rftg_dsl.diagnostics.model import Edit, Label, Region, Report
from rftg_dsl.model import Card, PowerLine
from rftg_dsl.semantics.suspicious import check_unlikely
from rftg_dsl.sets.units import Draft, Unit
from rftg_dsl.source.schema import CARD_TYPE_KEYS
from rftg_dsl.syntax.ast import Effect, Power, Span
from rftg_dsl.syntax.written import Written


def check_cards(unit: Unit) -> None:
    """Report the problems of each card of a set."""
    report = unit.report
    for draft in unit.drafts:
        if draft.own_findings is None:
            before = len(report.found)
            check_card(draft, report)
            draft.own_findings = tuple(report.found[before:])
        else:
            report.found += draft.own_findings


def check_card(draft: Draft, report: Report) -> None:
    """Report the problems of a card."""
    card = draft.card
    if card is None:
        return
    _check_points(card, draft, report)
    _check_source_of_goods(card, draft, report)
    _check_copies(card, draft, report)
    _check_art(card, draft, report)
    for written, line in draft.lines:
        _check_goods_here(draft, card, written, line.power, report)
        _check_own_placement(draft, card, written, line.power, report)
        _check_setup(card, written, line.power, report)
        check_unlikely(card, written, line.power, report)
    _check_saved(draft, report)
    _check_twice(draft, report)


def _check_points(card: Card, draft: Draft, report: Report) -> None:
    scores = [(written, line) for written, line in draft.lines if line.power.phase == "score"]
    if card.vp is None and not scores and draft.whole:
        report.add(
            "E320",
            draft.region("vp"),
            "the points are variable, and no line says how many they are",
            help="add a line like `score: 1 per world`, or write a number",
        )
    if card.vp is not None and scores:
        written = scores[0][0]
        report.add(
            "E321",
            written.whole,
            f"the card has {card.vp} VP printed, so it has no scoring lines",
            labels=(Label(draft.region("vp"), "printed here"),),
            help="write `vp: variable`",
            edits=(Edit(draft.region("vp"), "variable"),),
        )


def _check_source_of_goods(card: Card, draft: Draft, report: Report) -> None:
    produces = any(_produces_here(line) for _, line in draft.lines)
    if card.production and not produces and draft.whole:
        report.add(
            "E324",
            draft.key("produces"),
            "the world produces, and no power says so: its good would never come",
            help="add the power `produce: good`",
            edits=_good_added(draft),
        )


def _check_copies(card: Card, draft: Draft, report: Report) -> None:
    if card.start is not None and card.copies > 1:
        report.add(
            "W514",
            draft.region("copies"),
            f"a start world is one card, and with {card.copies} copies several players can begin"
            " with it",
            labels=(Label(draft.key("start"), "a start world"),),
            help="leave `copies` out",
        )


def _check_art(card: Card, draft: Draft, report: Report) -> None:
    if card.art_keeps and not card.art:
        report.add(
            "E205",
            draft.key("art keeps"),
            "`art keeps` is about a picture, and the card names none",
            help="name one with `art:`, or leave `art keeps` out",
        )


def _good_added(draft: Draft) -> tuple[Edit, ...]:
    """Return an edit that adds `produce: good` before the other powers or below its key."""
    if draft.lines and draft.lines[0][0].block:
        first = draft.lines[0][0]
        indent = " " * (first.column - 1)
        return (Edit(Region.on_line(first.line, first.column, 0), f"produce: good\n{indent}"),)
    keys = [key.region for key in draft.node.keys.values()]
    if "powers" in draft.node.keys or len({key.line for key in keys}) < len(keys):
        return ()  # powers in another style, or a card on one line
    value, indent = draft.region("produces"), " " * (keys[0].column - 1)
    place = Region.on_line(value.end_line, value.end_column, 0)
    return (Edit(place, f"\n{indent}powers: |\n{indent}  produce: good"),)


def _produces_here(line: PowerLine) -> bool:
    return any(effect.verb == "good" for effect in line.power.all_effects)


def _check_own_placement(
    draft: Draft, card: Card, written: Written, power: Power, report: Report
) -> None:
    trigger = power.trigger
    if trigger is None or trigger.selector or trigger.goods:
        return
    placed = "develop" if card.type == "development" else "settle"
    if power.phase != placed:
        report.add(
            "E327",
            written.region(trigger.span),
            f"{_what(card)} is placed in {placed}, so this never comes",
            labels=(Label(_type_key(draft), "it is placed as this"),),
            help=f"write `{placed}:` instead of `{power.phase}:`",
        )


def _check_goods_here(
    draft: Draft, card: Card, written: Written, power: Power, report: Report
) -> None:
    bare = (Label(_type_key(draft), _BARE),) if card.kind is None else ()
    for effect in power.all_effects:
        if effect.verb == "good" and not card.production:
            report.add(
                "E323",
                written.region(effect.span),
                f"{_what(card)} does not produce, so no good comes to it",
                labels=bare,
                help=_no_good(card, "write `windfall good`, which comes to a windfall world")
                or "write `produces: KIND` among the card's keys, or `windfall good` here",
            )
    if card.kind is None:
        for span, what, instead in _uses_of_its_good(power):
            report.add(
                "E322",
                written.region(span),
                f"{_what(card)} never holds a good, so {what}",
                labels=bare,
                help=_no_good(card, instead) or _GOOD_KEYS,
            )
    if power.trigger and power.trigger.goods and power.trigger.goods.here:
        _check_produces(draft, card, written.region(power.trigger.span), report)


def _check_produces(draft: Draft, card: Card, region: Region, report: Report) -> None:
    """Report a trigger of goods produced on a card to which none comes in Produce."""
    why = "comes with its only good" if card.holds else "never holds a good"
    if card.kind is None or card.holds:
        report.add(
            "E325",
            region,
            f"{_what(card)} {why}, so nothing is produced here",
            labels=() if card.holds else (Label(_type_key(draft), _BARE),),
            help="write `produces:` instead of `holds:`"
            if card.holds
            else _no_good(card, "leave out `after producing here`") or _GOOD_KEYS,
        )


_GOOD_KEYS: Final = "write `windfall: KIND` or `produces: KIND` among the card's keys"


def _no_good(card: Card, instead: str) -> str:
    """Return the help for a development, which no key can give a good; "" for a world."""
    return instead if card.type == "development" else ""


_BARE: Final = "no `windfall` and no `produces` here"


def _type_key(draft: Draft) -> Region:
    """Return the key with the type of the card."""
    return next(draft.key(key) for key in CARD_TYPE_KEYS if key in draft.node.keys)


def _uses_of_its_good(power: Power) -> list[tuple[Span, str, str]]:
    """Return where a power uses its own card's good, what is missing, and what to write instead."""
    uses = []
    for part in power.cost.parts if power.cost else ():
        if part.goods and part.goods.here:
            uses.append((part.span, "it has none to spend", "write `1 good`"))
    for effect in power.all_effects:
        if _is_here(effect):
            assert effect.goods is not None
            of_kind = "write `for KIND goods`, like `for genes goods`"
            uses.append((effect.goods.span, "it has none to sell", of_kind))
    return uses


def _is_here(effect: Effect) -> bool:
    return effect.goods is not None and effect.goods.here


def _what(card: Card) -> str:
    return "a development" if card.type == "development" else "this world"


def _check_setup(card: Card, written: Written, power: Power, report: Report) -> None:
    if power.phase == "setup" and card.start is None:
        report.add(
            "W506",
            written.region(power.span),
            "only start worlds are in play at set-up, and this card is not one",
            help="write `start: {number: N, colour: blue}` among the card's keys",
        )


def _check_saved(draft: Draft, report: Report) -> None:
    """Report cards that are saved and never drawn here, or drawn and never saved."""
    saved, drawn = _first(draft, "save"), _first(draft, "draw saved")
    if drawn and not saved and draft.whole:
        report.add(
            "E326",
            drawn,
            "the card saves no cards, so none can be drawn from it",
            help="add a power like `develop: save 1 card`",
        )
    if saved and not drawn and draft.whole:
        report.add(
            "W505",
            saved,
            "cards are saved here, and no power of the card draws them",
            help="add a power like `produce: draw saved cards`",
        )


def _first(draft: Draft, verb: str) -> Region | None:
    """Return the region of the card's first effect with this verb."""
    for written, line in draft.lines:
        for effect in line.power.all_effects:
            if effect.verb == verb:
                return written.region(effect.span)
    return None


def _check_twice(draft: Draft, report: Report) -> None:
    seen: dict[Power, Written] = {}
    for written, line in draft.lines:
        first = seen.setdefault(line.power, written)
        if first is not written:
            report.add(
                "W502",
                written.whole,
                "the card has this power twice",
                labels=(Label(first.whole, "first here"),),
                help="delete the line, if both are not meant",
            )
