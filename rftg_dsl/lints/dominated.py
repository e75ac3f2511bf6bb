"""W602: a card that another of the same cost and type outdoes in everything, or that outdoes one.

Only facts are compared: a card is better where it has all that the other has, and more of
something. What is good for one plan and bad for another (a further keyword that cards count,
another kind of good) makes two cards incomparable.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from functools import cached_property
from typing import Final

from rftg_dsl import hooks
from rftg_dsl.findings.entry import Entry, card_file
from rftg_dsl.lints.better import at_least, doubtful, harms
from rftg_dsl.lints.view import Finding, View
from rftg_dsl.model import Card
from rftg_dsl.select import keywords_in, selectors_in
from rftg_dsl.vocabulary import counted

CODE: Final = "W602"
_FIELD: Final = (
    "  - title: Ice Mine\n    world: 2\n    vp: 2\n    windfall: rare\n"
    "    powers: |\n      explore: draw 1\n"
    "  - title: Snow Field\n    world: 2\n    vp: 1\n    windfall: rare\n"
)
ENTRY: Final = Entry(
    "a card that another one outdoes",
    "Two cards of the same type and the same cost (or defense), and one of them has all that the"
    " other has and more: nobody would choose the other. Points, prestige, kind of good, keywords"
    " that cards or goals name, and powers are compared; cards that a power names by title, and"
    " start worlds of different colours, are not.",
    card_file(_FIELD),
    card_file(_FIELD.replace("vp: 2", "vp: 0")),
)


def check(view: View) -> Iterator[Finding]:
    """At most one finding for a card: who outdoes it, or else whom it outdoes."""
    facts = _Facts(view)
    groups: defaultdict[tuple[object, ...], list[Card]] = defaultdict(list)
    for card in view.cards:
        groups[_group(card)].append(card)
    own = {card.title for _, card in view.own}
    for group in groups.values():
        mine = [card for card in group if card.title in own] if len(group) > 1 else []
        for card in mine:
            yield from _check_card(card, group, mine, facts)


def _group(card: Card) -> tuple[object, ...]:
    colour = card.start.colour if card.start else None
    return (card.type, card.military, card.cost, card.production, colour)


def _check_card(
    card: Card, group: list[Card], mine: list[Card], facts: _Facts
) -> Iterator[Finding]:
    over = [other for other in group if other is not card and facts.outdoes(other, card)]
    # A pair of the set's own is told once, at the weaker card.
    under = [other for other in group if other not in mine and facts.outdoes(card, other)]
    found = over or under
    if not found:
        return
    other = found[0]
    weaker, stronger = (card, other) if over else (other, card)
    cost = "defense" if card.military else "cost"
    subject = (
        f"`{other.title}` does all that this card does"
        if over
        else (f"this card does all that `{other.title}` does")
    )
    further = f" (and {counted(len(found) - 1, 'more card')})" if len(found) > 1 else ""
    yield Finding(
        facts.view.title_of(card),
        f"{subject}, and more, for the same {cost}{further}",
        f"give one of them another {cost}, or give `{weaker.title}` something of its own",
        notes=(f"`{stronger.title}` has more: {', '.join(_surplus(stronger, weaker))}",),
        labels=(facts.view.label(other, "this one"),),
    )


class _Facts:
    """What is compared, and what the sets in use count."""

    def __init__(self, view: View) -> None:
        self.view = view
        self._powers = {card.title: _apart(card) for card in view.cards}

    @cached_property
    def _named(self) -> tuple[set[str], set[str]]:
        """The keywords and the titles that powers, goals and search categories name."""
        lines = [line for card in self.view.cards for line in card.powers]
        said = [one for line in lines for one in selectors_in(line.power)]
        said += [one for unit in self.view.units for _, one in unit.named]
        titles = {one.title for one in said if one.title is not None}
        return {word for one in said for word, _ in keywords_in(one)}, titles

    def outdoes(self, one: Card, other: Card) -> bool:
        """Whether a card of the group has all that the other has, and more of something."""
        return (
            _facts_reach(one, other)
            and self._powers_reach(one, other)
            and not (_facts_reach(other, one) and self._powers_reach(other, one))
            and self._named_alike(one, other)
        )

    def _named_alike(self, one: Card, other: Card) -> bool:
        keywords, titles = self._named
        apart = set(one.keywords) ^ set(other.keywords)
        return other.title not in titles and not apart & keywords

    def _powers_reach(self, one: Card, other: Card) -> bool:
        (left, scores), (theirs, other_scores) = self._powers[one.title], self._powers[other.title]
        if scores != other_scores:
            return False
        left = list(left)
        for hook in theirs:
            match = next((have for have in left if at_least(have, hook, self.view)), None)
            if match is not None:
                left.remove(match)
            elif not harms(hook):
                return False
        return not any(harms(hook) or doubtful(hook) for hook in left)


def _facts_reach(one: Card, other: Card) -> bool:
    """Whether printed facts are at least as good, and those equal that cannot be compared."""
    if one.vp is None or other.vp is None:
        points = one.vp is other.vp
    else:
        points = one.vp >= other.vp
    goods = (one.kind, one.windfall) == (other.kind, other.windfall)
    return points and goods and one.prestige >= other.prestige


def _surplus(one: Card, other: Card) -> list[str]:
    """What the better card has more, in words."""
    found = [
        f"{getattr(one, key)} {name} instead of {getattr(other, key)}"
        for key, name in (("vp", "VP"), ("prestige", "prestige"))
        if getattr(one, key) != getattr(other, key)
    ]
    mine, theirs = ({line.power for line in card.powers} for card in (one, other))
    found += [f"`{line.text}`" for line in one.powers if line.power not in theirs]
    if not found:
        found = [f"no `{line.text}`" for line in other.powers if line.power not in mine]
    return found


def _apart(card: Card) -> tuple[list[hooks.Hook], list[hooks.Hook]]:
    """What a card compiles to: its powers, and its scoring lines, whose order counts."""
    found = [hook for line in card.powers for hook in line.hooks]
    scores: list[hooks.Hook] = [hook for hook in found if isinstance(hook, hooks.Score)]
    return [hook for hook in found if not isinstance(hook, hooks.Score)], scores
