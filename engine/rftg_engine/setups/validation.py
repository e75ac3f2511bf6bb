"""What set-ups the sets in use can serve."""

from __future__ import annotations

from collections import Counter

from rftg_engine.cards.table import Table
from rftg_engine.modules.robot.setting import check_robot
from rftg_engine.setups.opening import dealt_hands, openings
from rftg_engine.setups.options import Options


def check_options(table: Table, options: Options) -> None:
    """Raises ValueError, with the reason, for a set-up that these sets cannot serve."""
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
    for module in ("goals", "takeovers", "draft", "scenario"):
        if getattr(options, module) and module not in table.modules:
            raise ValueError(f"none of the sets in use brings {module}: add one that does")
    if options.goals and not table.goals:
        raise ValueError("the sets in use have no goals: add a set that has some")
    if options.scenario and len(table.scenario) != 2:
        raise ValueError(
            f"a scenario has 2 sides, and the sets in use have {len(table.scenario)} together"
        )
    if options.scenario and options.players != 2:
        raise ValueError("the scenario is for 2 players")
    if options.scenario and (options.preset_hands or options.draft):
        raise ValueError("the scenario deals its own start worlds and hands")
    _check_hands(table, options)
    colours = [table.colour(world) for world in table.start_worlds]
    pairs = min(colours.count("red"), colours.count("blue"))
    offered = "start world choice" in table.modules and not options.robot
    chosen = options.draft or offered
    if chosen and not options.scenario and not options.preset_hands and pairs < options.players:
        raise ValueError(
            f"there are start worlds of both colours for {pairs} players only:"
            " take players out, or add a set with start worlds"
        )
    if options.draft and options.preset_hands:
        raise ValueError("drafted games have no preset hands")
    _check_opening(table, options)
    check_robot(table, options)


def _check_hands(table: Table, options: Options) -> None:
    """The cards of preset hands and of a scenario are there, and their start worlds are some."""
    hands: list[tuple[str, str, tuple[str, ...]]] = []
    if options.preset_hands:
        dealt = dealt_hands(table, options.players)
        hands += [("preset hands need", hand.start_world, hand.cards) for hand in dealt]
    if options.scenario:
        hands += [("the scenario needs", side.start_world, side.cards) for side in table.scenario]
    left = Counter(table.titles)
    starts = {table.titles[world] for world in table.start_worlds}
    for what, start, cards in hands:
        left.subtract((start, *cards))
        missing = [title for title in (start, *cards) if left[title] < 0]
        if missing or start not in starts:
            raise ValueError(
                f"{what} `{(*missing, start)[0]}`, which is replaced in these sets: take out the"
                " set that replaces it, or play without them"
            )


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
