"""Modules of a page as one script, so that a page can be a single file.

Each module becomes a function that gives what it exports, those that it imports before it. The
pages' own style is all that is understood: whole lines of `import {...} from "./x.js";`, exports
before declarations. Anything else is refused.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Final

_IMPORT: Final = re.compile(r'^import \{([\w\s,]+)\} from "\./([\w-]+\.js)";\n', re.MULTILINE)
_EXPORT: Final = re.compile(r"^export ((?:async )?(?:function\*?|const|class) (\w+))", re.MULTILINE)
_LEFT: Final = re.compile(r"^(?:import|export)\b.*$|\bimport\(", re.MULTILINE)


def bundled(modules: Mapping[str, str], wanted: Iterable[str]) -> str:
    """Return the script of some modules, in their order, and all that they need.

    modules: their texts by name.

    Raises ValueError for what is not understood, and for modules that import each other in turn.
    """
    made: dict[str, str] = {}
    for name in wanted:
        _add(modules, name, made, ())
    return "".join(['"use strict";\nconst modules = {};\n', *made.values()])


def _add(
    modules: Mapping[str, str], name: str, made: dict[str, str], under: tuple[str, ...]
) -> None:
    if name in made:
        return
    if name in under:
        raise ValueError(f"{name} imports itself, by way of {', '.join(under)}")
    text = modules[name]
    for _names, needed in _IMPORT.findall(text):
        _add(modules, needed, made, (*under, name))
    made[name] = _function(name, text)


def _function(name: str, text: str) -> str:
    exported = [found[1] for found in _EXPORT.findall(text)]
    body = _IMPORT.sub(lambda one: f'const {{{one[1]}}} = modules["{one[2]}"];\n', text)
    body = _EXPORT.sub(r"\1", body)
    left = _LEFT.search(body)
    if left:
        raise ValueError(f"{name}: {left[0]!r} cannot be bundled")
    called = (
        "async () =>" if re.search(r"^(?:const \w+ = )?await ", body, re.MULTILINE) else "() =>"
    )
    return f'modules["{name}"] = ({called} {{\n{body}return {{ {", ".join(exported)} }};\n}})();\n'
