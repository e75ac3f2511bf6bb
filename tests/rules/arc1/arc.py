"""Scripts for games of the first expansion arc: as in tests/game.py, with all that it adds."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from gamekit.chance import Chance
from gamekit.decisions import Answer, Choice, Decision
from gamekit.driver import Asking, Driver
from gamekit.events import Observer
from rftg_engine import actions
from rftg_engine.cards.bound import BoundPower
from rftg_engine.cards.table import Table
from rftg_engine.race import Race
from rftg_engine.setups.layout import Layout
from rftg_engine.setups.options import Options
from rftg_engine.state import Player, State
from tests.game import FIRST, SECOND, Game, Seat, table_with, titles

__all__ = ["ALL", "FIRST", "IDLE", "SECOND", "THIRD", "Arc", "Side", "arc_table"]

THIRD: Final = 2
ALL: Final = ("brink-of-war", "new-worlds")


def arc_table(cards: str = "", sets: tuple[str, ...] = ALL) -> Table:
    """The cards of all sets of the arc, and with them cards written as items of a card file."""
    return table_with(cards, sets)


@dataclass(frozen=True)
class Side(Seat):
    """A seat of the arc. saved: titles under the first card. card: has the prestige/search card.

    fresh: the prestige lies on the tile of the lead. tiles: titles of goals claimed before.
    """

    prestige: int = 0
    saved: str = ""
    card: bool = False
    fresh: bool = False
    tiles: str = ""


IDLE: Final = Side("Old Earth")
"""A player with nothing to do until somebody gives them cards or goods."""


class _Short:
    """A game that is over after the step `until`."""

    def __init__(self, race: Race, until: str) -> None:
        self._race = race
        self._until = until
        self._begun = False

    def next_step(self, state: State) -> tuple[str, Asking[None]] | None:
        """The next step, none after the last one wanted."""
        last = state.todo[:1] == [self._until]
        if self._begun and not last:
            return None
        self._begun = self._begun or last
        return self._race.next_step(state)

    def end_step(self, state: State, name: str) -> None:
        """As in a whole game."""
        self._race.end_step(state, name)

    def observed_by(self, observers: Sequence[Observer[State]]) -> _Short:
        """The same, watched by others; what has begun goes on."""
        return _Short(self._race.observed_by(observers), self._until)


class Arc(Game):
    """A game with all sets of the arc at the start of a round, players in turn order.

    goals: the titles of the tiles in play. lead: the round begins with the bonus of the lead.
    until: the step after which the game stops. Else as in Game.
    """

    def __init__(
        self,
        *seats: Seat,
        cards: str = "",
        supply: str = "",
        rest: str = "supply",
        pool: int = 24,
        experienced: bool = False,
        takeovers: bool = False,
        goals: str = "",
        lead: bool = False,
        until: str = "",
        seed: str = "1",
    ) -> None:
        self.table = arc_table(cards)
        self.layout = Layout(self.table, self._rank)
        everyone = seats if len(seats) > 1 else (*seats, IDLE)
        options = Options(len(everyone), experienced, goals=bool(goals), takeovers=takeovers)
        self.race = Race(self.table, options, Chance(seed))
        state = self._lay_out(everyone, titles(supply), rest, pool)
        tiles = [tile.title for tile in self.table.goals]
        state.goals = [tiles.index(title) for title in titles(goals)]
        if lead:
            state.todo.insert(0, "round start")
        self.driver = Driver(_Short(self.race, until), state)

    # --- laying out

    def _settle_in(self, _state: State, player: Player, seat: Seat) -> None:
        """Gives a player the tableau, bare of what placing it brings, and the rest of a side."""
        for title in titles(seat.tableau):
            self.race.moves.add_to_tableau(player, self.layout.take(title))
        self._have(player, seat if isinstance(seat, Side) else Side(seat.tableau))

    def _rank(self, card: int) -> int:
        """Developments first, so that nobody is asked for a world among further cards."""
        return -card + len(self.table.cards) * self.table.is_world[card]

    def _have(self, player: Player, side: Side) -> None:
        player.prestige = side.prestige
        player.fresh_prestige = side.fresh
        player.special_used = not side.card
        tiles = [tile.title for tile in self.table.goals]
        player.goals = [tiles.index(title) for title in titles(side.tiles)]
        if side.saved:
            player.saved[player.tableau[0]] = self.layout.take_all(titles(side.saved))

    # --- answering

    def pay(self, seat: int, using: str = "", cards: str | int | None = None) -> None:
        """As in Game; cards: titles, or how many whichever."""
        if not isinstance(cards, int):
            super().pay(seat, using, cards)
            return
        decision = self.payment(seat)
        users = [self._users(way.powers) for way in decision.ways]
        self.answer(seat, (users.index(sorted(titles(using))), *decision.cards[::-1][:cards]))

    def use(self, seat: int, title: str) -> None:
        """Uses a power of this card, from among several or when asked for one."""
        decision = self.decision(seat)
        if decision.kind == "use power":
            assert self.table.titles[self._power(decision.about).card] == title
            self.answer(seat, (1,))
            return
        self.answer(seat, next(one for one in self._offers(seat) if self._user(one) == title))

    def attack(self, seat: int, using: str, world: str) -> None:
        """Declares a takeover of that world with the power of that card, or defeats one."""
        self.answer(
            seat, next(one for one in self._offers(seat) if self._named(one) == (using, world))
        )

    def takes(self, seat: int, using: str, world: str) -> bool:
        """Declares a takeover that nobody calls up military for or against; whether it succeeds."""
        self.attack(seat, using, world)
        return world in self.tableau(seat)

    def upgrade(self, seat: int, old: str, new: str) -> None:
        """Replaces a world by one from hand."""
        self.answer(
            seat, next(one for one in self._offers(seat) if self._titles(one) == [new, old])
        )

    def let_go(self, step: str = "") -> None:
        """Answers all that is left of a step, of this one if not named, as simply as possible."""
        step = step or self.driver.step
        while self.driver.step == step and self.driver.pending:
            for decision in self.driver.pending:
                none_will_do = decision.refusal(()) is None
                self.driver.answer(decision.player, () if none_will_do else decision.first())

    def end_round(self) -> None:
        """Answers all that is left of this round with as little as possible."""
        while self.driver.step not in ("choose", ""):
            self.let_go()

    # --- reading

    def attacks(self, seat: int) -> list[tuple[str, str]]:
        """The takeovers that can be declared or defeated: card with the power, and world."""
        if self.asked(seat) not in ("takeover", "defeat takeover"):
            return []
        return sorted(self._named(one) for one in self._offers(seat))

    def upgrades(self, seat: int) -> list[tuple[str, str]]:
        """The replacements offered: old world, new world."""
        return sorted((self._titles(one)[1], self._titles(one)[0]) for one in self._offers(seat))

    def powers(self, seat: int) -> list[str]:
        """The cards of the powers among which a player chooses; nothing if none is asked for."""
        if not self.asked(seat).endswith(" power"):
            return []
        decision = self.decision(seat)
        if not isinstance(decision, Choice):
            return []
        if decision.kind == "use power":
            return [self.table.titles[self._power(decision.about).card]]
        return sorted(self._user(one) for one in decision.options if one)

    def prestige(self, seat: int) -> int:
        """Prestige of a player."""
        return self.player(seat).prestige

    def saved(self, seat: int) -> list[str]:
        """Titles of the saved cards."""
        under = self.player(seat).saved.values()
        return sorted(self._titles([card for cards in under for card in cards]))

    def tiles(self, seat: int) -> list[str]:
        """Titles of the goals that a player has claimed."""
        return sorted(self.table.goals[one].title for one in self.player(seat).goals)

    # --- helpers

    def _actions(self, names: Iterable[str]) -> Answer:
        """As in Game; "prestige settle" is Settle with the prestige/search card beside it."""
        return tuple(_action(name) for name in names)

    def _offers(self, seat: int) -> list[Answer]:
        """The options other than "none"."""
        return [one for one in self.options(seat) if one]

    def _named(self, answer: Answer) -> tuple[str, str]:
        return self._user(answer), self.table.titles[answer[1]]

    def _user(self, answer: Answer) -> str:
        return self.table.titles[self._power(answer[0]).card] if answer[0] >= 0 else "action"

    def _power(self, number: int) -> BoundPower:
        return self.table.power_list[number]

    def _title(self, decision: Decision, number: int) -> str:
        if decision.kind.endswith(" power") and decision.kind not in _OF_CARDS:
            number = self._power(number).card
        return self.table.titles[number]


_OF_CARDS: Final = ("goods for power", "discard for power")


def _action(name: str) -> int:
    plain = name.removeprefix("prestige ")
    return actions.NAMES.index(plain) + (actions.PRESTIGE if plain != name else 0)
