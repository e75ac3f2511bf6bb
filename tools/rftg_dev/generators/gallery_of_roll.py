"""Pictures of Roll for the Galaxy for the docs: printed tiles, and the table."""

from __future__ import annotations

import io
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

from PIL import Image

from rftg_dev.generators.gallery_of_play import GAME, Look, decision_picture
from rftg_dsl.compiler import compile_files
from rftg_tools.faces.facts import printed_cards
from rftg_tools.faces.theme import DEFAULT, load_theme
from rftg_tools.play.catalog import SetCatalog
from rftg_tools.play.game_session import BOT, HUMAN
from rftg_tools.play.lobby import start_game
from rftg_tools.play.saves import Saves
from rftg_tools.play.sessions import RollSession
from rftg_tools.sheets.pieces import card_piece, join_faces
from rftg_tools.sheets.printing import Printer
from roll_engine.bots import make_bot

_SHOWN: Final = ("Salvage Yards", "Drift Markets", "Border Levy", "Drift Assembly")
_DPI: Final = 110
_GAP: Final = 14
_LOOK: Final = Look({"width": 1200, "height": 810}, "light", keys="l")
"""`l` closes the log."""
_KIND: Final = "select"
_FIRST_ROUND: Final = 7
_SEED: Final = "tiles"


def both_sides(path: Path) -> Image.Image:
    """Return several tiles from a file, a column each: the first side above the other."""
    theme = load_theme(DEFAULT)
    faces = [(card, 1) for card in printed_cards(compile_files([path]).sets[-1], theme)]
    tiles = {piece.faces[0].card.title: piece.faces for piece in join_faces(faces)}
    rows = zip(*(tiles[title] for title in _SHOWN), strict=True)
    with closing(Printer(theme)) as printer:
        pictures = [
            [
                Image.open(io.BytesIO(png))
                for png in printer.pictures((card_piece(face, theme) for face in row), "png", _DPI)
            ]
            for row in rows
        ]
    return _grid(pictures)


def _grid(rows: Sequence[Sequence[Image.Image]]) -> Image.Image:
    width, height = (side + _GAP for side in rows[0][0].size)
    grid = Image.new("RGBA", (len(rows[0]) * width - _GAP, len(rows) * height - _GAP))
    for down, row in enumerate(rows):
        for across, picture in enumerate(row):
            grid.paste(picture, (across * width, down * height))
    return grid


def roll_table_picture(program: str, path: Path) -> Image.Image:
    """Return the table while a phase is selected, in a 3-player game with the tiles of a file."""
    with TemporaryDirectory() as folder:
        _save(Path(folder), path)
        return decision_picture(program, Path(folder), _LOOK)


def _save(folder: Path, path: Path) -> None:
    """Play a game up to the moment to show, and save it so that it can be resumed."""
    bots = [{"kind": BOT, "level": "expert"}, {"kind": BOT, "level": "greedy"}]
    form: dict[str, Any] = {
        "game": "roll",
        "sets": ["roll", path.stem],
        "seats": [{"kind": HUMAN, "name": "Ann"}, *bots],
        "seed": _SEED,
    }
    opened = start_game(form, SetCatalog([path]), 1)
    session = opened.session
    assert isinstance(session, RollSession)
    ann = make_bot("expert", session.table, _SEED)
    while not session.game.over and not _is_reached(session):
        bot = session.next_bot_decision()
        if bot is not None:
            session.take(bot.player, session.bot_answer(bot))
        else:
            decision = session.decision_for(0)
            assert decision is not None
            session.take(0, ann.choose(decision, lambda: session.view(0)))
    Saves(folder).write(GAME, session.record(opened.texts))


def _is_reached(session: RollSession) -> bool:
    decision = session.decision_for(0)
    return (
        session.state.round >= _FIRST_ROUND
        and session.next_bot_decision() is None
        and decision is not None
        and decision.kind == _KIND
    )
