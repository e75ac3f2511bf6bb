"""Faces of odd cards: each can be set, and its title is found on its page. Needs pdftotext."""

from __future__ import annotations

import subprocess
import tempfile
import unicodedata
from collections import Counter
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path
from random import Random
from typing import Final

from rftg_dev.fuzz.lines import accepted_lines
from rftg_dev.harness import Tally
from rftg_dsl.compiler import Compilation, compile_files
from rftg_dsl.model import CardSet
from rftg_dsl.source.quoting import quote_scalar
from rftg_dsl.syntax.ast import KINDS
from rftg_tools.faces import facts
from rftg_tools.faces.templates import Drawings
from rftg_tools.faces.theme import BadTheme, Theme, load_theme, shipped_themes
from rftg_tools.faces.typesetting import Typesetter

DOCUMENT: Final = Path(facts.__file__).with_name("cards.typ")
_AT_ONCE: Final = 20
CARDS: Final = 20
"""Cards of one part of a run."""
_WORDS: Final = (
    "Ice|Harvesters|Interstellar|of|the|Donaudampfschifffahrtsgesellschaft|WWWWWWWWWWWW|iiiii|X-9|"
    "Ålesund|Łódź|Œuvre|Nhà máy|Khai thác|№ 5|½|×|—|«a»|O'Neill|{a}|#b|$c$|*d*|_e_|<f>|@g|\\h|[i]|"
    "Ледяной|Мир|Γαλαξίας|Ομοσπονδία|תחנת|החלל|محطة|الفضاء|العربية|فلسطين|`j`|%s|{{ k }}|//|/*|--|"
    "~l~|&m;|=n"
).split("|")
"""Words of titles: of many scripts, wide and narrow, and what means something to templates."""
_KEYWORDS: Final = ("robot", "x", "very-long-keyword-of-thirty-xy", "w-w-w", "iiiiii", "mmmmmmmmmm")
_SCORES: Final = (
    "score: 2 per genes world",
    "score: 1 per 3 vp chips",
    "score: 99 per total military",
    "score: 3 per world with an explore power",
    "score: 1, 3, 6, 10 by kinds of worlds",
)


def odd_set(rng: Random, count: int, path: Path) -> Compilation:
    """Return a card file with so many odd cards, all of which `check` accepts."""
    lines = accepted_lines(rng, 6 * count)
    text = ["set: odd", "title: Odd", "requires: [brink-of-war]"]
    text += [f"keywords: [{', '.join(_KEYWORDS)}]", "cards:"]
    cards = [_card(rng, number, lines[6 * number : 6 * number + 6]) for number in range(count)]
    while True:
        path.write_text(
            "\n".join([*text, *(line for card in cards for line in card)]) + "\n", "utf-8"
        )
        compiled = compile_files([path])
        wrong = {
            diagnostic.region.line
            for diagnostic in compiled.diagnostics
            if diagnostic.severity == "error"
        }
        if not wrong:
            return compiled
        at = len(text)
        for card in cards:
            refused = {number for number in range(len(card)) if at + number + 1 in wrong}
            at += len(card)
            card[:] = _without(card, refused)


def _without(card: list[str], refused: set[int]) -> list[str]:
    """Return the lines of a card without those that `check` refuses."""
    kept = [line for number, line in enumerate(card) if number not in refused]
    return kept[:-1] if kept[-1].endswith("|") else kept


def _card(rng: Random, number: int, lines: Sequence[str]) -> list[str]:
    pick = rng.choice
    cost = pick((0, 1, 6, 20))
    kind = pick(("development", "world", "military world"))
    scores = rng.sample(_SCORES, pick((0, 0, 1, 3, 5)))
    head = [
        f"  - title: {quote_scalar(_title(rng, number))}",
        f"    {kind}: {cost}",
        f"    vp: {'variable' if scores else pick((-99, -1, 0, 1, 99))}",
        f"    copies: {pick((1, 2, 20))}",
        f"    keywords: [{', '.join(rng.sample(_KEYWORDS, pick((0, 1, 2, 6))))}]",
    ]
    if kind != "development":
        head += pick(([], [f"    windfall: {pick((*KINDS, 'any'))}"]))
        head += pick(
            ([], [f"    start: {{number: {number - 99}, colour: {pick(('blue', 'red'))}}}"])
        )
    head += pick(([], ["    prestige: 9"]))
    powers = [*rng.sample(lines, rng.randint(0, len(lines))), *scores]
    return [*head, "    powers: |", *(f"      {line}" for line in powers)] if powers else head


def _title(rng: Random, number: int) -> str:
    """Return a title of up to 60 characters that no other card has."""
    words = " ".join(rng.choice(_WORDS) for _ in range(rng.randint(1, 8)))
    return f"{unicodedata.normalize('NFC', words)[:56].strip()} {number}"


def find_violations(card_set: CardSet, theme: Theme) -> list[str]:
    """Return what is wrong with the faces of a set: they cannot be set, or a title is not found."""
    found: list[str] = []
    cards, drawings = facts.printed_cards(card_set, theme), Drawings(theme)
    with closing(Typesetter(theme)) as typesetter:
        starts = range(0, len(cards), _AT_ONCE)
        for start in starts:
            some = cards[start : start + _AT_ONCE]
            data = {**facts.faces_data(some, theme, drawings), "bleed": False}
            try:
                (pdf,) = typesetter.pages(DOCUMENT, data, "pdf")
            except BadTheme as problem:
                found.append(f"{some[0].card.title!r} and those after it cannot be set: {problem}")
                continue
            found += misprinted([face.card.title for face in some], pages_of(pdf))
    return found


def misprinted(titles: Sequence[str], pages: Sequence[str]) -> list[str]:
    """Return what is wrong with the texts of pages that show one card each, with these titles."""
    if len(pages) != len(titles):
        return [f"{len(titles)} cards from {titles[0]!r} on have {len(pages)} pages"]
    return [
        f"the title {title!r} is not in {page!r}"
        for title, page in zip(titles, pages, strict=True)
        if not has(page, title)
    ]


def pages_of(pdf: bytes) -> list[str]:
    """Return the text of each page of a PDF."""
    done = subprocess.run(["pdftotext", "-", "-"], input=pdf, capture_output=True, check=True)
    return done.stdout.decode("utf-8").split("\f")[:-1]  # one stands behind each page


def has(page: str, title: str) -> bool:
    """Return whether a title is on a page.

    For one with words from right to left: all its letters.
    """
    wanted, there = (_letters(unicodedata.normalize("NFKC", text)) for text in (title, page))
    if any(unicodedata.bidirectional(letter) in ("R", "AL") for letter in title):
        return Counter(wanted) <= Counter(there)
    return wanted in there


def _letters(text: str) -> str:
    """Return a text without its spaces, and without hyphens.

    `pdftotext` drops those at ends of lines.
    """
    return "".join(text.replace("-", "").split())


def try_cards(seed: int, number: int) -> Tally:
    """Write some odd cards and set their faces in every shipped theme."""
    tally = Tally()
    tally.counts["cards"] += CARDS
    with tempfile.TemporaryDirectory() as folder:
        odd = odd_set(Random(f"{seed}/{number}"), CARDS, Path(folder) / "odd.yaml").sets[-1]
    for name in shipped_themes():
        problems = find_violations(odd, load_theme(name))
        tally.failures += [f"part {number}, {name}: {problem}" for problem in problems]
    return tally
