"""What the steps of a game are played by: the cards in use, the options, the moves, the modules.

A module holds rules that a set brings or an option switches on: goals, takeovers, a robot. The
flow of a game and its phases know a list of modules and the moments named here, and nothing of
any of them.
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
from rftg_engine.state import LOADERS, MEMBERS, Part, State


class Rules(Flow[State]):
    """The rules of one game. openings: what each seat is dealt for certain.

    modules: those that are in play, in the order in which they are registered; forks keep theirs.
    moments: those of them that have a part in each moment.
    """

    def __init__(
        self,
        table: Table,
        options: Options,
        chance: Shuffles,
        observers: Sequence[Observer[State]] = (),
        of: Rules | None = None,
    ) -> None:
        """Begin with the modules that these options bring, or with those of other rules.

        of: rules of the same table and options.
        """
        self.table = table
        self.options = options
        self.chance = chance
        if of is None:
            self.openings = plan_openings(table, options.opening, options.players)
            self.modules = active_modules(table, options)
            self.moments = Moments(self.modules)
        else:
            self.openings = of.openings
            self.modules = of.modules
            self.moments = of.moments
        self.playing: Final = self.moments.playing
        self.moves = Moves(table, chance, observers, self.moments.prestige)

    def bonus(self, state: State, seat: int, phase: str) -> Bonus:
        """Return what the actions of a player bring in a phase."""
        return bonus_of(state.players[seat].actions, phase, self.moments.bonuses)

    def begin_round(self, state: State) -> None:
        """Put the steps of a new round's start on the list."""
        starts = self.table.acts_at_round_start
        if starts or self.moments.starts_rounds:
            state.todo.append(steps.ROUND_START)
        state.todo.append(steps.CHOOSE)


Step = Callable[[Rules, State, str], Asking[None]]
"""A step of a game; its last argument is its name."""


@mypyc_attr(allow_interpreted_subclasses=True)
class RuleModule:
    """Rules at the named moments of a game; those it does not name are as in the base game.

    A module keeps nothing of a game: what lasts is in the state, what it needs in the sets.
    name: its files in narration, page and card tests have the same. starts_rounds: rounds have a
    step ROUND_START for it. gives_prestige: there is prestige in games with it. option: what
    switches it on, where players decide whether it is played.
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
        """Return whether the module is in play: without another word, where its option is on."""
        return options.is_on(self.name)

    def check(self, table: Table, options: Options) -> None:
        """Raise ValueError, with the reason, for options that the sets in use cannot serve."""
        if self.option is not None and self.option.needs_set and options.is_on(self.name):
            self.require_provider(table)

    def require_provider(self, table: Table) -> None:
        """Raise ValueError where no set in use brings the module."""
        if self.name not in table.modules:
            raise ValueError(f"none of the sets in use brings {self.name}: add one that does")

    def steps(self) -> dict[str, Step]:
        """Return the steps that the module adds, by name."""
        return {}

    def load(self, data: Any) -> Part:
        """Return what the module keeps in the state, from what `Part.dump` gave."""
        raise NotImplementedError

    def imagined(self, seen: Any) -> Part | None:
        """Return what the module keeps, made of what a player sees of it (`Part.seen_by`).

        Games that bots imagine from a view do without the module where it is None.
        """
        return None

    # --- set-up

    def begin(self, state: State) -> None:
        """Do what comes before all else."""

    def chips(self, rules: Rules, chips: int) -> int:
        """Return the points of chips set out. chips: without this module and those before it."""
        return chips

    def prepare(self, rules: Rules, state: State) -> None:
        """Do what comes before start worlds and hands are dealt."""

    def deal(self, rules: Rules, state: State) -> Asking[None] | None:
        """Return what deals start worlds and hands in place of the base game, if the module does.

        Of several modules the first one deals.
        """
        return None

    # --- a round

    def at_round_start(self, rules: Rules, state: State) -> None:
        """Do what comes before the powers of a round's start."""

    def actions(self, rules: Rules, state: State, seat: int, pairs: bool) -> tuple[Answer, ...]:
        """Return the actions, or pairs of them, that a player can choose besides the usual ones."""
        return ()

    def add_bonus(self, bonus: Bonus, action: int) -> None:
        """Add what an action brings in its phase besides what it brings in the base game."""

    def actions_chosen(self, rules: Rules, state: State) -> None:
        """Do what comes when all have chosen but those who choose last."""

    def actions_revealed(self, rules: Rules, state: State) -> None:
        """Do what comes when all have chosen."""

    def before_phases(self, rules: Rules, state: State) -> list[str]:
        """Do what comes before the phases; return the steps that go before them."""
        return []

    def phases(self, rules: Rules, state: State) -> list[str]:
        """Return phases that take place in this round though nobody has chosen them."""
        return []

    def before_phase(self, rules: Rules, state: State, phase: str) -> list[str]:
        """Return the steps that go before a phase of this round."""
        return []

    def after_hand_limit(self, rules: Rules, state: State) -> Asking[None]:
        """Do what comes at the end of a round, before it is seen whether the game ends."""
        yield from ()

    def after_step(self, rules: Rules, state: State, name: str) -> None:
        """Do what comes after a step."""

    def shuffles_seen(self, rules: Rules, state: State, in_step: int) -> int:
        """Return how many shuffles of the game, from its first, all players have seen.

        state: as the present step began. in_step: shuffles of the step so far.
        """
        return 0

    # --- the end

    def end_reasons(self, state: State) -> list[str]:
        """Return why the game ends with this round, where the module knows a reason."""
        return []

    def counts_as_cards(self, state: State, seat: int) -> int:
        """Return what counts as cards of a tableau besides its cards, for the end of the game."""
        return 0

    def points(self, table: Table, state: State, seat: int) -> int:
        """Return the points that a player has besides those of the base game."""
        return 0

    def result_of(self, table: Table, state: State, seat: int) -> tuple[int, int] | None:
        """Return the points and tie-break of a seat that is no player, None for players."""
        return None


class Moments:
    """The modules in play that have a part in a moment of a round, by the name of the moment.

    playing: the names of all that are in play. starts_rounds, prestige: whether any of them starts
    rounds, or gives prestige. bonuses: what they add to the bonuses of actions.
    """

    def __init__(self, modules: list[RuleModule]) -> None:
        playing = frozenset([module.name for module in modules])
        self.playing: Final = _PLAYING.setdefault(playing, playing)
        self.starts_rounds: Final = any(module.starts_rounds for module in modules)
        self.prestige: Final = any(module.gives_prestige for module in modules)
        self.bonuses: Final[list[AddBonus]] = [
            module.add_bonus for module in _at("add_bonus", modules)
        ]
        self.at_round_start: Final = _at("at_round_start", modules)
        self.actions: Final = _at("actions", modules)
        self.actions_chosen: Final = _at("actions_chosen", modules)
        self.actions_revealed: Final = _at("actions_revealed", modules)
        self.before_phases: Final = _at("before_phases", modules)
        self.phases: Final = _at("phases", modules)
        self.before_phase: Final = _at("before_phase", modules)
        self.after_hand_limit: Final = _at("after_hand_limit", modules)
        self.after_step: Final = _at("after_step", modules)


def _at(moment: str, modules: list[RuleModule]) -> list[RuleModule]:
    """Return the modules that do something of their own at a moment, a method of RuleModule."""
    usual = getattr(RuleModule, moment)
    return [module for module in modules if getattr(type(module), moment) is not usual]


REGISTERED: Final[list[RuleModule]] = []
"""All modules that games can have."""
_PLAYING: Final[dict[frozenset[str], frozenset[str]]] = {}
"""The names of modules that games are played with; equal ones are one, so that they are found at
once.
"""
_COUNTING: Final[dict[frozenset[str] | None, list[RuleModule]]] = {}
"""What `scoring_modules` has found, by what is played."""
_NAME: Final = re.compile("[a-z][a-z0-9]*( [a-z0-9]+)*")


def register(module: RuleModule) -> None:
    """Add a module to those that games can have. Raise ValueError where it needs another name."""
    name = module.name
    if not _NAME.fullmatch(name):
        raise ValueError(
            f"modules are named by words of a to z and digits, with a space between: not {name!r}"
        )
    if any(name == one.name for one in REGISTERED):
        raise ValueError(f"there is a module {name!r} already")
    if name in MEMBERS and type(module).load is not RuleModule.load:
        raise ValueError(f"every state has {name!r}: a module that keeps a part needs another name")
    REGISTERED.append(module)
    _COUNTING.clear()
    LOADERS[module.name] = module.load


def find_module(name: str) -> RuleModule | None:
    """Return the module of a name, None where there is none."""
    return next((module for module in REGISTERED if module.name == name), None)


def active_modules(table: Table, options: Options) -> list[RuleModule]:
    """Return the modules that are in play with these options, in the order of their moments."""
    return [one for one in REGISTERED if one.is_active(table, options)]


def scoring_modules(state: State) -> list[RuleModule]:
    """Return the modules that are in play, or all of them for a state that no game is played on."""
    playing = state.playing
    found = _COUNTING.get(playing)
    if found is None:
        found = [one for one in REGISTERED if playing is None or one.name in playing]
        _COUNTING[playing] = found
    return found


def unregister(module: RuleModule) -> None:
    """Take a module out again. Raise ValueError where it is not registered.

    Games that have begun keep its moments, but not its points and what ends them.
    """
    if module not in REGISTERED:
        raise ValueError(f"this module {module.name!r} is not registered")
    REGISTERED.remove(module)
    _COUNTING.clear()
    del LOADERS[module.name]
