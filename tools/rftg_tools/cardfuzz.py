"""`python -m rftg_tools.cardfuzz`: games with random cards that `check` accepts.

Promise kept (docs/safety.md): a set that the compiler accepts can neither crash nor hang the
engine, lose a card or double one. Exit code 0: kept. 1: broken, with the seed and the game.
"""

from __future__ import annotations

import argparse
import tempfile
import time
import traceback
from collections.abc import Callable, Sequence
from pathlib import Path
from random import Random
from typing import Final

from rftg_dsl.compiler import Compilation
from rftg_dsl.formatter import format_power
from rftg_dsl.library import cards_in_use, load
from rftg_dsl.lower import Meaningless, lower
from rftg_dsl.parser import PowerSyntaxError, parse_power
from rftg_engine.bots import LEVELS, make_bot, play_out
from rftg_engine.options import Options
from rftg_engine.race import new_game
from rftg_engine.state import State
from rftg_engine.table import Table
from rftg_tools.progress import progress
from rftg_tools.soak.invariants import misplaced

SLOW: Final = 20.0
"""Seconds after which a game counts as hanging."""
MOST_ROUNDS: Final = 60
CARDS: Final = (
    "world|rebel military world|military world|non-military world|genes world|alien card|"
    "development|6-cost development|windfall world|production world|imperium card|"
    "world with a consume power|other card|novelty or rare world|gray world|"
    "world of cost 2 to 4|non-alien military world|variable development"
).split("|")
SETUPS: Final = (
    Options(2),
    Options(4, goals=True, takeovers=True),
    Options(2, experienced=True, takeovers=True),
    Options(3, draft=True, takeovers=True, goals=True),
)


class Writer:
    """Writes random power lines out of the words of the language; most of them mean nothing."""

    def __init__(self, rng: Random) -> None:
        self._rng = rng

    def line(self) -> str:
        """A line that follows the grammar, more or less."""
        pick = self._rng.choice
        phase = pick(_PHASES)
        trigger = pick((*[""] * 4, *(f"{one} " for one in self._triggers())))
        price = pick(_PRICES)
        effects = ", ".join(self._effect() for _nth in range(pick((1, 1, 1, 2, 2, 3))))
        ending = pick((*[""] * 6, " each", *self._conditions()))
        return f"{phase}: {trigger}{pick(('', 'may '))}{price}{effects}{ending}"

    def _number(self) -> int:
        return self._rng.randint(1, 3)

    def _cards(self) -> str:
        return self._rng.choice(CARDS)

    def _a_card(self) -> str:
        cards = self._cards()
        if cards.startswith("other "):
            return f"another {cards.removeprefix('other ')}"
        return f"{'an' if cards[0] in 'aeiou' else 'a'} {cards}"

    def _triggers(self) -> tuple[str, ...]:
        card = self._a_card()
        return f"after placing {card},", f"after paying for {card},", "after producing here,"

    def _conditions(self) -> tuple[str, ...]:
        return (
            f" if you have {self._a_card()}",
            f" if you have {self._number()} {self._cards()}s",
            f" if you have the most {self._cards()}s",
            f" if you have {self._rng.choice(_HELD)}",
            " if you produced the most goods",
        )

    def _per(self) -> str:
        divisor = self._rng.choice(("", "2 "))
        counted = (f"{divisor}{self._cards()}", *_COUNTED)
        return self._rng.choice(("", "", "", f" per {self._rng.choice(counted)}"))

    def _effect(self) -> str:
        pattern = self._rng.choice(_EFFECTS)
        words: dict[str, Callable[[], str]] = {
            "N": lambda: str(self._number()),
            "CARDS": lambda: f"{self._cards()}s",
            "CARD": self._a_card,
            "ANOTHER": lambda: f"another {self._cards().removeprefix('other ')}",
            "PER": self._per,
        }
        return "".join(words.get(word, lambda word=word: word)() for word in pattern.split("~"))


_PHASES: Final = (
    "explore|develop|settle|settle|settle|trade|consume|consume|produce|produce|setup|"
    "round start|round end|game end"
).split("|")
_PRICES: Final = (
    "||discard this -> |discard 1 card -> |discard up to 2 cards -> |spend 1 prestige -> |"
    "spend up to 2 prestige -> |"
    "spend 1 good -> |up to 2 rare goods -> |2 goods of different kinds -> |all goods -> |"
    "this world's good -> "
).split("|")
_HELD: Final = (
    "2 prestige|the most prestige|1 rare good|the most goods|3 vp chips|2 total military".split("|")
)
_COUNTED: Final = (
    "good produced",
    "rare good produced",
    "prestige",
    "2 vp chips",
    "total military",
)
_EFFECTS: Final = (
    "draw ~N~PER|keep ~N|mix with hand|cost -~N|cost -~N~ for ~CARDS|cost 0|cost 0 for ~CARDS|"
    "military +~N~PER|military +~N~ against ~CARDS|price +~N|price +~N~ for genes goods|"
    "price +~N~ for this world's good|~N~ vp~PER|~N~ prestige~PER|discard ~N|good|windfall good|"
    "another genes windfall good|pay for ~CARD|conquer ~CARD|conquer or take over ~CARD|"
    "place ~ANOTHER|conquer ~ANOTHER|upgrade ~CARD~ by 0 to ~N|take over ~CARD|"
    "take over ~CARD~ from a player with a rebel card|destroy it|defense +~N~PER|"
    "take over ~CARD~ from a player with military 1 or more|defeat a takeover|good on it|"
    "sell it|sell it without trade powers|guess a cost from 1 to 7|ante a cost from 1 to 6|"
    "cannot sell this world's good|save 1 card|draw saved cards|draw others' discards|"
    "hand limit 1~N|at 1~N~ cards|choose last"
).split("|")
"""Effects; between tildes what is filled in."""


def accepted_lines(rng: Random, count: int) -> list[str]:
    """Random powers that parse and lower, in canonical form."""
    writer = Writer(rng)
    found: list[str] = []
    while len(found) < count:
        try:
            power = parse_power(writer.line())
            lower(power)
        except (PowerSyntaxError, Meaningless):
            continue
        found.append(format_power(power))
    return found


def write_set(rng: Random, lines: list[str], path: Path) -> Compilation:
    """A card file with three of the lines a card; lines that `check` refuses are left out."""
    text = ["set: fuzz", "title: Fuzz", "requires: [brink-of-war]", "cards:"]
    for number in range(0, len(lines), 3):
        text += _card(rng, number // 3, lines[number : number + 3])
    while True:
        path.write_text("\n".join(text) + "\n", encoding="utf-8")
        compiled = load([str(path)])
        wrong = {
            one.region.line
            for one in compiled.diagnostics
            if one.severity == "error" and one.file == str(path)
        }
        if not wrong:
            return compiled
        text = [line for number, line in enumerate(text, 1) if number not in wrong]
        text = [
            line
            for line, after in zip(text, [*text[1:], ""], strict=True)
            if line != "    powers: |" or after.startswith("      ")
        ]


def _card(rng: Random, number: int, lines: list[str]) -> list[str]:
    """A card with some lines, and a good for those that want one."""
    kind = rng.choice(("development: 1", "world: 1", "military world: 1", "world: 0"))
    good = rng.choice(("windfall: rare", "produces: genes", "windfall: any", ""))
    if kind.startswith("development"):
        good = ""
    if good.startswith("produces") and not any(one.startswith("produce: good") for one in lines):
        lines = [*lines, "produce: good"]
    head = [f"  - title: Random card {number}", f"    {kind}", "    vp: 1"]
    return [
        *head,
        *([f"    {good}"] if good else []),
        "    powers: |",
        *(f"      {x}" for x in lines),
    ]


def play(table: Table, options: Options, level: str, seed: str) -> str | None:
    """Plays one game; what went wrong, or None."""
    started = time.process_time()

    def watch(step: str, state: State) -> None:
        for what in misplaced(table, state):
            raise AssertionError(f"after {step}: {what}")

    try:
        game = new_game(table, options, seed, watch)
        bots = [make_bot(level, table, f"{seed}/{seat}") for seat in range(options.players)]
        play_out(game, bots, MOST_ROUNDS)
    except Exception:
        return traceback.format_exc(limit=-4)
    if time.process_time() - started > SLOW:
        return f"the game took more than {SLOW:.0f} seconds"
    return None


def main(argv: Sequence[str] | None = None) -> int:
    """Writes the cards, plays the games and prints what broke."""
    parser = argparse.ArgumentParser(prog="python -m rftg_tools.cardfuzz", description=__doc__)
    parser.add_argument("--lines", type=int, default=300, help="power lines (default 300)")
    parser.add_argument("--games", type=int, default=40, help="games (default 40)")
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args(argv)
    rng = Random(args.seed)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "fuzz.yaml"
        compiled = write_set(rng, accepted_lines(rng, args.lines), path)
    table = Table(compiled.sets, cards_in_use(compiled.sets))
    failures = 0
    for number in progress(range(args.games), args.games, "games"):
        setup = SETUPS[number % len(SETUPS)]
        level = LEVELS[number // len(SETUPS) % len(LEVELS)]
        wrong = play(table, setup, level, f"{args.seed}/{number}")
        if wrong:
            failures += 1
            print(f"game {number} with {setup}: {wrong}")
    print(f"{args.lines} lines, {args.games} games, {failures} failures")
    return 1 if failures else 0


if __name__ == "__main__":
    raise SystemExit(main())
