"""Invariants of games of Race: cards, chips, goods, saved cards, prestige and goals.

Also those of rule modules: an invasion's cards, damage, rewards, war effort and ends.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from typing import Final, Protocol

from rftg_dsl.model import Invasion
from rftg_engine import asks, steps
from rftg_engine.cards.moments import DRAW_DISCARDS, MORE_HAND_LIMIT, OTHER_HAND_LIMIT
from rftg_engine.cards.powers import Powers
from rftg_engine.cards.table import Table
from rftg_engine.modules.goals import amounts
from rftg_engine.modules.invasion_attack import repulse_value
from rftg_engine.modules.invasion_state import DEFEATS, InvasionPart, invasion_of
from rftg_engine.modules.prestige import MORE_CHIPS, leaders
from rftg_engine.modules.robot import solitaire_start_worlds
from rftg_engine.modules.robot_state import RobotState, robot_in
from rftg_engine.moves import tokens_left
from rftg_engine.options import Options
from rftg_engine.phases.rounds import HAND_LIMIT, end_reasons
from rftg_engine.phases.scoring import score
from rftg_engine.phases.setup import CHIPS_A_PLAYER
from rftg_engine.rules import RuleModule
from rftg_engine.state import Player, State


def find_violations(table: Table, options: Options, state: State, step: str) -> Iterator[str]:
    """Yield the invariants that are violated after a step."""
    yield from misplaced(table, state)
    yield from _chip_violations(table, options, state)
    robot = robot_in(state)
    if robot is not None:
        yield from _robot_violations(state, robot)
    yield from _prestige_violations(table, state)
    yield from _token_violations(table, state)
    yield from _goal_violations(table, options, state)
    for power_id, times in Counter(state.used_up).items():
        if times > 1:
            power = table.power_list[power_id]
            yield f"{table.titles[power.card]} used a once-per-game power {times} times"
    module_cards = {card for part in state.parts.values() for card in part.cards()}
    for seat in state.order:
        for violation in _player_violations(table, state.players[seat], step, module_cards):
            yield f"player {seat}: {violation}"


def misplaced(table: Table, state: State) -> Iterator[str]:
    """Yield cards that are not in exactly one place, except those left over by a draft."""
    places = Counter(state.deck)
    places.update(state.discard)
    for player in state.players:
        piles = (player.hand, player.tableau, player.goods.values(), player.deck, player.discard)
        for pile in (*piles, *player.saved.values()):
            places.update(pile)
    for part in state.parts.values():
        places.update(part.cards())
    in_the_box = 0
    unused = (
        set(table.start_worlds) - set(solitaire_start_worlds(table)) if robot_in(state) else set()
    )
    for card, title in enumerate(table.titles):
        in_the_box += places[card] == 0
        expected = 0 if card in unused else 1
        if places[card] > expected or (places[card] < expected and not state.drafted):
            yield f"card {card}, {title}, is in {places[card]} places"
    for card in places.keys() - range(len(table.titles)):
        yield f"unknown card {card}"
    if state.drafted:
        # Two start worlds are dealt to each player, so the remainder is that of all cards.
        remainder = len(table.titles) % len(state.players)
        if in_the_box != remainder:
            yield f"{in_the_box} cards are in no place, but the draft leaves {remainder}"
        if state.deck or state.discard:
            yield "a drafted game has common piles"


def _chip_violations(table: Table, options: Options, state: State) -> Iterator[str]:
    chips = state.pool + sum(player.vp for player in state.players)
    added = MORE_CHIPS if "prestige" in table.modules else 0
    expected = SOLITAIRE_CHIPS if options.robot else CHIPS_A_PLAYER * len(state.players) + added
    has_lost_some = state.pool <= 0 and chips < expected  # chips that are spent then leave the game
    if chips != expected and not has_lost_some:
        yield f"chips and pool have {chips} points, not {expected}"


SOLITAIRE_CHIPS: Final = 24
"""arc 1 booklet, Solitaire: Setup."""
MAX_CREDIT: Final = 4
MAX_ECONOMY: Final = 5
"""arc 1 booklet, Solitaire: Tracks."""


def _robot_violations(state: State, robot: RobotState) -> Iterator[str]:
    """Yield problems with the robot's tracks, counters, cards and dice."""
    player = state.players[robot.seat]
    if not 0 <= robot.credit <= MAX_CREDIT or not 0 <= robot.economy <= MAX_ECONOMY:
        yield f"the robot has credit {robot.credit} and economy {robot.economy}"
    if robot.left < 0 or robot.seat in state.order:
        yield f"the robot has {robot.left} counters left, and the order is {state.order}"
    if player.goods or player.saved or player.goals or player.powers.mask:
        yield "the robot has goods, saved cards, goals or powers"
    if len(set(player.actions)) < len(player.actions) or len(player.actions) > len(robot.dice):
        yield f"the actions {player.actions} do not fit the dice {robot.dice}"


def _prestige_violations(table: Table, state: State) -> Iterator[str]:
    for seat, player in enumerate(state.players):
        if player.prestige < 0:
            yield f"player {seat}: {player.prestige} prestige"
        if player.prestige and "prestige" not in table.modules:
            yield f"player {seat}: prestige in a game without it"
        if player.fresh_prestige and leaders(state) != [seat]:
            yield f"player {seat}: prestige lead bonus without the lead"


def _token_violations(table: Table, state: State) -> Iterator[str]:
    for seat, player in enumerate(state.players):
        for token, count in player.tokens.items():
            if count < 1 or token not in table.tokens:
                yield f"player {seat}: {count} {token} tokens"
    for token, count in table.tokens.items():
        remaining = tokens_left(table, state, token)
        if remaining < 0:
            yield f"{count - remaining} {token} tokens of {count}"


def _goal_violations(table: Table, options: Options, state: State) -> Iterator[str]:
    """Yield wrong tiles, and "most" tiles held by a player without the largest amount."""
    if bool(state.goals) != options.goals:
        yield f"{len(state.goals)} goal tiles in play"
    for seat, player in enumerate(state.players):
        if len(set(player.goals)) < len(player.goals) or not set(player.goals) <= set(state.goals):
            yield f"player {seat}: goals {player.goals} of {state.goals} in play"
    for goal_id in state.goals:
        goal = table.goals[goal_id]
        holders = [seat for seat, player in enumerate(state.players) if goal_id in player.goals]
        if goal.most and holders:
            totals = amounts(table, state, goal_id)
            if len(holders) > 1:
                yield f"{goal.title} is held by players {holders}"
            elif totals[holders[0]] < max(*totals, goal.least):
                yield f"{goal.title} is held by player {holders[0]}, amounts {totals}"


def _player_violations(
    table: Table, player: Player, step: str, module_cards: set[int]
) -> Iterator[str]:
    """Yield problems with a player's cards. module_cards: cards that rule modules hold."""
    for world in player.goods:
        if world not in player.tableau:
            yield f"a good is on {table.titles[world]}, which is not in the tableau"
        if not (table.comes_with_good[world] or table.production[world]):
            yield f"a good is on {table.titles[world]}, which never has one"
    for card in player.saved:
        if card not in player.tableau and card not in module_cards:
            yield f"cards are saved under {table.titles[card]}, which is not in the tableau"
    placed = Counter(table.titles[card] for card in player.tableau if not table.is_world[card])
    for title, copies in placed.items():
        if copies > 1:
            yield f"{copies} copies of {title} in the tableau"
    if player.powers.mask != sum(1 << card for card in player.tableau):
        yield "the powers are not those of the tableau"
    # The limit is applied before modules remove worlds, so those may still have raised it.
    raising = table.powers([*player.tableau, *module_cards])
    if step == steps.ROUND_END and len(player.hand) > _hand_limit(raising):
        yield f"{len(player.hand)} cards in hand after the round"


def _hand_limit(powers: Powers) -> int:
    """Return the hand limit at the end of a round.

    It is very high for powers that gain others' discards and for rules with a condition, which may
    have changed since the limit was applied.
    """
    if powers.rule(DRAW_DISCARDS) or powers.live:
        return 1_000
    rule = powers.rule
    added = sum(power.amount for power in rule(MORE_HAND_LIMIT))
    highest = max([HAND_LIMIT, *(power.amount for power in rule(OTHER_HAND_LIMIT))])
    return max(0, highest + added)


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


class Watcher(Protocol):
    """Checker of the invariants of a module in one game."""

    def find_violations(self, table: Table, state: State, step: str) -> Iterator[str]:
        """Yield the invariants that are violated after a step."""


WATCHERS: Final[dict[str, Callable[[], Watcher]]] = {"invasion": InvasionWatcher}
"""Makers of watchers, by the name of the module."""


def watchers(modules: list[RuleModule]) -> list[Watcher]:
    """Return new watchers for a game with these modules."""
    return [WATCHERS[module.name]() for module in modules if module.name in WATCHERS]
