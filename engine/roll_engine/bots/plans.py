"""Plans for assigning dice, by what phases gain and how likely others are to select them."""

from __future__ import annotations

from typing import Final

from gamekit.decisions import Answer
from roll_engine.bots.play import RECRUITED, WAYS, PhaseSimulation, ViewState
from roll_engine.cards.bound import BoundReassign
from roll_engine.rules import (
    CONSUMPTION,
    EXPLORE,
    FACES,
    HOME,
    IN_CUP,
    NUMBER_OF_COLOURS,
    NUMBER_OF_PHASES,
    PRODUCE,
    SHIP,
    SIDES,
    WILD,
)
from roll_engine.state import Player


class Gains:
    """A player before workers do anything.

    dice: those that are assigned, or are to be, by colour. before: what the position is worth in
    which none of them does anything.
    """

    def __init__(self, imagined: ViewState) -> None:
        self.imagined: Final = imagined
        self.mine: Final = imagined.mine.copy()
        self.dice: Final = _take_workers(self.mine)
        self.number: Final = sum(self.dice)
        self.before: Final = imagined.worth(self.with_cup(self.dice))
        self._gains: Final[list[list[float]]] = [[] for _phase in range(NUMBER_OF_PHASES)]
        self._liked: Final = [self._order(phase) for phase in range(NUMBER_OF_PHASES)]

    def with_cup(self, dice: list[int]) -> Player:
        """Return the player with these dice in the cup besides."""
        player = self.mine.copy()
        cup = player.places[IN_CUP]
        for colour, number in enumerate(dice):
            cup[colour] += number
        return player

    def gain(self, phase: int, workers: int) -> float:
        """Return what a phase brings that is done with so many workers."""
        known = self._gains[phase]
        workers = min(workers, self.number)
        while len(known) <= workers:
            known.append(self._gain(phase, len(known)))
        return known[workers]

    def _gain(self, phase: int, workers: int) -> float:
        best = -1_000.0
        for way in WAYS[phase]:
            left = self.dice[:]
            hands = self.pick(left, phase, workers)
            player = self.with_cup(left)
            PhaseSimulation(self.imagined, player).phase(phase, hands, way)
            best = max(best, self.imagined.worth(player) - self.before)
        return best

    def pick(self, dice: list[int], phase: int, workers: int) -> list[int]:
        """Take so many dice that suit a phase, as far as there are any; return their colours."""
        found: list[int] = []
        for colour in self._liked[phase]:
            while dice[colour] and len(found) < workers:
                dice[colour] -= 1
                found.append(colour)
        return found

    def liking(self, phase: int, colour: int) -> int:
        """Return how well a colour suits a phase: less is better."""
        return self._liked[phase].index(colour)

    def _order(self, phase: int) -> list[int]:
        """Return the colours as they suit a phase: the least free first."""
        colours = list(reversed(RECRUITED))
        if phase in (PRODUCE, SHIP):
            mine = self.imagined.mine
            kinds = {self.imagined.known.table.kind[face] for face in mine.tableau} | {CONSUMPTION}
            colours.sort(key=lambda colour: colour not in kinds)
        elif phase == EXPLORE:
            colours.sort()
        return colours


def _take_workers(player: Player) -> list[int]:
    """Take all workers of a player that are rolled or assigned; return them by colour."""
    found = [0] * NUMBER_OF_COLOURS
    for phase in range(NUMBER_OF_PHASES):
        workers = player.workers(phase)
        for colour, number in enumerate(workers):
            found[colour] += number
            workers[colour] = 0
    for index, number in enumerate(player.rolled):
        found[index % NUMBER_OF_COLOURS] += number
        player.rolled[index] = 0
    if player.strip >= 0:
        found[player.strip] += 1
        player.strip = -1
    return found


USUAL: Final[tuple[float, ...]] = (0.16, 0.22, 0.24, 0.17, 0.21)
"""How often a player selects each phase."""


class Outlook:
    """Foresees that all do as players usually do."""

    def chances(self, imagined: ViewState) -> list[float]:
        """Return the chance that somebody else selects each phase, or the spare die shows it."""
        missed = [1.0] * NUMBER_OF_PHASES
        for seat in range(len(imagined.state.players)):
            if seat == imagined.me:
                continue
            for phase, chance in enumerate(self.selects(imagined, seat)):
                missed[phase] *= 1.0 - chance
        if len(imagined.state.players) == 2:
            faces = FACES[HOME]
            for phase in range(NUMBER_OF_PHASES):
                missed[phase] *= 1.0 - faces.count(phase) / len(faces)
        return [1.0 - one for one in missed]

    def selects(self, imagined: ViewState, seat: int) -> list[float]:
        """Return the chance that a player selects each phase."""
        return list(USUAL)


LEAST_GAIN: Final = 0.02
"""What workers are reassigned for, at least."""
MOST_MOVED: Final = 4
"""Workers that powers reassign which are reckoned with, before a phase is selected."""
TASTE: Final = 0.004
"""What it counts that a colour suits a phase better than another one by a place."""


class Plans:
    """Assignments of a round. chances: that others select each phase. mine: as it is now."""

    def __init__(self, gains: Gains, chances: list[float], mine: Player) -> None:
        self.gains: Final = gains
        self.chances: Final = chances
        self.mine: Final = mine

    def chances_with(self, selected: int) -> list[float]:
        """Return the chance of each phase to occur when the player selects one."""
        found = self.chances[:]
        if selected >= 0:
            found[selected] = 1.0
        return found

    def worth(self, counts: list[int], chances: list[float]) -> float:
        """Return what an assignment brings, by the number of workers of each phase."""
        total = 0.0
        for phase, count in enumerate(counts):
            total += chances[phase] * self.gains.gain(phase, count)
        return total

    def more(self, counts: list[int], chances: list[float], phase: int) -> float:
        """Return what one more worker brings in a phase."""
        now = counts[phase]
        return chances[phase] * (self.gains.gain(phase, now + 1) - self.gains.gain(phase, now))

    def less(self, counts: list[int], chances: list[float], phase: int) -> float:
        """Return what is lost with a worker of a phase."""
        now = counts[phase]
        return chances[phase] * (self.gains.gain(phase, now) - self.gains.gain(phase, now - 1))

    # --- selecting a phase

    def select(self, options: tuple[Answer, ...]) -> Answer:
        """Return which phase to select, and with which worker."""
        sides = [0] * SIDES
        for index, number in enumerate(self.mine.rolled):
            sides[index // NUMBER_OF_COLOURS] += number
        best, most = options[0], -1_000.0
        for phase in range(NUMBER_OF_PHASES):
            answer, worth = self._selected(phase, sides, options)
            if worth > most:
                best, most = answer, worth
        return best

    def _selected(
        self, phase: int, sides: list[int], options: tuple[Answer, ...]
    ) -> tuple[Answer, float]:
        """Return how best to select a phase, and what the workers of each phase are worth then."""
        chances = self.chances_with(phase)
        side, most = -1, -1_000.0
        for other, number in enumerate(sides):
            if not number:
                continue
            counts = sides[:NUMBER_OF_PHASES]
            wild = sides[WILD]
            if other == WILD:
                wild -= 1
            else:
                counts[other] -= 1
            counts[phase] += 1
            for _worker in range(wild):
                counts[self.best_more(counts, chances)] += 1
            self._reassigned(counts, chances, phase)
            worth = self.worth(counts, chances) - (0.0 if other != WILD else 0.001)
            if worth > most:
                side, most = other, worth
        fitting = [option for option in options if option[0] == phase and option[1] == side]
        answer = min(fitting, key=lambda option: self.gains.liking(phase, option[2]))
        return answer, most

    def _reassigned(self, counts: list[int], chances: list[float], selected: int) -> None:
        """Move workers as powers allow it, roughly: any to where they bring most."""
        powers = self.mine.powers
        free = sum([power.most for power in powers.reassigns if power.condition is None])
        for _worker in range(min(free, MOST_MOVED)):
            source, to, gain = self._best_move(counts, chances, selected)
            if gain <= LEAST_GAIN:
                return
            counts[source] -= 1
            counts[to] += 1

    def _best_move(
        self, counts: list[int], chances: list[float], selected: int
    ) -> tuple[int, int, float]:
        to = self.best_more(counts, chances)
        best = (to, to, 0.0)
        for source in range(NUMBER_OF_PHASES):
            if source == to or counts[source] <= (source == selected):
                continue
            gain = self.more(counts, chances, to) - self.less(counts, chances, source)
            if gain > best[2]:
                best = (source, to, gain)
        return best

    def best_more(self, counts: list[int], chances: list[float]) -> int:
        """Return the phase where one more worker brings most."""
        best, most = 0, -1_000.0
        for phase in range(NUMBER_OF_PHASES):
            more = self.more(counts, chances, phase)
            if more > most:
                best, most = phase, more
        return best

    # --- assigning and reassigning

    def counts(self) -> list[int]:
        """Return the number of workers assigned to each phase, the one that selects it too."""
        found = [sum(self.mine.workers(phase)) for phase in range(NUMBER_OF_PHASES)]
        if self.mine.strip >= 0:
            found[self.mine.selected] += 1
        return found

    def wild(self, colour: int) -> Answer:
        """Return where a wild worker of a colour goes."""
        counts, chances = self.counts(), self.chances_with(self.mine.selected)
        worths = [
            self.more(counts, chances, phase) - TASTE * self.gains.liking(phase, colour)
            for phase in range(NUMBER_OF_PHASES)
        ]
        return (worths.index(max(worths)),)

    def reassign(self, options: tuple[Answer, ...]) -> Answer:
        """Return which power to use, if any is worth it."""
        best: Answer = ()
        most = LEAST_GAIN
        for option in options:
            if not option:
                continue
            gain = self._dictated() if option[0] < 0 else self._used(option[0])
            if gain > most:
                best, most = option, gain
        return best

    def _used(self, number: int) -> float:
        """Return what a power brings in its best use, each worker by itself."""
        power = self.gains.imagined.known.table.power_list[number]
        if not isinstance(power, BoundReassign):
            return 0.0
        counts, chances = self.counts(), self.chances_with(self.mine.selected)
        sources = range(NUMBER_OF_PHASES) if power.source < 0 else (power.source,)
        best = 0.0
        for source in sources:
            fitting = [
                number if power.workers.fit(colour) else 0
                for colour, number in enumerate(self.mine.workers(source))
            ]
            number = min(sum(fitting), max(1, power.least))
            if not number or (power.together and number < power.least):
                continue
            for to in power.to or (self.mine.selected,):
                if to != source:
                    best = max(best, self._moved(counts, chances, source, to, number))
        return best

    def _moved(
        self, counts: list[int], chances: list[float], source: int, to: int, number: int
    ) -> float:
        """Return what it brings to move workers from a phase to another."""
        gain = self.gains.gain
        less = gain(source, counts[source]) - gain(source, counts[source] - number)
        more = gain(to, counts[to] + number) - gain(to, counts[to])
        return chances[to] * more - chances[source] * less

    def _dictated(self) -> float:
        """Return what Dictate brings: a worker is given up, and another one moved."""
        counts, chances = self.counts(), self.chances_with(self.mine.selected)
        sources = [phase for phase in range(NUMBER_OF_PHASES) if sum(self.mine.workers(phase))]
        best = 0.0
        for source in sources:
            lost = self.less(counts, chances, source)
            counts[source] -= 1
            for other in sources:
                if sum(self.mine.workers(other)) <= (other == source):
                    continue
                for to in range(NUMBER_OF_PHASES):
                    if to != other:
                        best = max(best, self._moved(counts, chances, other, to, 1) - lost)
            counts[source] += 1
        return best

    def given_up(self, options: tuple[Answer, ...]) -> Answer:
        """Return which worker is given up to dictate."""
        counts, chances = self.counts(), self.chances_with(self.mine.selected)

        def loss(option: Answer) -> float:
            return self.less(counts, chances, option[1]) - TASTE * self.gains.liking(
                option[1], option[0]
            )

        return min(options, key=loss)

    def worker(self, options: tuple[Answer, ...]) -> Answer:
        """Return which worker a power reassigns, and where to."""
        counts, chances = self.counts(), self.chances_with(self.mine.selected)
        best: Answer = ()
        most = LEAST_GAIN if () in options else -1_000.0
        for option in options:
            if not option:
                continue
            colour, source, to = option
            gain = self._moved(counts, chances, source, to, 1)
            taste = self.gains.liking(source, colour) - self.gains.liking(to, colour)
            if gain + TASTE * taste > most:
                best, most = option, gain + TASTE * taste
        return best
