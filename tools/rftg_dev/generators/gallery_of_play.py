"""Pictures of games and reviews for the docs: bots play up to a chosen moment."""

from __future__ import annotations

import io
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final, Literal, NamedTuple

from PIL import Image
from playwright.sync_api import Page, ViewportSize

from rftg_dev.serving import chromium, served
from rftg_dsl.bundle import pack
from rftg_dsl.sets.robot_file import shipped_robot
from rftg_engine.options import Options
from rftg_tools.play.game_session import BOT, HUMAN, ROBOT, SeatConfig
from rftg_tools.play.saves import Saves
from rftg_tools.play.sessions import RaceSession
from rftg_tools.simulation.race import table_for

GAME: Final = "game"
"""ID of the game in a picture."""
_ALL_DRAWN: Final = """() => [...document.images].every(
  (image) => image.complete || image.getBoundingClientRect().top > innerHeight)"""
_PLAYOUTS: Final = "240"


class Scene(NamedTuple):
    """A game, stopped at the first decision of a kind from a round on."""

    sets: tuple[str, ...]
    options: Options
    seats: tuple[SeatConfig, ...]
    seed: str
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
    sets = (*_ARC, str(card_file))
    scene = Scene(sets, options, seats, "table", "pay for development", 6)
    return _played(program, scene, Look({"width": 1280, "height": 800}, "dark"))


def robot_picture(program: str) -> Image.Image:
    """Return the choice of actions against the robot, on a phone."""
    options = Options(2, experienced=True, robot="medium")
    scene = Scene(_ARC, options, (_ANN, SeatConfig(ROBOT, "Robot")), "robot", "action", 5)
    return _played(program, scene, Look({"width": 390, "height": 844}, "light", 2.0))


def review_picture(program: str) -> Image.Image:
    """Return the review of a base game against an expert bot."""
    scene = Scene(("base",), Options(2), (_ANN, _BOT), "review")
    with TemporaryDirectory() as folder:
        _save(Path(folder), scene)
        record = f"{GAME}.json"
        review = ("review", record, "--playouts", _PLAYOUTS)
        with served(*review, folder=Path(folder)) as address, chromium(program) as browser:
            page = browser.new_page(viewport={"width": 1280, "height": 860}, color_scheme="light")
            page.goto(address)
            page.wait_for_load_state("networkidle")
            page.keyboard.press("n")
            return _picture(page)


def _played(program: str, scene: Scene, look: Look) -> Image.Image:
    with TemporaryDirectory() as folder:
        _save(Path(folder), scene)
        return decision_picture(program, Path(folder), look)


def decision_picture(program: str, folder: Path, look: Look) -> Image.Image:
    """Return the page of the saved game in a folder, at its current decision."""
    play = ("play", "--games", str(folder))
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


def _save(folder: Path, scene: Scene) -> None:
    """Play a game up to the moment to show, and save it so that it can be resumed."""
    bundle = pack(scene.sets)
    robot = shipped_robot() if scene.options.robot else None
    session = RaceSession(table_for(bundle, robot), scene.options, scene.seed, scene.seats)
    while not session.game.over and not _is_reached(session, scene):
        decision = session.game.pending[0]
        bot = session.next_bot_decision()
        if bot is None:
            session.take(decision.player, session.suggestion(decision))
        else:
            session.take(bot.player, session.bot_answer(bot))
    Saves(folder).write(GAME, session.record(bundle.texts))


def _is_reached(session: RaceSession, scene: Scene) -> bool:
    decision = session.decision_for(0)
    return (
        session.state.round >= scene.first_round
        and session.next_bot_decision() is None
        and decision is not None
        and decision.kind == scene.kind
    )
