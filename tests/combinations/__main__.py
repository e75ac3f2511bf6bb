"""python -m tests.combinations: make lines, check them, play some, and print what came of it."""

from __future__ import annotations

import json
import sys
from argparse import ArgumentParser, Namespace
from collections import Counter
from pathlib import Path
from typing import Any, Final

from tests.combinations.comparing import TABLES, compared, some_of
from tests.combinations.compiling import Outcome, card_file, outcomes

_SHOWN: Final = 20


def main(arguments: list[str] | None = None) -> int:
    """Run the command and return its exit code: 1 where anything is not as it should be."""
    chosen = _parsed(arguments)
    made = outcomes(chosen.seed, chosen.lines)
    figures = _of_lines(made)
    figures["comparison"] = compared(some_of(made, chosen.played, chosen.seed), chosen.seed)
    if chosen.write:
        _write(chosen.write, made)
    if chosen.json:
        print(json.dumps(figures, indent=2))
    else:
        print("\n".join(_told(figures)))
    comparison = figures["comparison"]
    return int(any([figures["flaws"], comparison["differences"], comparison["crashes"]]))


def _parsed(arguments: list[str] | None) -> Namespace:
    parser = ArgumentParser("python -m tests.combinations", description=__doc__)
    parser.add_argument("--seed", type=int, default=1, help="another seed makes other lines")
    parser.add_argument("--lines", type=int, default=20_000, help="how many different lines")
    parser.add_argument("--played", type=int, default=2_000, help="how many are played")
    parser.add_argument("--write", type=Path, help="write the sets with the lines here, as JSON")
    parser.add_argument("--json", action="store_true", help="print the figures for programs")
    return parser.parse_args(arguments)


def _of_lines(made: list[Outcome]) -> dict[str, Any]:
    """Return how many lines are sound, refused and neither."""
    phases = Counter(one.line.phase for one in made)
    sound = Counter(one.line.phase for one in made if one.is_sound)
    return {
        "lines": len(made),
        "sayable": sum(sound.values()),
        "share": round(sum(sound.values()) / len(made), 4),
        "by phase": {phase: [sound[phase], count] for phase, count in sorted(phases.items())},
        "refused by": dict(Counter(one.code for one in made if one.code).most_common()),
        "flaws": [f"{one.line.text}: {one.flaw}" for one in made if one.flaw],
    }


def _told(figures: dict[str, Any]) -> list[str]:
    refused = ", ".join(f"{code} {count}" for code, count in figures["refused by"].items())
    comparison = figures["comparison"]
    return [
        f"{figures['lines']} different lines, {figures['sayable']} of them mean something"
        f" ({figures['share']:.1%})",
        *[f"  {phase}: {some} of {all}" for phase, (some, all) in figures["by phase"].items()],
        f"refused: {refused}",
        f"refused without one good reason: {len(figures['flaws'])}",
        *[f"  {flaw}" for flaw in figures["flaws"][:_SHOWN]],
        f"{comparison['played']} lines played at up to {TABLES} tables,"
        f" {comparison['used']} of them used there (the others were in force, or not wanted)",
        f"not read by the evaluator: {comparison['not read']}",
        f"differences: {len(comparison['differences'])}",
        *[f"  {one}" for one in comparison["differences"][:_SHOWN]],
        f"crashes: {len(comparison['crashes'])}",
        *[f"  {one}" for one in comparison["crashes"][:_SHOWN]],
    ]


def _write(path: Path, made: list[Outcome]) -> None:
    lines = [json.dumps({"line": one.line.text, "set": card_file(one.line)}) for one in made]
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")


if __name__ == "__main__":
    sys.exit(main())
