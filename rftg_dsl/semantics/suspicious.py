"""Warnings about valid powers that are probably not intended.

They work against their owner, save no more than they cost, contain redundant words, or have
conditions that always or never hold. Wrong articles are reported here as well.
"""

from __future__ import annotations

import re
from typing import Final

from rftg_dsl.diagnostics.model import Edit, Label, Report
from rftg_dsl.diagnostics.text import article, counted
from rftg_dsl.model import Card
from rftg_dsl.semantics.select import CardIndex
from rftg_dsl.syntax.ast import Adjective, Count, Effect, Power, Selector, Span
from rftg_dsl.syntax.written import SourceLine
from rftg_dsl.words.checks import PLACED_NOUNS
from rftg_dsl.words.counts import is_about_phase
from rftg_dsl.words.effects.own import OWN


def check_unlikely(card: Card, source_line: SourceLine, power: Power, report: Report) -> None:
    """Report parts of a power that are probably not intended."""
    _check_losses(card, source_line, power, report)
    _check_idle_words(source_line, power, report)
    _check_condition(card, source_line, power, report)
    _check_order(card, source_line, power, report)
    check_articles(source_line, report)


# --- powers that work against their owner


def _check_losses(card: Card, source_line: SourceLine, power: Power, report: Report) -> None:
    verbs = {effect.verb for effect in power.effects}
    if verbs & _PLACEMENTS:  # being able to place a world is worth a higher price
        return
    for effect in power.effects:
        loss = _LOSSES.get(effect.verb)
        if loss is None or not _is_loss(effect) or _takes_back(card, power, effect):
            continue
        opposite = f"{-(effect.amount or 0):+}"
        place = source_line.region(_amount_span(source_line, effect))
        if power.cost:
            text = f"you pay for this, but {loss}"
            report.add("E319", place, text, help=f"write `{opposite}`", replacement=opposite)
        elif effect.verb != "military" or effect.selector or effect.per:
            text = f"this works against the owner of the card: {loss}"
            if power.condition:  # another line of the card can give more
                report.add("W520", place, text, help="check that another line makes up for it")
            else:
                report.add("W520", place, text, help=f"write `{opposite}`", replacement=opposite)
    if verbs <= {"draw", "discard"} and not power.cost:
        _check_discards(source_line, power, report)
    _check_bargain(source_line, power, report)


def _check_bargain(source_line: SourceLine, power: Power, report: Report) -> None:
    """Report a discount that is no better than paying with the discarded hand cards."""
    price = power.cost
    if price is None or price.what != "cards" or price.count is None:
        return
    discarded = 1 if power.each else price.count
    for effect in power.effects:
        saved = -(effect.amount or 0)
        if effect.verb == "cost" and not effect.per and 0 < saved <= discarded:
            report.add(
                "W526",
                source_line.region(_amount_span(source_line, effect)),
                f"{counted(discarded, 'hand card')} would pay {discarded} of the cost anyway",
                labels=(Label(source_line.region(price.span), "given up here"),),
                help=f"write `-{discarded + 1}`",
                replacement=f"-{discarded + 1}",
            )


_PLACEMENTS: Final = {"pay for", "conquer", "take over"}
_LOSSES: Final = {
    "cost": "the placed card costs more",
    "military": "worlds are harder to conquer",
    "defense": "worlds are easier to take over",
    "price": "goods sell for less",
}
"""Consequence of each change in the wrong direction."""


def _is_loss(effect: Effect) -> bool:
    amount = effect.amount or 0
    return amount > 0 if effect.verb == "cost" and not effect.absolute else amount < 0


def _takes_back(card: Card, power: Power, loss: Effect) -> bool:
    """Return whether a conditional loss is an exception to another power of the card."""
    return power.condition is not None and any(
        effect.verb == loss.verb and not _is_loss(effect)
        for line in card.powers
        if line.power.phases == power.phases and line.power.condition is None
        for effect in line.power.effects
    )


def _amount_span(source_line: SourceLine, effect: Effect) -> Span:
    """Return the span of an effect's signed amount."""
    match = re.compile(_SIGNED).search(source_line.text, effect.span.start, effect.span.end)
    return Span(*match.span()) if match else effect.span


_SIGNED: Final = "[+-][0-9]+"


def _check_discards(source_line: SourceLine, power: Power, report: Report) -> None:
    draw_count, discard_count = (_total(power, verb) for verb in ("draw", "discard"))
    if discard_count > draw_count and not any(effect.per for effect in power.effects):
        discard = next(effect for effect in power.effects if effect.verb == "discard")
        counts = f"{discard_count} discarded, {draw_count} drawn"
        text = f"this works against the owner of the card: {counts}"
        report.add(
            "W520", source_line.region(discard.span), text, help="draw more, or discard fewer"
        )


def _total(power: Power, verb: str) -> int:
    return sum(effect.amount or 0 for effect in power.effects if effect.verb == verb)


# --- redundant words


def _check_idle_words(source_line: SourceLine, power: Power, report: Report) -> None:
    for effect in power.effects:
        if is_redundant_target(effect):
            match = re.compile(_PHRASE).search(source_line.text, effect.span.start, effect.span.end)
            if match:
                advice = f"leave out `{match[0]}`, or be more specific"
                if effect.verb == "military":
                    advice += "; without it, the Military also counts in total Military"
                text = f"`{match[0]}` is redundant because it excludes nothing"
                place = source_line.region(Span(*match.span()))
                deletion = Edit(source_line.region(Span(match.start() - 1, match.end())), "")
                is_certain = effect.verb != "military"
                report.add("W521", place, text, help=advice, edits=(deletion,), certain=is_certain)


def is_redundant_target(effect: Effect) -> bool:
    """Return whether the target of an effect includes everything it applies to anyway."""
    return effect.selector in _ALL.get(effect.verb, ()) and effect.goods is None


_WORLD: Final = Selector("world")
_ALL: Final[dict[str, tuple[Selector | None, ...]]] = {
    "cost": (_WORLD, Selector("development"), Selector("card")),
    "military": (_WORLD, Selector("world", adjectives=(Adjective(("military",)),))),
    "price": (None,),
}
"""Targets that exclude nothing, by effect."""
_PHRASE: Final = (
    r"(?i)(?<= )(?:for|against) +(?:an? +)?(?:military +)?(?:good|world|development|card)s?\b"
    r"(?! +(?:of|with|except)\b)"
)


# --- conditions that always or never hold


def _check_condition(card: Card, source_line: SourceLine, power: Power, report: Report) -> None:
    condition = power.condition
    if condition is None or condition.test != "have":
        return
    counts_any = condition.count.selector in _ANY_TABLEAU and condition.count.things == "cards"
    if not counts_any and (_is_in_hand(power) or not _counts_itself(card, condition.count)):
        return
    if condition.high == 0:
        text, replacement = "this condition never holds", "if you have no other ..."
    elif condition.low == 1:
        text, replacement = "this condition always holds", "if you have another ..."
    else:
        return
    reason = "each player has a start world" if counts_any else "the card itself counts"
    advice = "leave the condition out, or use another number"
    if condition.count.selector and not counts_any:
        advice = f"write `{replacement}`, or leave the condition out"
    report.add("W523", source_line.region(condition.span), f"{text}: {reason}", help=advice)


_ANY_TABLEAU: Final = (Selector("world"), Selector("card"))
"""Selectors that match a card in every tableau, unless the start world is lost."""


def _is_in_hand(power: Power) -> bool:
    """Return whether a power counts while its card is still in the hand."""
    return any(effect.verb in OWN for effect in power.effects)


def _counts_itself(card: Card, count: Count) -> bool:
    """Return whether a card in the tableau is counted by its own power."""
    selector = count.selector
    if count.things == "cards" and selector is not None:
        return not selector.other and bool(CardIndex([card]).mask(selector))
    return count.things == "phases" or (
        count.things == "kinds of worlds" and (card.windfall or card.production)
    )


def _check_order(card: Card, source_line: SourceLine, power: Power, report: Report) -> None:
    """Report prices, costs and Military that count earlier sales or placements in vain."""
    sales = {"sell", "sell another"}
    repeating = sales if power.phase == "trade" else {"place", "conquer", "upgrade", "take over"}
    verbs = {effect.verb for line in card.powers for effect in line.power.all_effects}
    if power.trigger or verbs & repeating:
        return
    condition = power.condition
    for effect in power.effects:
        parts = [part for part in (effect.per, condition) if part and is_about_phase(part.count)]
        if effect.verb not in _PRECEDING_EFFECTS or not parts:
            continue
        event, noun = _PRECEDING_EFFECTS[effect.verb]
        trigger = "selling a good" if event == "sold" else f"placing a {PLACED_NOUNS[power.phase]}"
        span = parts[0].span
        has_limit = parts[0] is condition and condition is not None and condition.high is not None
        deletion = Edit(source_line.region(Span(span.start - 1, span.end)), "")
        report.add(
            "W529",
            source_line.region(span),
            f"this only counts what was {event} earlier in the phase,"
            f" so it is 0 for the first {noun}",
            help="leave out the condition"
            if has_limit
            else f"write `after {trigger}, ...` to give something for each",
            edits=(deletion,) if has_limit else (),
        )
        return


_PRECEDING_EFFECTS: Final = {
    "price": ("sold", "good"),
    "cost": ("placed", "card"),
    "military": ("placed", "world"),
    "pay for": ("placed", "world"),
}
"""Effects that apply before a sale or placement, with a participle and noun for that event."""


# --- articles


def check_articles(source_line: SourceLine, report: Report) -> None:
    """Report `a` before a word that takes `an`, and the reverse."""
    text = _TITLE.sub(lambda title: " " * len(title[0]), source_line.text)
    for match in _ARTICLE.finditer(text):
        used, word = match[1].lower(), match[2].lower()
        expected = article(word)
        if used != expected and not _EITHER.match(word):
            region = source_line.region(Span(*match.span(1)))
            advice = f"write `{expected} {word}`"
            text = f"the article before `{word}` should be `{expected}`"
            report.add("W524", region, text, help=advice, replacement=expected)


_TITLE: Final = re.compile('"[^"]*"')
_ARTICLE: Final = re.compile(r"\b(an?) +([a-z0-9]+)", re.IGNORECASE)
_EITHER: Final = re.compile("h|eu|one|u(?!p)|.(?![a-z0-9])")
"""Starts of words whose pronunciation doesn't follow from the spelling."""
