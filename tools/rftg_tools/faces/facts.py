"""Facts about faces: the printed contents of cards and tiles, as plain data for Typst."""

from __future__ import annotations

import hashlib
import json
import unicodedata
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, fields, replace
from pathlib import Path
from typing import Any, Final

from rftg_dsl.diagnostics.model import Diagnostic, Report
from rftg_dsl.games import RACE, ROLL
from rftg_dsl.model import Card, CardSet, PowerLine
from rftg_dsl.sets.units import Unit
from rftg_dsl.source.nodes import Scalar
from rftg_dsl.syntax import ast
from rftg_dsl.syntax.formatter import format_power
from rftg_dsl.wording.english import (
    keyword_line,
    scoring_table,
    word_arrival,
    word_counted,
    word_power,
)
from rftg_dsl.wording.icon_line import Glyph, IconLine, icon_line, icon_scoring
from rftg_tools.faces.art import Art, draw_art, draw_plain_art, scenes_in, veil_svg
from rftg_tools.faces.pictures import UnusablePicture, choose_frame, crop_picture
from rftg_tools.faces.templates import CardTexts, Drawings, aspect_ratio, card_texts
from rftg_tools.faces.theme import BadTheme, Theme
from rftg_tools.faces.typesetting import file_of

Facts = dict[str, Any]
COLUMN: Final = ast.PHASES
"""Phases in the left column, from top to bottom."""
LABELS: Final = dict(zip(ast.PHASES, ("I", "II", "III", "$", "IV", "V"), strict=True))
"""Labels of phases on cards."""
TILE_LABELS: Final = dict(
    zip(
        ("explore", "develop", "settle", "produce", "ship"),
        ("I", "II", "III", "IV", "V"),
        strict=True,
    )
)
"""Labels of phases on tiles (Roll rulebook, Phase Powers)."""
PHASE_LABELS: Final[Mapping[str, Mapping[str, str]]] = {RACE.id: LABELS, ROLL.id: TILE_LABELS}
"""Labels of phases on faces, by game; other games have none."""
_ROWS: Final = (*ast.MOMENTS[:2], *COLUMN, *ast.MOMENTS[2:])
"""Phases and other moments in the order of power lines on a card."""
_HASH: Final = 6


@dataclass(frozen=True, slots=True)
class PrintedCard:
    """A card as printed in its set.

    number: position in the set, from 1. folder: folder of the set's pictures. scene: name of the
    scene for drawn art, or "" for the card's default scene.
    """

    card: Card
    set_title: str
    number: int
    folder: Path | None = None
    scene: str = ""


def printed_cards(card_set: CardSet, theme: Theme) -> list[PrintedCard]:
    """Return the cards of a set in order. Raises BadTheme."""
    scenes = scenes_in(card_set.cards, card_set.scenes, theme)
    return [
        PrintedCard(card, card_set.title, number, card_set.folder, scene)
        for number, (card, scene) in enumerate(zip(card_set.cards, scenes, strict=True), 1)
    ]


def faces_data(printed: Sequence[PrintedCard], theme: Theme, drawings: Drawings) -> Facts:
    """Return the facts about faces with their drawings, as data for a Typst document."""
    faces = [face_facts(card, theme) for card in printed]
    return {"faces": faces, "icons": icons_of(faces, drawings)}


def face_facts(printed: PrintedCard, theme: Theme) -> Facts:
    """Return the facts about a card's face as JSON data; pictures are Files."""
    card, english = printed.card, card_texts(theme)
    return {
        **shared_facts(printed, theme),
        "keywords": list(english.render(keyword_line, card)),
        "badges": [glyph_facts(Glyph(f"keyword_{name}")) for name in card.keywords],
        "vp": glyph_facts(Glyph("vp", figure="?" if card.vp is None else str(card.vp))),
        "prestige": _prestige(card),
        "start": _start(card),
        "phases": phase_rows(card, theme, _ROWS, LABELS, COLUMN),
        "text": [*_arrival(card, english), *sentences(card, theme)],
        "scoring": _scoring(card, english),
    }


def shared_facts(printed: PrintedCard, theme: Theme) -> Facts:
    """Return the facts that faces of cards and tiles share."""
    card = printed.card
    return {
        "title": card.title,
        "direction": direction_of(card.title),
        "accent": _accent(card),
        "shape": glyph_facts(shape_of(card)),
        "foot": {
            "set": printed.set_title,
            "number": printed.number,
            "copies": card.copies,
            "hash": text_hash(card),
        },
        "art": _art(printed, theme),
    }


ART_PROBLEMS: Final = ("unread", "undrawn")
"""Keys of problems with art: unreadable pictures, and art that cannot be drawn."""


def describe_problems(faces: Sequence[Facts], kinds: Sequence[str] = ART_PROBLEMS) -> list[str]:
    """Return a sentence for each problem with the art of faces. kinds: keys in ART_PROBLEMS."""
    return [
        f"{facts['title']}: {facts['art'][kind]}"
        for facts in faces
        for kind in kinds
        if kind in facts["art"]
    ]


def _art(printed: PrintedCard, theme: Theme) -> Facts:
    """Return the picture that a card names, or art drawn for it."""
    if not printed.card.art or printed.folder is None:
        return _draw_art(printed, theme)
    try:
        return {
            "file": crop_picture(
                printed.card.art, printed.folder, choose_frame(printed.card, theme)
            )
        }
    except UnusablePicture as problem:
        return {**_draw_art(printed, theme), "unread": str(problem)}


def _draw_art(printed: PrintedCard, theme: Theme) -> Facts:
    """Return drawn art, or a plain sky if drawing fails, so that the sheet can still be printed."""
    try:
        return art_facts(printed.card, theme, printed.scene)
    except BadTheme:
        raise
    except Exception as error:
        reason = f"{type(error).__name__}: {error}".strip(": ")
        why = f"its art cannot be drawn, so a plain sky replaces it ({reason})"
        return {**_art_data(draw_plain_art(theme), theme), "undrawn": why}


def art_facts(card: Card, theme: Theme, scene: str = "") -> Facts:
    """Return art drawn for a card, as JSON data with Files. scene: "" for its default scene."""
    return _art_data(draw_art(card, theme, scene), theme)


def _art_data(art: Art, theme: Theme) -> Facts:
    return {
        "file": file_of(art.svg.encode(), "svg"),
        "window": art.window,
        "subject": art.subject,
        "veil": file_of(veil_svg(theme).encode(), "svg"),
    }


def text_hash(card: Card) -> str:
    """Return a short hash of a card's content, which distinguishes reprints."""
    return hashlib.sha256(printed_text(card).encode()).hexdigest()[:_HASH]


def printed_text(card: Card) -> str:
    """Return all printed contents of a card as canonical text.

    Cards with equal texts look the same, except for number, set and copies.
    """
    facts = asdict(replace(card, set_id="", copies=1, line=0, powers=()))
    defaults = {field.name: field.default for field in fields(card)}
    changed = {name: value for name, value in facts.items() if value != defaults[name]}
    return json.dumps([changed, [format_power(line.power) for line in card.powers]])


def _accent(card: Card) -> str:
    """Return the name of the colour of a card's bands, for its kind or type."""
    if card.type == "development":
        return "development"
    return card.kind or ("military" if card.military else "gray")


def direction_of(text: str) -> str:
    """Return "rtl" for a text that starts in a right-to-left script, otherwise "ltr"."""
    strong = (unicodedata.bidirectional(letter) for letter in text)
    first = next((category for category in strong if category in ("L", "R", "AL")), "L")
    return "ltr" if first == "L" else "rtl"


def shape_of(card: Card) -> Glyph:
    """Return the glyph around a card's cost or defense."""
    facts = (
        ("military", card.military),
        ("production", card.production),
        ("windfall", card.windfall),
        ("holds", card.holds),
    )
    words = [word for word, holds in facts if holds]
    return Glyph("_".join([*words, card.type]), card.kind or "", str(card.cost))


def glyph_facts(glyph: Glyph) -> Facts:
    """Return a glyph as JSON data."""
    return {
        "icon": f"{glyph.name}/{glyph.kind}",
        "figure": glyph.figure,
        "negated": glyph.negated,
    }


def icons_of(faces: Sequence[Facts], drawings: Drawings) -> Facts:
    """Return the file and aspect ratio of each drawing in faces, by name."""
    names: set[str] = set()
    for facts in faces:
        _collect_icons(facts, names)
    return {name: _icon(name, drawings) for name in sorted(names)}


def _icon(name: str, drawings: Drawings) -> Facts:
    svg = drawings.draw(*name.split("/"))
    origin = drawings.file(name.partition("/")[0])
    return {"file": file_of(svg.encode(), "svg", str(origin)), "aspect": aspect_ratio(svg)}


def _collect_icons(data: object, names: set[str]) -> None:
    if isinstance(data, dict):
        if "icon" in data:
            names.add(data["icon"])
        for value in data.values():
            _collect_icons(value, names)
    elif isinstance(data, list):
        for value in data:
            _collect_icons(value, names)


def _prestige(card: Card) -> Facts | None:
    if not card.prestige:
        return None
    figure = str(card.prestige) if card.prestige > 1 else ""
    return glyph_facts(Glyph("prestige", figure=figure))


def _start(card: Card) -> Facts | None:
    if card.start is None:
        return None
    return {"number": card.start.number, "colour": card.start.colour}


def phase_rows(
    card: Card,
    theme: Theme,
    order: Sequence[str],
    labels: Mapping[str, str],
    always: Sequence[str] = (),
) -> list[Facts]:
    """Return the rows of phases and other moments of a card's powers, with their icons.

    labels: labels of phases; other moments have drawings. always: phases with a row on every card.
    In a row, `worded` is true for each line whose power also has words.
    """
    rows = []
    for phase in order:
        lines = [line for line in card.powers if phase in line.power.phases]
        if lines or phase in always:
            drawing = glyph_facts(Glyph(f"phase_{phase.replace(' ', '_')}"))
            rows.append(
                {
                    "label": labels.get(phase, ""),
                    "moment": None if phase in labels else drawing,
                    "used": bool(lines),
                    "lines": [_glyphs(_icon_line(line, card)) for line in lines],
                    "worded": [_has_words(line, card, theme) for line in lines],
                }
            )
    return rows


def _glyphs(icons: IconLine) -> list[Facts]:
    return [glyph_facts(glyph) for glyph in icons.glyphs]


def _icon_line(line: PowerLine, card: Card) -> IconLine:
    return icon_line(line.power, card.kind or "")


def _has_words(line: PowerLine, card: Card, theme: Theme) -> bool:
    """Return whether the English of a power is on the card outside of the scoring table."""
    if line.power.phase == ast.SCORE and card.tile is None:
        return False
    return theme.words == "all" or not _icon_line(line, card).says_all


def sentences(card: Card, theme: Theme) -> list[Facts]:
    """Return a sentence for each power that has words on a face."""
    english = card_texts(theme)
    return [_sentence(line, english) for line in card.powers if _has_words(line, card, theme)]


def _sentence(line: PowerLine, english: CardTexts) -> Facts:
    lead, _, words = english.render(word_power, line.power).partition(": ")
    return {"lead": lead, "words": words}


def _arrival(card: Card, english: CardTexts) -> list[Facts]:
    """Return the sentence about a world that is placed with its only good."""
    words = english.render(word_arrival, card)
    return [{"lead": "Settle", "words": words}] if words else []


def _scoring(card: Card, english: CardTexts) -> list[Facts]:
    """Return the rows of the scoring table of a card."""
    powers = [line.power for line in card.powers if line.power.phase == ast.SCORE]
    icons = [line for power in powers for line in icon_scoring(power)]
    effects = [effect for power in powers for effect in power.effects]
    words = [
        text for power in scoring_table(powers) for text in english.render(word_counted, power)
    ]
    return [
        {
            "points": glyph_facts(Glyph("vp", figure=str(effect.amount or "?"))),
            "icons": _glyphs(icon),
            "words": text,
        }
        for effect, icon, text in zip(effects, icons, words, strict=True)
    ]


def tile_facts(printed: PrintedCard, theme: Theme) -> Facts:
    """Return the facts about a tile's face as JSON data; pictures are Files.

    `dark` is true for tiles that players start with; they have dark corners.
    """
    tile = printed.card.tile
    return {
        **shared_facts(printed, theme),
        "phases": phase_rows(printed.card, theme, ROLL.order, TILE_LABELS),
        "text": sentences(printed.card, theme),
        "scoring": [],
        "dark": tile is not None and (tile.home or tile.faction > 0),
    }


def faction_facts(faces: Sequence[PrintedCard], theme: Theme) -> Facts:
    """Return the facts about a faction tile: its two faces, from left to right."""
    return {"sides": [tile_facts(face, theme) for face in faces]}


def find_damaged_pictures(
    units: Iterable[Unit], printed: Iterable[PrintedCard], theme: Theme
) -> Iterator[Diagnostic]:
    """Yield findings about pictures that cannot be decoded.

    units: the card files. The findings of `check` are not repeated.
    """
    with_pictures = {(card.card.set_id, card.card.title) for card in printed if card.card.art}
    for unit in units if with_pictures else ():
        report = Report(unit.report.file)
        for draft in unit.drafts:
            node = draft.node.values.get("art")
            if isinstance(node, Scalar) and draft.card and (unit.id, draft.title) in with_pictures:
                try:
                    crop_picture(node.text, unit.path.parent, choose_frame(draft.card, theme))
                except UnusablePicture as problem:
                    report.add("E417", node.region, str(problem), help=_DAMAGED_HELP)
        yield from report.findings


_DAMAGED_HELP: Final = "the card is printed with drawn art instead; save or copy the picture again"
