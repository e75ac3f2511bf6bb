"""The known word that is nearest to one that is not known."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache


def nearest(word: str, known: Iterable[str]) -> str | None:
    """Return the known word nearest to `word` (letter case apart), or None where none is near.

    Near is at most one slip in a short word, two in a word of six letters, three from twelve:
    a slip is a letter added, left out, changed, or exchanged with its neighbour.
    """
    folded = word.casefold()[:80]
    allowed = 1 if len(folded) < 6 else 2 if len(folded) < 12 else 3
    best: tuple[int, str] | None = None
    for other in sorted(set(known)):
        if abs(len(other) - len(folded)) <= allowed:
            slips = distance(folded, other.casefold(), allowed)
            if slips <= allowed and slips < len(folded) and (best is None or slips < best[0]):
                best = (slips, other)
    return best[1] if best else None


@lru_cache(maxsize=16384)  # the same slip is often made again, and read again at every keystroke
def distance(one: str, two: str, most: int = 1_000) -> int:
    """Return the number of slips between two words (restricted Damerau-Levenshtein distance).

    Where there are more than `most`, return any number above that.
    """
    if abs(len(one) - len(two)) > most:
        return most + 1
    before: list[int] = []
    row = list(range(len(two) + 1))
    for i, letter in enumerate(one, 1):
        current = [i]
        for j, other in enumerate(two, 1):
            cost = min(row[j] + 1, current[j - 1] + 1, row[j - 1] + (letter != other))
            swapped = i > 1 and j > 1 and letter == two[j - 2] and one[i - 2] == other
            current.append(min(cost, before[j - 2] + 1) if swapped else cost)
        before, row = row, current
        if min(row) > most and min(before) > most:
            return most + 1
    return row[-1]
