"""Rules of a game, and rule modules.

A module contains rules that a set adds or an option switches on, such as goals, takeovers or a
robot. The flow of a game and its phases only use the interface of RuleModule.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Any, Final

from mypy_extensions import mypyc_attr

from gamekit.chance import Shuffles
from gamekit.decisions import Answer
from gamekit.driver import Asking, Flow
from gamekit.events import Observer
from rftg_engine import steps
from rftg_engine.actions import AddBonus, Bonus, bonus_of
from rftg_engine.cards.table import Table
from rftg_engine.moves import Moves
from rftg_engine.options import ModuleOption, Options, plan_openings
from rftg_engine.state import MEMBERS, Part, State


class Rules(Flow[State]):
    """Rules of one game.

    openings: planned start world and cards of each seat. modules: active modules in order of
    registration; forks keep them. moments: the modules by moment.
    """

    def __init__(
        self,
        table: Table,
        options: Options,
        chance: Shuffles,
        observers: Sequence[Observer[State]] = (),
        base: Rules | None = None,
    ) -> None:
        """Find the modules for these options, or take them from other rules.

        base: rules of the same table and options.
        """
        self.table = table
        self.options = options
        self.chance = chance
        if base is None:
            self.openings = plan_openings(table, options.opening, options.players)
            self.modules = active_modules(table, options)
            self.moments = Moments(self.modules)
        else:
            self.openings = base.openings
            self.modules = base.modules
            self.moments = base.moments
        self.playing: Final = self.moments.playing
        self.moves = Moves(table, chance, observers, self.moments.prestige)

    def bonus(self, state: State, seat: int, phase: str) -> Bonus:
        """Return the bonus of a player's actions in a phase."""
        return bonus_of(state.players[seat].actions, phase, self.moments.bonuses)

    def begin_round(self, state: State) -> None:
        """Add the first steps of a new round to the list of steps."""
        starts = self.table.acts_at_round_start
        if starts or self.moments.starts_rounds:
            state.pending_steps.append(steps.ROUND_START)
        state.pending_steps.append(steps.CHOOSE)


Step = Callable[[Rules, State, str], Asking[None]]
"""Function that plays a step; its last argument is the name of the step."""


@mypyc_attr(allow_interpreted_subclasses=True)
class RuleModule:
    """Base class of rule modules. Override methods to change the game at their moments.

    A module keeps no data of a game: use the state for that. name: also the name of its files in
    narration, page and card tests. starts_rounds: whether rounds need a step ROUND_START.
    gives_prestige: whether the game has prestige. option: option that switches the module on, if
    players can choose.
    """

    def __init__(
        self,
        name: str,
        starts_rounds: bool = False,
        gives_prestige: bool = False,
        option: ModuleOption | None = None,
    ) -> None:
        self.name: Final = name
        self.starts_rounds: Final = starts_rounds
        self.gives_prestige: Final = gives_prestige
        self.option: Final = option

    def is_active(self, table: Table, options: Options) -> bool:
        """Return whether the module is in play; by default, whether its option is on."""
        return options.is_on(self.name)

    def check(self, table: Table, options: Options) -> None:
        """Raise ValueError with the reason if the sets in use do not allow the options."""
        if self.option is not None and self.option.needs_set and options.is_on(self.name):
            self.require_provider(table)

    def require_provider(self, table: Table) -> None:
        """Raise ValueError unless a set in use provides the module."""
        if self.name not in table.modules:
            raise ValueError(f"no set in use has {self.name}: add a set that has it")

    def steps(self) -> dict[str, Step]:
        """Return the steps that the module adds, by name."""
        return {}

    def sample_part(self, seen: Any) -> Part | None:
        """Return a part that matches what a player sees (`Part.visible_to`).

        If it is None, the games that bots sample do not have the module.
        """
        return seen.copy() if isinstance(seen, Part) else None

    # --- set-up

    def begin(self, state: State) -> None:
        """Prepare a new state, before everything else."""

    def chips(self, rules: Rules, chips: int) -> int:
        """Return the points of chips set out. chips: points without this and earlier modules."""
        return chips

    def prepare(self, rules: Rules, state: State) -> None:
        """Prepare the set-up, before start worlds and hands are dealt."""

    def deal(self, rules: Rules, state: State) -> Asking[None] | None:
        """Return a replacement for the deal of start worlds and hands, if the module has one.

        The first module with a replacement deals.
        """
        return None

    # --- a round

    def at_round_start(self, rules: Rules, state: State) -> None:
        """Start a round, before the powers for the start of a round are used."""

    def actions(self, rules: Rules, state: State, seat: int, pairs: bool) -> tuple[Answer, ...]:
        """Return additional actions, or pairs of actions, that a player can choose."""
        return ()

    def add_bonus(self, bonus: Bonus, action: int) -> None:
        """Add the module's bonus of an action."""

    def actions_chosen(self, rules: Rules, state: State) -> None:
        """React after all players have chosen, except players who choose last."""

    def actions_revealed(self, rules: Rules, state: State) -> None:
        """React after all players have chosen."""

    def before_phases(self, rules: Rules, state: State) -> list[str]:
        """Prepare the phases; return the steps that come before them."""
        return []

    def phases(self, rules: Rules, state: State) -> list[str]:
        """Return phases that take place even if no player has selected them."""
        return []

    def before_phase(self, rules: Rules, state: State, phase: str) -> list[str]:
        """Return the steps that come before a phase of this round."""
        return []

    def after_hand_limit(self, rules: Rules, state: State) -> Asking[None]:
        """Play the end of a round, before the game may end."""
        yield from ()

    def after_step(self, rules: Rules, state: State, name: str) -> None:
        """React to the end of a step."""

    def shuffles_seen(self, rules: Rules, state: State, in_step: int) -> int:
        """Return how many of the first shuffles of the game all players have seen.

        state: state at the start of the current step. in_step: shuffles of the step so far.
        """
        return 0

    # --- the end

    def end_reasons(self, state: State) -> list[str]:
        """Return the module's reasons why the game ends with this round."""
        return []

    def counts_as_cards(self, state: State, seat: int) -> int:
        """Return the number of additional cards that count toward the size of a tableau."""
        return 0

    def points(self, table: Table, state: State, seat: int) -> int:
        """Return the additional points of a player."""
        return 0

    def result_of(self, table: Table, state: State, seat: int) -> tuple[int, int] | None:
        """Return points and tie-break of a seat that the module plays; None for players."""
        return None


class Moments:
    """Active modules by the moments at which they act.

    playing: names of all active modules.
    starts_rounds: whether any module starts rounds.
    prestige: whether any module gives prestige.
    bonuses: functions that add to the bonuses of actions.
    """

    def __init__(self, modules: list[RuleModule]) -> None:
        playing = frozenset([module.name for module in modules])
        self.playing: Final = _ACTIVE_NAMES.setdefault(playing, playing)
        self.starts_rounds: Final = any(module.starts_rounds for module in modules)
        self.prestige: Final = any(module.gives_prestige for module in modules)
        self.bonuses: Final[list[AddBonus]] = [
            module.add_bonus for module in _modules_at("add_bonus", modules)
        ]
        self.at_round_start: Final = _modules_at("at_round_start", modules)
        self.actions: Final = _modules_at("actions", modules)
        self.actions_chosen: Final = _modules_at("actions_chosen", modules)
        self.actions_revealed: Final = _modules_at("actions_revealed", modules)
        self.before_phases: Final = _modules_at("before_phases", modules)
        self.phases: Final = _modules_at("phases", modules)
        self.before_phase: Final = _modules_at("before_phase", modules)
        self.after_hand_limit: Final = _modules_at("after_hand_limit", modules)
        self.after_step: Final = _modules_at("after_step", modules)


def _modules_at(moment: str, modules: list[RuleModule]) -> list[RuleModule]:
    """Return the modules that override a method of RuleModule."""
    default = getattr(RuleModule, moment)
    return [module for module in modules if getattr(type(module), moment) is not default]


REGISTERED: Final[list[RuleModule]] = []
"""All registered modules."""
_ACTIVE_NAMES: Final[dict[frozenset[str], frozenset[str]]] = {}
"""Interned sets of module names, so that lookups by set are fast."""
_SCORING_MODULES: Final[dict[frozenset[str] | None, list[RuleModule]]] = {}
"""Cache of scoring_modules by names of the active modules."""
_NAME: Final = re.compile("[a-z][a-z0-9]*( [a-z0-9]+)*")


def register(module: RuleModule) -> None:
    """Register a module. Raise ValueError if its name is not allowed."""
    name = module.name
    if not _NAME.fullmatch(name):
        raise ValueError(
            f"a module name has words of a to z and digits, separated by a space: not {name!r}"
        )
    if find_module(name) is not None:
        raise ValueError(f"module {name!r} is already registered")
    if name in MEMBERS and type(module).sample_part is not RuleModule.sample_part:
        raise ValueError(f"{name!r} is in every state: a module with data needs another name")
    REGISTERED.append(module)
    _SCORING_MODULES.clear()


def find_module(name: str) -> RuleModule | None:
    """Return the module with a name, or None."""
    return next((module for module in REGISTERED if module.name == name), None)


def active_modules(table: Table, options: Options) -> list[RuleModule]:
    """Return the active modules for these options, in order of registration."""
    return [module for module in REGISTERED if module.is_active(table, options)]


def scoring_modules(state: State) -> list[RuleModule]:
    """Return the active modules of a state, or all modules if no game is played on it."""
    playing = state.playing
    modules = _SCORING_MODULES.get(playing)
    if modules is None:
        modules = [module for module in REGISTERED if playing is None or module.name in playing]
        _SCORING_MODULES[playing] = modules
    return modules


def unregister(module: RuleModule) -> None:
    """Remove a module. Raise ValueError if it is not registered.

    Running games keep its moments, but not its points and end reasons.
    """
    if module not in REGISTERED:
        raise ValueError(f"this module {module.name!r} is not registered")
    REGISTERED.remove(module)
    _SCORING_MODULES.clear()
