"""Keys of card tests that belong to rule modules, by the name of the module.

The schema of card files defines the form of the values.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Final

from gamekit.chance import Chance, RecordedChance, Shuffles
from gamekit.positions import PositionError
from rftg_dsl.diagnostics.text import counted, there_are
from rftg_dsl.model import Invasion, Wave
from rftg_dsl.sets.robot_file import shipped_robot
from rftg_dsl.sets.robot_model import FACES, Robot
from rftg_dsl.syntax.situations import NOBODY, CardList, CardTest, Value, parse_seat
from rftg_engine.cards.table import Table
from rftg_engine.modules.invasion_attack import invasion_military, repulse_value
from rftg_engine.modules.invasion_state import NAME as INVASION
from rftg_engine.modules.invasion_state import InvasionPart, invasion_in, invasion_of
from rftg_engine.modules.robot import points, robot_of
from rftg_engine.modules.robot_state import NAME as ROBOT
from rftg_engine.modules.robot_state import RobotState, robot_in
from rftg_engine.moves import tokens_left
from rftg_engine.positions.layout import PositionBuilder, RobotSide
from rftg_engine.state import Player, State
from rftg_engine.turns.counting import powers_now

SetUp = Callable[[PositionBuilder, State, int, Value], None]
"""Lays out the value of a key in `given` for a seat. May raise PositionError."""
Mismatch = tuple[str, str] | None
"""Message and note about an unmet expectation, or None if it is met."""
Compare = Callable[[Table, State, int, Value], Mismatch]
"""Compares the final state of a seat with the value of a key in `then`."""


def _set_up_nothing(_layout: PositionBuilder, _state: State, _seat: int, _value: Value) -> None:
    return


def _compare_nothing(_table: Table, _state: State, _seat: int, _value: Value) -> Mismatch:
    return None


@dataclass(frozen=True, slots=True)
class ModuleKey:
    """Key of one module in `given` and `then`.

    always_on: the module is in play whenever a set in use provides it. Otherwise, an optional
    module is in play only if `given` has its key.
    """

    set_up: SetUp = _set_up_nothing
    compare: Compare = _compare_nothing
    always_on: bool = False


def compare_number(singular: str, plural: str, count: Callable[[State, int], int]) -> Compare:
    """Return a comparison of a number. singular, plural: nouns for the message."""

    def compare(_table: Table, state: State, seat: int, value: Value) -> Mismatch:
        assert isinstance(value, int)
        actual = count(state, seat)
        if actual == value:
            return None
        return f"expected {counted(value, singular, plural)}, but {there_are(actual)}", ""

    return compare


def _set_up_goals(layout: PositionBuilder, state: State, _seat: int, value: Value) -> None:
    assert isinstance(value, tuple)
    holders = [entry if isinstance(entry, tuple) else (entry, NOBODY) for entry in value]
    state.goals = layout.goal_numbers(CardList(tuple(title for title, _holder in holders)))
    for goal, (_title, holder) in zip(state.goals, holders, strict=True):
        if holder != NOBODY:
            state.players[parse_seat(holder)].goals.append(goal)


def _compare_goals(table: Table, state: State, seat: int, value: Value) -> Mismatch:
    assert isinstance(value, tuple)
    held = sorted(table.goals[goal].title for goal in state.players[seat].goals)
    expected = sorted(value)
    if held == expected:
        return None
    return f"the goals held are {_join(held)}, not {_join(expected)}", ""


def _join(titles: Iterable[str]) -> str:
    return ", ".join(titles) or "none"


def _set_up_prestige(_layout: PositionBuilder, state: State, seat: int, value: Value) -> None:
    assert isinstance(value, int)
    state.players[seat].prestige = value


def _set_up_tokens(layout: PositionBuilder, state: State, seat: int, value: Value) -> None:
    assert isinstance(value, tuple)
    state.players[seat].tokens = {token: count for token, count in value if count}
    for token, _count in value:
        missing = -tokens_left(layout.table, state, token)
        if missing > 0:
            total = counted(layout.table.tokens.get(token, 0), f"{token} token")
            raise PositionError(f"the test lays out {missing} more than the game has: {total}")


def _compare_tokens(_table: Table, state: State, seat: int, value: Value) -> Mismatch:
    assert isinstance(value, tuple)
    for token, expected in value:
        held = state.players[seat].tokens.get(token, 0)
        if held != expected:
            return f"expected {counted(expected, f'{token} token')}, but {there_are(held)}", ""
    return None


# --- invasion


def _set_up_invasion(layout: PositionBuilder, state: State, seat: int, value: Value) -> None:
    """Lay out damaged worlds and the next cards of the wave, and let attacks begin."""
    assert isinstance(value, tuple)
    invasion = layout.table.invasion
    if invasion is None:
        raise PositionError("no set in use provides an invasion")
    facts, part = dict(value), invasion_of(state)
    state.round = max(state.round, invasion.first_round)
    part.wave = max(part.wave, facts.get("wave", 1) - 1)
    if part.wave >= len(invasion.waves):
        raise PositionError(f"the invasion has {len(invasion.waves)} waves")
    if "cards" in facts:
        wave = invasion.waves[part.wave]
        part.used = _cards_not_dealt(wave, facts["cards"], len(state.players))
    part.defeats = max(part.defeats, facts.get("shaken", 0))
    part.contributed[seat] = facts.get("contributed", 0)
    for title in facts.get("damaged", ()):
        _damage(layout.table, state, seat, title)


def _cards_not_dealt(wave: Wave, cards: Iterable[str], players: int) -> list[int]:
    """Return the indices of the cards of a wave except those to be dealt next."""
    remaining: dict[int, None] = dict.fromkeys(range(len(wave.cards)))
    names = list(cards)
    if len(names) != players:
        raise PositionError(f"{players} players get one invasion card each: name {players} cards")
    for name in names:
        index = next((index for index in remaining if str(wave.cards[index]) == name), -1)
        if index < 0:
            all_cards = ", ".join(str(card) for card in wave.cards)
            raise PositionError(f"{name} is not left among the cards of the wave: {all_cards}")
        del remaining[index]
    return list(remaining)


def _damage(table: Table, state: State, seat: int, title: str) -> None:
    """Move a world from the tableau to the damaged worlds."""
    player = state.players[seat]
    worlds = [card for card in player.tableau if table.is_world[card]]
    world = next((world for world in worlds if table.titles[world] == title), None)
    if world is None:
        raise PositionError(f"`{title}` is not a world in the tableau, so it cannot be damaged")
    player.tableau.remove(world)
    player.powers = table.powers(player.tableau)
    invasion_of(state).damaged[seat].append(world)


def _compare_invasion(table: Table, state: State, seat: int, value: Value) -> Mismatch:
    part, invasion = invasion_in(state), table.invasion
    assert isinstance(value, tuple)
    if part is None or invasion is None:
        return "no invasion is played", "add `invasion: {}` to `given:`"
    for key, expected in value:
        if key == "damaged":
            damaged = sorted(table.titles[world] for world in part.damaged[seat])
            if damaged != sorted(expected):
                return f"the damaged worlds are: {', '.join(damaged) or 'none'}", ""
        elif key == "defended":
            has_defended = part.held[seat] if part.held else None
            if _DEFENDED[expected] != has_defended:
                return _DEFENSE_RESULTS[has_defended], ""
        elif (count := _INVASION_NUMBERS[key](table, state, part, invasion, seat)) != expected:
            return f"the invasion: expected {key} {expected}, but {there_are(count)}", ""
    return None


_DEFENDED: Final = {"yes": True, "no": False}
_DEFENSE_RESULTS: Final = {
    True: "the player defended successfully in the last attack",
    False: "the player failed to defend in the last attack",
    None: "there was no attack",
}


def _invasion_military(
    table: Table, state: State, _part: InvasionPart, _all: Invasion, seat: int
) -> int:
    return invasion_military(powers_now(table, state.players, seat))


_INVASION_NUMBERS: Final[dict[str, Callable[[Table, State, InvasionPart, Invasion, int], int]]] = {
    "points": lambda _table, _state, part, _invasion, seat: part.rewards[seat],
    "military": _invasion_military,
    "contributed": lambda _table, _state, part, _invasion, seat: part.contributed[seat],
    "repulse": lambda _table, _state, part, invasion, _seat: repulse_value(invasion, part),
}


# --- robot

DEFAULT_LEVEL: Final = "medium"


def robot_settings(test: CardTest) -> dict[str, Any]:
    """Return the settings of the robot in a test, or {} if the test has no robot."""
    settings = dict(test.parts[0].modules).get(ROBOT, ())
    assert isinstance(settings, tuple)
    return dict(settings)


def robot_of_tests(tests: Sequence[CardTest]) -> tuple[Robot, ...]:
    """Return the shipped robot if some test is played against it."""
    return (shipped_robot(),) if any(robot_settings(test) for test in tests) else ()


def read_side(table: Table, settings: dict[str, Any]) -> RobotSide:
    """Return the side of the robot. Raises PositionError if it has no start world."""
    start = settings["start"]
    if start not in {table.titles[world] for world in table.start_worlds}:
        raise PositionError(f"`{start}` is not a start world, and the robot needs one")
    return RobotSide(
        start,
        CardList(tuple(settings.get("tableau", ()))),
        CardList(tuple(settings.get("stack", ()))),
        credit=settings.get("credit"),
        economy=settings.get("economy"),
        left=settings.get("counters"),
        vp=settings.get("vp", 0),
        prestige=settings.get("prestige", 0),
    )


def create_chance(table: Table, settings: dict[str, Any], seed: str) -> Shuffles:
    """Return chance that rolls the dice of a test. Raises PositionError for an impossible roll."""
    if not settings:
        return Chance(seed)
    faces, dice = [FACES.index(face) for face in settings["dice"]], robot_of(table).dice
    for order in (faces, faces[::-1]):
        if all(face in die for face, die in zip(order, dice, strict=True)):
            rolls = zip(order, dice, strict=True)
            return RecordedChance([_shuffle_for(face, die) for face, die in rolls], seed)
    raise PositionError(f"the dice cannot show {' and '.join(settings['dice'])}")


def _shuffle_for(face: int, die: list[int]) -> list[int]:
    """Return an order of the sides of a die in which a side with this face comes first."""
    first = die.index(face)
    return [first, *(side for side in range(len(die)) if side != first)]


def _set_up_robot(_layout: PositionBuilder, state: State, _seat: int, _value: Value) -> None:
    """Let the recorded dice come first: laying out the robot has used up shuffles."""
    state.shuffles = 0


def _compare_robot(table: Table, state: State, _seat: int, value: Value) -> Mismatch:
    robot = robot_in(state)
    assert isinstance(value, tuple)
    if robot is None:
        return "no robot plays", "add `robot: {start: TITLE, dice: [settle, produce]}` to `given:`"
    player = state.players[robot.seat]
    for key, expected in value:
        if key == "tableau":
            tableau = sorted(table.titles[card] for card in player.tableau)
            if tableau != sorted(expected):
                return f"the robot's tableau is {', '.join(tableau)}", ""
        elif (count := _ROBOT_NUMBERS[key](table, state, robot, player)) != expected:
            return f"the robot: expected {key} {expected}, but {there_are(count)}", ""
    return None


_ROBOT_NUMBERS: Final[dict[str, Callable[[Table, State, RobotState, Player], int]]] = {
    "stack": lambda _table, _state, _robot, player: len(player.hand),
    "vp": lambda _table, _state, _robot, player: player.vp,
    "prestige": lambda _table, _state, _robot, player: player.prestige,
    "credit": lambda _table, _state, robot, _player: robot.credit,
    "economy": lambda _table, _state, robot, _player: robot.economy,
    "counters": lambda _table, _state, robot, _player: robot.left,
    "score": lambda table, state, robot, _player: points(table, state, robot),
}


MODULE_KEYS: Final = {
    "goals": ModuleKey(_set_up_goals, _compare_goals),
    "prestige": ModuleKey(
        _set_up_prestige,
        compare_number("prestige", "prestige", lambda state, seat: state.players[seat].prestige),
    ),
    "takeovers": ModuleKey(always_on=True),
    "tokens": ModuleKey(_set_up_tokens, _compare_tokens),
    INVASION: ModuleKey(_set_up_invasion, _compare_invasion),
    ROBOT: ModuleKey(_set_up_robot, _compare_robot),
}
"""Keys by module name; other packages add theirs."""
