"""Faces of odd cards, and random templates of themes.

Each face can be typeset, and its title is on its page (this needs pdftotext). Each template is
drawn or refused within limits of time and memory.
"""

from __future__ import annotations

import subprocess
import tempfile
import time
import tracemalloc
import unicodedata
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
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
from rftg_dsl.syntax.parser import parse_power
from rftg_dsl.wording.english import word_power
from rftg_tools.faces import facts
from rftg_tools.faces.templates import FILE, Drawings, card_texts
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


SECONDS: Final = 10.0
"""CPU time limit for a template."""
BYTES: Final = 200_000_000
"""Memory limit for a template."""
_POWER: Final = parse_power("settle: may discard this -> military +3")
_MAX_DEPTH: Final = 5
_NAMES: Final = ("a", "b", "c", "kind", "colours", "loop", "node", "m", "n")
_VALUES: Final = "1 0 9 999999 'x' 'xxxxxxxxxx' '' '%999d' [] none 2.5".split()
_FILTERS: Final = (
    "abs capitalize center default escape first float format indent int items join last length list"
    " lower map max min pprint random replace reverse round safe select slice sort string sum title"
    " tojson trim unique upper urlize wordwrap xmlattr alternatives listed"
).split()
_METHODS: Final = (
    "append center copy encode extend format get items join keys ljust pop replace split startswith"
    " to_bytes translate upper values zfill"
).split()
_SIGNS: Final = "+ - * / // % ** ~ == < in and or".split()
_CALLED: Final = ("range", "namespace", "dict", "lipsum", "cycler", "joiner", "m", "say", "caller")


def template(rng: Random) -> str:
    """Return a random template with nested statements."""
    return "".join(_statement(rng, 0) for _statement_number in range(rng.randint(1, 12)))


def _statement(rng: Random, depth: int) -> str:
    if depth > _MAX_DEPTH:
        return f"{{{{ {_value(rng, depth)} }}}}"
    name, value = rng.choice(_NAMES), _value(rng, depth)
    inside = "".join(_statement(rng, depth + 1) for _statement_number in range(rng.randint(1, 3)))
    return rng.choice(
        (
            f"{{{{ {value} }}}}",
            f"{{% set {name} = {value} %}}" * rng.choice((1, 30)),
            f"{{% set {name} %}}{inside}{{% endset %}}" * rng.choice((1, 30)),
            f"{{% for {name} in {value} %}}{inside}{{% endfor %}}",
            f"{{% for {name} in range(999) %}}{inside}{{% endfor %}}",
            f"{{% for {name} in [{value}] recursive %}}{{{{ loop([{value}]) }}}}{{% endfor %}}",
            f"{{% if {value} %}}{inside}{{% endif %}}",
            f"{{% macro m(n) %}}{inside}{{{{ m(n) }}}}{{% endmacro %}}",
            f"{{% filter {rng.choice(_FILTERS)} %}}{inside}{{% endfilter %}}",
            f"{{% call m({value}) %}}{inside}{{% endcall %}}",
            "{% include 'vp.svg' %}",
            "{% import '_kit.svg' as c %}{{ c }}",
        )
    )


def _value(rng: Random, depth: int) -> str:
    if depth > _MAX_DEPTH or rng.random() < 0.3:
        return rng.choice((*_NAMES, *_VALUES))
    left, right = _value(rng, depth + 1), _value(rng, depth + 1)
    return rng.choice(
        (
            f"({left} {rng.choice(_SIGNS)} {right})",
            f"({left} | {rng.choice(_FILTERS)})",
            f"({left} | {rng.choice(_FILTERS)}({right}))",
            f"{left}.{rng.choice(_METHODS)}({right})",
            f"{rng.choice(_CALLED)}({left})",
            f"[{left}, {left}, {right}]",
            f"{{'a': {left}, 'b': {right}}}",
            f"({left}, {right})",
            f"{left}[{right}:]",
            f"({left} if {right} else {left})",
        )
    )


def template_violations(text: str, folder: Path) -> Iterator[str]:
    """Yield the problems of a template when it is used as a drawing and as a wording."""
    (folder / "icons").mkdir(exist_ok=True)
    (folder / "theme.toml").write_text('title = "Odd"\n', encoding="utf-8")
    (folder / "icons" / "vp.svg").write_text(text, encoding="utf-8")
    block = f"{{% block cost_this %}}{text}{{% endblock %}}"
    (folder / FILE).write_text(block, encoding="utf-8")
    theme = load_theme(str(folder))
    uses: dict[str, Callable[[], object]] = {
        "drawing": lambda: Drawings(theme).draw("vp"),
        "wording": lambda: card_texts(theme).render(word_power, _POWER),
    }
    for name, render in uses.items():
        start = time.process_time()
        tracemalloc.start()
        try:
            render()
        except BadTheme:
            pass
        except Exception as error:
            yield f"{name}: {type(error).__name__}: {error}"
        seconds = time.process_time() - start
        _current, peak = tracemalloc.get_traced_memory()
        tracemalloc.stop()
        if seconds > SECONDS or peak > BYTES:
            yield f"{name}: {seconds:.1f} s and {peak / 1e6:.0f} MB"


def try_template(seed: int, part: int) -> Tally:
    """Use a random template as a drawing and as a wording."""
    text = template(Random(f"{seed}/{part}"))
    tally = Tally()
    tally.counts["templates"] += 1
    with tempfile.TemporaryDirectory() as folder:
        tally.failures += [
            f"{problem}\n  {text}" for problem in template_violations(text, Path(folder))
        ]
    return tally
