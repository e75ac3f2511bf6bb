"""What set-ups the sets in use can serve."""

from __future__ import annotations

from rftg_engine.cards.table import Table
from rftg_engine.rules import REGISTERED
from rftg_engine.setups.opening import check_hands, dealt_hands, openings
from rftg_engine.setups.options import SWITCHES, Options


def check_options(table: Table, options: Options) -> None:
    """Raise ValueError, with the reason, for a set-up that these sets cannot serve."""
    most = min(table.most_players, len(table.start_worlds))
    if not 2 <= options.players <= most:
        over = options.players - most
        advice = f": take {over} out, or add a set that serves more" if over > 0 else ""
        raise ValueError(f"these sets serve 2 to {most} players, not {options.players}{advice}")
    if options.experienced and options.players != 2:
        raise ValueError("the experienced game with two actions is for 2 players")
    if options.preset_hands and len(table.preset_hands) < options.players:
        raise ValueError(
            f"there are {len(table.preset_hands)} preset hands for {options.players} players"
        )
    if options.preset_hands:
        check_hands(table, "preset hands need", dealt_hands(table, options.players))
    for module in REGISTERED:
        module.check(table, options)
    _check_modules(options)
    _check_opening(table, options)


def _check_modules(options: Options) -> None:
    known = [module.name for module in REGISTERED if module.option is not None]
    for name in options.modules:
        if name not in known:
            there_are = ", ".join(sorted(known))
            raise ValueError(f"no module of rules is called {name!r:.60}; there are: {there_are}")
        if name in SWITCHES:
            raise ValueError(f"{name} is switched on by an option of its own, not by `modules`")


def _check_opening(table: Table, options: Options) -> None:
    dealt = {
        "preset hands": options.preset_hands,
        "the draft": options.draft,
        "the scenario": options.scenario,
    }
    if any(options.opening):
        for what, used in dealt.items():
            if used:
                raise ValueError(f"with {what} no cards can be put into opening hands")
    openings(table, options.opening, options.players)
