"""A reviewed game as its page shows it, and as a self-contained HTML file."""

from __future__ import annotations

import base64
import gzip
import hashlib
import json
import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from gamekit.driver import Driver
from rftg_dsl.diagnostics.text import printable_data
from rftg_dsl.source.rewriting import write_bytes_atomically
from rftg_engine.cards.table import Table
from rftg_engine.options import Options
from rftg_engine.state import State
from rftg_engine.view import view_of
from rftg_tools import play
from rftg_tools.play.cards import Faces
from rftg_tools.play.frames import fixed_facts, open_facts
from rftg_tools.play.game_session import BOT, SeatConfig
from rftg_tools.play.narration.texts import list_cards
from rftg_tools.play.pages import WORDS
from rftg_tools.review.plan import Plan, begin, groups
from rftg_tools.review.review import DecisionWording, Game, display_names, format_moment
from rftg_tools.web.images import Images
from rftg_tools.web.pages import MODULES, MODULES_SCRIPT, SHARED_PAGE, build_modules_script

Data = dict[str, Any]


@dataclass(slots=True)
class _Shown:
    """The recorded game at a moment (see play.frame_parts.PositionView)."""

    table: Table
    options: Options
    game: Driver[State]
    seats: Sequence[SeatConfig]
    seed: str = ""
    turn: int = 0


def page_data(game: Game, review: Data, faces: Faces) -> Data:
    """Return the data of the page. review: of `review_data`."""
    shown = list(scenes(game))
    shown_cards = {int(card) for card in review["cards"]}.union(*(_cards_of(one) for one in shown))
    return {
        "review": review,
        "moments": shown,
        "cards": {str(card): faces.data(card) for card in sorted(shown_cards)},
    }


def scenes(game: Game) -> Iterator[Data]:
    """Yield every moment at which something was decided, and the end."""
    plan, names = game.plan, display_names(game.players)
    played = begin(plan)
    seats = [SeatConfig(BOT, name) for name in names]
    shown = _Shown(plan.table, plan.options, played, seats, plan.seed)
    fixed = fixed_facts("", shown) | {"over": None}
    for first in groups(plan, played):
        decided = [
            _decision(plan, played.state, one, first + index, names)
            for index, one in enumerate(played.pending)
            if first + index < len(plan.answers)
        ]
        yield _scene(shown, fixed, first, format_moment(played.state.round, played.step), decided)
        shown.turn += 1
    yield _scene(shown, fixed, len(plan.answers), "The end" if played.over else "So far", [])


def _scene(shown: _Shown, fixed: Data, at: int, title: str, decided: list[Data]) -> Data:
    """Return a scene. at: how many answers were given before.

    decided: what is decided at this moment.
    """
    seats = range(shown.options.players)
    table = fixed | open_facts(shown)
    for player in table["players"]:
        player["waiting"] = False  # nobody is waited for any more
    views = [view_of(shown.game.state, seat) for seat in seats]
    return {
        "at": at,
        "title": title,
        "over": shown.game.over,
        "decisions": decided,
        "table": table,
        "hands": [list(view.hand) for view in views],
        "saved": [{str(card): list(cards) for card, cards in view.saved} for view in views],
    }


def _decision(plan: Plan, state: State, decision: Any, number: int, names: Sequence[str]) -> Data:
    asked = DecisionWording(plan.table, state, decision, names)
    return {
        "number": number,
        "seat": decision.player,
        "prompt": asked.prompt,
        "label": asked.answer(plan.answers[number]),
    }


def _cards_of(scene: Data) -> set[int]:
    """Return the cards that a scene shows or names."""
    shown_cards = {one["card"] for player in scene["table"]["players"] for one in player["tableau"]}
    shown_cards.update(*scene["hands"])
    for saved in scene["saved"]:
        shown_cards.update(*saved.values())
    for decision in scene["decisions"]:
        shown_cards.update(list_cards(decision["prompt"]), list_cards(decision["label"]))
    return shown_cards


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
    """Return a policy that allows only the script and styles of the file."""
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
    """Return the data and the faces, compressed and in base64."""
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
