"""Scripts for games: a situation laid out by card titles, answers by title, results by title.

    game = Game(Seat("New Sparta", hand="Pirate World", extra=3))
    game.choose("settle")              the others choose the same unless they are given
    game.place(FIRST, None)
    assert game.tableau(FIRST) == ["New Sparta"]

Decisions with one legal answer are answered by the driver, so a script names only real choices.
Players are numbered by their place in turn order; at which seat the first one sits is another thing
(`Game.turned`).
"""

from __future__ import annotations

import re
import tempfile
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import ClassVar, Final

from gamekit.chance import Chance
from gamekit.decisions import Answer, Choice, Decision, Payment, Subset
from gamekit.driver import Driver
from rftg_dsl.library import cards_in_use, load
from rftg_engine import actions
from rftg_engine.cards.table import Table
from rftg_engine.race import Race
from rftg_engine.scoring.scoring import result, score
from rftg_engine.setups.layout import Layout
from rftg_engine.setups.options import Options
from rftg_engine.state import Player, State

FIRST: Final = 0
SECOND: Final = 1

_HEADER: Final = "set: tried\ntitle: Tried\nrequires: [{}]\nkeywords: [tried]\ncards:\n"


@cache
def table_with(cards: str = "", sets: tuple[str, ...] = ("base",)) -> Table:
    """The cards of sets, and with them cards written as items of a file that requires the first."""
    if not cards:
        return table_of(*sets)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "tried.yaml"
        path.write_text(_HEADER.format(sets[0]) + cards, encoding="utf-8")
        return table_of(*sets, str(path))


def table_of(*sets: str) -> Table:
    """The cards of sets, by ids or files, and of those they require."""
    compiled = load(sets)
    assert not compiled.has_errors, compiled.diagnostics
    return Table(compiled.sets, cards_in_use(compiled.sets))


@dataclass(frozen=True)
class Seat:
    """What a player has. Titles are separated by commas.

    extra: further cards in hand, whichever. goods: the worlds that have one.
    """

    tableau: str
    hand: str = ""
    extra: int = 0
    goods: str = ""
    vp: int = 0


IDLE: Final = Seat("Old Earth")
"""A player with nothing to do until somebody gives them cards or goods."""


def _idle(other: Seat) -> Seat:
    return Seat("New Sparta") if "Old Earth" in other.tableau else IDLE


def titles(text: str) -> list[str]:
    """The titles of a list separated by commas; some of them have one of their own."""
    return [title.strip() for title in re.split(r",(?! Inc)", text) if title.strip()]


class Game:
    """A game at the start of a round, in turn order of the seats given; the second may be idle.

    cards: a list of further cards as in a card file. supply: the next cards, the top one first.
    rest: where all other cards are: "supply" (below), "discards", or "box" (not in the game).
    """

    turned: ClassVar[int] = 0
    """The seat of the first player; all others follow clockwise."""

    def __init__(
        self,
        *seats: Seat,
        cards: str = "",
        supply: str = "",
        rest: str = "supply",
        pool: int = 24,
        experienced: bool = False,
        seed: str = "1",
    ) -> None:
        self.table = table_with(cards)
        self.layout = Layout(self.table, self._rank)
        everyone = seats if len(seats) > 1 else (*seats, _idle(seats[0]))
        options = Options(len(everyone), experienced)
        self.race = Race(self.table, options, Chance(seed))
        self.driver = Driver(self.race, self._lay_out(everyone, titles(supply), rest, pool))

    # --- laying out

    def _lay_out(self, seats: tuple[Seat, ...], supply: list[str], rest: str, pool: int) -> State:
        state = self.race.new_state()
        state.todo = ["choose"]
        state.pool = pool
        state.order = [(self.turned + place) % len(seats) for place in range(len(seats))]
        players = [state.players[seat] for seat in state.order]
        for player, seat in zip(players, seats, strict=True):
            self._settle_in(state, player, seat)
            player.start_world = player.tableau[0]
            player.hand = self.layout.take_all(titles(seat.hand))
            player.vp = seat.vp
        top = self.layout.take_all(supply)
        for player, seat in zip(players, seats, strict=True):
            player.hand += self.layout.take_any(seat.extra)
            self.layout.put_goods(player, titles(seat.goods))
        self.layout.stock(state, top, rest)
        return state

    def _settle_in(self, state: State, player: Player, seat: Seat) -> None:
        """Gives a player the tableau, with the goods of windfall worlds."""
        for title in titles(seat.tableau):
            self.race.moves.place(state, player, self.layout.take(title))

    def _rank(self, card: int) -> int:
        """The order in which further cards are dealt out."""
        return -card

    # --- answering

    def choose(self, *chosen: str | tuple[str, str]) -> None:
        """All players choose actions, in turn order; those not given do as the last one given."""
        for seat in range(len(self.state.players)):
            mine = chosen[min(seat, len(chosen) - 1)]
            names = (mine,) if isinstance(mine, str) else mine
            self.answer(seat, self._actions(names))

    def place(self, seat: int, title: str | None) -> None:
        """Places a card of that title, or none."""
        self.pick(seat, title) if title else self.answer(seat, ())

    def pick(self, seat: int, *wanted: str) -> None:
        """Answers with cards, worlds or the power of a card, by title."""
        decision = self.decision(seat)
        left = self._offered(decision)
        answer = []
        for title in wanted:
            number = next(number for number in left if self._title(decision, number) == title)
            left.remove(number)
            answer.append(number)
        self.answer(seat, tuple(answer))

    def pay(self, seat: int, using: str = "", cards: str | None = None) -> None:
        """Pays with the powers of exactly these cards, and these hand cards or the last ones."""
        decision = self.payment(seat)
        for index, way in enumerate(decision.ways):
            if self._users(way.powers) == sorted(titles(using)):
                paid = self._cards_to_pay(decision, way.price, cards)
                self.answer(seat, (index, *paid))
                return
        raise AssertionError(f"no way to pay uses {using!r}: {self.ways(seat)}")

    def skip(self, seat: int) -> None:
        """Answers "none"."""
        self.answer(seat, ())

    def number(self, seat: int, number: int) -> None:
        """Names a number."""
        self.answer(seat, (number,))

    def answer(self, seat: int, answer: Answer) -> None:
        """Gives an answer as it is."""
        self.driver.answer(self.state.order[seat], answer)

    def answer_all(self) -> None:
        """Everybody who is asked something gives the first answer there is."""
        for decision in self.driver.pending:
            self.driver.answer(decision.player, decision.first())

    # --- reading

    @property
    def state(self) -> State:
        """The state as it is now."""
        return self.driver.state

    def player(self, seat: int) -> Player:
        """All that a player has."""
        return self.state.players[self.state.order[seat]]

    def awaited(self) -> list[int]:
        """The players who are asked something."""
        return [self.state.order.index(decision.player) for decision in self.driver.pending]

    def points(self, seat: int) -> int:
        """The score if the game ended now."""
        return score(self.table, self.state, self.state.order[seat])

    def winners(self) -> list[int]:
        """Who would win if the game ended now."""
        winners = result(self.table, self.state).winners
        return sorted(self.state.order.index(seat) for seat in winners)

    def decision(self, seat: int) -> Decision:
        """What a player is asked."""
        for decision in self.driver.pending:
            if decision.player == self.state.order[seat]:
                return decision
        raise AssertionError(f"player {seat} is asked nothing; step {self.driver.step!r}")

    def subset(self, seat: int = FIRST) -> Subset:
        """What a player is asked, which is to choose several things."""
        decision = self.decision(seat)
        assert isinstance(decision, Subset)
        return decision

    def payment(self, seat: int = FIRST) -> Payment:
        """What a player is asked, which is to pay."""
        decision = self.decision(seat)
        assert isinstance(decision, Payment)
        return decision

    def options(self, seat: int = FIRST) -> tuple[Answer, ...]:
        """The answers of which a player chooses one; () is "none"."""
        decision = self.decision(seat)
        assert isinstance(decision, Choice)
        return decision.options

    def asked(self, seat: int) -> str:
        """The kind of what a player is asked, "" for nothing."""
        return self.decision(seat).kind if seat in self.awaited() else ""

    def offered(self, seat: int) -> list[str]:
        """The titles among which a player chooses."""
        decision = self.decision(seat)
        return sorted(self._title(decision, number) for number in self._offered(decision))

    def may_skip(self, seat: int) -> bool:
        """Whether "none" is among the options."""
        decision = self.decision(seat)
        return isinstance(decision, Choice) and () in decision.options

    def ways(self, seat: int) -> list[tuple[str, int]]:
        """The ways to pay: titles of the cards whose powers are used, and hand cards."""
        decision = self.payment(seat)
        return [(", ".join(self._users(way.powers)), way.price) for way in decision.ways]

    def hand(self, seat: int) -> list[str]:
        """Titles in hand, sorted."""
        return sorted(self._titles(self.player(seat).hand))

    def count(self, seat: int) -> int:
        """Cards in hand."""
        return len(self.player(seat).hand)

    def tableau(self, seat: int) -> list[str]:
        """Titles in the tableau, as they came."""
        return self._titles(self.player(seat).tableau)

    def goods(self, seat: int) -> list[str]:
        """Worlds with a good, sorted."""
        return sorted(self._titles(self.player(seat).goods))

    def vp(self, seat: int) -> int:
        """Points in chips."""
        return self.player(seat).vp

    def discards(self) -> list[str]:
        """Titles in the discard pile, sorted."""
        return sorted(self._titles(self.state.discard))

    # --- helpers

    def _actions(self, names: Iterable[str]) -> Answer:
        return tuple(sorted(actions.NAMES.index(name) for name in names))

    def _titles(self, cards: Iterable[int]) -> list[str]:
        return [self.table.titles[card] for card in cards]

    def _users(self, powers: Iterable[int]) -> list[str]:
        return sorted(self.table.titles[self.table.power_list[one].card] for one in powers)

    def _cards_to_pay(self, decision: Payment, price: int, cards: str | None) -> Answer:
        if cards is None:
            return decision.cards[::-1][:price]
        left = list(decision.cards)
        return tuple(self._pop(left, title) for title in titles(cards))

    def _pop(self, left: list[int], title: str) -> int:
        found = next(card for card in left if self.table.titles[card] == title)
        left.remove(found)
        return found

    def _title(self, decision: Decision, number: int) -> str:
        if decision.kind in ("consume power", "produce power", "settle power"):
            number = self.table.power_list[number].card
        return self.table.titles[number]

    @staticmethod
    def _offered(decision: Decision) -> list[int]:
        if isinstance(decision, Subset):
            return list(decision.cards)
        assert isinstance(decision, Choice)
        return [option[0] for option in decision.options if option]
