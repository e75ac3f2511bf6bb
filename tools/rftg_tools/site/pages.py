"""Pages of the site that are files: the first look with its pictures, licences, manifest, icons."""

from __future__ import annotations

import base64
import hashlib
import json
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup

from rftg_dsl.compiler import compile_files
from rftg_dsl.resources import cookbook_files, data_folder
from rftg_tools.faces.theme import load_theme
from rftg_tools.sharing.gallery import pictures_of
from rftg_tools.sharing.link import MAX_LENGTH, collect_set, encode_link
from rftg_tools.sheets.pieces import card_piece
from rftg_tools.sheets.printing import Printer
from rftg_tools.sheets.writing import make_order
from rftg_tools.site.archives import EXAMPLE, Files
from rftg_tools.site.licenses import Work, list_licenses
from rftg_tools.web.styles import FONTS, SHARED_PAGE

Sizes = dict[str, int]
"""Bytes that browsers load, by part."""
PAGE: Final = Path(__file__).parent / "page"
_PICTURE_BYTES: Final = 30_000
"""Maximum size of a picture of a card."""
_COOKBOOK: Final = "Cookbook: "
_ICON_SIZES: Final = (192, 512)
_POLICY: Final = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self' 'wasm-unsafe-eval'",
        "style-src 'self'",
        "font-src 'self'",
        "img-src 'self'",
        "connect-src 'self'",
        "worker-src 'self'",
        "frame-src 'self'",
        "manifest-src 'self'",
        "base-uri 'none'",
        "form-action 'none'",
        "require-trusted-types-for 'script'",
        "trusted-types site",
    )
)
"""Policy of the first look, as an element of the page: static hosts send no headers of ours."""
PARTS: Final = {
    "python": "Python",
    "libraries": "Libraries",
    "studio": "Studio and official cards",
    "engine": "Compiled engine for games",
    "typst": "Typesetter for faces and print (loaded last)",
}
"""Names of the parts whose progress is shown, in the order in which they are loaded."""
ENGINE: Final = "engine"
"""Part that only some sites have."""


@dataclass(frozen=True, slots=True)
class Face:
    """A picture of a card in the first look."""

    title: str
    file: str
    width: int
    height: int


@dataclass(frozen=True, slots=True)
class Example:
    """An example set in the first look. link: fragment of an address, which holds the set."""

    title: str
    link: str


@dataclass(frozen=True, slots=True)
class FirstLook:
    """Contents of the pages. files: in the version's folder; icons: files with fixed names."""

    faces: tuple[Face, ...] = ()
    examples: tuple[Example, ...] = ()
    files: Files = field(default_factory=dict)
    icons: Files = field(default_factory=dict)
    works: tuple[Work, ...] = ()


def draw_first_look(parts: Path) -> FirstLook:
    """Draw the cards of the example set and the icons, and list the licences.

    parts: folder of the fetched parts. Raises BadParts, BadTheme, OSError.
    """
    with closing(Printer(load_theme("space"))) as printer:
        faces, files = _draw_faces(printer)
        works = tuple(list_licenses(parts))
        return FirstLook(tuple(faces), tuple(link_examples()), files, _draw_icons(), works)


def _draw_faces(printer: Printer) -> tuple[list[Face], Files]:
    compilation = compile_files([data_folder("examples") / f"{EXAMPLE}.yaml"])
    order = make_order(compilation.sets, [EXAMPLE], printer.theme)
    pieces = [card_piece(printed, printer.theme) for printed, _count in order.cards]
    faces, files = [], {}
    for number, picture in enumerate(pictures_of(printer, pieces, _PICTURE_BYTES), start=1):
        title = order.cards[number - 1][0].card.title
        face = Face(title, f"face-{number}.webp", picture.width, picture.height)
        faces.append(face)
        files[face.file] = base64.b64decode(picture.address.partition(",")[2])
    return faces, files


def link_examples() -> Iterator[Example]:
    """Yield the example set and the chapters of the cookbook, with links. Raises OSError."""
    for path in [data_folder("examples") / f"{EXAMPLE}.yaml", *cookbook_files()]:
        linked, compilation = collect_set(path, path.read_text(encoding="utf-8"))
        code = encode_link(linked)
        assert len(code) <= MAX_LENGTH
        (set_id,) = (unit.id for unit in compilation.units if unit.path == path)
        (title,) = (card_set.title for card_set in compilation.sets if card_set.id == set_id)
        yield Example(title.removeprefix(_COOKBOOK), code)


def _draw_icons() -> Files:
    """Return the icons of the installed page: plain ones, and one that systems may crop."""
    import typst

    icon = (SHARED_PAGE / "icon.svg").read_bytes()
    icons = {}
    for size in _ICON_SIZES:
        icons[f"icon-{size}.png"] = _draw_icon(typst, icon, size, "none", 1.0)
    icons["icon-maskable.png"] = _draw_icon(typst, icon, _ICON_SIZES[-1], "rgb(9, 13, 24)", 0.7)
    return icons


def _draw_icon(typst: Any, icon: bytes, size: int, background: str, share: float) -> bytes:
    """Return the icon as PNG. size: in pixels; share: of the picture's width that it takes."""
    document = f"""#set page(width: {size}pt, height: {size}pt, margin: 0pt, fill: {background})
#place(center + horizon, image(bytes(({", ".join(map(str, icon))})), format: "svg", \
width: {size * share}pt))
"""
    png = typst.compile(document.encode(), format="png", ppi=72.0)
    assert isinstance(png, bytes)
    return png


def read_page_files() -> Files:
    """Return the scripts and styles of the site's own page. Raises OSError."""
    files = {file.name: file.read_bytes() for file in PAGE.glob("*.js")}
    styles = ["fonts.css", "tokens.css", "base.css"]
    texts = [(SHARED_PAGE / name).read_bytes() for name in styles]
    files["first-look.css"] = b"\n".join([*texts, (PAGE / "first-look.css").read_bytes()])
    files["icon.svg"] = (SHARED_PAGE / "icon.svg").read_bytes()
    return files | {name: path.read_bytes() for name, path in FONTS.items()}


def render_pages(first_look: FirstLook, version: str, sizes: Sizes) -> Files:
    """Return the files with fixed names, for a version whose parts have these sizes."""
    environment = Environment(
        loader=FileSystemLoader(PAGE), autoescape=True, undefined=StrictUndefined
    )
    parts = [
        {"id": part, "title": title, "amount": f"{sizes.get(part, 0) / 1e6:.1f} MB"}
        for part, title in PARTS.items()
        if part != ENGINE or sizes.get(part)
    ]
    shared = {"policy": _POLICY, "version": version}
    pages: dict[str, dict[str, object]] = {
        "index.html": {
            "parts": parts,
            "faces": first_look.faces,
            "examples": first_look.examples,
            "engine": bool(sizes.get(ENGINE)),
        },
        "installed.html": {},
        "licenses.html": {"works": first_look.works},
        "404.html": {"script": Markup(_TO_STUDIO), "script_hash": _digest(_TO_STUDIO)},
    }
    rendered = {
        name: f"{environment.get_template(f'{name}.jinja').render(**shared, **data)}\n".encode()
        for name, data in pages.items()
    }
    return {**rendered, "app.webmanifest": _manifest(), ".nojekyll": b"", **first_look.icons}


_TO_STUDIO: Final = """
const [base, at] = location.pathname.split(/\\/app\\/(.*)/s);
if (at !== undefined) {
  const link = document.querySelector("a");
  link.href = `${location.origin}${base}/#at=${encodeURIComponent(at)}`;
  document.getElementById("inside").hidden = false;
}
"""
"""Script of the page for unknown addresses, which a host can show at any path."""


def _digest(script: str) -> str:
    digest = hashlib.sha256(script.encode()).digest()
    return f"sha256-{base64.b64encode(digest).decode('ascii')}"


def _manifest() -> bytes:
    """Return what browsers need to install the page as a program."""
    icons = [
        {"src": f"icon-{size}.png", "sizes": f"{size}x{size}", "type": "image/png"}
        for size in _ICON_SIZES
    ]
    size = _ICON_SIZES[-1]
    maskable = {"src": "icon-maskable.png", "sizes": f"{size}x{size}", "type": "image/png"}
    manifest = {
        "name": "rftg-dsl studio",
        "short_name": "rftg-dsl",
        "description": "Design cards for Race for the Galaxy: write, check, play and print them.",
        "id": "./",
        "start_url": "./",
        "scope": "./",
        "display": "standalone",
        "background_color": "#090d18",
        "theme_color": "#090d18",
        "icons": [*icons, {**maskable, "purpose": "maskable"}],
    }
    return json.dumps(manifest, indent=1).encode()
