"""`python -m rftg_dev.fuzz.themes`: templates of themes that do whatever Jinja2 can.

Promise kept (docs/themes.md): a drawing or a wording is made, or the theme is refused with the
place; in bounded time and memory. Exit code 0: kept. 1: broken, with the template.
"""

from __future__ import annotations

import argparse
import tempfile
import time
import tracemalloc
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from random import Random
from typing import Final

from rftg_dsl.syntax.parser import parse_power
from rftg_tools.faces.templates import FILE, Drawings, card_texts
from rftg_tools.faces.theme import BadTheme, load_theme
from rftg_tools.progress import progress

SECONDS: Final = 10.0
"""Time that a template may take, of the processor."""
BYTES: Final = 200_000_000
"""Memory that it may take."""
_POWER: Final = parse_power("settle: may discard this -> military +3")
_DEEP: Final = 5
_NAMES: Final = ("a", "b", "c", "kind", "colours", "loop", "node", "m", "n")
_VALUES: Final = (
    "1",
    "0",
    "9",
    "999999",
    "'x'",
    "'xxxxxxxxxx'",
    "''",
    "'%999d'",
    "[]",
    "none",
    "2.5",
)
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
    """Return a template with statements within each other."""
    return "".join(_statement(rng, 0) for _nth in range(rng.randint(1, 12)))


def _statement(rng: Random, depth: int) -> str:
    if depth > _DEEP:
        return f"{{{{ {_value(rng, depth)} }}}}"
    name, value = rng.choice(_NAMES), _value(rng, depth)
    inside = "".join(_statement(rng, depth + 1) for _nth in range(rng.randint(1, 3)))
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
    if depth > _DEEP or rng.random() < 0.3:
        return rng.choice((*_NAMES, *_VALUES))
    one, other = _value(rng, depth + 1), _value(rng, depth + 1)
    return rng.choice(
        (
            f"({one} {rng.choice(_SIGNS)} {other})",
            f"({one} | {rng.choice(_FILTERS)})",
            f"({one} | {rng.choice(_FILTERS)}({other}))",
            f"{one}.{rng.choice(_METHODS)}({other})",
            f"{rng.choice(_CALLED)}({one})",
            f"[{one}, {one}, {other}]",
            f"{{'a': {one}, 'b': {other}}}",
            f"({one}, {other})",
            f"{one}[{other}:]",
            f"({one} if {other} else {one})",
        )
    )


def broken(text: str, folder: Path) -> Iterator[str]:
    """Yield what is wrong when a template is a drawing, and a block of a wording."""
    (folder / "icons").mkdir(exist_ok=True)
    (folder / "theme.toml").write_text('title = "Odd"\n', encoding="utf-8")
    (folder / "icons" / "vp.svg").write_text(text, encoding="utf-8")
    block = f"{{% block cost_this %}}{text}{{% endblock %}}"
    (folder / FILE).write_text(block, encoding="utf-8")
    theme = load_theme(str(folder))
    makers: dict[str, Callable[[], object]] = {
        "drawing": lambda: Drawings(theme).draw("vp"),
        "wording": lambda: card_texts(theme).power(_POWER),
    }
    for what, make in makers.items():
        begun = time.process_time()
        tracemalloc.start()
        try:
            make()
        except BadTheme:
            pass
        except Exception as error:
            yield f"{what}: {type(error).__name__}: {error}"
        seconds = time.process_time() - begun
        _now, most = tracemalloc.get_traced_memory()
        tracemalloc.stop()
        if seconds > SECONDS or most > BYTES:
            yield f"{what}: {seconds:.1f} s and {most / 1e6:.0f} MB"


def main(argv: Sequence[str] | None = None) -> int:
    """Make the templates and print what broke."""
    parser = argparse.ArgumentParser(prog="python -m rftg_dev.fuzz.themes", description=__doc__)
    parser.add_argument("--count", type=int, default=2000, help="templates (default 2000)")
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args(argv)
    rng, wrong = Random(args.seed), []
    with tempfile.TemporaryDirectory() as folder:
        for _nth in progress(range(args.count), args.count, "templates"):
            text = template(rng)
            wrong += [f"{one}\n  {text}" for one in broken(text, Path(folder))]
    print("\n".join([*wrong, f"{args.count} templates, {len(wrong)} failures"]))
    return 1 if wrong else 0


if __name__ == "__main__":
    raise SystemExit(main())
