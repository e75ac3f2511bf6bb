"""Faces of odd cards: each can be typeset, and its title is on its page. Needs pdftotext."""

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

from rftg_dev.fuzz.files import write_accepted
from rftg_dev.fuzz.lines import accepted_lines
from rftg_dev.harness import Tally
from rftg_dsl.compiler import Compilation, compile_files
from rftg_dsl.model import CardSet
from rftg_dsl.source.nodes import quote_scalar
from rftg_dsl.syntax.ast import KINDS
from rftg_tools.faces import facts
from rftg_tools.faces.templates import Drawings
from rftg_tools.faces.theme import BadTheme, Theme, load_theme, shipped_themes
from rftg_tools.faces.typesetting import Typesetter

DOCUMENT: Final = Path(facts.__file__).with_name("cards.typ")
_CARDS_PER_DOCUMENT: Final = 20
CARDS: Final = 20
"""Cards per part."""
_WORDS: Final = (
    "Ice|Harvesters|Interstellar|of|the|Donaudampfschifffahrtsgesellschaft|WWWWWWWWWWWW|iiiii|X-9|"
    "Ålesund|Łódź|Œuvre|Nhà máy|Khai thác|№ 5|½|×|—|«a»|O'Neill|{a}|#b|$c$|*d*|_e_|<f>|@g|\\h|[i]|"
    "Ледяной|Мир|Γαλαξίας|Ομοσπονδία|תחנת|החלל|محطة|الفضاء|العربية|فلسطين|`j`|%s|{{ k }}|//|/*|--|"
    "~l~|&m;|=n"
).split("|")
"""Words for titles: many scripts, wide and narrow, and characters special to templates."""
_KEYWORDS: Final = ("robot", "x", "very-long-keyword-of-thirty-xy", "w-w-w", "iiiiii", "mmmmmmmmmm")
_SCORES: Final = (
    "score: 2 per genes world",
    "score: 1 per 3 vp chips",
    "score: 99 per total military",
    "score: 3 per world with an explore power",
    "score: 1, 3, 6, 10 by kinds of worlds",
)


def write_odd_set(rng: Random, count: int, path: Path) -> Compilation:
    """Write and compile a card file with odd cards, without the lines that `check` refuses."""
    lines = accepted_lines(rng, 6 * count)
    text = ["set: odd", "title: Odd", "requires: [brink-of-war]"]
    text += [f"keywords: [{', '.join(_KEYWORDS)}]", "cards:"]
    for number in range(count):
        text += _card(rng, number, lines[6 * number : 6 * number + 6])
    write_accepted("\n".join(text) + "\n", path)
    return compile_files([path])


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


def _title(rng: Random, suffix: int) -> str:
    """Return a unique title of up to 60 characters."""
    words = " ".join(rng.choice(_WORDS) for _ in range(rng.randint(1, 8)))
    return f"{unicodedata.normalize('NFC', words)[:56].strip()} {suffix}"


def find_violations(card_set: CardSet, theme: Theme) -> list[str]:
    """Return the problems with the faces of a set: a typesetting error or a missing title."""
    violations: list[str] = []
    cards, drawings = facts.printed_cards(card_set, theme), Drawings(theme)
    with closing(Typesetter(theme)) as typesetter:
        for start in range(0, len(cards), _CARDS_PER_DOCUMENT):
            part = cards[start : start + _CARDS_PER_DOCUMENT]
            data = {**facts.faces_data(part, theme, drawings), "bleed": False}
            try:
                (pdf,) = typesetter.pages(DOCUMENT, data, "pdf")
            except BadTheme as problem:
                title = part[0].card.title
                violations.append(f"the cards from {title!r} on cannot be typeset: {problem}")
                continue
            violations += missing_titles([face.card.title for face in part], page_texts(pdf))
    return violations


def missing_titles(titles: Sequence[str], pages: Sequence[str]) -> list[str]:
    """Return the problems with the texts of pages that should show one card each."""
    if len(pages) != len(titles):
        return [f"{len(titles)} cards from {titles[0]!r} on have {len(pages)} pages"]
    return [
        f"the title {title!r} is not in {page!r}"
        for title, page in zip(titles, pages, strict=True)
        if not has_title(page, title)
    ]


def page_texts(pdf: bytes) -> list[str]:
    """Return the text of each page of a PDF."""
    done = subprocess.run(["pdftotext", "-", "-"], input=pdf, capture_output=True, check=True)
    return done.stdout.decode("utf-8").split("\f")[:-1]  # a form feed ends each page


def has_title(page: str, title: str) -> bool:
    """Return whether a title is on a page; for right-to-left scripts, whether its letters are."""
    expected, actual = (_letters(unicodedata.normalize("NFKC", text)) for text in (title, page))
    if any(unicodedata.bidirectional(letter) in ("R", "AL") for letter in title):
        return Counter(expected) <= Counter(actual)
    return expected in actual


def _letters(text: str) -> str:
    """Return a text without spaces and hyphens, since `pdftotext` drops hyphens at line ends."""
    return "".join(text.replace("-", "").split())


def try_cards(seed: int, part: int) -> Tally:
    """Write odd cards and typeset their faces in every shipped theme."""
    tally = Tally()
    tally.counts["cards"] += CARDS
    with tempfile.TemporaryDirectory() as folder:
        odd = write_odd_set(Random(f"{seed}/{part}"), CARDS, Path(folder) / "odd.yaml").sets[-1]
    for name in shipped_themes():
        problems = find_violations(odd, load_theme(name))
        tally.failures += [f"part {part}, {name}: {problem}" for problem in problems]
    return tally
