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
FOR_EVER: Final = {"Cache-Control": "private, max-age=31536000, immutable"}
"""Headers of what never changes under its name."""
NEVER: Final = {"Cache-Control": "no-store"}
"""Headers of what is another thing the next time."""


def page_files(folders: Sequence[Path]) -> dict[str, Response]:
    """Return the files of some folders by their paths, index.html as "/".

    Of two with one name that of the later folder is taken.
    """
    answers: dict[str, Response] = {}
    for folder in folders:
        for file in sorted(folder.iterdir()):
            if file.suffix in TYPES:
                answer = Response(file.read_bytes(), media_type=TYPES[file.suffix], headers=NEVER)
                answers["/" if file.name == "index.html" else f"/{file.name}"] = answer
    return answers
