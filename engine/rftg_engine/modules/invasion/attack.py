"""The attack at the end of a round (quick reference, Xeno Invasion).

In this order: the Military of all against the invaders is brought up to date; it may repulse them;
each player gets an invasion card, and holds out or has a world damaged.
"""

from __future__ import annotations

from typing import Final

from gamekit.decisions import Answer, Choice, Subset
from gamekit.driver import Asking
from rftg_dsl.model import Invasion, InvasionCard
from rftg_engine.cards.bound import BoundMilitary
from rftg_engine.modules.invasion import questions
from rftg_engine.modules.invasion.events import (
    BunkerUsed,
    EmpireShaken,
    InvasionDefended,
    InvasionLost,
    InvasionMet,
    RepulseWeighed,
    WorldDamaged,
)
from rftg_engine.modules.invasion.state import InvasionPart, invasion_of
from rftg_engine.modules.invasion.strength import (
    defense_against,
    helpers,
    military_against,
    most_help,
)
from rftg_engine.modules.invasion.track import rotate, update_track
from rftg_engine.modules.invasion.waves import begin_wave, deal
from rftg_engine.rules import Rules
from rftg_engine.state import State
from rftg_engine.turns.prices import pay_price
from rftg_engine.turns.turn import PlayerTurn


def invade(rules: Rules, state: State, invasion: Invasion) -> Asking[None]:
    """Let the invaders attack, unless the players repulse them all."""
    part = invasion_of(state)
    update_track(rules, state, part)
    if _repulse(rules, state, part, invasion):
        return
    wave = begin_wave(rules, state, part, invasion)
    deal(rules, state, part, wave)
    rewards = dict(zip(part.ranking(), dict(invasion.rewards)[len(part.track)], strict=True))
    part.held = [False] * len(part.track)
    for seat in state.order:
        card, strength = wave.cards[part.dealt[seat]], part.strengths[seat]
        meeting = Meeting(rules, state, seat, card, strength, invasion.bunker)
        part.held[seat] = yield from meeting.defend(rewards[seat])
        part.rewards[seat] += rewards[seat] if part.held[seat] else 0
    for seat in state.order:
        if not part.held[seat]:
            yield from _damage(rules, state, part, seat)
    if not any(part.held):
        part.defeats += 1
        rules.moves.tell(state, EmpireShaken, -1, part.defeats)
    rotate(part)


def repulse_value(invasion: Invasion, part: InvasionPart) -> int:
    """Return the Military against the invaders that repulses them; each good has lowered it."""
    return dict(invasion.repulse)[len(part.track)] - sum(part.contributed)


def _repulse(rules: Rules, state: State, part: InvasionPart, invasion: Invasion) -> bool:
    """Return whether all players together repulse the invaders."""
    military, needed = sum(part.track), repulse_value(invasion, part)
    rules.moves.tell(state, RepulseWeighed, -1, military, needed)
    part.repulsed = military >= needed
    return part.repulsed


class Meeting:
    """A player who meets an invasion card.

    strength: of the attack. bunker: what it gives. gained: Military and defense called up.
    used: the powers that did it, by their numbers.
    """

    def __init__(
        self,
        rules: Rules,
        state: State,
        seat: int,
        card: InvasionCard,
        strength: int,
        bunker: int,
    ) -> None:
        self.turn: Final = PlayerTurn(rules, state, seat, state.players[seat].powers)
        self.card: Final = card
        self.strength: Final = strength
        self.bunker = bunker
        self.gained = 0
        self.used: list[int] = []

    def against(self) -> int:
        """Return what the player has against the attack, as of now."""
        powers = self.turn.in_force()
        return military_against(powers) + defense_against(powers) + self.gained

    def missing(self) -> int:
        """Return what is still needed, 0 or less where nothing is: a tie is lost."""
        return self.strength + 1 - self.against()

    def most_help(self) -> int:
        """Return the most that powers, and the bunker, could still bring."""
        player = self.turn.player
        return most_help(self.usable(), self.bunker, len(player.hand), len(player.goods))

    def usable(self) -> list[BoundMilitary]:
        """Return the powers that can still be used, each of them once an invasion."""
        return [power for power in helpers(self.turn) if power.number not in self.used]

    def defend(self, points: int) -> Asking[bool]:
        """Let the player defend; return whether the player holds out. points: for doing so."""
        turn, powers = self.turn, self.turn.in_force()
        military, defense = military_against(powers), defense_against(powers)
        most = self.against() + self.most_help()
        met = (str(self.card), self.strength, military, defense, most)
        turn.moves.tell(turn.state, InvasionMet, turn.seat, *met)
        yield from self._use_powers()
        yield from self._use_bunker()
        against = self.against()
        if against > self.strength:
            turn.moves.tell(turn.state, InvasionDefended, turn.seat, against, points)
        else:
            turn.moves.tell(turn.state, InvasionLost, turn.seat, against)
        return against > self.strength

    def _use_powers(self) -> Asking[None]:
        """Let the player use powers while they are needed, and can be enough."""
        while 0 < self.missing() <= self.most_help():
            usable = self.usable()
            if not usable:
                return
            options: tuple[Answer, ...] = (*[(power.number,) for power in usable], ())
            (answer,) = yield [Choice(self.turn.seat, questions.DEFENSE, self.missing(), options)]
            if not answer:
                return
            (power,) = [one for one in usable if one.number == answer[0]]
            yield from self._use(power)

    def _use(self, power: BoundMilitary) -> Asking[None]:
        assert power.price is not None
        turn = self.turn
        self.used.append(power.number)
        turn.moves.use_power(turn.state, turn.player, power)
        given = yield from pay_price(turn, power, power.price, False)
        if given:
            turn.use_up(power)
            self.gained += power.amount * (len(given) if power.takes_open_cards else 1)
        turn.moves.finish_power(turn.state, turn.player, power)

    def _use_bunker(self) -> Asking[None]:
        """Let the player discard a card in the bunker, where that is needed and enough."""
        turn, hand = self.turn, tuple(self.turn.player.hand)
        missing = self.missing()
        if not hand or not 0 < missing <= self.bunker:
            return
        (cards,) = yield [Subset(turn.seat, questions.BUNKER, missing, hand, 0, 1)]
        if cards:
            turn.moves.tell(turn.state, BunkerUsed, turn.seat, self.bunker)
            turn.moves.discard_from_hand(turn.state, turn.player, cards)
            self.gained += self.bunker


def _damage(rules: Rules, state: State, part: InvasionPart, seat: int) -> Asking[None]:
    """Let a player choose a world that is damaged; its good is lost."""
    player = state.players[seat]
    worlds = [card for card in player.tableau if rules.table.is_world[card]]
    if not worlds:
        return
    options: tuple[Answer, ...] = tuple([(world,) for world in worlds])
    ((world,),) = yield [Choice(seat, questions.DAMAGE, -1, options)]
    if world in player.goods:
        rules.moves.take_good(state, player, world)
    rules.moves.remove_from_tableau(player, world)
    part.damaged[seat].append(world)
    rules.moves.tell(state, WorldDamaged, seat, world)
