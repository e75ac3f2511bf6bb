"""The facts of a face: what is printed on a card and where it belongs, as plain data for Typst.

What tiles have as well as cards is here too; tiles.py puts their faces together.
"""

from __future__ import annotations

import hashlib
import json
import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import asdict, fields, replace
from typing import Any, Final

from rftg_dsl.model import Card, CardSet, PowerLine
from rftg_dsl.syntax import ast
from rftg_dsl.syntax.formatter import format_power
from rftg_dsl.wording.icon_line import Glyph, IconLine, icon_line, icon_scoring
from rftg_tools.faces.art import art_svg, plain_svg, scenes_in
from rftg_tools.faces.drawings import Drawings, aspect_of
from rftg_tools.faces.english import English, english_of
from rftg_tools.faces.printed import Printed
from rftg_tools.faces.theme import BadTheme, Theme
from rftg_tools.faces.typesetting import file_of

Facts = dict[str, Any]
COLUMN: Final = ast.PHASES
"""The phases of the column at the left, from top to bottom."""
LABELS: Final = dict(zip(ast.PHASES, ("I", "II", "III", "$", "IV", "V"), strict=True))
"""What stands for the phases on cards."""
_ROWS: Final = (*ast.MOMENTS[:2], *COLUMN, *ast.MOMENTS[2:])
"""The phases and other moments in the order in which they stand on cards."""
_HASH: Final = 6


def printed_cards(card_set: CardSet, theme: Theme) -> list[Printed]:
    """Return the cards of a set in their order. Raises BadTheme."""
    scenes = scenes_in(card_set.cards, card_set.scenes, theme)
    return [
        Printed(card, card_set.title, n, card_set.folder, scene)
        for n, (card, scene) in enumerate(zip(card_set.cards, scenes, strict=True), 1)
    ]


def faces_data(printed: Sequence[Printed], theme: Theme, drawings: Drawings) -> Facts:
    """Return the facts of faces and the drawings they need, as data of a Typst document."""
    faces = [face_facts(card, theme) for card in printed]
    return {"faces": faces, "icons": icons_of(faces, drawings)}


def face_facts(one: Printed, theme: Theme) -> Facts:
    """Return all that a card's face shows, as data of JSON; a picture is a File."""
    card, english = one.card, english_of(theme)
    return {
        **shared_facts(one, theme),
        "keywords": list(english.keywords(card)),
        "badges": [glyph_facts(Glyph(f"keyword_{name}")) for name in card.keywords],
        "vp": glyph_facts(Glyph("vp", figure="?" if card.vp is None else str(card.vp))),
        "prestige": _prestige(card),
        "start": _start(card),
        "phases": phase_rows(card, theme, _ROWS, LABELS, COLUMN),
        "text": [*_arrival(card, english), *sentences(card, theme)],
        "scoring": [row for line in card.powers for row in _scoring(line, english)],
    }


def shared_facts(one: Printed, theme: Theme) -> Facts:
    """Return what the faces of cards and of tiles have alike."""
    card = one.card
    return {
        "title": card.title,
        "direction": direction_of(card.title),
        "accent": _accent(card),
        "shape": glyph_facts(shape_of(card)),
        "foot": {
            "set": one.set_title,
            "number": one.number,
            "copies": card.copies,
            "hash": text_hash(card),
        },
        "art": _art(one, theme),
    }


AMISS: Final = ("unread", "undrawn")
"""What the art of a face may lack: the picture that the card names, the art drawn for it."""


def problems_of(faces: Sequence[Facts], amiss: Sequence[str] = AMISS) -> list[str]:
    """Return why cards do not have what they should, in sentences. amiss: words of AMISS."""
    said = ((facts["title"], facts["art"]) for facts in faces)
    return [f"{title}: {art[key]}" for title, art in said for key in amiss if key in art]


def _art(one: Printed, theme: Theme) -> Facts:
    """Return the picture that the card names, or else art drawn for it."""
    if not one.card.art or one.folder is None:
        return _drawn(one, theme)
    from rftg_tools.faces.pictures import CannotUse, frame_of, framed  # late: few cards need Pillow

    try:
        return {"file": framed(one.card.art, one.folder, frame_of(one.card, theme))}
    except CannotUse as problem:
        return {**_drawn(one, theme), "unread": str(problem)}


def _drawn(one: Printed, theme: Theme) -> Facts:
    """Return art drawn for a card.

    One that cannot be drawn is no reason to lose a sheet of others.
    """
    try:
        return {"file": file_of(art_svg(one.card, theme, one.scene).encode(), "svg")}
    except BadTheme:
        raise
    except Exception as error:
        reason = f"{type(error).__name__}: {error}".strip(": ")
        why = f"its art cannot be drawn, and a plain sky stands in its place ({reason})"
        return {"file": file_of(plain_svg(theme).encode(), "svg"), "undrawn": why}


def text_hash(card: Card) -> str:
    """Return a short hash of what a card says, by which a reprint is told from the old card."""
    return hashlib.sha256(printed_text(card).encode()).hexdigest()[:_HASH]


def printed_text(card: Card) -> str:
    """Return all that is printed on a card, as one text, however it is written in its file.

    Cards with the same text look the same, but for their number, set and copies.
    """
    facts = asdict(replace(card, set_id="", copies=1, line=0, powers=()))
    usual = {one.name: one.default for one in fields(card)}
    said = {name: value for name, value in facts.items() if value != usual[name]}
    return json.dumps([said, [format_power(line.power) for line in card.powers]])


def _accent(card: Card) -> str:
    """Return the colour of the card's bands: of its kind, or of what it is."""
    if card.type == "development":
        return "development"
    return card.kind or ("military" if card.military else "gray")


def direction_of(text: str) -> str:
    """Return "rtl" for a text that begins in a right-to-left script, else "ltr"."""
    strong = (unicodedata.bidirectional(letter) for letter in text)
    first = next((one for one in strong if one in ("L", "R", "AL")), "L")
    return "ltr" if first == "L" else "rtl"


def shape_of(card: Card) -> Glyph:
    """Return the glyph in which a card's cost or defense stands."""
    facts = (
        ("military", card.military),
        ("production", card.production),
        ("windfall", card.windfall),
        ("holds", card.holds),
    )
    words = [word for word, holds in facts if holds]
    return Glyph("_".join([*words, card.type]), card.kind or "", str(card.cost))


def glyph_facts(glyph: Glyph) -> Facts:
    """Return a glyph, its drawing named by what it is and its kind."""
    return {
        "icon": f"{glyph.name}/{glyph.kind}",
        "figure": glyph.figure,
        "negated": glyph.negated,
    }


def icons_of(faces: Sequence[Facts], drawings: Drawings) -> Facts:
    """Return the drawings that faces need, by their names.

    Files, and their widths for a height of 1.
    """
    named: set[str] = set()
    for facts in faces:
        _gather(facts, named)
    return {name: _icon(name, drawings) for name in sorted(named)}


def _icon(name: str, drawings: Drawings) -> Facts:
    svg = drawings.draw(*name.split("/"))
    origin = drawings.file(name.partition("/")[0])
    return {"file": file_of(svg.encode(), "svg", str(origin)), "aspect": aspect_of(svg)}


def _gather(data: object, named: set[str]) -> None:
    if isinstance(data, dict):
        if "icon" in data:
            named.add(data["icon"])
        for value in data.values():
            _gather(value, named)
    elif isinstance(data, list):
        for value in data:
            _gather(value, named)


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
    """Return the phases and other moments of the card's powers, in order, with their icons.

    labels: what stands for phases; other moments have drawings. always: those that are there on a
    card without such a power, too. worded: whether the power of a line has words, too.
    """
    rows = []
    for phase in order:
        lines = [line for line in card.powers if phase in line.power.phases]
        if lines or phase in always:
            icons = [_glyphs(_icon_line(line, card)) for line in lines]
            worded = [_has_words(line, card, theme) for line in lines]
            mark = _mark(phase, labels)
            rows.append({**mark, "used": bool(lines), "lines": icons, "worded": worded})
    return rows


def _mark(phase: str, labels: Mapping[str, str]) -> Facts:
    """Return what stands for a phase in the column: its label, or the drawing of another moment."""
    if phase in labels:
        return {"label": labels[phase], "moment": None}
    return {"label": "", "moment": glyph_facts(Glyph(f"phase_{phase.replace(' ', '_')}"))}


def _glyphs(icons: IconLine) -> list[Facts]:
    return [glyph_facts(glyph) for glyph in icons.glyphs]


def _icon_line(line: PowerLine, card: Card) -> IconLine:
    return icon_line(line.power, card.kind or "")


def _has_words(line: PowerLine, card: Card, theme: Theme) -> bool:
    """Return whether the English of a power stands on the card, or else in a table of points."""
    if line.power.phase == ast.SCORE and card.tile is None:
        return False
    return theme.words == "all" or not _icon_line(line, card).says_all


def sentences(card: Card, theme: Theme) -> list[Facts]:
    """Return the powers that have words on a face, a sentence each."""
    english = english_of(theme)
    return [_sentence(line, english) for line in card.powers if _has_words(line, card, theme)]


def _sentence(line: PowerLine, english: English) -> Facts:
    lead, _, words = english.power(line.power).partition(": ")
    return {"lead": lead, "words": words}


def _arrival(card: Card, english: English) -> list[Facts]:
    """Return the sentence of a world that comes with its only good."""
    words = english.arrival(card)
    return [{"lead": "Settle", "words": words}] if words else []


def _scoring(line: PowerLine, english: English) -> list[Facts]:
    """Return the rows of the scoring table that a power stands for."""
    if line.power.phase != ast.SCORE:
        return []
    power = line.power
    rows = zip(power.effects, icon_scoring(power), english.counted(power), strict=True)
    return [
        {
            "points": glyph_facts(Glyph("vp", figure=str(effect.amount or "?"))),
            "icons": _glyphs(icons),
            "words": words,
        }
        for effect, icons, words in rows
    ]
