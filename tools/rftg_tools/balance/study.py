"""Plays until every card is known well enough.

It stops by the width of the intervals and not by whether they hold 0, so they stay what they say
(Chow & Robbins 1965; Nadas 1969 for widths in proportion to the effect). They are looked at after
whole blocks of seeds, so that neither the number of processes nor an interruption changes where it
stops.
"""

from __future__ import annotations

from collections.abc import Generator
from contextlib import closing
from typing import Final

from rftg_tools.balance.experiment import RUN, Lab
from rftg_tools.balance.official import Officials
from rftg_tools.balance.playing import Seed, games
from rftg_tools.balance.set_figures import SetFigures
from rftg_tools.balance.store import Store
from rftg_tools.balance.tally import Tally
from rftg_tools.workers.interrupts import uninterrupted

BLOCK: Final = 200
"""Seeds after which it is looked whether to go on; a whole number of runs."""


class Study:
    """All figures of an experiment so far. seeds: how many were played, from 0 on.

    tallies: of each card. officials: of the official cards. whole: of the games themselves.
    """

    def __init__(self, lab: Lab) -> None:
        self.lab = lab
        self.seeds = 0
        titles = [card.title for card in lab.deck.cards]
        self.tallies = [Tally(subject, titles) for subject in lab.subjects]
        self.officials = Officials(lab)
        self.whole = SetFigures(lab)

    def enough(self, precision: float) -> bool:
        """Return whether all cards are known well enough; see Tally.known."""
        return all(tally.known(precision) for tally in self.tallies)

    def add(self, seed: Seed) -> None:
        """Take in the games of the next seed."""
        self.seeds += 1
        self.officials.add(seed)
        self.whole.add(seed)
        for tally in self.tallies:
            tally.add(seed)

    @property
    def half(self) -> float:
        """Half of the widest interval of all cards, as a share of a win."""
        return max(tally.half for tally in self.tallies)

    @property
    def games(self) -> int:
        """The games of these figures: with the cards, without them, with others in place."""
        return 2 * self.seeds + sum(tally.drawn for tally in self.tallies)


def carry_on(
    study: Study,
    store: Store,
    precision: float,
    most: int,
    jobs: int | None,
    scheduler: str | None = None,
) -> Generator[int, None, None]:
    """Play, or read, seed after seed into a new study; yield the number of seeds.

    It may be interrupted at any time: the study then is of whole seeds.

    precision: of each card at which it ends, see Tally.known. most: seeds after which it ends
    anyhow, taken to whole runs. Raises what `games` raises.
    """
    runs = -(-most // RUN)
    with closing(games(study.lab, store, runs, jobs, scheduler)) as seeds:
        for seed in seeds:
            with uninterrupted():
                study.add(seed)
            yield study.seeds
            if study.seeds % BLOCK == 0 and study.enough(precision):
                return
