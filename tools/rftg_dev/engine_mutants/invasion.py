"""Mutants with one rule of invasions wrong."""

from __future__ import annotations

from typing import Final

from rftg_dev.engine_mutants.mutant import Mutant

_FOLDER: Final = "modules/invasion"


def _mutant(wrong: str, file: str, old: str, new: str, by_seat: bool = False) -> Mutant:
    return Mutant(f"Invasion: {wrong}", f"{_FOLDER}/{file}.py", old, new, by_seat)


INVASION: Final = (
    _mutant(
        "a tie holds out", "attack", "if against > self.strength:", "if against >= self.strength:"
    ),
    _mutant(
        "each player's world is damaged before the next one defends",
        "attack",
        "    for seat in state.order:\n        if not part.held[seat]:",
        "        if not part.held[seat]:",
    ),
    _mutant(
        "a tie is a reward",
        "attack",
        "return against > self.strength\n",
        "return against >= self.strength\n",
    ),
    _mutant(
        "the weakest gets the highest card",
        "waves",
        "sorted(dealt, reverse=True)",
        "sorted(dealt)",
    ),
    _mutant(
        "the lowest of a stack counts as highest", "state", "self.discs[::-1]", "self.discs[:]"
    ),
    _mutant("stacks do not rotate", "attack", "    rotate(part)\n", ""),
    _mutant(
        "a disc that moves stays below",
        "track",
        "        part.discs.append(seat)\n        part.track",
        "        part.discs.insert(0, seat)\n        part.track",
    ),
    _mutant(
        "the first discs are placed by seat",
        "track",
        "for seat in state.order:",
        "for seat in sorted(state.order):",
        by_seat=True,
    ),
    _mutant(
        "all cards are shuffled when a wave runs out",
        "waves",
        "if one not in dealt]",
        "]",
    ),
    _mutant("cards are dealt twice in a wave", "waves", "    part.used += dealt\n", ""),
    _mutant(
        "a new wave keeps what was used",
        "waves",
        "        part.used = []\n    part.wave",
        "        pass\n    part.wave",
    ),
    _mutant(
        "Military against every world is none against invaders",
        "strength",
        "return powers.military + sum(",
        "return sum(",
    ),
    _mutant(
        "own Military counts that against invaders",
        "waves",
        "powers_now(rules.table, state.players, seat).military",
        "part.track[seat]",
    ),
    _mutant(
        "hand cards count for each power",
        "strength",
        "for number in range(cards, taken - 1, -1):",
        "for number in range(taken, cards + 1):",
    ),
    _mutant(
        "the bunker is there without need",
        "attack",
        "not 0 < missing <= self.bunker",
        "not missing <= self.bunker",
    ),
    _mutant(
        "the good of a damaged world stays",
        "attack",
        "    if world in player.goods:\n        rules.moves.take_good(state, player, world)\n",
        "",
    ),
    _mutant(
        "damaged worlds do not count for the size",
        "module",
        "else len(part.damaged[seat])",
        "else 0",
    ),
    _mutant(
        "repulse takes more than the value", "attack", "military >= needed", "military > needed"
    ),
    _mutant("goods do not lower the repulse value", "attack", " - sum(part.contributed)", ""),
    _mutant("one defeat ends the game", "state", "DEFEATS: Final = 2", "DEFEATS: Final = 1"),
    _mutant(
        "there are awards after two defeats",
        "module",
        "        return []\n    found = []",
        "        pass\n    found = []",
    ),
    _mutant(
        "who gave nothing is a contributor",
        "module",
        "max(part.contributed) > 0",
        "max(part.contributed)",
    ),
    _mutant(
        "three cards repair",
        "recovery",
        "CARDS_FOR_REPAIR: Final = 2",
        "CARDS_FOR_REPAIR: Final = 3",
    ),
    _mutant(
        "no good repairs", "recovery", "GOODS_REPAIR: Final = True", "GOODS_REPAIR: Final = False"
    ),
    _mutant(
        "the bonus repairs one",
        "recovery",
        "REPAIRED_BY_BONUS: Final = 2",
        "REPAIRED_BY_BONUS: Final = 1",
    ),
    _mutant(
        "a repaired world does not produce",
        "recovery",
        "    turn.powers = turn.table.powers_with(turn.powers, world)\n",
        "",
    ),
    _mutant("no Settle in round 1", "module", "if state.round == 1", "if state.round == 0"),
    _mutant(
        "the attack comes a round later",
        "module",
        "state.round >= invasion.first_round",
        "state.round > invasion.first_round",
    ),
    _mutant(
        "the war effort comes with Consume",
        "module",
        "phase == steps.PRODUCE",
        "phase == steps.CONSUME",
    ),
    Mutant(
        "Invasion: nothing waits for repairs in Produce",
        "phases/produce.py",
        "(power in idle and _has_room(turn, power))",
        "False",
    ),
    Mutant(
        "Invasion: the bonus repairs, and brings a good besides",
        "phases/produce.py",
        "            return\n        turn.goods -= 1\n\n\ndef _use_in_order",
        "            return\n        break\n\n\ndef _use_in_order",
    ),
)
