"""Page data of a reviewed game, and its export as a self-contained HTML file."""

from __future__ import annotations

import base64
import gzip
import hashlib
import json
import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import closing
from pathlib import Path
from typing import Any, Final

from rftg_dsl.diagnostics.text import printable_data
from rftg_dsl.source.files import write_bytes_atomically
from rftg_tools import play
from rftg_tools.games import GAMES
from rftg_tools.play.game_frames import FaceFacts
from rftg_tools.play.game_session import BOT, SeatConfig
from rftg_tools.play.narration.texts import list_cards
from rftg_tools.play.pages import FOLDERS as PLAY_FOLDERS
from rftg_tools.review.plan import Plan, begin, groups
from rftg_tools.review.review import Game, display_names, format_moment
from rftg_tools.review.reviewer import ReplayedGame
from rftg_tools.web.images import Images
from rftg_tools.web.server import (
    MODULES,
    MODULES_SCRIPT,
    build_modules_script,
    page_files,
)
from rftg_tools.web.styles import shared_styles

Data = dict[str, Any]


def page_data(game: Game, review: Data, faces: FaceFacts) -> Data:
    """Return the page data. review: result of `review_data`."""
    moments = list(scenes(game))
    cards = {int(card) for card in review["cards"]}
    for moment in moments:
        cards.update(_cards_of(moment))
        cards.update(game.plan.reviewer.cards_of(moment["table"], moment["seats"]))
    return {
        "review": review,
        "moments": moments,
        "cards": {str(card): faces.data(card) for card in sorted(cards)},
    }


def scenes(game: Game) -> Iterator[Data]:
    """Yield every moment with decisions, and the end."""
    plan, names = game.plan, display_names(game.players)
    played = begin(plan)
    seats = [SeatConfig(BOT, name) for name in names]
    replay = ReplayedGame(plan.table, plan.options, played, seats, plan.seed)
    for first in groups(plan, played):
        decisions = [
            _decision(plan, played.state, decision, number, names)
            for number, decision in enumerate(played.pending, first)
            if number < len(plan.answers)
        ]
        title = format_moment(plan, played.state.round, played.step)
        yield _scene(plan, replay, first, title, decisions)
        replay.turn += 1
    end = "The end" if played.over else "So far"
    yield _scene(plan, replay, len(plan.answers), end, [])


def _scene(
    plan: Plan, replay: ReplayedGame, answers: int, title: str, decisions: list[Data]
) -> Data:
    """Return a scene. answers: number of earlier answers."""
    table = plan.reviewer.table_facts(replay) | {"over": None}
    for player in table["players"]:
        player["waiting"] = False  # all answers are known
    state = replay.game.state
    return {
        "at": answers,
        "title": title,
        "over": replay.game.over,
        "decisions": decisions,
        "table": table,
        "seats": [
            plan.reviewer.seat_facts(plan.table, state, seat)
            for seat in range(plan.options.players)
        ],
    }


def _decision(plan: Plan, state: Any, decision: Any, number: int, names: Sequence[str]) -> Data:
    wording = plan.reviewer.wording(plan.table, state, decision, names)
    return {
        "number": number,
        "seat": decision.player,
        "prompt": wording.prompt,
        "label": wording.answer(plan.answers[number]),
    }


def _cards_of(scene: Data) -> set[int]:
    """Return the ids of the cards in the decisions of a scene."""
    cards: set[int] = set()
    for decision in scene["decisions"]:
        cards.update(list_cards(decision["prompt"]), list_cards(decision["label"]))
    return cards


_IMPORT: Final = re.compile(r'^import \{([\w\s,]+)\} from "\./([\w-]+\.js)";\n', re.MULTILINE)
_EXPORT: Final = re.compile(r"^export ((?:async )?(?:function\*?|const|class) (\w+))", re.MULTILINE)
_UNSUPPORTED: Final = re.compile(r"^(?:import|export)\b.*$|(?<!\{)\bimport\(", re.MULTILINE)


def bundle_scripts(modules: Mapping[str, str], names: Iterable[str]) -> str:
    """Bundle some modules and their imports into one script.

    modules: source texts by name. Raises ValueError for unsupported syntax and circular imports.
    """
    bundle: dict[str, str] = {}
    for name in names:
        _add_module(modules, name, bundle, ())
    return "".join(['"use strict";\nconst modules = {};\n', *bundle.values()])


def _add_module(
    modules: Mapping[str, str], name: str, bundle: dict[str, str], importers: tuple[str, ...]
) -> None:
    if name in bundle:
        return
    if name in importers:
        raise ValueError(f"{name} imports itself through {', '.join(importers)}")
    text = modules[name]
    for _names, imported in _IMPORT.findall(text):
        _add_module(modules, imported, bundle, (*importers, name))
    bundle[name] = _wrap_in_function(name, text)


def _wrap_in_function(name: str, text: str) -> str:
    exported = [match[1] for match in _EXPORT.findall(text)]
    body = _IMPORT.sub(lambda match: f'const {{{match[1]}}} = modules["{match[2]}"];\n', text)
    body = _EXPORT.sub(r"\1", body)
    unsupported = _UNSUPPORTED.search(body)
    if unsupported:
        raise ValueError(f"{name}: {unsupported[0]!r} cannot be bundled")
    is_async = re.search(r"^(?:const \w+ = )?await ", body, re.MULTILINE)
    head = "async () =>" if is_async else "() =>"
    return f'modules["{name}"] = ({head} {{\n{body}return {{ {", ".join(exported)} }};\n}})();\n'


PAGE: Final = Path(__file__).parent / "page"
_PLAY: Final = Path(play.__file__).parent / "page"
FOLDERS: Final = (*PLAY_FOLDERS, PAGE)
"""Folders of the page. Files in later folders take precedence."""
_SIDES: Final = ("face", "back")
"""Members of a card's data that are images."""
_MIN_PIECE_LENGTH: Final = 60
"""Minimum length of a piece that faces share. Most pieces are outlines of letters."""
_PIECE: Final = re.compile(r"<[^<]*")
_SHARED: Final = ("fonts.css", "tokens.css")
"""Style sheets that `shared_styles` contains."""
_STYLE: Final = re.compile(r'^ *<link rel="stylesheet" href="\.\./([\w-]+\.css)">\n', re.MULTILINE)
_SCRIPT: Final = re.compile(r' *<script type="module" src="\.\./([\w-]+\.js)"></script>\n')
_ICON: Final = re.compile(r' *<link rel="icon"[^>]*>\n')


def faces_of(game: Game, images: Images, folders: Mapping[str, Path] | None = None) -> FaceFacts:
    """Return the faces of a game. folders: additional picture folders."""
    places = {**game.folders, **(folders or {})}
    faces: FaceFacts = GAMES[game.plan.game].call("faces", game.plan.table, images, places)
    return faces


def export_to(path: Path, game: Game, review: Data, theme: str) -> int:
    """Write a review to a file atomically; return its size in bytes.

    review: result of `review_data`. Raises BadTheme, CannotDraw, OSError.
    """
    with closing(Images(theme)) as images:
        faces = faces_of(game, images)
        html = build_html(page_data(game, review, faces), images.image).encode()
    write_bytes_atomically(path, html)
    return len(html)


def build_html(data: Data, get_image: Callable[[str], bytes]) -> str:
    """Return the text of the file. It depends only on the arguments.

    data: result of `page_data`. get_image: returns the image of a face by name.
    """
    html = (PAGE / "review.html").read_text(encoding="utf-8")
    own = (name for name in _STYLE.findall(html) if name not in _SHARED)
    styles = "".join([shared_styles(), *map(_read, own)])
    script = bundle_scripts(_modules(), _SCRIPT.findall(html))
    if "</script" in script or "</style" in styles:
        raise ValueError("a script or style contains its end tag")
    html = _SCRIPT.sub("", _ICON.sub("", _STYLE.sub("", html)))
    head = f"{_policy(script, styles)}<style>{styles}</style>\n</head>"
    body = (
        f'<script type="text/plain" id="packed">{_pack(data, get_image)}</script>\n'
        f"<script>{script}</script>\n</body>"
    )
    return html.replace("</head>", head, 1).replace("</body>", body, 1)


def _policy(script: str, styles: str) -> str:
    """Return a content security policy that allows only the file's own script and styles."""
    rules = (
        "default-src 'none'",
        f"script-src '{_hash(script)}'",
        f"style-src '{_hash(styles)}'",
        "font-src data:",
        "img-src blob:",
    )
    return f'<meta http-equiv="Content-Security-Policy" content="{"; ".join(rules)}">\n'


def _hash(text: str) -> str:
    return f"sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}"


def _modules() -> dict[str, str]:
    files = (file for folder in FOLDERS for file in page_files(folder) if file.suffix == ".js")
    loading = {MODULES_SCRIPT: build_modules_script(_PLAY / MODULES)}
    return loading | {file.name: file.read_text(encoding="utf-8") for file in files}


def _read(name: str) -> str:
    """Return a file of the page."""
    (*_earlier, file) = [folder / name for folder in FOLDERS if (folder / name).exists()]
    return file.read_text(encoding="utf-8")


def _pack(data: Data, get_image: Callable[[str], bytes]) -> str:
    """Return the data and the faces, compressed, in base64."""
    # In the order of the cards, because the names of faces differ between runs.
    sides = [(card, side) for card in data["cards"].values() for side in _SIDES if card.get(side)]
    names = list(dict.fromkeys(card[side] for card, side in sides))
    images = [get_image(Path(name).stem).decode() for name in names]
    parts, faces = shared_parts(images)
    numbers = {name: number for number, name in enumerate(names)}
    cards = {
        card_id: card | {side: numbers[card[side]] for side in _SIDES if card.get(side)}
        for card_id, card in data["cards"].items()
    }
    packed = printable_data(data) | {"cards": cards, "parts": parts, "faces": faces}
    text = json.dumps(packed, ensure_ascii=False, separators=(",", ":"))
    return base64.b64encode(gzip.compress(text.encode(), 9, mtime=0)).decode()


def shared_parts(images: list[str]) -> tuple[list[str], list[list[int]]]:
    """Split images into distinct parts; return the parts and the part indices of each image."""
    pieces_of_images = [_PIECE.findall(image) for image in images]
    uses = Counter(
        piece
        for pieces in pieces_of_images
        for piece in set(pieces)
        if len(piece) >= _MIN_PIECE_LENGTH
    )
    indices: dict[str, int] = {}
    faces = []
    for pieces in pieces_of_images:
        face = []
        unshared = ""
        for piece in pieces:
            if uses[piece] < 2:
                unshared += piece
                continue
            face += [indices.setdefault(part, len(indices)) for part in (unshared, piece) if part]
            unshared = ""
        face += [indices.setdefault(unshared, len(indices))] if unshared else []
        faces.append(face)
    return list(indices), faces
