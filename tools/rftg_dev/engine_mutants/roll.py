"""Mutants of Roll's engine: each has one rule of the rulebook wrong."""

from __future__ import annotations

from typing import Final

import roll_engine
from rftg_dev.engine_mutants.mutant import Engine, Mutant, engine_of

_ROLL: Final[Engine] = engine_of(roll_engine, "tests/roll_engine")


def _of(wrong: str, file: str, old: str, new: str, by_seat: bool = False) -> Mutant:
    return Mutant(wrong, file, old, new, by_seat, _ROLL)


ROLL: Final = (
    _of(
        "setup: 11 points a player",
        "rules.py",
        "CHIPS_A_PLAYER: Final = 12",
        "CHIPS_A_PLAYER: Final = 11",
    ),
    _of("setup: 2 credits", "rules.py", "START_CREDITS: Final = 1", "START_CREDITS: Final = 2"),
    _of(
        "setup: by seat",
        "phases/setup.py",
        "[(first + seat) % len(numbers) for seat in seats]",
        "list(seats)",
    ),
    _of(
        "setup: no dice of the empire",
        "phases/setup.py",
        "perform_immediate(task, face, IMMEDIATE)",
        "perform_immediate(task, face, SETUP)",
    ),
    _of(
        "assign: wild faces lie below develop",
        "phases/assign.py",
        "task.moves.assign_wild(player, colour, answer[0])",
        "task.moves.assign_wild(player, colour, 1)",
    ),
    _of(
        "assign: dictate with one worker",
        "phases/assign.py",
        "self._number_of_workers() >= 2",
        "self._number_of_workers() >= 1",
    ),
    _of(
        "assign: dictate again and again",
        "phases/assign.py",
        "            self.times -= 1\n",
        "            pass\n",
    ),
    _of(
        "assign: a power again and again",
        "phases/assign.py",
        "self.left.pop([one",
        "self.left.__getitem__([one",
    ),
    _of(
        "assign: a worker stays in its phase",
        "phases/assign.py",
        "if number and phase != source",
        "if number",
    ),
    _of(
        "assign: a use moves a worker twice",
        "phases/assign.py",
        "                workers[colour] -= 1\n",
        "                pass\n",
    ),
    _of("reveal: the spare die is forgotten", "phases/reveal.py", "selected.add(spare)", "pass"),
    _of(
        "reveal: a spare die for three",
        "phases/reveal.py",
        "if len(players) == 2:",
        "if len(players) <= 3:",
    ),
    _of(
        "reveal: dictated workers are lost",
        "phases/reveal.py",
        "        moves.return_dictated(player)\n",
        "",
    ),
    _of(
        "reveal: workers of other phases stay",
        "phases/reveal.py",
        "moves.return_workers(state, player, phase)",
        "pass",
    ),
    _of(
        "explore: one credit for stocking",
        "rules.py",
        "STOCK_CREDITS: Final = 2",
        "STOCK_CREDITS: Final = 1",
    ),
    _of(
        "explore: as many tiles as abandoned",
        "phases/explore.py",
        "len(abandoned) + 1, True",
        "max(1, len(abandoned)), True",
    ),
    _of(
        "explore: tiles come back at once",
        "phases/explore.py",
        "    yield from draw_and_place(task, len(abandoned) + 1, True)\n",
        "    task.moves.refill_bag(task.state)\n"
        "    yield from draw_and_place(task, len(abandoned) + 1, True)\n",
    ),
    _of(
        "explore: tiles are back before the end",
        "phases/explore.py",
        "    yield from one_by_one([perform_all(task, END) for task in tasks])\n"
        "    rules.moves.refill_bag(state)",
        "    rules.moves.refill_bag(state)\n"
        "    yield from one_by_one([perform_all(task, END) for task in tasks])",
    ),
    _of(
        "explore: never in order", "phases/explore.py", "strict=_may_run_out(tasks)", "strict=False"
    ),
    _of(
        "explore: all give up a tile",
        "rules.py",
        "ENOUGH_TO_ABANDON: Final = 3",
        "ENOUGH_TO_ABANDON: Final = 2",
    ),
    _of(
        "explore: tiles are given up by seat",
        "turns/tiles.py",
        "for seat in task.state.order:",
        "for seat in sorted(task.state.order):",
        True,
    ),
    _of("build: costs of nothing", "phases/build.py", "max(cost, LEAST_COST)", "cost"),
    _of(
        "build: one tile a phase",
        "phases/build.py",
        "        yield from _complete(task, worlds)\n    if",
        "        yield from _complete(task, worlds)\n        break\n    if",
    ),
    _of(
        "build: others stay on an empty stack",
        "phases/build.py",
        "        moves.move_all(state, player, place, IN_CUP)\n",
        "",
    ),
    _of(
        "build: workers return to the cup",
        "phases/build.py",
        "moves.move_dice(state, player, place, IN_CITIZENRY, used)",
        "moves.move_dice(state, player, place, IN_CUP, used)",
    ),
    _of(
        "build: no immediate effects",
        "phases/build.py",
        "    yield from perform_immediate(task, face, IMMEDIATE)\n",
        "",
    ),
    _of(
        "build: discounts go below their least",
        "cards/bound.py",
        "max(cost + self.amount, min(cost, self.least))",
        "cost + self.amount",
    ),
    _of("produce: gray worlds too", "phases/produce.py", "task.table.kind[face] != GRAY and ", ""),
    _of(
        "produce: others are lost",
        "phases/produce.py",
        "task.moves.return_workers(task.state, task.player, PRODUCE)",
        "task.moves.move_all(task.state, task.player, ASSIGNED + PRODUCE, 1)",
    ),
    _of("ship: prices of Race", "rules.py", "(0, 0, 0, 3, 4, 5, 6)", "(0, 0, 0, 2, 3, 4, 5)"),
    _of(
        "ship: the price of the good's colour",
        "phases/ship.py",
        "price = price_of(task, world)",
        "price = PRICES[good] or price_of(task, world)",
    ),
    _of(
        "ship: prices have no conditions",
        "phases/ship.py",
        "power.goods.fit(world, kind) and task.meets(power.condition)",
        "power.goods.fit(world, kind)",
    ),
    _of(
        "ship: purple is a colour",
        "phases/ship.py",
        "if colour in (kind, CONSUMPTION)",
        "if colour == kind",
    ),
    _of(
        "ship: the good to the cup",
        "phases/ship.py",
        "GOODS + world, IN_CITIZENRY, colour",
        "GOODS + world, 0, colour",
    ),
    _of(
        "ship: others are lost",
        "phases/ship.py",
        "    task.moves.return_workers(task.state, task.player, SHIP)",
        "    task.moves.move_all(task.state, task.player, 6, IN_CITIZENRY)",
    ),
    _of(
        "manage: any number is recruited",
        "phases/manage.py",
        "colours, limits, number, number)",
        "colours, limits, 0, number)",
    ),
    _of(
        "manage: no credit at the end",
        "phases/manage.py",
        "max(0, CREDITS_AFTER_RECRUITING - player.credits)",
        "0",
    ),
    _of("manage: nothing must be recalled", "phases/manage.py", "0 if any(player.cup) else 1", "0"),
    _of(
        "manage: 13 squares end it",
        "rules.py",
        "FULL_TABLEAU: Final = 12",
        "FULL_TABLEAU: Final = 13",
    ),
    _of(
        "manage: the last chip ends nothing",
        "phases/manage.py",
        "if state.pool <= 0:",
        "if state.pool < 0:",
    ),
    _of(
        "manage: no tie-break by credits",
        "scoring/scoring.py",
        "sum(player.cup) + player.credits",
        "sum(player.cup)",
    ),
    _of(
        "manage: the citizenry breaks ties",
        "scoring/scoring.py",
        "sum(player.cup) + player.credits",
        "sum(player.cup) + sum(player.citizenry) + player.credits",
    ),
    _of(
        "manage: rounded down",
        "cards/terms.py",
        "return -(-number // self.divisor)",
        "return number // self.divisor",
    ),
    _of("manage: chips count nothing", "scoring/scoring.py", "player.chips + printed", "printed"),
    _of("explore: 11 credits", "rules.py", "MOST_CREDITS: Final = 10", "MOST_CREDITS: Final = 11"),
    _of("build: removed dice are gone", "moves.py", "        state.supply[colour] += 1\n", ""),
    _of("views: lower tiles are seen", "view.py", "player.worlds[0] if", "player.worlds[-1] if"),
    _of(
        "views: selections are seen",
        "view.py",
        "player.selected if revealed else -1",
        "player.selected",
    ),
    _of(
        "views: assigned workers are seen",
        "view.py",
        "(player.places if revealed else _unscreened(player))",
        "player.places",
    ),
)
"""Faults of each step, and of what players see."""
