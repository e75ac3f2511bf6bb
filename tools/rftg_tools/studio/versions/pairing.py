"""Which cards of a file are those that it had before, though titles and places have changed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from difflib import SequenceMatcher


def paired(before: Sequence[str], now: Sequence[str]) -> list[int | None]:
    """Return for each card of a file its place before, None for a new one. Both are titles.

    A title that both have once is the same card, wherever it stands. Of the others, two that stand
    between the same neighbours are one whose title was changed, as in the preview.
    """
    old, new = Counter(before), Counter(now)
    sure = {title for title in new if new[title] == old[title] == 1}
    found: list[int | None] = [before.index(one) if one in sure else None for one in now]
    matcher = SequenceMatcher(None, before, now, autojunk=False)
    for tag, start, end, first, last in matcher.get_opcodes():
        were = [at for at in range(start, end) if tag == "equal" or before[at] not in sure]
        are = [at for at in range(first, last) if tag == "equal" or now[at] not in sure]
        for was, here in zip(were, are, strict=False):
            found[here] = was
    return found
