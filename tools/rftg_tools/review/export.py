"""A review as one HTML file that needs nothing else: scripts, styles and faces are within."""

from __future__ import annotations

import base64
import gzip
import hashlib
import json
import re
from collections import Counter
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any, Final

from rftg_dsl.diagnostics.text import printable_data
from rftg_dsl.source.rewriting import write_bytes_atomically
from rftg_tools import play
from rftg_tools.play.cards import Faces
from rftg_tools.play.pages import WORDS
from rftg_tools.review.bundle import bundled
from rftg_tools.review.review import Game
from rftg_tools.review.scenes import page_data
from rftg_tools.web.images import Images
from rftg_tools.web.pages import MODULES, MODULES_SCRIPT, SHARED_PAGE, build_modules_script

Data = dict[str, Any]
PAGE: Final = Path(__file__).parent / "page"
_PLAY: Final = Path(play.__file__).parent / "page"
FOLDERS: Final = (SHARED_PAGE, _PLAY, WORDS, _PLAY / MODULES, PAGE)
"""Where the parts of the page lie; of two of one name that of the later folder counts."""
_SHORTEST: Final = 60
"""Characters of a piece that faces share, at least; most are the outlines of letters."""
_PIECE: Final = re.compile(r"<[^<]*")
_STYLE: Final = re.compile(r'^ *<link rel="stylesheet" href="/([\w-]+\.css)">\n', re.MULTILINE)
_SCRIPT: Final = re.compile(r' *<script type="module" src="/([\w-]+\.js)"></script>\n')
_ICON: Final = re.compile(r' *<link rel="icon"[^>]*>\n')


def export_to(path: Path, game: Game, review: Data, theme: str) -> int:
    """Write a review as a file, under its name only when it is whole; return its size in bytes.

    review: of `review_data`. Raises BadTheme, CannotDraw, OSError.
    """
    with closing(Images(theme)) as images:
        faces = Faces(game.plan.table, images, game.folders)
        html = exported(page_data(game, review, faces), images.image).encode()
    write_bytes_atomically(path, html)
    return len(html)


def exported(data: Data, image: Callable[[str], bytes]) -> str:
    """Return the file. data: of `page_data`. image: of a face by its name; as `Images.image`.

    The same data and images give the same text.
    """
    html = (PAGE / "review.html").read_text(encoding="utf-8")
    styles = "".join(_read(name) for name in _STYLE.findall(html))
    script = bundled(_modules(), _SCRIPT.findall(html))
    if "</script" in script or "</style" in styles:
        raise ValueError("a script or style would end before its end")
    html = _SCRIPT.sub("", _ICON.sub("", _STYLE.sub("", html)))
    head = f"{_policy(script, styles)}<style>{styles}</style>\n</head>"
    body = (
        f'<script type="text/plain" id="packed">{_packed(data, image)}</script>\n'
        f"<script>{script}</script>\n</body>"
    )
    return html.replace("</head>", head, 1).replace("</body>", body, 1)


def _policy(script: str, styles: str) -> str:
    """Return a policy by which nothing is loaded, and nothing runs but the script of the file."""
    rules = (
        "default-src 'none'",
        f"script-src '{_hash(script)}'",
        f"style-src '{_hash(styles)}'",
        "img-src blob:",
    )
    return f'<meta http-equiv="Content-Security-Policy" content="{"; ".join(rules)}">\n'


def _hash(text: str) -> str:
    return f"sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}"


def _modules() -> dict[str, str]:
    files = (file for folder in FOLDERS for file in folder.glob("*.js"))
    loading = {MODULES_SCRIPT: build_modules_script(_PLAY / MODULES)}
    return loading | {file.name: file.read_text(encoding="utf-8") for file in files}


def _read(name: str) -> str:
    """Return a file of the page."""
    (*_earlier, file) = [folder / name for folder in FOLDERS if (folder / name).exists()]
    return file.read_text(encoding="utf-8")


def _packed(data: Data, image: Callable[[str], bytes]) -> str:
    """Return the data and the faces, compressed, as letters."""
    # In the order of the cards: the names of faces are others each time.
    names = list(dict.fromkeys(card["face"] for card in data["cards"].values()))
    images = [image(Path(name).stem).decode() for name in names]
    parts, faces = shared_parts(images)
    cards = {
        number: card | {"face": names.index(card["face"])} for number, card in data["cards"].items()
    }
    whole = printable_data(data) | {"cards": cards, "parts": parts, "faces": faces}
    text = json.dumps(whole, ensure_ascii=False, separators=(",", ":"))
    return base64.b64encode(gzip.compress(text.encode(), 9, mtime=0)).decode()


def shared_parts(images: list[str]) -> tuple[list[str], list[list[int]]]:
    """Return the parts that images are made of, each once, and the parts of each image."""
    pieces = [_PIECE.findall(image) for image in images]
    uses = Counter(one for some in pieces for one in set(some) if len(one) >= _SHORTEST)
    numbers: dict[str, int] = {}
    faces = []
    for some in pieces:
        face = []
        run = ""
        for one in some:
            if uses[one] < 2:
                run += one
                continue
            face += [numbers.setdefault(part, len(numbers)) for part in (run, one) if part]
            run = ""
        face += [numbers.setdefault(run, len(numbers))] if run else []
        faces.append(face)
    return list(numbers), faces
