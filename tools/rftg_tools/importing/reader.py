"""State shared by the readers of a recorded game, and the odds of its takeovers."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from typing import Any

from gamekit.decisions import Answer, Choice, Decision, Payment
from gamekit.driver import Driver
from gamekit.events import Event as GameEvent
from gamekit.events import StepBegan
from rftg_engine import asks
from rftg_engine.cards.powers import Powers
from rftg_engine.cards.table import Table
from rftg_engine.events import CardPlaced, TakeoverDeclared, TakeoverWeighed
from rftg_engine.state import Player, State
from rftg_engine.turns.placing import takes_open_cards
from rftg_tools.importing.record import Divergence, Event
from rftg_tools.importing.useless import Subject, nothing_to_draw, nowhere_to_produce


class Reader:
    """State while the choices of one game are read.

    place: number of the current event. exceptions: uses of each named exception. named: titles of
    the cards whose powers a player has named in this phase. useless: those of them that take hand
    cards and got none. kinds: kinds chosen in this phase for worlds of any kind. late: final
    actions, as recorded, of players who choose last in this round. start_cards: hand cards
    discarded with the choice of a start world, by player. unpaid: worlds whose goods pay the
    remaining parts of a price, by player. produce_on: world chosen together with the hand card for
    a good, by player.
    """

    def __init__(self, table: Table, exceptions: Counter[str]) -> None:
        self.table = table
        self.place = 0
        self.exceptions = exceptions
        self.useless: dict[int, set[str]] = {}
        self.late: dict[int, Any] = {}
        self.start_cards: dict[int, list[str]] = {}
        self.produce_on: dict[int, str] = {}
        self.unpaid: dict[int, list[int]] = {}
        self.odds = Odds()
        self.driver: Driver[State] | None = None
        self.named: dict[int, set[str]] = {}
        self.kinds: dict[int, int] = {}

    def expect_equal(self, what: str, ours: object, record: object) -> None:
        """Raise Divergence unless our value equals the recorded value."""
        if ours != record:
            raise Divergence(what, self.place, record, ours)

    def sorted_titles(self, cards: Iterable[int]) -> list[str]:
        """Return the sorted titles of cards."""
        return sorted(self.table.titles[card] for card in cards)

    def titles(self, cards: Iterable[int]) -> tuple[str, ...]:
        """Return the titles of cards in the order given."""
        return tuple(self.table.titles[card] for card in cards)

    def card_of_power(self, power: int) -> str:
        """Return the title of the card with a power."""
        return self.table.titles[self.table.power_list[power].card]

    def cards(self, titles: Iterable[str], offered: Iterable[int]) -> Answer:
        """Return a card for each title from those offered. Raises Divergence if one is missing."""
        remaining = list(offered)
        cards = []
        for title in titles:
            card = next((card for card in remaining if self.table.titles[card] == title), None)
            if card is None:
                raise Divergence("answer", self.place, title, self.sorted_titles(remaining))
            cards.append(card)
            remaining.remove(card)
        return tuple(cards)

    def option(self, decision: Choice, fits: Callable[[Answer], bool], record: object) -> Answer:
        """Return the first option that fits. Raises Divergence if none does."""
        for option in decision.options:
            if fits(option):
                return option
        raise Divergence("option", self.place, record, decision.options)

    @property
    def state(self) -> State:
        """The current state of our game."""
        assert self.driver is not None
        return self.driver.state

    def powers_at_start(self, seat: int) -> Powers:
        """Return the powers that a player had at the start of the step."""
        assert self.driver is not None
        return self.driver.start.players[seat].powers

    def subject(self, seat: int, kind: str, card: int) -> Subject:
        """Return the facts about a card that a player may place or take over."""
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
            self.useless.get(seat, ()),
        )

    def needs_useless_power(self, seat: int, worlds: Iterable[int], conquest: bool = False) -> bool:
        """Return whether worlds can only be placed with a power that the player named in vain.

        conquest: they can only be conquered.
        """
        subjects = [self.subject(seat, asks.PAY_FOR_WORLD, world) for world in worlds]
        return seat in self.useless and not any(
            subject.can_be_placed(conquest) for subject in subjects
        )

    def powers_in_vain(self, event: Event) -> list[Any]:
        """Return the recorded produce powers that do nothing in any order."""
        assert self.driver is not None
        table, state, start, seat = self.table, self.state, self.driver.start, event["p"]
        powers = event["options"]["powers"]
        return [
            power
            for power in powers
            if nowhere_to_produce(table, state, seat, power)
            or nothing_to_draw(table, state, start, seat, power, powers)
        ]

    def note_powers(self, seat: int, special: list[str], cards: int) -> None:
        """Note the cards whose powers are named in a payment, with the number of hand cards."""
        self.named.setdefault(seat, set()).update(special)
        open_cards = [title for title in special if self.takes_cards(title)]
        if cards < len(open_cards):
            self.useless.setdefault(seat, set()).update(open_cards)

    def takes_cards(self, title: str) -> bool:
        """Return whether a card has a power that takes any number of hand cards."""
        card = self.table.titles.index(title)
        return any(takes_open_cards(power) for power in self.table.by_card[card])


def offered(decision: Decision) -> list[int]:
    """Return the cards, worlds or powers that a player chooses from: the first part of options."""
    if isinstance(decision, Choice):
        return [option[0] for option in decision.options if option]
    cards: tuple[int, ...] = getattr(decision, "cards", ())
    return list(cards)


def powers_of(decision: Payment) -> set[int]:
    """Return the powers that any payment option uses."""
    return {power for option in decision.options for power in option.powers}


class Odds:
    """The odds of every takeover when it was last offered.

    declared: players who have declared one in this phase and not yet placed a world.
    attackers: the player when the takeover was declared, by seat and world.
    """

    def __init__(self) -> None:
        self.declared: set[int] = set()
        self.attackers: dict[tuple[int, int], Player] = {}
        self._settled: set[int] = set()
        self._odds: dict[tuple[int, int, int], tuple[int, int, int]] = {}

    def see(self, event: GameEvent, state: State) -> None:
        """Note declared takeovers, placed worlds, and the odds of takeovers."""
        if isinstance(event, StepBegan):
            self.declared.clear()
            self.attackers.clear()
            self._settled.clear()
        elif isinstance(event, CardPlaced):
            self._settled.add(event.seat)
        elif isinstance(event, TakeoverDeclared):
            self.attackers[event.seat, event.world] = state.players[event.seat].copy()
            if event.seat not in self._settled:
                self.declared.add(event.seat)
        elif isinstance(event, TakeoverWeighed):
            odds = (event.attack, event.most, event.defense)
            self._odds[event.seat, event.power, event.world] = odds

    def missing_military(self, decision: Decision) -> dict[int, int]:
        """Return how much military the attacker lacks against each world, even with all powers.

        If it is 0 or less, the takeover can succeed.
        """
        assert isinstance(decision, Choice)
        deficits: dict[int, int] = {}
        for option in decision.options:
            if option:
                number, world = option
                _attack, most, defense = self._odds[decision.player, number, world]
                deficits[world] = min(deficits.get(world, defense - most), defense - most)
        return deficits

    def is_hopeless(self, decision: Decision) -> bool:
        """Return whether no offered takeover can succeed, whatever powers the attacker uses."""
        return all(missing > 0 for missing in self.missing_military(decision).values())


def dead_ends(driver: Driver[State], decision: Decision) -> set[int]:
    """Return the offered settle powers that allow only hopeless takeovers."""
    assert isinstance(decision, Choice)
    return {option[0] for option in decision.options if option and _is_dead_end(driver, option)}


def _is_dead_end(driver: Driver[State], option: Answer) -> bool:
    odds = Odds()
    decision = decision_after(driver, option, odds)
    return decision is not None and decision.kind == asks.TAKEOVER and odds.is_hopeless(decision)


def decision_after(driver: Driver[State], option: Answer, odds: Odds) -> Decision | None:
    """Return the player's next decision after an answer, or None if another player is next.

    odds: records the takeovers that can be declared then.
    """
    fork = driver.fork((odds,))
    (decision,) = driver.pending
    fork.answer(decision.player, option)
    following = next(iter(fork.pending), None)
    return following if following and following.player == decision.player else None
