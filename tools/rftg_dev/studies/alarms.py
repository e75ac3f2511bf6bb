"""How often design lints speak up on cards that are made like the official ones.

    python -m rftg_dev.studies.alarms [--sets 100] [--cards 20] [--seed 1]

Each card has the frame of an official card (type, kind of good, keywords, points give or take one)
and powers of other official cards of its type. Its cost is what the model of cost says, off by as
much as official costs are. So whatever W603 says is a false alarm; what the other rules say is true
of the card, and shows how many warnings a designer meets.
"""

from __future__ import annotations

import argparse
import statistics
import tempfile
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Final

from rftg_dsl.blank.yaml_text import card_lines
from rftg_dsl.compiler import compile_files
from rftg_dsl.library import load_shipped
from rftg_dsl.lint.rules.curve import priced, worth
from rftg_dsl.lint.support.features import features
from rftg_dsl.lint.support.official import official
from rftg_dsl.model import Card, PowerLine

_FIRST: Final = "Amber Basalt Cinder Dusk Flint Fallow Garnet Hollow Indigo Jade".split()
_SECOND: Final = "Reach Haven Works Drift Spire Basin Yard Gate Vale Forge".split()
TITLES: Final = tuple(f"{first} {second}" for first in _FIRST for second in _SECOND)
_POWERS: Final = 3
"""Most powers of a card besides the one that produces."""


class Maker:
    """Makes cards out of the frames and powers of official ones."""

    def __init__(self, rng: Random) -> None:
        sets = load_shipped().sets
        self._rng = rng
        self._ids = [card_set.id for card_set in sets]
        self._frames = [card for card_set in sets for card in card_set.cards if priced(card)]

    def file(self, number: int) -> str:
        """Return a card file with so many cards, at most as many as there are titles."""
        cards = [self._card(title) for title in self._rng.sample(TITLES, number)]
        head = f"set: made\ntitle: Made\nrequires: [{', '.join(self._ids)}]\ncards:\n"
        return head + "".join(map(_written, cards))

    def _card(self, title: str) -> Card:
        pick = self._rng
        frame = pick.choice(self._frames)
        own = [line for line in frame.powers if _produces(line)]
        alike = [one for one in self._frames if (one.type, one.military) == _sort(frame)]
        pool = [line for one in alike for line in one.powers if not _is_bound(line)]
        number = min(len(frame.powers) - len(own), _POWERS)
        chosen = {line.power: line for line in pick.sample(pool, number)}
        points = max(0, (frame.vp or 0) + pick.choice((-1, 0, 0, 1)))
        card = replace(frame, title=title, vp=points, powers=(*chosen.values(), *own))
        cost = worth(features(card)) + pick.gauss(0, official().curve.unseen)
        return replace(card, cost=min(20, max(0, round(cost))))


def _sort(card: Card) -> tuple[str, bool]:
    return card.type, card.military


def _produces(line: PowerLine) -> bool:
    return any(effect.verb == "good" for effect in line.power.effects)


def _is_bound(line: PowerLine) -> bool:
    """Return whether a power works on some cards only.

    It is about their good, or about cards saved.
    """
    power = line.power
    cost = power.cost
    return (
        _produces(line)
        or any(effect.verb in _BOUND for effect in power.effects)
        or any(effect.goods is not None and effect.goods.here for effect in power.effects)
        or (cost is not None and cost.goods is not None and cost.goods.here)
        or (power.trigger is not None and power.trigger.event == "producing")
    )


_BOUND: Final = frozenset({"save", "draw saved", "cannot sell"})


def _written(card: Card) -> str:
    """Return a card as it stands in a card file."""
    facts = {
        "title": card.title,
        "military world" if card.military else card.type: card.cost,
        "vp": card.vp,
        "windfall" if card.windfall else "produces": card.kind,
        "prestige": card.prestige,
        "keywords": card.keywords,
        "powers": "\n".join(line.text for line in card.powers),
    }
    said = {key: value for key, value in facts.items() if value or key in _ALWAYS}
    return "".join(f"{line}\n" for line in card_lines(said, 2))


_ALWAYS: Final = frozenset({"world", "development", "military world", "vp"})
"""Keys that a card has even where their value is 0."""


def alarms(text: str) -> Counter[str]:
    """Return the findings in a card file, by code."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "made.yaml"
        path.write_text(text, encoding="utf-8")
        found = compile_files([path], design=True).diagnostics
    return Counter(one.code for one in found if one.file == str(path))


def _report(counts: Sequence[Counter[str]], cards: int) -> str:
    sizes = [sum(number for code, number in one.items() if code[:2] == "W6") for one in counts]
    total = sum(counts, Counter[str]())
    lines = [
        f"{len(counts)} sets of {cards} cards: W6 warnings a set:"
        f" mean {statistics.mean(sizes):.1f},"
        f" median {statistics.median(sizes):.0f}, most {max(sizes)}"
    ]
    lines += [
        f"{code}  {number / len(counts):5.2f} a set  {number / len(counts) / cards:6.1%} of cards"
        for code, number in sorted(total.items())
    ]
    return "\n".join(lines)


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command."""
    parser = argparse.ArgumentParser(description="Count what lints say of plausible cards.")
    parser.add_argument("--sets", type=int, default=100, help="how many (default 100)")
    parser.add_argument("--cards", type=int, default=20, help="in each, at most 100 (default 20)")
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args(argv)
    maker = Maker(Random(args.seed))
    found = [alarms(maker.file(args.cards)) for _ in range(args.sets)]
    print(_report(found, args.cards))
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
