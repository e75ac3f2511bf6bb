"""What all readers of choices share: titles for numbers, comparisons, what earlier choices said."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from typing import Any

from gamekit.decisions import Answer, Choice, Decision, Payment
from gamekit.driver import Driver
from rftg_engine import asks
from rftg_engine.cards.powers import Powers
from rftg_engine.cards.table import Table
from rftg_engine.state import State
from rftg_engine.turns.placing import takes_open_cards
from rftg_tools.importing.events import Divergence, Event
from rftg_tools.importing.odds import Odds
from rftg_tools.importing.useless import Subject, nothing_to_draw, nowhere_to_produce


class Reader:
    """Reads the answers of one game.

    place: the number of the event being read. exceptions: where the named ones met are counted.
    idle: titles of cards with powers that take hand cards, named in this phase for none, by player.
    late: the final actions of players who choose last in this round, as answered.
    start_cards: hand cards given up with the choice of a start world, by player.
    to_give: worlds whose goods are given for the further parts of a price, by player.
    produce_on: the world chosen together with the hand card for a good, by player.
    driver: the game, in which our decision is made. odds: what takeovers come to.
    named: titles of the cards with powers that a player has named in this phase.
    given: kinds that worlds of any kind were given in it.
    """

    def __init__(self, table: Table, exceptions: Counter[str]) -> None:
        self.table = table
        self.place = 0
        self.exceptions = exceptions
        self.idle: dict[int, set[str]] = {}
        self.late: dict[int, Any] = {}
        self.start_cards: dict[int, list[str]] = {}
        self.produce_on: dict[int, str] = {}
        self.to_give: dict[int, list[int]] = {}
        self.odds = Odds()
        self.driver: Driver[State] | None = None
        self.named: dict[int, set[str]] = {}
        self.given: dict[int, int] = {}

    def same(self, what: str, ours: object, record: object) -> None:
        """Raise Divergence unless both are equal."""
        if ours != record:
            raise Divergence(what, self.place, record, ours)

    def sorted_titles(self, cards: Iterable[int]) -> list[str]:
        """Return the titles of cards, sorted."""
        return sorted(self.table.titles[card] for card in cards)

    def titles(self, cards: Iterable[int]) -> tuple[str, ...]:
        """Return the titles of cards, in their order."""
        return tuple(self.table.titles[card] for card in cards)

    def bearer(self, power: int) -> str:
        """Return the title of the card that a power is on."""
        return self.table.titles[self.table.power_list[power].card]

    def cards(self, titles: Iterable[str], offered: Iterable[int]) -> Answer:
        """Return cards of these titles among those offered.

        Raises Divergence when one is not there.
        """
        left = list(offered)
        found = []
        for title in titles:
            copies = [card for card in left if self.table.titles[card] == title]
            if not copies:
                raise Divergence("answer", self.place, title, self.sorted_titles(left))
            found.append(copies[0])
            left.remove(copies[0])
        return tuple(found)

    def option(self, decision: Choice, fits: Callable[[Answer], bool], wanted: object) -> Answer:
        """Return the first option that fits. Raises Divergence when none does."""
        for option in decision.options:
            if fits(option):
                return option
        raise Divergence("option", self.place, wanted, decision.options)

    @property
    def state(self) -> State:
        """The state in which our decision is made."""
        assert self.driver is not None
        return self.driver.state

    def powers_at_start(self, seat: int) -> Powers:
        """Return the powers that a player had when the step began."""
        assert self.driver is not None
        return self.driver.start.players[seat].powers

    def subject(self, seat: int, kind: str, card: int) -> Subject:
        """Return a card that a player places now, or might, or the world of a takeover."""
        player = self.state.players[seat]
        if kind == asks.PAY_FOR_TAKEOVER:
            player = self.odds.attackers.get((seat, card), player)
        return Subject(
            self.table,
            player,
            self.powers_at_start(seat),
            kind,
            card,
            len(player.hand) - (card in player.hand),
            self.named.get(seat, ()),
            self.idle.get(seat, ()),
        )

    def needs_idle(self, seat: int, worlds: Iterable[int], conquest: bool = False) -> bool:
        """Return whether worlds need a power that the player has named without a use.

        conquest: they can only be conquered.
        """
        subjects = [self.subject(seat, asks.PAY_FOR_WORLD, world) for world in worlds]
        return seat in self.idle and not any(one.can_be_placed(conquest) for one in subjects)

    def in_vain(self, event: Event) -> list[Any]:
        """Return the powers of Produce offered in a choice that bring nothing, whatever their
        order.
        """
        assert self.driver is not None
        table, state, start, seat = self.table, self.state, self.driver.start, event["p"]
        powers = event["options"]["powers"]
        return [
            power
            for power in powers
            if nowhere_to_produce(table, state, seat, power)
            or nothing_to_draw(table, state, start, seat, power, powers)
        ]

    def name(self, seat: int, special: list[str], cards: int) -> None:
        """Note the cards with powers named in a payment, and those of them given nothing."""
        self.named.setdefault(seat, set()).update(special)
        open_cards = [title for title in special if self.takes_cards(title)]
        if cards < len(open_cards):
            self.idle.setdefault(seat, set()).update(open_cards)

    def takes_cards(self, title: str) -> bool:
        """Return whether a card has a power that takes hand cards, and may take none of them."""
        bearer = self.table.titles.index(title)
        return any(takes_open_cards(power) for power in self.table.by_card[bearer])


def offered(decision: Decision) -> list[int]:
    """Return the cards, worlds or powers among which a player chooses.

    Of an option its first part.
    """
    if isinstance(decision, Choice):
        return [option[0] for option in decision.options if option]
    cards: tuple[int, ...] = getattr(decision, "cards", ())
    return list(cards)


def powers_of(decision: Payment) -> set[int]:
    """Return the powers that any of the ways uses."""
    return {power for way in decision.ways for power in way.powers}
