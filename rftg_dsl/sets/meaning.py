"""Checks of complete cards: no power without an effect, and nothing missing."""

from __future__ import annotations

from typing import Final

from rftg_dsl.diagnostics.model import Edit, Label, Region, Report
from rftg_dsl.model import Card
from rftg_dsl.semantics.lower import own_placement_spans
from rftg_dsl.semantics.suspicious import check_unlikely
from rftg_dsl.sets.units import Draft, Unit
from rftg_dsl.source.schema import CARD_TYPE_KEYS
from rftg_dsl.syntax.ast import Effect, Power, Span
from rftg_dsl.syntax.written import SourceLine
from rftg_dsl.words.effects.own import OwnMilitary


def check_cards(unit: Unit) -> None:
    """Check each card of a set, unless its findings are known."""
    report = unit.report
    for draft in unit.drafts:
        if draft.own_findings is None:
            previous_count = len(report.findings)
            check_card(draft, report)
            draft.own_findings = tuple(report.findings[previous_count:])
        else:
            report.findings += draft.own_findings


def check_card(draft: Draft, report: Report) -> None:
    """Check a card."""
    card = draft.card
    if card is None:
        return
    _check_points(card, draft, report)
    _check_source_of_goods(card, draft, report)
    _check_copies(card, draft, report)
    _check_art(card, draft, report)
    for source_line, line in draft.lines:
        _check_goods_here(draft, card, source_line, line.power, report)
        _check_own_placement(draft, card, source_line, line.power, report)
        _check_own_discard(draft, card, source_line, line.power, report)
        _check_setup(card, source_line, line.power, report)
        check_unlikely(card, source_line, line.power, report)
    _check_saved(draft, report)
    _check_twice(draft, report)


def _check_points(card: Card, draft: Draft, report: Report) -> None:
    scores = [
        (source_line, line) for source_line, line in draft.lines if line.power.phase == "score"
    ]
    if card.vp is None and not scores and draft.is_complete:
        report.add(
            "E320",
            draft.region("vp"),
            "the points are variable, but there is no scoring line",
            help="add a line such as `score: 1 per world`, or write a number",
        )
    if card.vp is not None and scores:
        source_line = scores[0][0]
        report.add(
            "E321",
            source_line.full_region,
            f"the card has {card.vp} printed VP, so it can't have scoring lines",
            labels=(Label(draft.region("vp"), "printed here"),),
            help="write `vp: variable`",
            edits=(Edit(draft.region("vp"), "variable"),),
        )


def _check_source_of_goods(card: Card, draft: Draft, report: Report) -> None:
    produces = any(
        effect.verb == "good" for _, line in draft.lines for effect in line.power.all_effects
    )
    if card.production and not produces and draft.is_complete:
        report.add(
            "E324",
            draft.key("produces"),
            "the world has a kind to produce, but no power that produces it",
            help="add the power `produce: good`",
            edits=_good_added(draft),
        )


def _check_copies(card: Card, draft: Draft, report: Report) -> None:
    if card.start is not None and card.copies > 1:
        report.add(
            "W514",
            draft.region("copies"),
            f"with {card.copies} copies, several players can begin with this start world",
            labels=(Label(draft.key("start"), "start world"),),
            help="leave `copies` out",
        )


def _check_art(card: Card, draft: Draft, report: Report) -> None:
    if card.art_keeps and not card.art:
        report.add(
            "E205",
            draft.key("art keeps"),
            "`art keeps` needs a picture",
            help="add `art:`, or leave `art keeps` out",
        )


def _good_added(draft: Draft) -> tuple[Edit, ...]:
    """Return an edit that adds `produce: good` before the other powers or as new `powers`."""
    if draft.lines and draft.lines[0][0].block:
        first = draft.lines[0][0]
        indent = " " * (first.column - 1)
        return (Edit(Region.on_line(first.line, first.column, 0), f"produce: good\n{indent}"),)
    keys = [key.region for key in draft.node.keys.values()]
    if "powers" in draft.node.keys or len({key.line for key in keys}) < len(keys):
        return ()  # powers in another style, or a one-line card
    value, indent = draft.region("produces"), " " * (keys[0].column - 1)
    place = Region.on_line(value.end_line, value.end_column, 0)
    return (Edit(place, f"\n{indent}powers: |\n{indent}  produce: good"),)


def _check_own_placement(
    draft: Draft, card: Card, source_line: SourceLine, power: Power, report: Report
) -> None:
    own_phase = "develop" if card.type == "development" else "settle"
    labels = (Label(_type_key(draft), "type of the card"),)
    for span in own_placement_spans(power) if power.phase != own_phase else ():
        report.add(
            "E327",
            source_line.region(span),
            f"{_describe_type(card)} is placed in {own_phase}, so this never happens",
            labels=labels,
            help=f"write `{own_phase}:` instead of `{power.phase}:`",
        )
    for effect in power.effects:
        _check_own_title(draft, card, source_line, effect, report)
        if effect.verb == OwnMilitary.verb and card.type == "world" and not card.military:
            report.add(
                "E327",
                source_line.region(effect.span),
                "this world is paid for, so Military against it has no effect",
                labels=labels,
                help="write `cost -1 for this`, or make it a `military world`",
            )


def _check_own_discard(
    draft: Draft, card: Card, source_line: SourceLine, power: Power, report: Report
) -> None:
    """Report `after discarding this` in a phase in which nothing discards the card."""
    trigger = power.trigger
    if trigger is None or trigger.event != "discarding" or not draft.is_complete:
        return
    discarding = {
        phase
        for _, line in draft.lines
        if line.power.cost and any(part.what == "this" for part in line.power.cost.parts)
        for phase in line.power.phases
    }
    if card.type == "world":
        discarding.add("settle")  # it can be upgraded or destroyed
    for phase in power.phases:
        if phase not in discarding:
            report.add(
                "E327",
                source_line.region(trigger.span),
                f"nothing discards this card in {phase}",
                help="give it a power that costs `discard this`, or write another phase",
            )


def _check_own_title(
    draft: Draft, card: Card, source_line: SourceLine, effect: Effect, report: Report
) -> None:
    """Report a cost or Military for a card with the title of this card that can't be placed."""
    cards = effect.selector
    if effect.verb not in ("cost", "military") or cards is None or cards.title != card.title:
        return
    if card.copies == 1 or card.type == "development":
        report.add(
            "E327",
            source_line.region(cards.span),
            "this only applies once the card is in play, when no other copy can be placed",
            labels=(Label(draft.region("title"), "the same card"),),
            help="write `this`",
            replacement="this",
        )


def _check_goods_here(
    draft: Draft, card: Card, source_line: SourceLine, power: Power, report: Report
) -> None:
    labels = (Label(_type_key(draft), _BARE),) if card.kind is None else ()
    for effect in power.all_effects:
        is_extra = card.windfall and (power.cost is not None or power.condition is not None)
        if effect.verb == "good" and not card.production and not is_extra:
            without_kind = "add `produces: KIND` to the card, or write `windfall good` instead"
            needs_reason = "give it for a cost or on a condition, or write `windfall good` instead"
            report.add(
                "E323",
                source_line.region(effect.span),
                f"{_describe_type(card)} does not produce, so it can't get a good",
                labels=labels,
                help=_no_good(card, "write `windfall good` for a good on a windfall world")
                or (needs_reason if card.windfall else without_kind),
            )
    if card.kind is None:
        for span, consequence, alternative in _uses_of_its_good(power):
            report.add(
                "E322",
                source_line.region(span),
                f"{_describe_type(card)} can't have a good, so {consequence}",
                labels=labels,
                help=_no_good(card, alternative) or _GOOD_KEYS,
            )
    if power.trigger and power.trigger.goods and power.trigger.goods.here:
        _check_produces(draft, card, source_line.region(power.trigger.span), report)


def _check_produces(draft: Draft, card: Card, region: Region, report: Report) -> None:
    """Report a trigger on goods produced here, on a card that never produces."""
    reason = "never gets another good" if card.holds else "can't have a good"
    if card.kind is None or card.holds:
        report.add(
            "E325",
            region,
            f"{_describe_type(card)} {reason}, so nothing is produced here",
            labels=() if card.holds else (Label(_type_key(draft), _BARE),),
            help="write `produces:` instead of `holds:`"
            if card.holds
            else _no_good(card, "leave out `after producing here`") or _GOOD_KEYS,
        )


_GOOD_KEYS: Final = "add `windfall: KIND` or `produces: KIND` to the card"


def _no_good(card: Card, alternative: str) -> str:
    """Return the help for a development, which can't have goods, or "" for a world."""
    return alternative if card.type == "development" else ""


_BARE: Final = "neither `windfall` nor `produces` here"


def _type_key(draft: Draft) -> Region:
    """Return the key with the type of the card."""
    return next(draft.key(key) for key in CARD_TYPE_KEYS if key in draft.node.keys)


def _uses_of_its_good(power: Power) -> list[tuple[Span, str, str]]:
    """Return the span, consequence and help of each use of the card's own good."""
    uses = []
    for part in power.cost.parts if power.cost else ():
        if part.goods and part.goods.here:
            uses.append((part.span, "it has none to spend", "write `1 good`"))
    for effect in power.all_effects:
        if _is_here(effect):
            assert effect.goods is not None
            of_kind = "write `for KIND goods`, as in `for genes goods`"
            uses.append((effect.goods.span, "it has none to sell", of_kind))
    return uses


def _is_here(effect: Effect) -> bool:
    return effect.goods is not None and effect.goods.here


def _describe_type(card: Card) -> str:
    return "a development" if card.type == "development" else "this world"


def _check_setup(card: Card, source_line: SourceLine, power: Power, report: Report) -> None:
    if power.phase == "setup" and card.start is None:
        report.add(
            "W506",
            source_line.region(power.span),
            "only start worlds are in play during setup, but this card is not one",
            help="add `start: {number: N, colour: blue}` to the card",
        )


def _check_saved(draft: Draft, report: Report) -> None:
    """Report cards under a card that are never used, or used but never put there."""
    saving = _first(draft, "save") or _first(draft, "put")
    using = _first(draft, "draw saved") or _first_count(draft, "under")
    if using and not saving and draft.is_complete:
        report.add(
            "E326",
            using,
            "this card never saves cards, so there are none under it",
            help="add a power such as `develop: save 1 card`",
        )
    if saving and not using and draft.is_complete:
        report.add(
            "W505",
            saving,
            "cards are saved here, but no power of the card draws or counts them",
            help="add a power such as `produce: draw saved cards`",
        )


def _first_count(draft: Draft, things: str) -> Region | None:
    """Return the region of the first count of these things."""
    for source_line, line in draft.lines:
        counts = [effect.per.count for effect in line.power.all_effects if effect.per]
        if line.power.condition:
            counts.append(line.power.condition.count)
        for count in counts:
            if count.things == things:
                return source_line.region(count.span)
    return None


def _first(draft: Draft, verb: str) -> Region | None:
    """Return the region of the first effect with this verb."""
    for source_line, line in draft.lines:
        for effect in line.power.all_effects:
            if effect.verb == verb:
                return source_line.region(effect.span)
    return None


def _check_twice(draft: Draft, report: Report) -> None:
    first_lines: dict[Power, SourceLine] = {}
    for source_line, line in draft.lines:
        first = first_lines.setdefault(line.power, source_line)
        if first is not source_line:
            report.add(
                "W502",
                source_line.full_region,
                "the card has this power twice",
                labels=(Label(first.full_region, "first here"),),
                help="delete the line unless both are intended",
            )
