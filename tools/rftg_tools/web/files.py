"""The files of a page: a fixed list, so that no path leads elsewhere."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Final

from starlette.responses import Response

TYPES: Final = {
    ".html": "text/html",
    ".css": "text/css",
    ".js": "text/javascript",
    ".svg": "image/svg+xml",
}
SHARED: Final = Path(__file__).parent / "page"
"""The folder of the files that all pages use."""
MODULES: Final = "modules"
"""The name of a folder with a script for each module of rules that brings something to a page."""
SCRIPT: Final = "modules.js"
"""The script that loads all of them, which no file holds."""
FOR_EVER: Final = {"Cache-Control": "private, max-age=31536000, immutable"}
"""Headers of what never changes under its name."""
NEVER: Final = {"Cache-Control": "no-store"}
"""Headers of what is another thing the next time."""


def page_files(folders: Sequence[Path]) -> dict[str, Response]:
    """Return the files of some folders by their paths, index.html as "/".

    Of two with one name that of the later folder is taken. A folder MODULES besides brings the
    script that loads all of its scripts.
    """
    answers: dict[str, Response] = {}
    for folder in folders:
        for file in sorted(folder.iterdir()):
            if file.suffix in TYPES:
                answer = Response(file.read_bytes(), media_type=TYPES[file.suffix], headers=NEVER)
                answers["/" if file.name == "index.html" else f"/{file.name}"] = answer
        if folder.name == MODULES:
            script = module_script(folder)
            answers[f"/{SCRIPT}"] = Response(script, media_type=TYPES[".js"], headers=NEVER)
    return answers


def module_script(folder: Path) -> str:
    """Return the script that loads what modules of rules bring to a page."""
    names = sorted(file.name for file in folder.glob("*.js"))
    return "".join(f'import {{ }} from "./{name}";\n' for name in names)
