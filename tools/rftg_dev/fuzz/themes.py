"""Random templates of themes: each is drawn or refused within limits of time and memory."""

from __future__ import annotations

import tempfile
import time
import tracemalloc
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import Final

from rftg_dev.harness import Tally
from rftg_dsl.syntax.parser import parse_power
from rftg_dsl.wording.english import word_power
from rftg_tools.faces.templates import FILE, Drawings, card_texts
from rftg_tools.faces.theme import BadTheme, load_theme

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


def find_violations(text: str, folder: Path) -> Iterator[str]:
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
            f"{problem}\n  {text}" for problem in find_violations(text, Path(folder))
        ]
    return tally
