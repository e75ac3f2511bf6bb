"""What holds of an invasion after every step: its cards, damage, rewards, war effort, ends."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from rftg_dsl.model import Invasion
from rftg_engine import steps
from rftg_engine.cards.table import Table
from rftg_engine.modules.invasion import questions
from rftg_engine.modules.invasion.attack import repulse_value
from rftg_engine.modules.invasion.state import DEFEATS, InvasionPart, invasion_of
from rftg_engine.phases.rounds import end_reasons
from rftg_engine.phases.scoring import score
from rftg_engine.state import State


class Watch:
    """Looks at the invasion of one game; it remembers the state after the step before."""

    def __init__(self) -> None:
        self._before: State | None = None

    def find_violations(self, table: Table, state: State, step: str) -> Iterator[str]:
        """Yield what does not hold after a step, in words."""
        part, invasion = invasion_of(state), table.invasion
        assert invasion is not None
        yield from _cards(invasion, part)
        yield from _damaged(table, state, part)
        yield from _ends(table, state, part)
        if self._before is not None:
            yield from _changes(table, self._before, state, step)
        self._before = state.copy()


def _cards(invasion: Invasion, part: InvasionPart) -> Iterator[str]:
    """Yield what is wrong with the cards of the waves: each lies in one place of its wave."""
    players = len(part.track)
    wave = invasion.waves[part.wave]
    rounds = wave.rounds_for(players)
    if rounds and part.met > rounds:
        yield f"wave {part.wave + 1} has come {part.met} times, not {rounds}"
    if not _are_places(part.used, len(wave.cards)):
        yield f"cards used are {part.used} of {len(wave.cards)}"
    if part.dealt:
        known = len(invasion.waves[part.dealt_of].cards)
        if len(part.dealt) != players or not _are_places(part.dealt, known):
            yield f"cards dealt to {players} players are {part.dealt} of {known}"
        if part.dealt_of == part.wave and not set(part.dealt) <= set(part.used):
            yield f"cards dealt are {part.dealt}, those used {part.used}"
    if len(part.held) != len(part.dealt) or sorted(part.discs) != [*range(len(part.discs))]:
        yield f"{part.held} held out, the discs are {part.discs}"
    if len(part.discs) not in (0, players):
        yield f"{len(part.discs)} discs of {players} players"


def _are_places(cards: list[int], known: int) -> bool:
    return len(set(cards)) == len(cards) and set(cards) <= set(range(known))


def _damaged(table: Table, state: State, part: InvasionPart) -> Iterator[str]:
    """Yield damaged cards that are no worlds, do something, have a good, or are worth points."""
    for seat, worlds in enumerate(part.damaged):
        for world in worlds:
            title = table.titles[world]
            if not table.is_world[world]:
                yield f"{title} is damaged, and no world"
            for player in state.players:
                if world in player.tableau or player.powers.mask >> world & 1:
                    yield f"{title} of player {seat} is damaged, and does something"
                if world in player.goods:
                    yield f"{title} of player {seat} is damaged, and has a good"
        if worlds and score(table, _repaired_to_nothing(state, seat), seat) != score(
            table, state, seat
        ):
            yield f"damaged worlds of player {seat} are worth points"


def _repaired_to_nothing(state: State, seat: int) -> State:
    """Return the same state without the damaged worlds of a player."""
    twin = state.copy()
    invasion_of(twin).damaged[seat] = []
    return twin


def _ends(table: Table, state: State, part: InvasionPart) -> Iterator[str]:
    """Yield what is wrong with the repulse and the defeats."""
    assert table.invasion is not None
    if part.repulsed and sum(part.track) < repulse_value(table.invasion, part):
        yield f"Military of {part.track} does not repulse what takes that of all"
    if not 0 <= part.defeats <= DEFEATS:
        yield f"{part.defeats} defeats"
    if (part.repulsed or part.defeats == DEFEATS) and (
        state.pending_steps or not end_reasons(table, state)
    ):
        yield "the game goes on after the invasion is over"


_STILL: Final = ("track", "discs", "wave", "met", "used", "dealt", "held", "rewards", "defeats")
"""What only the attack at a round's end changes."""


def _changes(table: Table, before: State, state: State, step: str) -> Iterator[str]:
    """Yield what has changed in a step and does not change there."""
    old, new, invasion = invasion_of(before), invasion_of(state), table.invasion
    assert invasion is not None
    if step != steps.ROUND_END:
        for name in _STILL:
            if getattr(old, name) != getattr(new, name):
                yield f"{name} of the invasion has changed"
    elif state.round >= invasion.first_round and not new.repulsed:
        yield from _attacked(table, state, old, new)
    elif old.damaged != new.damaged or old.rewards != new.rewards:
        yield "there is damage, or a reward, without an attack"
    yield from _contributed(before, state, step)
    for seat, (one, other) in enumerate(zip(old.damaged, new.damaged, strict=True)):
        if step not in (steps.ROUND_END, steps.PRODUCE) and one != other:
            yield f"damage of player {seat} has changed"
        if step == steps.PRODUCE and not set(other) <= set(one):
            yield f"player {seat} has more damage by producing"


def _attacked(table: Table, state: State, old: InvasionPart, new: InvasionPart) -> Iterator[str]:
    """Yield what is wrong after an attack: each player has a reward, or damage."""
    assert table.invasion is not None
    points = dict(table.invasion.rewards)[len(new.track)]
    gained = [now - then for now, then in zip(new.rewards, old.rewards, strict=True)]
    for seat, held in enumerate(new.held):
        more = len(new.damaged[seat]) - len(old.damaged[seat])
        worlds = [card for card in state.players[seat].tableau if table.is_world[card]]
        if held and (gained[seat] not in points or more):
            yield f"player {seat} held out, for {gained[seat]} points and {more} damage"
        if not held and (gained[seat] or more > 1 or (not more and worlds)):
            yield f"player {seat} did not hold out, for {gained[seat]} points and {more} damage"
    if new.defeats - old.defeats != (not any(new.held)):
        yield f"there are {new.defeats} defeats after {new.held}"
    if len(new.dealt) != len(new.track):
        yield "players were attacked without a card"


def _contributed(before: State, state: State, step: str) -> Iterator[str]:
    """Yield goods contributed that are not the chips gained by it."""
    old, new = invasion_of(before), invasion_of(state)
    for seat, player in enumerate(state.players):
        more = new.contributed[seat] - old.contributed[seat]
        if step == questions.WAR_EFFORT:
            was = before.players[seat]
            if not more == player.vp - was.vp == len(was.goods) - len(player.goods):
                yield f"player {seat} contributed {more} goods for {player.vp - was.vp} chips"
        elif more:
            yield f"player {seat} contributed {more} goods out of turn"
