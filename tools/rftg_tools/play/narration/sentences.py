"""Lines of the log: what one player did, with all it cost and gave, as one sentence."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Final

from rftg_dsl.diagnostics.text import counted
from rftg_engine.cards.table import Table
from rftg_tools.play.narration.questions import KIND_NAMES, good_of
from rftg_tools.play.narration.texts import Text, card, conjugated, join_texts, text


@dataclass(frozen=True, slots=True)
class Narrator:
    """The reader of a log: names by seat; the one at `viewer` is "you", None for nobody."""

    table: Table
    names: Sequence[str]
    viewer: int | None

    def who(self, seat: int) -> str:
        """Return "Ann", "You"."""
        return "You" if seat == self.viewer else self.names[seat]

    def whom(self, seat: int) -> str:
        """Return "Ann", "you"."""
        return "you" if seat == self.viewer else self.names[seat]

    def whose(self, seat: int) -> str:
        """Return "Ann's", "your"."""
        return "your" if seat == self.viewer else f"{self.names[seat]}'s"

    def does(self, seat: int, deed: str) -> str:
        """Return "draws 2 cards", "draw 2 cards": what a player does.

        The first word is its verb.
        """
        return deed if seat == self.viewer else conjugated(deed)


@dataclass(slots=True)
class Consequence:
    """Something that came of a deed: how many, and the cards, each with a number about it.

    The cards are left out for those who do not see them. under: the card that others lie under.
    tokens: how many of each class.
    """

    count: int = 0
    cards: list[int] = field(default_factory=list)
    numbers: list[int] = field(default_factory=list)
    under: int = -1
    tokens: dict[str, int] = field(default_factory=dict)

    @property
    def named(self) -> Text:
        """ "A and B"."""
        return join_texts([card(number) for number in self.cards])

    @property
    def cards_or_count(self) -> str | Text:
        """ "A and B" for those who have seen them, "2 cards" for all others."""
        return self.named if len(self.cards) == self.count else counted(self.count, "card")


@dataclass(slots=True)
class LogLine:
    """What a player did. head: the words behind the name, None where the rest says it all.

    colon: what followed is set off from the head. always: it is told although nothing followed.
    about: the card that it is about. replaced: the world it takes the place of. price: what it
    took. helpers: the cards whose powers helped. given: the hand cards given for it, which are
    told with the helpers of a conquest. guessed: the card turned up by a guess. paid: how many
    cards were paid, whose discard is not told again. tail: what ends the sentence. followed: what
    came of it, in order.
    """

    seat: int
    head: Text | None = None
    colon: bool = False
    always: bool = True
    about: int = -1
    replaced: int = -1
    price: str = ""
    conquest: bool = False
    helpers: tuple[int, ...] = ()
    guessed: tuple[int, ...] = ()
    given: str = ""
    paid: int = 0
    tail: Text = field(default_factory=list)
    consequences: dict[str, Consequence] = field(default_factory=dict)

    def add(self, what: str, count: int, cards: Sequence[int] = (), number: int = 0) -> Consequence:
        """Add something that followed; more of the same is told together."""
        more = self.consequences.setdefault(what, Consequence())
        more.count += count
        more.cards += cards
        more.numbers += [number] * len(cards)
        return more

    def take_back(self, what: str, number: int) -> None:
        """Take back a card of something that followed: it is told otherwise."""
        entry = self.consequences.get(what)
        if entry is not None and number in entry.cards:
            place = entry.cards.index(number)
            del entry.cards[place], entry.numbers[place]
            entry.count -= 1


def sentence(voice: Narrator, line: LogLine) -> Text:
    """Return the line as a sentence; nothing where there is nothing to tell."""
    pieces = [
        _did(voice, line.seat, _CONSEQUENCE_WORDS[what](voice, line, consequences))
        for what, consequences in line.consequences.items()
        if consequences.count > 0
    ]
    pieces = [piece for piece in pieces if piece]
    if not pieces and (line.head is None or not line.always) and not line.tail:
        return []
    who = text(voice.who(line.seat), " ")
    if line.head is None:
        deeds = join_texts(pieces) if pieces else text("does nothing")
        return text(who, deeds, line.tail, ".")
    head = text(who, line.head, line.price, _helped(line))
    if line.colon and pieces:
        return text(head, ": ", join_texts(pieces), line.tail, ".")
    return text(join_texts([head, *pieces]), line.tail, ".")


def _did(voice: Narrator, seat: int, deed: Text) -> Text:
    """Return a deed with its verb for its player."""
    first = deed[0] if deed else ""
    return [voice.does(seat, first), *deed[1:]] if isinstance(first, str) and first else []


def _helped(line: LogLine) -> Text:
    """Return " using Y and 1 card by discarding X".

    The cards that helped, by whether they are gone.
    """
    lost = line.consequences["lose"].cards if "lose" in line.consequences else []
    kept: list[str | Text] = [card(helper) for helper in line.helpers if helper not in lost]
    gone = [card(helper) for helper in line.helpers if helper in lost]
    if line.conquest and line.given:
        kept.append(line.given)
    return text(
        text(" using ", join_texts(kept)) if kept else "",
        text(" by discarding ", join_texts(gone)) if gone else "",
    )


# --- what followed, each as a deed: a verb in its plain form, and what is behind it


def _cards(before: str, after: str = "") -> Deed:
    return lambda _voice, _line, consequences: text(before, consequences.cards_or_count, after)


def _under(before: str, after: str) -> Deed:
    return lambda _voice, _line, consequence: text(
        before, consequence.cards_or_count, after, card(consequence.under)
    )


def _number(before: str, after: str) -> Deed:
    return lambda _voice, _line, consequences: text(f"{before}{consequences.count}{after}")


def _draw(_voice: Narrator, line: LogLine, consequences: Consequence) -> Text:
    """Return cards drawn besides those that a sale brought, which are told with it."""
    sold = sum(line.consequences["sell"].numbers) if "sell" in line.consequences else 0
    if consequences.count <= sold:
        return []
    if sold:
        return text(f"draw {counted(consequences.count - sold, 'more card', 'more cards')}")
    return text("draw ", consequences.cards_or_count)


def _lose(_voice: Narrator, line: LogLine, consequences: Consequence) -> Text:
    gone = [
        card(number)
        for number in consequences.cards
        if number not in (*line.helpers, line.replaced)
    ]
    return text("discard ", join_texts(gone)) if gone else []


def _spend(voice: Narrator, _line: LogLine, consequences: Consequence) -> Text:
    if len(consequences.cards) == 1:
        return text("spend ", good_of(voice.table, consequences.cards[0]))
    return text("spend the goods of ", consequences.named)


def _produce(_voice: Narrator, line: LogLine, consequences: Consequence) -> Text:
    """Return "produce goods on X and Y (as Rare)": with the kinds that were said."""
    named = line.consequences.get("kind", Consequence())
    kinds = dict(zip(named.cards, named.numbers, strict=True))
    worlds = [
        text(card(one), f" (as {KIND_NAMES[kinds[one]]})") if one in kinds else card(one)
        for one in consequences.cards
    ]
    noun = "a good" if len(worlds) == 1 else "goods"
    return text(f"produce {noun} on ", join_texts(worlds))


def _move(_voice: Narrator, _line: LogLine, consequences: Consequence) -> Text:
    """Return "move the good of X to Y and that of Z to W"; each move is a pair of cards."""
    pairs = zip(consequences.cards[::2], consequences.cards[1::2], strict=True)
    ways = [text("the good of ", card(old), " to ", card(new)) for old, new in pairs]
    return text("move ", join_texts(ways))


def _sell(voice: Narrator, line: LogLine, consequences: Consequence) -> Text:
    """Return "sell the Genes good of X for 4 cards", with the cards for who drew them."""
    named = line.consequences.get("kind", Consequence())
    kinds = dict(zip(named.cards, named.numbers, strict=True))
    sales = []
    for world, cards in zip(consequences.cards, consequences.numbers, strict=True):
        as_kind = f" as {KIND_NAMES[kinds[world]]}" if world in kinds else ""
        brought = f"{as_kind} for {counted(cards, 'card')}"
        sales.append(text(good_of(voice.table, world), brought))
    drawn = line.consequences["draw"].cards if "draw" in line.consequences else []
    names = text(": ", join_texts([card(number) for number in drawn])) if drawn else []
    return text("sell ", join_texts(sales), names)


def _tokens(before: str) -> Deed:
    return lambda _voice, _line, consequences: text(
        before,
        join_texts(
            [counted(count, f"{name} token") for name, count in consequences.tokens.items()]
        ),
    )


Deed = Callable[[Narrator, LogLine, Consequence], Text]

_CONSEQUENCE_WORDS: Final[dict[str, Deed]] = {
    "pick": _cards("draft "),
    "lose": _lose,
    "spend good": _spend,
    "spend prestige": _number("spend ", " prestige"),
    "discard": _cards("discard "),
    "over limit": _cards("discard ", " to get down to the hand limit"),
    "turn up": _cards("turn up "),
    "flip": _cards("flip over "),
    "counter": lambda _voice, _line, _followed: text("place a development counter"),
    "stake": lambda _voice, _line, _followed: text("lose the stake"),
    "sell": _sell,
    "draw": _draw,
    "take": _cards("take "),
    "take discards": _cards("take ", " that others discarded"),
    "recover": _under("take ", " from under "),
    "save": _under("put ", " under "),
    "kind": lambda _voice, _line, _followed: [],
    "good": _produce,
    "move": _move,
    "chips": _number("gain ", " VP"),
    "prestige": _number("gain ", " prestige"),
    "tokens": _tokens("take "),
    "spend tokens": _tokens("spend "),
}
"""What can follow from a deed."""
