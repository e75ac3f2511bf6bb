"""Attacks of the invaders at the end of rounds (quick reference, Xeno Invasion).

First the admiral track is updated with the Military of all players against the invaders, which may
repulse them. Otherwise each player faces an invasion card, and holds out or has a world damaged.
"""

from __future__ import annotations

from typing import Final

from gamekit.decisions import Answer, Choice, Subset
from gamekit.driver import Asking
from rftg_dsl.model import Invasion, InvasionCard, Wave
from rftg_engine import asks
from rftg_engine.cards.bound import BoundMilitary
from rftg_engine.cards.moments import SETTLING
from rftg_engine.cards.powers import Powers
from rftg_engine.cards.terms import BoundPrice
from rftg_engine.modules.invasion_state import (
    BunkerUsed,
    EmpireShaken,
    InvasionCame,
    InvasionDefended,
    InvasionLost,
    InvasionMet,
    InvasionPart,
    RepulseWeighed,
    WorldDamaged,
    invasion_of,
)
from rftg_engine.rules import Rules
from rftg_engine.state import State
from rftg_engine.turns.counting import powers_now
from rftg_engine.turns.prices import can_buy, pay_price
from rftg_engine.turns.turn import PlayerTurn

UNLIMITED: Final = 1_000
"""More hand cards than any power takes."""


def invasion_military(powers: Powers) -> int:
    """Return free Military against the invaders. powers: powers in force."""
    return powers.military + sum(
        [power.amount for power in powers.specialised if power.meets_invaders]
    )


def invasion_defense_total(powers: Powers) -> int:
    """Return the free defense against invasions. powers: powers in force."""
    return sum([power.amount for power in powers.invasion_defense if power.price is None])


def usable_powers(turn: PlayerTurn) -> list[BoundMilitary]:
    """Return the powers with a price that can be used against an invasion now."""
    return [power for power in priced_powers(turn.in_force()) if can_buy(turn, power)]


def priced_powers(powers: Powers) -> list[BoundMilitary]:
    """Return the powers with a price that count against an invasion.

    xeno.json, Defend: powers of Settle can be used against an invasion.
    """
    candidates = [power for power in powers.invasion_defense if power.price is not None]
    for power in powers.chosen[SETTLING]:
        if isinstance(power, BoundMilitary) and power.meets_invaders:
            candidates.append(power)
    return [power for power in candidates if power.amount > 0]


def max_amount(power: BoundMilitary, cards: int = UNLIMITED) -> int:
    """Return the maximum amount of a power. cards: cards in hand, or UNLIMITED to ignore them."""
    if power.takes_open_cards and power.price is not None:
        return power.amount * min(power.price.count, cards)
    return power.amount


def max_help(powers: list[BoundMilitary], bunker: int, cards: int, goods: int) -> int:
    """Return the maximum amount that powers and the bunker add with these numbers of hand cards
    and goods.

    Goods are assumed to be of the required kinds.
    """
    best = [[0] * (goods + 1) for _ in range(cards + 1)]
    uses = [use for power in powers for use in _power_uses(power)]
    for cards_used, goods_used, amount in [*uses, (1, 0, bunker)]:
        for card_count in range(cards, cards_used - 1, -1):
            for good_count in range(goods, goods_used - 1, -1):
                total = best[card_count - cards_used][good_count - goods_used] + amount
                best[card_count][good_count] = max(best[card_count][good_count], total)
    return best[cards][goods]


def _power_uses(power: BoundMilitary) -> list[tuple[int, int, int]]:
    """Return the possible uses of a power: hand cards, goods, and the added amount."""
    price = power.price
    if price is None:
        return []
    if power.takes_open_cards:
        return [(1, 0, power.amount)] * price.count
    return [(_count(price, "cards"), _count(price, "goods"), power.amount)]


def _count(price: BoundPrice, kind: str) -> int:
    return sum([max(0, part.count) for part in price.parts if part.what == kind])


def update_track(rules: Rules, state: State, part: InvasionPart) -> None:
    """Move the discs to the current Military of players. A moved disc goes on top of its new space.

    Players move in turn order, as in the first invasion.
    """
    for seat in state.order:
        military = invasion_military(powers_now(rules.table, state.players, seat))
        if seat in part.discs and military == part.track[seat]:
            continue
        if seat in part.discs:
            part.discs.remove(seat)
        part.discs.append(seat)
        part.track[seat] = military


def rotate(part: InvasionPart) -> None:
    """Put the bottom disc of each stack on top, after an invasion."""
    for military in sorted(set(part.track)):
        stack = [seat for seat in part.discs if part.track[seat] == military]
        part.discs.remove(stack[0])
        part.discs.append(stack[0])


def next_wave(invasion: Invasion, part: InvasionPart) -> tuple[int, int]:
    """Return the number of the next wave, and how many of its invasions have taken place."""
    rounds = invasion.waves[part.wave].rounds_for(len(part.track))
    return (part.wave + 1, 0) if rounds and part.met == rounds else (part.wave, part.met)


def available_cards(invasion: Invasion, part: InvasionPart) -> list[InvasionCard]:
    """Return the cards that the next invasion can deal, lowest first.

    If too few cards are left, the used cards are shuffled, so all cards of the wave are returned.
    """
    wave, _met = next_wave(invasion, part)
    cards = invasion.waves[wave].cards
    used = part.used if wave == part.wave else []
    unused = [card for index, card in enumerate(cards) if index not in used]
    return unused if len(unused) >= len(part.track) else list(cards)


def start_wave(rules: Rules, state: State, part: InvasionPart, invasion: Invasion) -> Wave:
    """Start the next invasion, of the current wave or the next wave."""
    advance_wave(part, invasion)
    rules.moves.notify(state, InvasionCame, -1, part.wave + 1, part.met)
    return invasion.waves[part.wave]


def advance_wave(part: InvasionPart, invasion: Invasion) -> None:
    """Count one more invasion. A new wave starts without used cards."""
    wave, met = next_wave(invasion, part)
    if wave != part.wave:
        part.used = []
    part.wave, part.met = wave, met + 1


def deal_cards(rules: Rules, state: State, part: InvasionPart, wave: Wave) -> None:
    """Deal a card to each player, higher cards to players who are higher on the admiral track.

    xeno.json, deck: when the cards of a wave run out, the used cards are shuffled.
    """
    players = len(part.track)
    indices = range(len(wave.cards))
    dealt = _shuffled(rules, state, [index for index in indices if index not in part.used])[
        :players
    ]
    if len(dealt) < players:
        part.used = []
        reused = _shuffled(rules, state, [index for index in indices if index not in dealt])
        dealt += reused[: players - len(dealt)]
    part.used += dealt
    part.dealt_of, part.dealt, part.strengths = part.wave, [-1] * players, [0] * players
    # The cards of a wave are sorted by rank.
    for seat, index in zip(part.ranking(), sorted(dealt, reverse=True), strict=True):
        military = powers_now(rules.table, state.players, seat).military
        part.dealt[seat] = index
        part.strengths[seat] = strength_of(wave.cards[index], military)


def _shuffled(rules: Rules, state: State, indices: list[int]) -> list[int]:
    """Return the indices in random order. Shuffled numbers are negative, unlike cards."""
    shuffled = rules.moves.shuffle(state, [-1 - index for index in indices])
    return [-1 - index for index in shuffled]


def strength_of(card: InvasionCard, military: int) -> int:
    """Return the strength of an attack. military: Military of the player against every world."""
    return card.strength + (military if card.own else 0)


def invade(rules: Rules, state: State, invasion: Invasion) -> Asking[None]:
    """Let the invaders attack, unless the players repulse them."""
    part = invasion_of(state)
    update_track(rules, state, part)
    if _repulse(rules, state, part, invasion):
        return
    wave = start_wave(rules, state, part, invasion)
    deal_cards(rules, state, part, wave)
    rewards = dict(zip(part.ranking(), dict(invasion.rewards)[len(part.track)], strict=True))
    part.held = [False] * len(part.track)
    for seat in state.order:
        card, strength = wave.cards[part.dealt[seat]], part.strengths[seat]
        encounter = Encounter(rules, state, seat, card, strength, invasion.bunker)
        part.held[seat] = yield from encounter.defend(rewards[seat])
        part.rewards[seat] += rewards[seat] if part.held[seat] else 0
    for seat in state.order:
        if not part.held[seat]:
            yield from _damage(rules, state, part, seat)
    if not any(part.held):
        part.defeats += 1
        rules.moves.notify(state, EmpireShaken, -1, part.defeats)
    rotate(part)


def repulse_value(invasion: Invasion, part: InvasionPart) -> int:
    """Return the total Military that repulses the invaders, after contributed goods."""
    return dict(invasion.repulse)[len(part.track)] - sum(part.contributed)


def _repulse(rules: Rules, state: State, part: InvasionPart, invasion: Invasion) -> bool:
    """Return whether all players together repulse the invaders."""
    military, needed = sum(part.track), repulse_value(invasion, part)
    rules.moves.notify(state, RepulseWeighed, -1, military, needed)
    part.repulsed = military >= needed
    return part.repulsed


class Encounter:
    """A player who faces an invasion card.

    strength: strength of the attack.
    bunker: amount of the bunker.
    gained: amount added by powers and the bunker.
    used: numbers of the powers used.
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

    def total_defense(self) -> int:
        """Return the current defense of the player."""
        powers = self.turn.in_force()
        return invasion_military(powers) + invasion_defense_total(powers) + self.gained

    def missing(self) -> int:
        """Return the amount still needed to hold out, or 0 or less if none is; ties are lost."""
        return self.strength + 1 - self.total_defense()

    def max_help(self) -> int:
        """Return the maximum amount that powers and the bunker can still add."""
        player = self.turn.player
        return max_help(self.usable(), self.bunker, len(player.hand), len(player.goods))

    def usable(self) -> list[BoundMilitary]:
        """Return the powers that can still be used, each once per invasion."""
        return [power for power in usable_powers(self.turn) if power.number not in self.used]

    def defend(self, points: int) -> Asking[bool]:
        """Let the player defend; return whether the player holds out. points: reward for that."""
        turn, powers = self.turn, self.turn.in_force()
        military, defense = invasion_military(powers), invasion_defense_total(powers)
        maximum = self.total_defense() + self.max_help()
        odds = (str(self.card), self.strength, military, defense, maximum)
        turn.moves.notify(turn.state, InvasionMet, turn.seat, *odds)
        yield from self._use_powers()
        yield from self._use_bunker()
        against = self.total_defense()
        if against > self.strength:
            turn.moves.notify(turn.state, InvasionDefended, turn.seat, against, points)
        else:
            turn.moves.notify(turn.state, InvasionLost, turn.seat, against)
        return against > self.strength

    def _use_powers(self) -> Asking[None]:
        """Let the player use powers while they are needed and can be enough."""
        while 0 < self.missing() <= self.max_help():
            usable = self.usable()
            if not usable:
                return
            options: tuple[Answer, ...] = (*[(power.number,) for power in usable], ())
            (answer,) = yield [Choice(self.turn.seat, asks.DEFENSE, self.missing(), options)]
            if not answer:
                return
            (power,) = [usable_power for usable_power in usable if usable_power.number == answer[0]]
            yield from self._use(power)

    def _use(self, power: BoundMilitary) -> Asking[None]:
        assert power.price is not None
        turn = self.turn
        self.used.append(power.number)
        turn.moves.use_power(turn.state, turn.player, power)
        paid = yield from pay_price(turn, power, power.price, False)
        if paid:
            turn.mark_used(power)
            self.gained += power.amount * (len(paid) if power.takes_open_cards else 1)
        turn.moves.finish_power(turn.state, turn.player, power)

    def _use_bunker(self) -> Asking[None]:
        """Let the player discard a card in the bunker if that is needed and enough."""
        turn, hand = self.turn, tuple(self.turn.player.hand)
        missing = self.missing()
        if not hand or not 0 < missing <= self.bunker:
            return
        (cards,) = yield [Subset(turn.seat, asks.BUNKER, missing, hand, 0, 1)]
        if cards:
            turn.moves.notify(turn.state, BunkerUsed, turn.seat, self.bunker)
            turn.moves.discard_from_hand(turn.state, turn.player, cards)
            self.gained += self.bunker


def _damage(rules: Rules, state: State, part: InvasionPart, seat: int) -> Asking[None]:
    """Let a player choose which world is damaged; its good is lost."""
    player = state.players[seat]
    worlds = [card for card in player.tableau if rules.table.is_world[card]]
    if not worlds:
        return
    options: tuple[Answer, ...] = tuple([(world,) for world in worlds])
    ((world,),) = yield [Choice(seat, asks.DAMAGE, -1, options)]
    if world in player.goods:
        rules.moves.take_good(state, player, world)
    rules.moves.remove_from_tableau(player, world)
    part.damaged[seat].append(world)
    rules.moves.notify(state, WorldDamaged, seat, world)
