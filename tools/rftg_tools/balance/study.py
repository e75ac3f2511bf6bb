"""Plays until every card is known well enough.

It stops by the width of the intervals and not by whether they hold 0, so they stay what they say
(Chow & Robbins 1965; Nadas 1969 for widths in proportion to the effect). They are looked at after
whole blocks of seeds, so that neither the number of processes nor an interruption changes where it
stops.

Which variants of the games are played is settled anew for each stage, a whole number of blocks, by
what is known at its beginning: those that a card still needs.
"""

from __future__ import annotations

from collections.abc import Generator
from contextlib import closing
from typing import Final

from rftg_tools.balance.experiment import OFFICIAL, RUN, Lab, variant_of
from rftg_tools.balance.official import Officials
from rftg_tools.balance.playing import Seed, games
from rftg_tools.balance.set_figures import SetFigures
from rftg_tools.balance.store import Store
from rftg_tools.balance.tally import Tally
from rftg_tools.workers.interrupts import uninterrupted

BLOCK: Final = 200
"""Seeds after which it is looked whether to go on; a whole number of runs."""
STAGE: Final = 2 * BLOCK
"""Seeds of the first stage; each later one doubles what there is."""
FEW: Final = 3
"""So many cards are known sooner with pairs of games than with more games that all cards share."""


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

    def known(self, precision: float) -> bool:
        """Return whether the effects of all cards are known well enough; see Tally.known."""
        return all(tally.known(precision) for tally in self.tallies)

    def enough(self, precision: float) -> bool:
        """Return whether, besides, it is known of all cards how well bots play them."""
        return self.known(precision) and all(tally.judged(precision) for tally in self.tallies)

    def variants(self, precision: float) -> list[str]:
        """Return the variants of games that the next stage takes.

        In the first one, each card has pairs, which tell more than who wins. Later on, cards have
        them that nothing else tells of, and the last few that are not known.
        """
        if not self.seeds:
            return [tally.subject.card.title for tally in self.tallies]
        unknown = [tally for tally in self.tallies if not tally.known(precision)]
        paired = [one for one in unknown if one.effect.needs_pairs or len(unknown) <= FEW]
        tried = [tally for tally in self.tallies if not tally.judged(precision)]
        manners = [variant_of(one.subject.card.title, one.manner) for one in tried]
        return [*(one.subject.card.title for one in paired), *manners]

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
        """The games of these figures, of all sorts."""
        return self.seeds + self.official_games + self.paired_games + self.other_games

    @property
    def official_games(self) -> int:
        """Those with official cards alone."""
        return min(self.seeds, OFFICIAL)

    @property
    def paired_games(self) -> int:
        """Those with an official card in the place of one that was drawn."""
        return sum(tally.paired for tally in self.tallies)

    @property
    def other_games(self) -> int:
        """Those in which a card is played in another manner than bots do."""
        others = (one for tally in self.tallies for one in tally.otherwise.values())
        return sum(one.gain.count for one in others)


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
    last = -(-most // RUN) * RUN
    while study.seeds < last and not (study.seeds and study.enough(precision)):
        yield from _stage(study, store, precision, last, jobs, scheduler)


def _stage(
    study: Study,
    store: Store,
    precision: float,
    last: int,
    jobs: int | None,
    scheduler: str | None,
) -> Generator[int, None, None]:
    """Play a stage, or as much of it as it takes to know the effects of all cards."""
    known, variants = study.known(precision), study.variants(precision)
    stage = range(study.seeds, min(last, max(STAGE, 2 * study.seeds)))
    with closing(games(study.lab, store, stage, variants, jobs, scheduler)) as seeds:
        for seed in seeds:
            with uninterrupted():
                study.add(seed)
            yield study.seeds
            if study.seeds % BLOCK == 0 and (
                study.enough(precision) or study.known(precision) != known
            ):
                return
