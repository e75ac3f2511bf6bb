"""Attacks of the invaders at the end of rounds (quick reference, Xeno Invasion).

First the Military of all players against the invaders is brought up to date, which may repulse
them. Then each player gets an invasion card, and holds out or has a world damaged.
"""

from __future__ import annotations

from typing import Final

from gamekit.decisions import Answer, Choice, Subset
from gamekit.driver import Asking
from rftg_dsl.model import Invasion, InvasionCard, Wave
from rftg_engine.cards.bound import BoundMilitary
from rftg_engine.cards.moments import SETTLING
from rftg_engine.cards.powers import Powers
from rftg_engine.cards.terms import BoundPrice
from rftg_engine.modules.invasion import questions
from rftg_engine.modules.invasion.state import (
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

MANY: Final = 1_000
"""More hand cards than any power takes."""


def military_against(powers: Powers) -> int:
    """Return Military against the invaders that takes nothing. powers: those in force."""
    return powers.military + sum([one.amount for one in powers.specialised if one.meets_invaders])


def defense_against(powers: Powers) -> int:
    """Return defense against an invasion that takes nothing."""
    return sum([one.amount for one in powers.invasion_defense if one.price is None])


def helpers(turn: PlayerTurn) -> list[BoundMilitary]:
    """Return the powers that take something, and can help to hold out, as of now."""
    return [one for one in priced(turn.in_force()) if can_buy(turn, one)]


def priced(powers: Powers) -> list[BoundMilitary]:
    """Return the powers that take something, and bring something against an invasion.

    xeno.json, Defend: powers of Settle can be used against an invasion.
    """
    found = [one for one in powers.invasion_defense if one.price is not None]
    for power in powers.chosen[SETTLING]:
        if isinstance(power, BoundMilitary) and power.meets_invaders:
            found.append(power)
    return [one for one in found if one.amount > 0]


def most_of(power: BoundMilitary, cards: int = MANY) -> int:
    """Return the most that a power brings. cards: in the hand, MANY where they are not counted."""
    if power.takes_open_cards and power.price is not None:
        return power.amount * min(power.price.count, cards)
    return power.amount


def most_help(powers: list[BoundMilitary], bunker: int, cards: int, goods: int) -> int:
    """Return the most that powers and the bunker bring for so many hand cards and goods in all.

    Goods are taken to be of the kinds that are wanted.
    """
    most = [[0] * (goods + 1) for _number in range(cards + 1)]
    for taken, given, amount in [*[use for one in powers for use in _uses(one)], (1, 0, bunker)]:
        for number in range(cards, taken - 1, -1):
            for left in range(goods, given - 1, -1):
                more = most[number - taken][left - given] + amount
                most[number][left] = max(most[number][left], more)
    return most[cards][goods]


def _uses(power: BoundMilitary) -> list[tuple[int, int, int]]:
    """Return how a power can be used: the hand cards and goods it takes, and what it brings."""
    price = power.price
    if price is None:
        return []
    if power.takes_open_cards:
        return [(1, 0, power.amount)] * price.count
    return [(_count(price, "cards"), _count(price, "goods"), power.amount)]


def _count(price: BoundPrice, what: str) -> int:
    return sum([max(0, one.count) for one in (price, *price.more) if one.what == what])


def update_track(rules: Rules, state: State, part: InvasionPart) -> None:
    """Move the discs to the Military of today; one that moves goes on top of those on its space.

    In turn order, as the discs are placed at first.
    """
    for seat in state.order:
        military = military_against(powers_now(rules.table, state.players, seat))
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
    """Return the number of the wave that comes next, and how many of its invasions have been."""
    rounds = invasion.waves[part.wave].rounds_for(len(part.track))
    return (part.wave + 1, 0) if rounds and part.met == rounds else (part.wave, part.met)


def cards_left(invasion: Invasion, part: InvasionPart) -> list[InvasionCard]:
    """Return the cards that the next invasion can deal, lowest first.

    All of the wave where too few are left, since those used are shuffled then.
    """
    number, _met = next_wave(invasion, part)
    cards = invasion.waves[number].cards
    used = part.used if number == part.wave else []
    left = [card for place, card in enumerate(cards) if place not in used]
    return left if len(left) >= len(part.track) else list(cards)


def begin_wave(rules: Rules, state: State, part: InvasionPart, invasion: Invasion) -> Wave:
    """Go on with the present wave, or with the next one if its rounds are over."""
    advance(part, invasion)
    rules.moves.notify(state, InvasionCame, -1, part.wave + 1, part.met)
    return invasion.waves[part.wave]


def advance(part: InvasionPart, invasion: Invasion) -> None:
    """Count one more invasion; no card of a new wave is used."""
    number, met = next_wave(invasion, part)
    if number != part.wave:
        part.used = []
    part.wave, part.met = number, met + 1


def deal(rules: Rules, state: State, part: InvasionPart, wave: Wave) -> None:
    """Deal a card to each player, a higher one to who is higher on the admiral track.

    xeno.json, deck: when the cards of a wave run out, those used before are shuffled.
    """
    players = len(part.track)
    places = range(len(wave.cards))
    dealt = _shuffled(rules, state, [one for one in places if one not in part.used])[:players]
    if len(dealt) < players:
        part.used = []
        others = _shuffled(rules, state, [one for one in places if one not in dealt])
        dealt += others[: players - len(dealt)]
    part.used += dealt
    part.dealt_of, part.dealt, part.strengths = part.wave, [-1] * players, [0] * players
    # The cards of a wave are in the order of their rank.
    for seat, place in zip(part.ranking(), sorted(dealt, reverse=True), strict=True):
        military = powers_now(rules.table, state.players, seat).military
        part.dealt[seat] = place
        part.strengths[seat] = strength_of(wave.cards[place], military)


def _shuffled(rules: Rules, state: State, places: list[int]) -> list[int]:
    """Return places in random order. Chance is told numbers below 0, which are no cards."""
    told = rules.moves.shuffle(state, [-1 - place for place in places])
    return [-1 - one for one in told]


def strength_of(card: InvasionCard, military: int) -> int:
    """Return the strength of an attack. military: that of the player against every world."""
    return card.strength + (military if card.own else 0)


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
        rules.moves.notify(state, EmpireShaken, -1, part.defeats)
    rotate(part)


def repulse_value(invasion: Invasion, part: InvasionPart) -> int:
    """Return the Military against the invaders that repulses them; each good has lowered it."""
    return dict(invasion.repulse)[len(part.track)] - sum(part.contributed)


def _repulse(rules: Rules, state: State, part: InvasionPart, invasion: Invasion) -> bool:
    """Return whether all players together repulse the invaders."""
    military, needed = sum(part.track), repulse_value(invasion, part)
    rules.moves.notify(state, RepulseWeighed, -1, military, needed)
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
        turn.moves.notify(turn.state, InvasionMet, turn.seat, *met)
        yield from self._use_powers()
        yield from self._use_bunker()
        against = self.against()
        if against > self.strength:
            turn.moves.notify(turn.state, InvasionDefended, turn.seat, against, points)
        else:
            turn.moves.notify(turn.state, InvasionLost, turn.seat, against)
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
            turn.mark_used(power)
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
            turn.moves.notify(turn.state, BunkerUsed, turn.seat, self.bunker)
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
    rules.moves.notify(state, WorldDamaged, seat, world)
