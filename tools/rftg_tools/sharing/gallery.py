"""A set as one HTML page with faces, text, search and filters.

The page contains its pictures, style and script, and a policy that allows no other script and no
network access. Text of cards is always escaped.
"""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from jinja2 import Environment, FileSystemLoader, StrictUndefined

from rftg_dsl.diagnostics.text import printable_data
from rftg_dsl.games import GAMES, Game
from rftg_dsl.model import Card, CardSet, Goal
from rftg_dsl.wording.english import describe_card, type_line
from rftg_tools.progress import with_progress
from rftg_tools.raster import draw, upright_size
from rftg_tools.raster.drawing import Drawing
from rftg_tools.sharing.listing import describe_contents, describe_goal
from rftg_tools.sheets.layout import Piece
from rftg_tools.sheets.pieces import card_piece, goal_piece
from rftg_tools.sheets.printing import Printer
from rftg_tools.sheets.writing import PrintOrder
from rftg_tools.web.styles import shared_styles

MAX_BYTES: Final = 20_000_000
"""Maximum number of bytes for all pictures of a page; with more cards, pictures get smaller."""
MAX_CARDS: Final = 2_000
_STEPS: Final = ((480, 84), (400, 80), (300, 72), (220, 60), (160, 40))
"""Width in pixels and quality of pictures, the best first."""
_GROUND: Final = "#000000"
"""Colour behind the transparent corners of pictures."""
_PAGE: Final = Path(__file__).parent / "page"
_MM: Final = 25.4
Data = dict[str, Any]


class TooMany(ValueError):
    """More cards than a page can show; the message states the limit."""


@dataclass(frozen=True, slots=True)
class Picture:
    """A picture of a face as a data URL."""

    address: str
    width: int
    height: int


def render_gallery(
    printer: Printer,
    order: PrintOrder,
    sets: Sequence[CardSet],
    links: Mapping[str, str] | None = None,
) -> str:
    """Return a page with the given sets. Raises TooMany, BadTheme.

    order: their cards and goals. links: addresses that open sets in a studio, by the id of the set.
    """
    count = len(order.cards) + len(order.goals)
    if count > MAX_CARDS:
        raise TooMany(f"a page shows at most {MAX_CARDS:,} cards, but these sets have {count:,}")
    max_bytes = MAX_BYTES * 3 // 4 // max(count, 1)
    cards = [printed.card for printed, _count in order.cards]
    faces = [card_piece(printed, printer.theme) for printed, _count in order.cards]
    goals = [goal_piece(goal, printer.theme) for goal in order.goals]
    pictures = with_progress(pictures_of(printer, faces, max_bytes), len(faces), "cards")
    card_entries = [_card(card, picture) for card, picture in zip(cards, pictures, strict=True)]
    goal_entries = [
        _goal(goal, picture)
        for goal, picture in zip(order.goals, pictures_of(printer, goals, max_bytes), strict=True)
    ]
    heading = WORDS["tiles"] if order.is_tiles else WORDS["cards"]
    sections = [
        {"title": title, "shown": entries}
        for title, entries in ((heading, card_entries), (WORDS["goals"], goal_entries))
        if entries
    ]
    data = printable_data(
        {
            "title": order.title,
            "sets": [_set(card_set, (links or {}).get(card_set.id, "")) for card_set in sets],
            "sections": sections,
            "choices": _choices([*card_entries, *goal_entries], GAMES[sets[0].game]),
        }
    )
    return _render(data)


def pictures_of(printer: Printer, pieces: Sequence[Piece], max_bytes: int) -> Iterator[Picture]:
    """Yield a picture of each piece, all in one size. max_bytes: limit for each picture."""
    if pieces:
        size = pieces[0].size
        for png in printer.pictures(pieces, "png", _STEPS[0][0] / size.width * _MM):
            yield _compress(png, max_bytes)


def _compress(png: bytes, max_bytes: int) -> Picture:
    """Compress a picture to at most `max_bytes` if possible."""
    full = upright_size(png)
    for width, quality in _STEPS:
        size = width, max(1, round(full[1] * width / full[0]))
        drawn = draw(png, Drawing((0, 0, *full), size, _GROUND, "webp", quality))
        if len(drawn.data) <= max_bytes:
            break
    address = f"data:image/{drawn.kind};base64,{base64.b64encode(drawn.data).decode('ascii')}"
    return Picture(address, *size)


def _card(card: Card, picture: Picture) -> Data:
    text = describe_card(card).split("\n")[2:]
    facts = {
        "type": "military world" if card.military else card.type,
        "kind": card.kind or "",
        "keyword": "\n".join(card.keywords),
        "phase": "\n".join(dict.fromkeys(p for line in card.powers for p in line.power.phases)),
        "cost": str(card.cost),
    }
    alt = WORDS["face"].format_map({"title": card.title})
    return {
        **_image(picture, alt),
        "title": card.title,
        "line": type_line(card),
        "text": [line.strip() for line in text if line.strip()],
        "facts": {key: value for key, value in facts.items() if value},
    }


def _goal(goal: Goal, picture: Picture) -> Data:
    title, rank, *text = describe_goal(goal).split("\n")
    return {
        **_image(picture, WORDS["face"].format_map({"title": title})),
        "title": title,
        "line": rank,
        "text": text,
        "facts": {"type": WORDS["goal"]},
    }


def _image(picture: Picture, alt: str) -> Data:
    return {
        "image": picture.address,
        "width": picture.width,
        "height": picture.height,
        "alt": alt,
    }


def _set(card_set: CardSet, link: str) -> Data:
    return {
        "title": card_set.title,
        "game": GAMES[card_set.game].title,
        "contents": describe_contents(card_set),
        "requires": list(card_set.requires),
        "link": link,
    }


def _choices(entries: Iterable[Data], game: Game) -> list[Data]:
    """Return the filters of a page, with the values that its cards have."""
    by_name: dict[str, dict[str, None]] = {
        name: {} for name in ("type", "kind", "keyword", "phase", "cost")
    }
    for entry in entries:
        for name, value in entry["facts"].items():
            by_name[name] |= dict.fromkeys(value.split("\n"))
    order = {phase: index for index, phase in enumerate(game.order)}
    values = {
        "type": list(by_name["type"]),
        "kind": sorted(by_name["kind"]),
        "keyword": sorted(by_name["keyword"]),
        "phase": sorted(by_name["phase"], key=lambda phase: order.get(phase, len(order))),
        "cost": sorted(by_name["cost"], key=int),
    }
    return [
        {"name": name, "label": WORDS[name], "values": choices}
        for name, choices in values.items()
        if len(choices) > 1
    ]


def _render(data: Data) -> str:
    style = shared_styles() + (_PAGE / "gallery.css").read_text(encoding="utf-8")
    script = (_PAGE / "gallery.js").read_text(encoding="utf-8")
    environment = Environment(
        loader=FileSystemLoader(_PAGE), autoescape=True, undefined=StrictUndefined
    )
    template = environment.get_template("gallery.html.jinja")
    policy = _policy(style, script)
    return template.render(**data, style=style, script=script, words=WORDS, policy=policy) + "\n"


def _policy(style: str, script: str) -> str:
    """Return the policy that allows only this style and script."""
    return "; ".join(
        (
            "default-src 'none'",
            "font-src data:",
            "img-src data:",
            f"style-src '{_digest(style)}'",
            f"script-src '{_digest(script)}'",
            "base-uri 'none'",
            "form-action 'none'",
            "require-trusted-types-for 'script'",
        )
    )


def _digest(text: str) -> str:
    return f"sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode('ascii')}"


WORDS: Final = {
    "skip": "To the cards",
    "made": "Made with rftg-dsl, which is not affiliated with the publishers of the games.",
    "filters": "Search and filter",
    "search": "Search titles and text",
    "type": "Type",
    "kind": "Kind",
    "keyword": "Keyword",
    "phase": "Phase",
    "cost": "Cost or defense",
    "all": "all",
    "reset": "Clear filters",
    "count": "{shown} of {all} cards",
    "none": "No card matches. Clear the filters to see all cards.",
    "text": "Text",
    "face": "Face of {title}",
    "cards": "Cards",
    "tiles": "Tiles",
    "goals": "Goals",
    "goal": "goal",
    "needs": "Played with:",
    "open": "Open in the studio",
    "plain": "Filters need JavaScript. Without it, all cards are shown.",
}
