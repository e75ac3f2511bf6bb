"""How often a fair card is found wanting: exact copies of official cards, under other titles.

    python -m rftg_dev.studies.copies --cards 10 --games 2000 --store copies.sqlite

A copy of an official card is as fair as the card, so whatever is found of one is
false. Cards are taken at random, or as named; each copy is tried alone. Its effect should be that
of its original.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from collections.abc import Sequence
from math import isfinite
from pathlib import Path
from random import Random
from typing import Final

from rftg_dev.arguments import add_jobs
from rftg_dsl.bundle import pack
from rftg_dsl.library import load
from rftg_dsl.model import Card, CardSet
from rftg_dsl.resources import data_folder
from rftg_engine.setups.options import Options
from rftg_tools.balance.experiment import Experiment, Lab
from rftg_tools.balance.findings import Finding, Findings, findings
from rftg_tools.balance.games import Setup
from rftg_tools.balance.statistics import Estimate
from rftg_tools.balance.store import Store, StoreError
from rftg_tools.balance.study import Study, carry_on
from rftg_tools.balance.verdict import POINTS
from rftg_tools.progress import progress

TITLE: Final = "The Other One"
"""What every copy is called."""


def main(argv: Sequence[str] | None = None) -> int:
    """Try the copies, and print a line for each; 1 when something was found of any."""
    parser = argparse.ArgumentParser(prog="python -m rftg_dev.studies.copies", description=__doc__)
    parser.add_argument("--set", default="base", help="the id of a shipped set (default base)")
    parser.add_argument("--cards", type=int, default=10, help="how many (default 10)")
    parser.add_argument("--titles", help="which, separated by commas, in place of --cards")
    parser.add_argument("--games", type=int, default=2_000, help="with each copy (default 2000)")
    parser.add_argument("--bots", default="greedy", help="the level of all players")
    parser.add_argument("--seed", type=int, default=1, help="of the choice and of the games")
    add_jobs(parser)
    parser.add_argument("--store", type=Path, required=True, help="where games are kept")
    args = parser.parse_args(argv)
    try:
        store = Store(args.store)
        found = [_tried(title, store, args) for title in _titles(args)]
    except (LookupError, OSError, StoreError, ValueError) as problem:
        print(f"error: {problem}", file=sys.stderr)
        return 2
    wanting = sum(found)
    print(f"something was found of {wanting} of {len(found)} copies")
    return 1 if wanting else 0


def _titles(args: argparse.Namespace) -> list[str]:
    (*_required, chosen) = load([args.set]).sets
    if args.titles:
        return [title.strip() for title in args.titles.split(",")]
    titles = [card.title for card in chosen.cards if not card.start]
    return Random(args.seed).sample(titles, min(args.cards, len(titles)))


def _tried(title: str, store: Store, args: argparse.Namespace) -> bool:
    """Try a copy, print how it fared, and say whether something was found of it."""
    (*_required, chosen) = load([args.set]).sets
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "copy.yaml"
        path.write_text(copy_of(chosen, title), encoding="utf-8")
        setup = Setup(Options(2), args.bots, args.seed)
        study = Study(Lab(Experiment(pack([args.set, str(path)]), ("copy",), setup)))
    games = carry_on(study, store, 0.0, args.games, args.jobs)
    for _seed in progress(games, args.games, "games"):
        pass
    found = findings(study, 0.0)
    (one,) = found.cards
    print(_line(title, one, found), flush=True)
    return bool(one.verdict.wanting)


def copy_of(chosen: CardSet, title: str) -> str:
    """Return a card file with one copy of a card of a shipped set. Raises LookupError.

    The text of the card is that of its own file, but for the title.
    """
    lines = (data_folder("cards") / f"{chosen.id}.yaml").read_text(encoding="utf-8").splitlines()
    card = next((one for one in chosen.cards if one.title == title), None)
    if card is None:
        raise LookupError(f"{chosen.id} has no card {title!r}")
    text = [f"  - title: {TITLE}", *lines[card.line : _end(card, chosen, len(lines))]]
    return "\n".join([*_head(chosen), "cards:", *text, ""])


def _head(chosen: CardSet) -> list[str]:
    return ["set: copy", "title: Copy", f"requires: [{chosen.id}]"]


def _end(card: Card, chosen: CardSet, last: int) -> int:
    """Return the line behind a card's own, from 0."""
    return min((one.line - 1 for one in chosen.cards if one.line > card.line), default=last)


def _line(title: str, finding: Finding, found: Findings) -> str:
    """Return how a copy fared, beside its original."""
    effect, among = finding.tally.effect.estimate().times(POINTS), found.range_of(finding)
    original = next((own.effect for own in among.cards if own.card.title == title), None)
    beside = shown((original or Estimate(0.0, 0.0, 0)).times(POINTS)) if original else "-"
    low, high = among.low * POINTS, among.high * POINTS
    return (
        f"{title:32} {shown(effect):14} original {beside:14} official {low:+.1f} to {high:+.1f}"
        f"  {finding.verdict.brief}{''.join('; ' + text for text in finding.verdict.wanting)}"
    )


def shown(estimate: Estimate) -> str:
    """Return a mean with half of its interval, such as "+4.1 ± 1.3"."""
    half = f"{estimate.half:.1f}" if isfinite(estimate.half) else "?"
    return f"{estimate.mean:+.1f} ± {half}"


if __name__ == "__main__":
    raise SystemExit(main())
