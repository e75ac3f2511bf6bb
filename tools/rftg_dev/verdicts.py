"""`python -m rftg_dev.verdicts`: true and false verdicts of `rftg-dsl balance`.

Copies of official cards, under other titles, should be neither too strong nor too weak. Cards that
are obviously strong or weak should be found. Prints the verdict on each, and the games and seconds
until it was sure or as precise as wanted. Exit code 1: a copy is off, or a strong card was missed.
"""

from __future__ import annotations

import json
import re
import sys
import tempfile
import time
from argparse import ArgumentParser
from collections.abc import Iterator, Sequence
from contextlib import closing
from dataclasses import asdict, dataclass
from pathlib import Path
from random import Random
from typing import Final

from rftg_dev.harness import positive, tool_parser
from rftg_dsl.library import pack
from rftg_dsl.resources import data_folder
from rftg_engine.options import Options
from rftg_tools.balance.findings import findings
from rftg_tools.balance.race import CardTrial, trial_of_cards
from rftg_tools.balance.store import Store
from rftg_tools.balance.study import BLOCK
from rftg_tools.progress import with_progress
from rftg_tools.workers.process import tune_garbage_collector

AT_ONCE: Final = 10
"""Copies in one set, which are in the same games."""
COPY: Final = "Copy of "
PLANTED: Final = (
    """\
  - title: Strong Development
    development: 1
    vp: 1
    powers: |
      explore: draw 3
      develop: draw 3
      settle: draw 3
      consume: draw 3
      produce: draw 3
""",
    """\
  - title: Strong World
    world: 1
    vp: 3
    produces: alien
    powers: |
      produce: good, draw 2
""",
    """\
  - title: Weak Development
    development: 6
    vp: 1
    powers: |
      trade: price +1
""",
    """\
  - title: Weak World
    world: 3
    vp: 0
    windfall: novelty
""",
)
"""Cards that are obviously strong or weak, one per set. Bots may refuse to play the weak ones."""
_ENTRY: Final = re.compile(r"^  - title: .*\n(?:(?: {4}.*)?\n)*", re.MULTILINE)
_EXPECTED: Final = {
    "Strong": ("too strong",),
    "Weak": ("too weak", "weaker", "bots misplay it", "bots overrate it"),
}
"""Verdicts on planted cards, by the first word of their titles.

No card that bots misjudge or rarely play is called too weak.
"""


@dataclass(slots=True)
class Measured:
    """A card with its verdict. games, seconds: until it was sure or precise, or all of them."""

    title: str
    verdict: str
    games: int
    seconds: float

    @property
    def is_right(self) -> bool:
        """Whether this is the verdict that the card deserves."""
        if self.title.startswith(COPY):
            return self.verdict not in ("too strong", "too weak")
        return self.verdict in _EXPECTED[self.title.partition(" ")[0]]


def main(argv: Sequence[str] | None = None) -> int:
    """Measure and print."""
    args = _parser().parse_args(argv)
    tune_garbage_collector()
    measured: list[Measured] = []
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "mine.yaml")
        texts = list(card_texts(args.set, args.copies, Random(args.seed)))
        for text in texts:
            path.write_text(_HEAD.format(set=args.set) + text, encoding="utf-8")
            sets, options = pack([args.set, str(path)]), Options(args.players)
            trial = trial_of_cards(sets, ("mine",), options, args.bot, args.seed)
            measured += measure(trial, args.precision / 100, args.games, args.jobs)
            if not args.json:
                print(format_table(measured[-len(trial.study.tallies) :]), flush=True)
    wrong = [card.title for card in measured if not card.is_right]
    if args.json:
        print(json.dumps([asdict(card) for card in measured], indent=1))
    else:
        print(f"{len(measured)} cards, {len(wrong)} wrong verdicts", *wrong, sep="\n  ")
    return 1 if wrong else 0


_HEAD: Final = "set: mine\ntitle: Verdicts\nrequires: [{set}]\ncards:\n"


def card_texts(set_id: str, copies: int, rng: Random) -> Iterator[str]:
    """Yield the cards of each set to measure: random copies of official cards, then planted ones.

    Start worlds are left out, because only other start worlds are like them.
    """
    text = (data_folder("cards") / f"{set_id}.yaml").read_text("utf-8")
    found = _ENTRY.findall(text.partition("\ncards:\n")[2])
    entries = [entry for entry in found if "\n    start: " not in entry]
    chosen = rng.sample(entries, min(copies, len(entries)))
    renamed = [re.sub(r"(title: ['\"]?)", rf"\1{COPY}", entry, count=1) for entry in chosen]
    for first in range(0, len(renamed), AT_ONCE):
        yield "".join(renamed[first : first + AT_ONCE])
    yield from PLANTED


def measure(trial: CardTrial, precision: float, max_games: int, jobs: int | None) -> list[Measured]:
    """Play until every verdict is sure or precise, as `balance` does; return the verdicts.

    precision: target margin of error, as a win share.
    """
    study, started = trial.study, time.monotonic()
    study.stops_early = True
    done: dict[str, tuple[int, float]] = {}
    with tempfile.TemporaryDirectory() as folder, closing(Store(Path(folder, "games"))) as store:
        played = with_progress(
            study.carry_on(store, precision, max_games, jobs), max_games, "games"
        )
        for games in played:
            if games % BLOCK == 1:  # by now, the verdicts after the last block are known
                moment = games - 1, time.monotonic() - started
                settled = [t for t in study.tallies if study.is_settled(t, precision)]
                done = {tally.subject.card.title: moment for tally in settled} | done
    everything = study.seeds, time.monotonic() - started
    return [
        Measured(title, finding.verdict.brief, *done.get(title, everything))
        for finding in findings(study, precision).cards
        for title in [finding.tally.subject.card.title]
    ]


def format_table(cards: Sequence[Measured]) -> str:
    """Return a line per card."""
    width = max(len(card.title) for card in cards)
    return "\n".join(
        f"{card.title:{width}}  {card.games:6} games {card.seconds:7.1f} s  {card.verdict}"
        for card in cards
    )


def _parser() -> ArgumentParser:
    parser = tool_parser("verdicts", __doc__)
    parser.add_argument("--copies", type=int, default=30, help="copied cards (default 30)")
    parser.add_argument("--set", default="base", help="shipped set with the cards (default base)")
    parser.add_argument("--players", type=positive, default=2, help="(default 2)")
    parser.add_argument("--bot", default="expert", help="level of all bots (default expert)")
    parser.add_argument("--precision", type=float, default=2.0, help="in points (default 2)")
    parser.add_argument("--games", type=positive, default=10_000, help="at most (default 10000)")
    return parser


if __name__ == "__main__":
    sys.exit(main())
