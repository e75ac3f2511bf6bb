"""Powers that can be played, and that hardly anybody means: what works against its owner or is
worth no more than its price, words that leave nothing out, conditions that always or never hold,
articles that do not fit.
"""

from __future__ import annotations

import re
from typing import Final

from rftg_dsl.diagnostics.model import Edit, Label, Report
from rftg_dsl.diagnostics.text import article, counted
from rftg_dsl.model import Card
from rftg_dsl.semantics.select import CardIndex
from rftg_dsl.syntax.ast import Adjective, Count, Effect, Power, Selector, Span
from rftg_dsl.syntax.written import Written
from rftg_dsl.words.checks import PLACED_NOUNS
from rftg_dsl.words.counts import is_about_phase


def check_unlikely(card: Card, written: Written, power: Power, report: Report) -> None:
    """Report what is unlikely to be meant by a power of a card."""
    _check_losses(written, power, report)
    _check_idle_words(written, power, report)
    _check_condition(card, written, power, report)
    _check_order(card, written, power, report)
    check_articles(written, report)


# --- what works against its owner


def _check_losses(written: Written, power: Power, report: Report) -> None:
    verbs = {effect.verb for effect in power.effects}
    if verbs & _PLACEMENTS:  # a way to place a world is worth something at a higher price, too
        return
    for effect in power.effects:
        loss = _LOSSES.get(effect.verb)
        if loss is None or not _is_loss(effect):
            continue
        other = f"{-(effect.amount or 0):+}"
        place = written.region(_number(written, effect))
        if power.cost:
            text = f"something is given up here, and {loss}"
            report.add("E319", place, text, help=f"write `{other}`", replacement=other)
        elif effect.verb != "military" or effect.selector or effect.per:
            text = f"this works against the owner of the card: {loss}"
            report.add("W520", place, text, help=f"write `{other}`", replacement=other)
    if verbs <= {"draw", "discard"} and not power.cost:
        _check_discards(written, power, report)
    _check_bargain(written, power, report)


def _check_bargain(written: Written, power: Power, report: Report) -> None:
    """Refuse a bargain: a hand card pays 1 of any cost, so giving it up must save more."""
    price = power.cost
    if price is None or price.what != "cards" or price.count is None:
        return
    given = 1 if power.each else price.count
    for effect in power.effects:
        saved = -(effect.amount or 0)
        if effect.verb == "cost" and not effect.per and 0 < saved <= given:
            report.add(
                "W526",
                written.region(_number(written, effect)),
                f"{counted(given, 'hand card')} would pay {given} of the cost anyway",
                labels=(Label(written.region(price.span), "given up here"),),
                help=f"write `-{given + 1}`",
                replacement=f"-{given + 1}",
            )


_PLACEMENTS: Final = {"pay for", "conquer", "take over"}
_LOSSES: Final = {
    "cost": "the card placed costs more",
    "military": "worlds are harder to conquer",
    "defense": "worlds are easier to take over",
    "price": "goods sell for less",
}
"""What each change does in the wrong direction."""


def _is_loss(effect: Effect) -> bool:
    amount = effect.amount or 0
    return amount > 0 if effect.verb == "cost" and not effect.absolute else amount < 0


def _number(written: Written, effect: Effect) -> Span:
    """Return the place of the amount of an effect that has a sign."""
    match = re.compile(_SIGNED).search(written.text, effect.span.start, effect.span.end)
    return Span(*match.span()) if match else effect.span


_SIGNED: Final = "[+-][0-9]+"


def _check_discards(written: Written, power: Power, report: Report) -> None:
    drawn, lost = (_total(power, verb) for verb in ("draw", "discard"))
    if lost > drawn and not any(effect.per for effect in power.effects):
        discard = next(effect for effect in power.effects if effect.verb == "discard")
        text = f"this works against the owner of the card: {lost} discarded, {drawn} drawn"
        report.add("W520", written.region(discard.span), text, help="draw more, or discard fewer")


def _total(power: Power, verb: str) -> int:
    return sum(effect.amount or 0 for effect in power.effects if effect.verb == verb)


# --- words that leave nothing out


def _check_idle_words(written: Written, power: Power, report: Report) -> None:
    for effect in power.effects:
        if is_redundant_target(effect):
            match = re.compile(_PHRASE).search(written.text, effect.span.start, effect.span.end)
            if match:
                advice = f"leave out `{match[0]}`, or say which"
                if effect.verb == "military":
                    advice += "; alone, Military counts in total Military, too"
                text = f"`{match[0]}` leaves none out"
                place = written.region(Span(*match.span()))
                gone = Edit(written.region(Span(match.start() - 1, match.end())), "")
                sure = effect.verb != "military"
                report.add("W521", place, text, help=advice, edits=(gone,), certain=sure)


def is_redundant_target(effect: Effect) -> bool:
    """Return whether an effect is about nothing less than it is about anyway."""
    return effect.selector in _ALL.get(effect.verb, ()) and effect.goods is None


_WORLD: Final = Selector("world")
_ALL: Final[dict[str, tuple[Selector | None, ...]]] = {
    "cost": (_WORLD, Selector("development"), Selector("card")),
    "military": (_WORLD, Selector("world", adjectives=(Adjective(("military",)),))),
    "price": (None,),
}
"""What each effect is about anyway, where it is about nothing less."""
_PHRASE: Final = (
    r"(?i)(?<= )(?:for|against) +(?:an? +)?(?:military +)?(?:good|world|development|card)s?\b"
    r"(?! +(?:of|with|except)\b)"
)


# --- conditions that always or never hold


def _check_condition(card: Card, written: Written, power: Power, report: Report) -> None:
    condition = power.condition
    if condition is None or condition.test != "have":
        return
    counts_any = condition.count.selector in _ANY_TABLEAU and condition.count.things == "cards"
    if not counts_any and not _counts_itself(card, condition.count):
        return
    if condition.high == 0:
        text, what = "this never holds", "if you have no other ..."
    elif condition.low == 1:
        text, what = "this always holds", "if you have another ..."
    else:
        return
    why = "each player has a start world" if counts_any else "the card itself counts"
    help = "leave the condition out, or ask for another number"
    if condition.count.selector and not counts_any:
        help = f"write `{what}`, or leave the condition out"
    report.add("W523", written.region(condition.span), f"{text}: {why}", help=help)


_ANY_TABLEAU: Final = (Selector("world"), Selector("card"))
"""What every tableau has, unless its start world is lost."""


def _counts_itself(card: Card, count: Count) -> bool:
    """Return whether a card is counted by its own power, as long as it is in the tableau."""
    selector = count.selector
    if count.things == "cards" and selector is not None:
        return not selector.other and bool(CardIndex([card]).mask(selector))
    return count.things == "phases" or (
        count.things == "kinds of worlds" and (card.windfall or card.production)
    )


def _check_order(card: Card, written: Written, power: Power, report: Report) -> None:
    """Report prices, costs and Military that count sales or placements, if there is only one."""
    further = {"sell"} if power.phase == "trade" else {"place", "conquer", "upgrade", "take over"}
    verbs = {effect.verb for line in card.powers for effect in line.power.all_effects}
    if power.trigger or verbs & further:
        return
    condition = power.condition
    for effect in power.effects:
        parts = [part for part in (effect.per, condition) if part and is_about_phase(part.count)]
        if effect.verb not in _BEFORE or not parts:
            continue
        done, first = _BEFORE[effect.verb]
        deed = "selling a good" if done == "sold" else f"placing a {PLACED_NOUNS[power.phase]}"
        span = parts[0].span
        limited = parts[0] is condition and condition is not None and condition.high is not None
        gone = Edit(written.region(Span(span.start - 1, span.end)), "")
        report.add(
            "W529",
            written.region(span),
            f"this counts only what was {done} earlier in the phase, which is nothing for the first"
            f" {first}",
            help="leave out the condition"
            if limited
            else f"write `after {deed}, ...` to give something for each",
            edits=(gone,) if limited else (),
        )
        return


_BEFORE: Final = {
    "price": ("sold", "good"),
    "cost": ("placed", "card"),
    "military": ("placed", "world"),
    "pay for": ("placed", "world"),
}
"""Effects that apply before something is done: what is done, and to what."""


# --- articles


def check_articles(written: Written, report: Report) -> None:
    """Report `a` before a word that takes `an`, or the other way round."""
    text = _TITLE.sub(lambda title: " " * len(title[0]), written.text)
    for match in _ARTICLE.finditer(text):
        said, word = match[1].lower(), match[2].lower()
        right = article(word)
        if said != right and not _EITHER.match(word):
            region = written.region(Span(*match.span(1)))
            advice = f"write `{right} {word}`"
            text = f"`{said}` does not stand before `{word}`"
            report.add("W524", region, text, help=advice, replacement=right)


_TITLE: Final = re.compile('"[^"]*"')
_ARTICLE: Final = re.compile(r"\b(an?) +([a-z0-9]+)", re.IGNORECASE)
_EITHER: Final = re.compile("h|eu|one|u(?!p)|.(?![a-z0-9])")
"""How keywords begin whose sound the letters do not tell."""
