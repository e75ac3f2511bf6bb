"""Log lines: an action of a player, with its costs and consequences, as one sentence."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Final

from rftg_dsl.diagnostics.text import counted
from rftg_engine.cards.table import Table
from rftg_tools.play.narration.questions import KIND_NAMES, good_of
from rftg_tools.play.narration.texts import (
    Text,
    card,
    folded,
    join_texts,
    text,
    third_person,
)

_MOST_LISTED: Final = 3
"""Maximum number of revealed cards that are named; more are folded."""


@dataclass(frozen=True, slots=True)
class Narrator:
    """Names and verb forms for the viewer of a log. names: by seat. viewer: the "you" seat."""

    table: Table
    names: Sequence[str]
    viewer: int | None

    def subject_name(self, seat: int) -> str:
        """Return "Ann" or "You"."""
        return "You" if seat == self.viewer else self.names[seat]

    def object_name(self, seat: int) -> str:
        """Return "Ann" or "you"."""
        return "you" if seat == self.viewer else self.names[seat]

    def possessive(self, seat: int) -> str:
        """Return "Ann's" or "your"."""
        return "your" if seat == self.viewer else f"{self.names[seat]}'s"

    def conjugate(self, seat: int, verb_phrase: str) -> str:
        """Return "draw 2 cards" for the viewer, "draws 2 cards" for other players."""
        return verb_phrase if seat == self.viewer else third_person(verb_phrase)


@dataclass(slots=True)
class Consequence:
    """A consequence of an action: a count, and the cards with one number each.

    cards: empty if the viewer cannot see them. under: the card that other cards are under.
    tokens: count by token name.
    """

    count: int = 0
    cards: list[int] = field(default_factory=list)
    numbers: list[int] = field(default_factory=list)
    under: int = -1
    tokens: dict[str, int] = field(default_factory=dict)

    @property
    def card_names(self) -> Text:
        """ "A and B"."""
        return join_texts([card(card_id) for card_id in self.cards])

    @property
    def cards_or_count(self) -> str | Text:
        """ "A and B" if the viewer can see the cards, otherwise "2 cards"."""
        return self.card_names if len(self.cards) == self.count else counted(self.count, "card")


@dataclass(slots=True)
class LogLine:
    """An action of a player and its consequences.

    head: the words after the name, or None if the consequences are the whole sentence.
    has_colon: whether a colon separates the consequences from the head. shows_alone: whether the
    line is shown even without consequences. about: the main card. replaced: the world it replaces.
    price: the price in words. helpers: cards whose powers helped. paid: number of hand cards paid,
    until their discard is logged. payment: these cards in words, shown among the helpers of a
    conquest. guessed: the card turned up by a guess. tail: the end of the sentence.
    consequences: by kind, in order.
    """

    seat: int
    head: Text | None = None
    has_colon: bool = False
    shows_alone: bool = True
    about: int = -1
    replaced: int = -1
    price: str = ""
    is_conquest: bool = False
    helpers: tuple[int, ...] = ()
    guessed: tuple[int, ...] = ()
    payment: str = ""
    paid: int = 0
    tail: Text = field(default_factory=list)
    consequences: dict[str, Consequence] = field(default_factory=dict)

    def add(self, kind: str, count: int, cards: Sequence[int] = (), number: int = 0) -> Consequence:
        """Add a consequence, combined with earlier ones of its kind."""
        consequence = self.consequences.setdefault(kind, Consequence())
        consequence.count += count
        consequence.cards += cards
        consequence.numbers += [number] * len(cards)
        return consequence

    def take_back(self, kind: str, card_id: int) -> None:
        """Remove a card from a consequence, because another phrase mentions it."""
        consequence = self.consequences.get(kind)
        if consequence is not None and card_id in consequence.cards:
            index = consequence.cards.index(card_id)
            del consequence.cards[index], consequence.numbers[index]
            consequence.count -= 1


def sentence(narrator: Narrator, line: LogLine) -> Text:
    """Return the line as a sentence, or an empty text if there is nothing to show."""
    pieces = [
        _conjugate(narrator, line.seat, _CONSEQUENCE_WORDS[kind](narrator, line, consequence))
        for kind, consequence in line.consequences.items()
        if consequence.count > 0
    ]
    pieces = [piece for piece in pieces if piece]
    if not pieces and (line.head is None or not line.shows_alone) and not line.tail:
        return []
    name = text(narrator.subject_name(line.seat), " ")
    if line.head is None:
        predicate = join_texts(pieces) if pieces else text("does nothing")
        return text(name, predicate, line.tail, ".")
    head = text(name, line.head, line.price, _list_helpers(line))
    if line.has_colon and pieces:
        return text(head, ": ", join_texts(pieces), line.tail, ".")
    return text(join_texts([head, *pieces]), line.tail, ".")


def _conjugate(narrator: Narrator, seat: int, phrase: Text) -> Text:
    """Return a verb phrase, conjugated for its player."""
    verb = phrase[0] if phrase else ""
    return [narrator.conjugate(seat, verb), *phrase[1:]] if isinstance(verb, str) and verb else []


def _list_helpers(line: LogLine) -> Text:
    """Return " using Y and 1 card by discarding X". Lost helpers were discarded."""
    lost = line.consequences["lose"].cards if "lose" in line.consequences else []
    used: list[str | Text] = [card(helper) for helper in line.helpers if helper not in lost]
    discarded = [card(helper) for helper in line.helpers if helper in lost]
    if line.is_conquest and line.payment:
        used.append(line.payment)
    return text(
        text(" using ", join_texts(used)) if used else "",
        text(" by discarding ", join_texts(discarded)) if discarded else "",
    )


# --- consequences as verb phrases: an infinitive and its object


def _cards(before: str, after: str = "") -> Phrase:
    return lambda _narrator, _line, consequence: text(before, consequence.cards_or_count, after)


def _under(before: str, after: str) -> Phrase:
    return lambda _narrator, _line, consequence: text(
        before, consequence.cards_or_count, after, card(consequence.under)
    )


def _revealed(before: str) -> Phrase:
    """Return a phrase for cards that everybody sees. Long lists, as of a search, are folded."""

    def phrase(_narrator: Narrator, _line: LogLine, consequence: Consequence) -> Text:
        cards = consequence.cards
        return text(
            before,
            folded(cards)
            if len(cards) > _MOST_LISTED
            else join_texts([card(card_id) for card_id in cards]),
        )

    return phrase


def _count(before: str, after: str) -> Phrase:
    return lambda _narrator, _line, consequence: text(f"{before}{consequence.count}{after}")


def _fixed(words: str) -> Phrase:
    return lambda _narrator, _line, _consequence: text(words)


def _draw(_narrator: Narrator, line: LogLine, consequence: Consequence) -> Text:
    """Return the drawn cards, except those of a sale, which are part of its phrase."""
    sold = sum(line.consequences["sell"].numbers) if "sell" in line.consequences else 0
    if consequence.count <= sold:
        return []
    if sold:
        return text(f"draw {counted(consequence.count - sold, 'more card', 'more cards')}")
    return text("draw ", consequence.cards_or_count)


def _staked(_narrator: Narrator, _line: LogLine, consequence: Consequence) -> Text:
    """Return "stake X". The count is the card's cost, for those who do not see the card."""
    if consequence.cards:
        return text("stake ", consequence.card_names)
    return text(f"stake a card of cost {consequence.count}")


def _lose(_narrator: Narrator, line: LogLine, consequence: Consequence) -> Text:
    mentioned = (*line.helpers, line.replaced)
    lost = [card(card_id) for card_id in consequence.cards if card_id not in mentioned]
    return text("discard ", join_texts(lost)) if lost else []


def _spend(narrator: Narrator, _line: LogLine, consequence: Consequence) -> Text:
    if len(consequence.cards) == 1:
        return text("spend ", good_of(narrator.table, consequence.cards[0]))
    return text("spend the goods of ", consequence.card_names)


def _chosen_kinds(line: LogLine) -> dict[int, int]:
    """Return the chosen kinds of goods by world."""
    chosen = line.consequences.get("kind", Consequence())
    return dict(zip(chosen.cards, chosen.numbers, strict=True))


def _produce(_narrator: Narrator, line: LogLine, consequence: Consequence) -> Text:
    """Return "produce goods on X and Y (as Rare)". The good of the action's bonus is marked."""
    kinds = _chosen_kinds(line)
    worlds = []
    for world, is_bonus in zip(consequence.cards, consequence.numbers, strict=True):
        notes = [f"as {KIND_NAMES[kinds[world]]}"] if world in kinds else []
        notes += ["bonus"] if is_bonus else []
        worlds.append(text(card(world), f" ({', '.join(notes)})" if notes else ""))
    noun = "a good" if len(worlds) == 1 else "goods"
    return text(f"produce {noun} on ", join_texts(worlds))


def _move(_narrator: Narrator, _line: LogLine, consequence: Consequence) -> Text:
    """Return "move the good of X to Y and the good of Z to W". The cards are pairs of worlds."""
    pairs = zip(consequence.cards[::2], consequence.cards[1::2], strict=True)
    moves = [text("the good of ", card(old), " to ", card(new)) for old, new in pairs]
    return text("move ", join_texts(moves))


def _sell(narrator: Narrator, line: LogLine, consequence: Consequence) -> Text:
    """Return "sell the Genes good of X for 4 cards", and the cards if the viewer can see them."""
    kinds = _chosen_kinds(line)
    sales = []
    for world, cards in zip(consequence.cards, consequence.numbers, strict=True):
        as_kind = f" as {KIND_NAMES[kinds[world]]}" if world in kinds else ""
        price = f"{as_kind} for {counted(cards, 'card')}"
        sales.append(text(good_of(narrator.table, world), price))
    drawn_cards = line.consequences["draw"].cards if "draw" in line.consequences else []
    titles = text(": ", join_texts([card(drawn) for drawn in drawn_cards])) if drawn_cards else []
    return text("sell ", join_texts(sales), titles)


def _tokens(verb: str) -> Phrase:
    return lambda _narrator, _line, consequence: text(
        verb,
        join_texts([counted(count, f"{name} token") for name, count in consequence.tokens.items()]),
    )


Phrase = Callable[[Narrator, LogLine, Consequence], Text]

_CONSEQUENCE_WORDS: Final[dict[str, Phrase]] = {
    "pick": _cards("draft "),
    "guess": _count("name ", ""),
    "staked": _staked,
    "lose": _lose,
    "spend good": _spend,
    "spend prestige": _count("spend ", " prestige"),
    "spend chips": _count("spend ", " VP"),
    "discard": _cards("discard "),
    "over limit": _cards("discard ", " to get down to the hand limit"),
    "turn up": _revealed("turn up "),
    "flip": _revealed("flip over "),
    "counter": _fixed("place a development counter"),
    "stake": _fixed("lose the stake"),
    "sell": _sell,
    "draw": _draw,
    "take": _cards("take "),
    "take discards": _cards("take ", " that others discarded"),
    "recover": _under("take ", " from under "),
    "save": _under("put ", " under "),
    "kind": _fixed(""),
    "good": _produce,
    "move": _move,
    "chips": _count("gain ", " VP"),
    "prestige": _count("gain ", " prestige"),
    "tokens": _tokens("take "),
    "spend tokens": _tokens("spend "),
}
"""Verb phrases by kind of consequence."""
