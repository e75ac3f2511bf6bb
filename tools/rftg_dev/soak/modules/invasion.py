"""Invariants of invasions: cards, damage, rewards, war effort and ends."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from rftg_dsl.model import Invasion
from rftg_engine import asks, steps
from rftg_engine.cards.table import Table
from rftg_engine.modules.invasion_attack import repulse_value
from rftg_engine.modules.invasion_state import DEFEATS, InvasionPart, invasion_of
from rftg_engine.phases.rounds import end_reasons
from rftg_engine.phases.scoring import score
from rftg_engine.state import State


class InvasionWatcher:
    """Checker of the invasion of one game; it keeps the state after the previous step."""

    def __init__(self) -> None:
        self._previous: State | None = None

    def find_violations(self, table: Table, state: State, step: str) -> Iterator[str]:
        """Yield the invariants that are violated after a step."""
        part, invasion = invasion_of(state), table.invasion
        assert invasion is not None
        yield from _card_violations(invasion, part)
        yield from _damage_violations(table, state, part)
        yield from _end_violations(table, state, part)
        if self._previous is not None:
            yield from _change_violations(table, self._previous, state, step)
        self._previous = state.copy()


def _card_violations(invasion: Invasion, part: InvasionPart) -> Iterator[str]:
    """Yield problems with the cards of the waves."""
    players = len(part.track)
    wave = invasion.waves[part.wave]
    rounds = wave.rounds_for(players)
    if rounds and part.met > rounds:
        yield f"wave {part.wave + 1} has come {part.met} times, not {rounds}"
    if not _are_places(part.used, len(wave.cards)):
        yield f"the used cards are {part.used} of {len(wave.cards)}"
    if part.dealt:
        count = len(invasion.waves[part.dealt_of].cards)
        if len(part.dealt) != players or not _are_places(part.dealt, count):
            yield f"the cards dealt to {players} players are {part.dealt} of {count}"
        if part.dealt_of == part.wave and not set(part.dealt) <= set(part.used):
            yield f"the dealt cards are {part.dealt}, the used cards {part.used}"
    if len(part.held) != len(part.dealt) or sorted(part.discs) != [*range(len(part.discs))]:
        yield f"{part.held} were successful, the discs are {part.discs}"
    if len(part.discs) not in (0, players):
        yield f"{len(part.discs)} discs for {players} players"


def _are_places(cards: list[int], count: int) -> bool:
    return len(set(cards)) == len(cards) and set(cards) <= set(range(count))


def _damage_violations(table: Table, state: State, part: InvasionPart) -> Iterator[str]:
    """Yield damaged cards that are not worlds, have effects or goods, or score points."""
    for seat, worlds in enumerate(part.damaged):
        for world in worlds:
            title = table.titles[world]
            if not table.is_world[world]:
                yield f"{title} is damaged but not a world"
            for player in state.players:
                if world in player.tableau or player.powers.mask >> world & 1:
                    yield f"{title} of player {seat} is damaged but has effects"
                if world in player.goods:
                    yield f"{title} of player {seat} is damaged but has a good"
        if worlds and score(table, _without_damaged(state, seat), seat) != score(
            table, state, seat
        ):
            yield f"damaged worlds of player {seat} score points"


def _without_damaged(state: State, seat: int) -> State:
    """Return a copy of the state without a player's damaged worlds."""
    copy = state.copy()
    invasion_of(copy).damaged[seat] = []
    return copy


def _end_violations(table: Table, state: State, part: InvasionPart) -> Iterator[str]:
    """Yield problems with the repulse and the defeats."""
    assert table.invasion is not None
    if part.repulsed and sum(part.track) < repulse_value(table.invasion, part):
        yield f"the Military {part.track} is too low to repulse the invasion"
    if not 0 <= part.defeats <= DEFEATS:
        yield f"{part.defeats} defeats"
    if (part.repulsed or part.defeats == DEFEATS) and (
        state.pending_steps or not end_reasons(table, state)
    ):
        yield "the game goes on after the invasion is over"


_ATTACK_ONLY: Final = (
    "track",
    "discs",
    "wave",
    "met",
    "used",
    "dealt",
    "held",
    "rewards",
    "defeats",
)
"""Members that only the attack at the end of a round changes."""


def _change_violations(table: Table, previous: State, state: State, step: str) -> Iterator[str]:
    """Yield members that changed in a step that must not change them."""
    old, new, invasion = invasion_of(previous), invasion_of(state), table.invasion
    assert invasion is not None
    if step != steps.ROUND_END:
        for name in _ATTACK_ONLY:
            if getattr(old, name) != getattr(new, name):
                yield f"{name} of the invasion has changed"
    elif state.round >= invasion.first_round and not new.repulsed:
        yield from _attack_violations(table, state, old, new)
    elif old.damaged != new.damaged or old.rewards != new.rewards:
        yield "damage or a reward without an attack"
    yield from _contribution_violations(previous, state, step)
    for seat, (damaged, now) in enumerate(zip(old.damaged, new.damaged, strict=True)):
        if step not in (steps.ROUND_END, steps.PRODUCE) and damaged != now:
            yield f"the damage of player {seat} has changed"
        if step == steps.PRODUCE and not set(now) <= set(damaged):
            yield f"player {seat} has more damage after producing"


def _attack_violations(
    table: Table, state: State, old: InvasionPart, new: InvasionPart
) -> Iterator[str]:
    """Yield problems after an attack, in which each player gets a reward or damage."""
    assert table.invasion is not None
    points = dict(table.invasion.rewards)[len(new.track)]
    gained = [
        new_points - old_points
        for new_points, old_points in zip(new.rewards, old.rewards, strict=True)
    ]
    for seat, held in enumerate(new.held):
        damage = len(new.damaged[seat]) - len(old.damaged[seat])
        worlds = [card for card in state.players[seat].tableau if table.is_world[card]]
        if held and (gained[seat] not in points or damage):
            yield f"player {seat} defended, with {gained[seat]} points and {damage} damage"
        if not held and (gained[seat] or damage > 1 or (not damage and worlds)):
            yield f"player {seat} did not defend, with {gained[seat]} points and {damage} damage"
    if new.defeats - old.defeats != (not any(new.held)):
        yield f"{new.defeats} defeats after {new.held}"
    if len(new.dealt) != len(new.track):
        yield "players were attacked without a card"


def _contribution_violations(previous: State, state: State, step: str) -> Iterator[str]:
    """Yield contributed goods that do not match the chips gained."""
    old, new = invasion_of(previous), invasion_of(state)
    for seat, player in enumerate(state.players):
        goods = new.contributed[seat] - old.contributed[seat]
        if step == asks.WAR_EFFORT:
            old_player = previous.players[seat]
            if not goods == player.vp - old_player.vp == len(old_player.goods) - len(player.goods):
                chips = player.vp - old_player.vp
                yield f"player {seat} contributed {goods} goods for {chips} chips"
        elif goods:
            yield f"player {seat} contributed {goods} goods out of turn"
