"""Scripts for games with an invasion: what the waves deal, how the track stands, what is damaged.

    game = Invaded(Side("New Sparta, Gem World"), met="{9: 10}")
    game.attack()
    game.pick(FIRST, "Gem World")
    assert game.damaged(FIRST) == ["Gem World"]

The invaders are xeno worlds of a small set of its own beside the base set.
"""

import tempfile
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any, Final

import yaml

from gamekit.decisions import Choice, Subset
from gamekit.events import Event
from rftg_dsl.library import cards_in_use
from rftg_dsl.model import CardSet, Wave
from rftg_dsl.sets.modules import create_wave
from rftg_dsl.sets.robot_file import shipped_robot
from rftg_engine import Side, Table, asks
from rftg_engine.modules.invasion import awards
from rftg_engine.modules.invasion_state import InvasionPart, invasion_of
from tests.game import Game
from tests.shipped import load

NEVER: Final = "{9: 10}"
"""Cards that nobody holds out against without help."""
ALWAYS: Final = "{-1: 10}"
"""Cards that everybody holds out against."""
ASKED: Final = {
    *(asks.DEFENSE, asks.BUNKER, asks.DAMAGE, asks.WAR_EFFORT),
    *(asks.REPAIR, asks.REPAIR_FOR_CARDS, asks.REPAIR_BY_POWER, asks.REPAIR_BY_BONUS),
}
"""The kinds of decisions that only games with an invasion have."""
XENO_SET: Final = "xeno-invasion"
_SET: Final = """
set: raid
title: Raid
requires: [base]
players: 5
keywords: [anti-xeno, xeno]
tokens: {relic: 4}
modules: [invasion, goals, takeovers]
invasion:
  by: xeno
  repulse: {2: 22, 3: 28, 4: 33, 5: 39}
  rewards: {2: [1, 2], 3: [1, 1, 2], 4: [1, 1, 1, 2], 5: [1, 1, 1, 2, 2]}
  waves:
    - {rounds: {2: 1, 3: 2, 4: 2, 5: 2}, cards: {0: 10}}
    - {rounds: {2: 1, 3: 2, 4: 2, 5: 2}, cards: {0: 10}}
    - cards: {0: 10}
goals:
  - {title: Most Worlds, most: worlds, least: 2, after: [settle]}
cards:
  - {title: Xeno Nest, military world: 3, vp: 2, keywords: [xeno]}
  - title: Watch
    development: 1
    vp: 1
    copies: 5
    powers: |
      settle: military +1 against xeno worlds
"""


@cache
def official(robot: bool = False) -> Table:
    """Return the cards of the published set. robot: with the robot."""
    sets = load([XENO_SET]).sets
    return Table(sets, cards_in_use(sets), shipped_robot() if robot else None)


@cache
def raid_with(cards: str) -> tuple[CardSet, ...]:
    """Return the base set and the set of these tests, with further cards as in a card file."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "raid.yaml"
        path.write_text(_SET + cards, encoding="utf-8")
        compiled = load([str(path)])
    assert not compiled.has_errors, compiled.diagnostics
    return tuple(compiled.sets)


@cache
def raid_table(cards: str, waves: tuple[str, ...], **facts: Any) -> Table:
    """Return the cards in use of a game with an invasion, whose waves have these cards."""
    *others, raid = raid_with(cards)
    invasion = raid.invasion
    assert invasion is not None
    met = [_wave(one, text) for one, text in zip(invasion.waves, waves, strict=True)]
    sets = [*others, replace(raid, invasion=replace(invasion, waves=tuple(met), **facts))]
    return Table(sets, cards_in_use(sets))


def _wave(wave: Wave, cards: str) -> Wave:
    """Return a wave with other cards, written as in a card file, and as many rounds as it lasts."""
    met = create_wave({"cards": {str(card): n for card, n in yaml.safe_load(cards).items()}})
    return replace(met, rounds=wave.rounds)


class Invaded(Game):
    """A game with an invasion, at the start of a round of which the end brings an attack.

    met: the cards of all waves, or of each of the three, as in a card file. round: the number of
    the round. wave: that comes next, from 1. damaged: worlds of players that are laid out in their
    tableaus, by player. facts: further ones of the Invasion; others: as in Game.
    """

    def __init__(
        self,
        *sides: Side,
        met: str | tuple[str, str, str] = ALWAYS,
        round: int = 3,
        wave: int = 1,
        damaged: dict[int, str] | None = None,
        cards: str = "",
        modules: tuple[str, ...] = ("invasion",),
        facts: dict[str, Any] | None = None,
        actions: str | tuple[str, ...] = (),
        **others: Any,
    ) -> None:
        self._waves = met if isinstance(met, tuple) else (met, met, met)
        self._facts = facts or {}
        super().__init__(*sides, cards=cards, modules=modules, **others)
        self.state.round = round
        self.part.wave = wave - 1
        for player, titles in (damaged or {}).items():
            for title in titles.split(", "):
                self.damage(player, title)
        self.begin(actions)

    def make_table(self, cards: str) -> Table:
        """Return the cards in use."""
        return raid_table(cards, self._waves, **self._facts)

    # --- laying out

    def damage(self, player: int, title: str) -> None:
        """Lay a world of a player with the damaged ones."""
        mine = self.player(player)
        (found,) = [card for card in mine.tableau if self.table.titles[card] == title]
        if found in mine.goods:
            self.race.moves.take_good(self.state, mine, found)
        self.race.moves.remove_from_tableau(mine, found)
        self.part.damaged[mine.seat].append(found)

    # --- playing

    def attack(self) -> None:
        """Play a round in which nobody does anything, up to what its attack asks."""
        self.choose("consume: x2")

    def settle_all(self) -> None:
        """Answer what the attack asks: with nothing where that will do."""
        self.finish_step("round end")

    # --- reading

    def asked_at(self, player: int) -> str:
        """Return what the attack asks a player, "" for nothing."""
        return self.asked(player) if self.step == "round end" else ""

    @property
    def part(self) -> InvasionPart:
        """How the invasion stands."""
        return invasion_of(self.state)

    def damaged(self, player: int) -> list[str]:
        """Return the damaged worlds of a player, as they were damaged."""
        return self.titles(self.part.damaged[self.player(player).seat])

    def held(self, player: int) -> bool:
        """Return whether a player held out in the last attack."""
        return self.part.held[self.player(player).seat]

    def dealt(self, player: int) -> str:
        """Return the card that a player met last, as card files name it."""
        assert self.table.invasion is not None
        cards = self.table.invasion.waves[self.part.dealt_of].cards
        return str(cards[self.part.dealt[self.player(player).seat]])

    def rewards(self, player: int) -> int:
        """Return the points of a player for holding out."""
        return self.part.rewards[self.player(player).seat]

    def track(self, player: int) -> int:
        """Return Military against the invaders as the admiral track has it."""
        return self.part.track[self.player(player).seat]

    def ranking(self) -> list[int]:
        """Return the players, the highest on the admiral track first."""
        return [self._seats.index(seat) for seat in self.part.ranking()]

    def awards(self, player: int) -> list[str]:
        """Return the awards of a player if the game ended now."""
        return awards(self.part, self.player(player).seat)

    def answers(self, player: int) -> list[tuple[str, ...]]:
        """Return the titles of the cards of each answer that a player can give."""
        decision = self.decision(player)
        assert isinstance(decision, Choice)
        return [tuple(self.titles(option)) for option in decision.options]

    def most(self, player: int) -> int:
        """Return how many of something a player may choose."""
        decision = self.decision(player)
        assert isinstance(decision, Subset)
        return decision.maximum

    def told(self, kind: type[Event]) -> list[Any]:
        """Return the events of a kind so far."""
        return [event for event in self.events if isinstance(event, kind)]


def attacked(*sides: Side, **others: Any) -> Invaded:
    """Return a game at what the attack of its first round asks. others: as in Invaded."""
    game = Invaded(*sides, **others)
    game.attack()
    return game
