"""Where the helps of check lead from lines as designers write them.

    python -m rftg_dev.meant [--corpus FILE] [--list] [--json]

Follows the helps from every line of the corpus until the file is clean or nothing more can be
made of them, and compares the end with what was meant (docs/meant.md). --list prints every chain.
Exit code 1 where a chain ends in another card; 2 where the corpus cannot be read.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

from rftg_dev.meant.chains import ASKED, DENIED, MEANT, REFUSED, STUCK, WRONG, Chain, follow
from rftg_dev.meant.corpus import CORPUS, wishes


def tally(chains: Sequence[Chain]) -> Counter[str]:
    """Return how many chains end how, those in the meant card by their rounds."""
    return Counter(_outcome(chain) for chain in chains)


def _outcome(chain: Chain) -> str:
    if chain.end != MEANT:
        return chain.end
    names = {0: "as written", 1: "1 round", 2: "2 rounds"}
    return f"{MEANT}, {names.get(chain.rounds, 'more rounds')}"


OUTCOMES = (
    *(f"{MEANT}, {how}" for how in ("as written", "1 round", "2 rounds", "more rounds")),
    REFUSED,
    ASKED,
    DENIED,
    STUCK,
    WRONG,
)
"""All ends, as the table has them."""


def table(chains: Sequence[Chain]) -> str:
    """Return the ends as a table in Markdown."""
    found = tally(chains)
    rows = [f"| {one} | {found[one]} | {found[one] / len(chains):.1%} |" for one in OUTCOMES]
    return "\n".join(("| the helps end in | lines | share |", "|---|---:|---:|", *rows))


def told(chain: Chain) -> str:
    """Return a chain as lines of text."""
    steps = "".join(f"  -> {step!r}\n" for step in chain.steps[1:])
    meant = (
        f"  meant: {chain.wish.meant!r}\n" if chain.end in (STUCK, WRONG, REFUSED, DENIED) else ""
    )
    return f"{_outcome(chain)}: {chain.wish.said!r}\n{steps}{meant}  said: {chain.said}\n"


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command and return its exit code."""
    parser = argparse.ArgumentParser(description="Follow the helps from lines to their ends.")
    parser.add_argument(
        "--corpus", type=Path, default=CORPUS, help="lines and what they mean (default its own)"
    )
    parser.add_argument("--list", action="store_true", help="print every chain")
    parser.add_argument("--json", action="store_true", help="print the counts as JSON")
    args = parser.parse_args(argv)
    try:
        said = wishes(args.corpus)
    except (OSError, ValueError) as error:
        print(f"error: {error}", file=sys.stderr)
        return 2
    chains = [follow(wish) for wish in said]
    if args.list:
        print("".join(map(told, chains)))
    print(json.dumps(tally(chains), indent=2) if args.json else table(chains))
    return 1 if any(chain.end == WRONG for chain in chains) else 0


if __name__ == "__main__":
    raise SystemExit(main())
