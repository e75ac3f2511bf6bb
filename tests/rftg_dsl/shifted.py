"""A small sound set with each of its lines deleted or moved in and out, one at a time."""

from collections.abc import Iterator

SOUND = """\
set: ice
title: Ice
requires: [base]
keywords: [frozen]

cards:
  - title: Ice Miners
    development: 2
    vp: 1
    keywords: [frozen]
    powers: |
      settle: cost -1 for rare worlds
      produce: draw 1
      consume: 1 rare good -> 1 vp
  - title: Cold Moon
    world: 1
    vp: 1
    windfall: rare
    powers: |
      trade: price +1 for rare goods
  - title: Frost Fort
    military world: 2
    vp: 2
    copies: 2
    powers: |
      settle: military +1
      settle: draw 1

tests:
  - test: rare worlds cost 1 less
    given:
      tableau: [Ice Miners]
      hand: [Cold Moon, 4 cards]
    when: settle
    answers: [place Cold Moon]
    then:
      tableau: [Ice Miners, Cold Moon]
      hand: 4
"""
SHIFTS = (-2, -1, 1, 2)


def each() -> Iterator[tuple[str, str]]:
    """What was done, and the text that came of it."""
    lines = SOUND.splitlines()
    for number, line in enumerate(lines):
        if not line.strip():
            continue
        for by in (0, *SHIFTS):
            changed = _shifted(line, by)
            if changed is not None:
                what = f"line {number + 1} {f'moved {by:+}' if by else 'deleted'}: {line.strip()}"
                yield what, "\n".join([*lines[:number], *changed, *lines[number + 1 :], ""])


def _shifted(line: str, by: int) -> list[str] | None:
    """The line moved, none of it for 0; None where it cannot move so far out."""
    indent = len(line) - len(line.lstrip(" "))
    if not by:
        return []
    return [" " * (indent + by) + line.lstrip(" ")] if indent + by >= 0 else None
