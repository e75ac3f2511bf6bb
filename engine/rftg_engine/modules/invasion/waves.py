"""The waves of an invasion and their cards; nothing lies hidden but the order of those left."""

from __future__ import annotations

from rftg_dsl.model import Invasion, InvasionCard, Wave
from rftg_engine.modules.invasion.events import InvasionCame
from rftg_engine.modules.invasion.state import InvasionPart
from rftg_engine.rules import Rules
from rftg_engine.state import State
from rftg_engine.turns.counting import powers_now


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
    rules.moves.tell(state, InvasionCame, -1, part.wave + 1, part.met)
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
