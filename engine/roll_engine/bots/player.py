"""A player that values positions: one answer for each kind of decision."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from gamekit.amounts import Amounts
from gamekit.decisions import Answer, Choice, Decision, Subset
from roll_engine import asks
from roll_engine.bots.facts import Knowledge
from roll_engine.bots.gains import Gains
from roll_engine.bots.imagined import RECRUITED, Imagined
from roll_engine.bots.judge import Judge
from roll_engine.bots.outlook import Outlook
from roll_engine.bots.plans import Plans
from roll_engine.bots.tasks import Tasks
from roll_engine.bots.zone import Zone
from roll_engine.rules import NUMBER_OF_COLOURS, ON_DEVELOPMENTS, ON_WORLDS
from roll_engine.view import View

ASSIGNING: Final = (
    asks.SELECT,
    asks.ASSIGN_WILD,
    asks.REASSIGN,
    asks.REASSIGN_WORKER,
    asks.DICTATE,
)
LEAST_RECALLED: Final = 0.05
"""What a die is recalled for, at least."""


class Valuing:
    """Takes what adds most to its position."""

    def __init__(self, known: Knowledge, judge: Judge, outlook: Outlook) -> None:
        self.known: Final = known
        self.judge: Final = judge
        self.outlook: Final = outlook
        self._round = -1
        self._gains: Gains | None = None
        self._chances: list[float] = []
        self._moved_in = -1
        self._moved = 0

    def choose(self, decision: Decision, look: Callable[[], View]) -> Answer:
        """Return the answer that adds most."""
        if isinstance(decision, Amounts):
            if decision.kind == asks.RECALL:
                return self._recalled(decision, self._imagined(look()))
            return _freest(decision)
        imagined = self._imagined(look())
        if isinstance(decision, Subset):
            return Zone(imagined).abandoned()
        assert isinstance(decision, Choice), "there are no other forms in this game"
        if len(decision.options) == 1:
            return decision.options[0]
        if decision.kind in ASSIGNING:
            return self._assigned(decision, imagined)
        return Tasks(imagined, self._may_move(decision, imagined)).answer(decision)

    def _may_move(self, decision: Choice, imagined: Imagined) -> bool:
        """Return whether tiles are moved still: each once in a round, so that it ends.

        What a tile is worth can depend on where the others lie.
        """
        if self._moved_in != _round(imagined):
            self._moved_in, self._moved = _round(imagined), 0
        if decision.kind == asks.MOVE_TILE:
            self._moved += 1
        return self._moved < len(imagined.mine.zone())

    def _imagined(self, view: View) -> Imagined:
        return Imagined(self.known, self.judge, view)

    def _assigned(self, decision: Choice, imagined: Imagined) -> Answer:
        """Return where workers go. What phases bring does not change while they are assigned."""
        if decision.kind == asks.SELECT or self._gains is None or self._round != _round(imagined):
            self._round = _round(imagined)
            self._gains = Gains(imagined)
            self._chances = self.outlook.chances(imagined)
        plans = Plans(self._gains, self._chances, imagined.mine)
        if decision.kind == asks.SELECT:
            return plans.select(decision.options)
        if decision.kind == asks.ASSIGN_WILD:
            return plans.wild(decision.about)
        if decision.kind == asks.REASSIGN:
            return plans.reassign(decision.options)
        if decision.kind == asks.DICTATE:
            return plans.given_up(decision.options)
        return plans.worker(decision.options)

    def _recalled(self, decision: Amounts, imagined: Imagined) -> Answer:
        """Return the dice to recall: one after the other, while that makes the position better."""
        if decision.least and (gathered := _gathered(decision, imagined)):
            return gathered
        found = [0] * len(decision.things)
        player = imagined.mine
        worth = imagined.worth(player)
        while sum(found) < decision.most:
            best, most = -1, worth + LEAST_RECALLED
            if sum(found) < decision.least:
                most = -1_000.0
            for nth, limit in enumerate(decision.limits):
                if found[nth] < limit:
                    one = Tasks(imagined).without(player, decision.things[nth])
                    one.cup[decision.things[nth] % NUMBER_OF_COLOURS] += 1
                    value = imagined.worth(one)
                    if value > most:
                        best, most = nth, value
            if best < 0:
                break
            found[best] += 1
            player = Tasks(imagined).without(player, decision.things[best])
            player.cup[decision.things[best] % NUMBER_OF_COLOURS] += 1
            worth = most
        return tuple(found)


def _gathered(decision: Amounts, imagined: Imagined) -> Answer | None:
    """Return builders of one stack, as many as the top tile of the other one lacks.

    With the cup empty, dice that are spread over both stacks would complete neither of them.
    """
    player, known = imagined.mine, imagined.known
    lacking: list[tuple[float, bool]] = []
    for worlds in (False, True):
        stack, builders = player.stack(worlds), sum(player.builders(worlds))
        if not stack or not builders:
            return None
        lacking.append((known.cost(player.powers, stack[0], worlds) - builders, worlds))
    lacks, worlds = min(lacking)
    place = ON_DEVELOPMENTS if worlds else ON_WORLDS
    found = [0] * len(decision.things)
    for nth, thing in enumerate(decision.things):
        if thing // NUMBER_OF_COLOURS == place and sum(found) < lacks:
            found[nth] = min(decision.limits[nth], max(1, int(lacks) - sum(found)))
    return tuple(found) if any(found) else None


def _round(imagined: Imagined) -> int:
    return imagined.state.round


def _freest(decision: Amounts) -> Answer:
    """Return as many as can be, those of the freest colours first."""
    found = [0] * len(decision.things)
    left = decision.most
    for colour in RECRUITED:
        for nth, thing in enumerate(decision.things):
            if thing == colour:
                found[nth] = min(left, decision.limits[nth])
                left -= found[nth]
    return tuple(found)
