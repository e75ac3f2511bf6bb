"""Pictures of games and reviews for the docs: bots play up to a chosen moment."""

from __future__ import annotations

import io
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final, Literal, NamedTuple

from PIL import Image
from playwright.sync_api import Page, ViewportSize

from rftg_dev.serving import chromium, served
from rftg_dsl.library import pack
from rftg_dsl.sets.robot import shipped_robot
from rftg_engine.options import Options
from rftg_tools.games import GAMES
from rftg_tools.play.catalog import SetCatalog
from rftg_tools.play.game_session import BOT, HUMAN, ROBOT, GameSession, SeatConfig
from rftg_tools.play.lobby import OpenGame, start_game
from rftg_tools.play.saves import Saves
from rftg_tools.play.sessions import RaceSession
from rftg_tools.simulation.race import table_for

GAME: Final = "game"
"""ID of the game in a picture."""
_ALL_DRAWN: Final = """() => [...document.images].every(
  (image) => image.complete || image.getBoundingClientRect().top > innerHeight)"""
_PLAYOUTS: Final = "240"


class Moment(NamedTuple):
    """The first decision of a kind from a round on; by default, the end of the game."""

    kind: str = ""
    first_round: int = 0


class Look(NamedTuple):
    """Size and settings of a browser page. keys: pressed before the screenshot."""

    size: ViewportSize
    scheme: Literal["light", "dark"]
    scale: float = 1.0
    keys: str = ""


_ANN: Final = SeatConfig(HUMAN, "Ann")
_BOT: Final = SeatConfig(BOT, "Bot", "expert")
_ARC: Final = ("brink-of-war",)


def table_picture(program: str, card_file: Path) -> Image.Image:
    """Return the table while a card is paid for, in a 3-player game with the cards of a file."""
    options = Options(3, goals=True)
    seats = (_ANN, SeatConfig(BOT, "Nova", "expert"), SeatConfig(BOT, "Vega", "greedy"))
    game = _race((*_ARC, str(card_file)), options, seats, "table")
    moment = Moment("pay for development", 6)
    return _decision_picture(program, game, moment, Look({"width": 1280, "height": 800}, "dark"))


def robot_picture(program: str) -> Image.Image:
    """Return the choice of actions against the robot, on a phone."""
    options = Options(2, experienced=True, robot="medium")
    game = _race(_ARC, options, (_ANN, SeatConfig(ROBOT, "Robot")), "robot")
    look = Look({"width": 390, "height": 844}, "light", 2.0)
    return _decision_picture(program, game, Moment("action", 5), look)


def roll_table_picture(program: str, path: Path) -> Image.Image:
    """Return the table while a phase is selected, in a 3-player game with the tiles of a file."""
    bots = [{"kind": BOT, "level": "expert"}, {"kind": BOT, "level": "greedy"}]
    form: dict[str, Any] = {
        "game": "roll",
        "sets": ["roll", path.stem],
        "seats": [{"kind": HUMAN, "name": "Ann"}, *bots],
        "seed": "tiles",
    }
    game = start_game(form, SetCatalog([path]), 1)
    look = Look({"width": 1200, "height": 810}, "light", keys="l")  # `l` closes the log
    return _decision_picture(program, game, Moment("select", 7), look)


def review_picture(program: str) -> Image.Image:
    """Return the review of a base game against an expert bot."""
    game = _race(("base",), Options(2), (_ANN, _BOT), "review")
    with TemporaryDirectory() as folder:
        _save(Path(folder), game, Moment())
        record = f"{GAME}.json"
        review = ("review", record, "--playouts", _PLAYOUTS)
        with served(*review, folder=Path(folder)) as address, chromium(program) as browser:
            page = browser.new_page(viewport={"width": 1280, "height": 860}, color_scheme="light")
            page.goto(address)
            page.wait_for_load_state("networkidle")
            page.keyboard.press("n")
            return _picture(page)


def _decision_picture(program: str, game: OpenGame, moment: Moment, look: Look) -> Image.Image:
    """Return the page of a game at a moment."""
    with TemporaryDirectory() as name:
        folder = Path(name)
        _save(folder, game, moment)
        play = ("play", "--games", name)
        with served(*play, folder=folder) as address, chromium(program) as browser:
            page = browser.new_page(
                viewport=look.size, color_scheme=look.scheme, device_scale_factor=look.scale
            )
            page.goto(f"{address}games/{GAME}")
            page.wait_for_selector("#ask [data-do]")
            for key in look.keys:
                page.keyboard.press(key)
            page.wait_for_load_state("networkidle")
            return _picture(page)


def _picture(page: Page) -> Image.Image:
    page.wait_for_function(_ALL_DRAWN)
    page.wait_for_timeout(500)
    return Image.open(io.BytesIO(page.screenshot()))


def _race(
    sets: tuple[str, ...], options: Options, seats: tuple[SeatConfig, ...], seed: str
) -> OpenGame:
    bundle = pack(sets)
    robot = shipped_robot() if options.robot else None
    session = RaceSession(table_for(bundle, robot), options, seed, seats)
    return OpenGame(GAMES["race"], session, bundle.texts, {})


def _save(folder: Path, game: OpenGame, moment: Moment) -> None:
    """Play a game up to a moment, and save it so that it can be resumed."""
    session = game.session
    while not session.game.over and not _is_reached(session, moment):
        bot = session.next_bot_decision()
        if bot is None:
            decision = session.game.pending[0]
            session.take(decision.player, session.suggestion(decision))
        else:
            session.take(bot.player, session.bot_answer(bot))
    Saves(folder).write(GAME, session.record(game.texts))


def _is_reached(session: GameSession[Any], moment: Moment) -> bool:
    decision = session.decision_for(0)
    return (
        session.state.round >= moment.first_round
        and session.next_bot_decision() is None
        and decision is not None
        and decision.kind == moment.kind
    )
