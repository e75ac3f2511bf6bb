"""Generator for the pictures in the docs: cards, pages, and a balance report.

`python -m rftg_dev.generators.gallery docs/pictures` writes all pictures; add names to select some
(`table robot`). Pages require Chromium; the balance report and the review play for minutes.
"""

from __future__ import annotations

import argparse
import io
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Sequence
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final, Literal, NamedTuple

from PIL import Image, ImageDraw
from playwright.sync_api import Page, ViewportSize

from rftg_dev.serving import chromium, find_chromium, previewed, served
from rftg_dsl.compiler import compile_files
from rftg_dsl.library import pack
from rftg_dsl.sets.robot import shipped_robot
from rftg_dsl.source.files import write_bytes_atomically
from rftg_engine.options import Options
from rftg_tools.faces.facts import PrintedCard, printed_cards
from rftg_tools.faces.theme import DEFAULT, load_theme
from rftg_tools.games import GAMES
from rftg_tools.play.catalog import SetCatalog
from rftg_tools.play.game_session import BOT, HUMAN, ROBOT, GameSession, SeatConfig
from rftg_tools.play.lobby import OpenGame, start_game
from rftg_tools.play.saves import Saves
from rftg_tools.play.sessions import RaceSession
from rftg_tools.sheets.pieces import card_piece, join_faces
from rftg_tools.sheets.printing import Printer
from rftg_tools.simulation.race import table_for

_ROOT: Final = Path(__file__).parents[3]
_EXAMPLE: Final = _ROOT / "examples" / "frontier.yaml"
_TILES: Final = _ROOT / "examples" / "drift.yaml"
_DPI: Final = 120
_ROUND: Final = 3 / 25.4 * _DPI
"""Corner radius of a card in pixels."""
_GAP: Final = 16
_TILE_DPI: Final = 110
_TILE_GAP: Final = 14
_QUALITY: Final = 86
_QUALITIES: Final = {"roll-table": 42, "studio": 50}
"""Lower qualities for pages full of text, which would make large files."""
_ROW: Final = (
    "Lantern Fair",
    "Border Wardens",
    "Deep Range Tender",
    "Seed Vault Moon",
    "Frontier Assembly",
)
_SHOWN_TILES: Final = ("Salvage Yards", "Drift Markets", "Border Levy", "Drift Assembly")
_REPORT: Final[ViewportSize] = {"width": 1000, "height": 1450}
_OPENED: Final = re.compile("^Lantern Fair")
_MISSPELT: Final = ("up to 2 novelty goods", "up to 2 noveltie goods")
_TYPO: Final = ("for this world's good", "for this worlds good")


def main(argv: Sequence[str] | None = None) -> int:
    """Write the pictures and return the exit code."""
    parser = argparse.ArgumentParser(description="Write the pictures for the docs.")
    parser.add_argument("folder", type=Path)
    parser.add_argument("names", nargs="*", metavar="NAME", help=", ".join((*_PRINTED, *_PAGES)))
    args = parser.parse_args(argv)
    if unknown := set(args.names) - {*_PRINTED, *_PAGES}:
        parser.error(f"unknown picture {min(unknown)!r}")
    folder: Path = args.folder
    folder.mkdir(parents=True, exist_ok=True)
    program = find_chromium()
    for name in args.names or [*_PRINTED, *_PAGES]:
        if name in _PRINTED:
            _write(folder / f"{name}.webp", _PRINTED[name]())
        elif program is not None:
            _write(folder / f"{name}.webp", _PAGES[name](program))
    if program is None:
        print("Chromium is not installed, so pictures of pages are not updated", file=sys.stderr)
    return int(program is None)


def _example_cards(count: int, theme: str) -> Image.Image:
    """Return the first cards of the row in a theme."""
    cards = {card.card.title: card for card in _cards(_EXAMPLE, theme)}
    return _row([cards[title] for title in _ROW[:count]], theme)


def _cards(path: Path, theme: str = DEFAULT) -> list[PrintedCard]:
    return printed_cards(compile_files([path]).sets[-1], load_theme(theme))


def _readme_cards() -> list[PrintedCard]:
    """Return the card in the README."""
    text = (_ROOT / "README.md").read_text(encoding="utf-8")
    match = re.search(r"^```yaml\n(.*?)^```$", text, re.DOTALL | re.MULTILINE)
    assert match is not None, "the README contains a card"
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "ice.yaml"
        path.write_text(match[1], encoding="utf-8")
        return _cards(path)


def _row(cards: Sequence[PrintedCard], theme: str) -> Image.Image:
    """Return cards side by side, with rounded corners."""
    faces = _faces(cards, theme, _DPI)
    mask = Image.new("L", faces[0].size)
    right, bottom = mask.width - 1, mask.height - 1
    ImageDraw.Draw(mask).rounded_rectangle((0, 0, right, bottom), _ROUND, fill=255)
    return _grid([faces], _GAP, mask)


def _both_sides() -> Image.Image:
    """Return several tiles, a column each: the first side above the other."""
    faces = [(card, 1) for card in _cards(_TILES)]
    tiles = {piece.faces[0].card.title: piece.faces for piece in join_faces(faces)}
    rows = zip(*(tiles[title] for title in _SHOWN_TILES), strict=True)
    return _grid([_faces(row, DEFAULT, _TILE_DPI) for row in rows], _TILE_GAP)


def _faces(cards: Sequence[PrintedCard], theme: str, dpi: int) -> list[Image.Image]:
    with closing(Printer(load_theme(theme))) as printer:
        pieces = (card_piece(card, printer.theme) for card in cards)
        return [Image.open(io.BytesIO(png)) for png in printer.pictures(pieces, "png", dpi)]


def _grid(
    rows: Sequence[Sequence[Image.Image]], gap: int, mask: Image.Image | None = None
) -> Image.Image:
    """Return pictures of the same size in rows. mask: the visible part of each picture."""
    width, height = (side + gap for side in rows[0][0].size)
    grid = Image.new("RGBA", (len(rows[0]) * width - gap, len(rows) * height - gap))
    for down, row in enumerate(rows):
        for across, picture in enumerate(row):
            grid.paste(picture, (across * width, down * height), mask)
    return grid


def _preview(program: str) -> Image.Image:
    """Return the preview of the example set after a typo in a line."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / _EXAMPLE.name
        shutil.copyfile(_EXAMPLE, path)
        with previewed(path.name, folder=Path(folder)) as address, chromium(program) as browser:
            page = browser.new_page(viewport={"width": 1200, "height": 780}, color_scheme="dark")
            page.goto(address)
            page.wait_for_load_state("networkidle")
            path.write_text(path.read_text("utf-8").replace(*_TYPO), encoding="utf-8")
            page.get_by_text("E2").first.wait_for()
            page.wait_for_timeout(500)
            return Image.open(io.BytesIO(page.screenshot()))


def _studio(program: str) -> Image.Image:
    """Return the studio with a card of the example set and a misspelled word."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / _EXAMPLE.name
        shutil.copyfile(_EXAMPLE, path)
        command = ("studio", "--port", "0", "--no-browser", path.name)
        with served(*command, folder=Path(folder)) as address, chromium(program) as browser:
            page = browser.new_page(viewport={"width": 1440, "height": 860}, color_scheme="light")
            page.goto(address)
            page.get_by_role("button", name=_OPENED).first.click()
            page.locator(".tok-comment").first.wait_for()
            path.write_text(path.read_text("utf-8").replace(*_MISSPELT), encoding="utf-8")
            page.locator("#problems .finding").first.wait_for()
            page.wait_for_timeout(3_000)
            return Image.open(io.BytesIO(page.screenshot()))


def _report(program: str) -> Image.Image:
    """Return the upper part of the balance report for the example set."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "report.html"
        command = [sys.executable, "-m", "rftg_dsl", "balance", str(_EXAMPLE), "--html", str(path)]
        subprocess.run(command, cwd=folder, check=False)
        with chromium(program) as browser:
            page = browser.new_page(viewport=_REPORT, color_scheme="light")
            page.goto(path.as_uri())
            return Image.open(io.BytesIO(page.screenshot()))


def _write(path: Path, image: Image.Image) -> None:
    data = io.BytesIO()
    image.save(data, "WEBP", quality=_QUALITIES.get(path.stem, _QUALITY), method=6)
    write_bytes_atomically(path, data.getvalue())
    print(f"{path}: {image.width} x {image.height}, {len(data.getvalue()) / 1000:.0f} kB")


# --- games and reviews: bots play up to a chosen moment

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


_PRINTED: Final[dict[str, Callable[[], Image.Image]]] = {
    "cards": lambda: _example_cards(len(_ROW), "space"),
    "paper": lambda: _example_cards(3, "paper"),
    "card": lambda: _row(_readme_cards(), "space"),
    "tiles": _both_sides,
}
_PAGES: Final[dict[str, Callable[[str], Image.Image]]] = {
    "preview": _preview,
    "studio": _studio,
    "balance": _report,
    "table": lambda program: table_picture(program, _EXAMPLE),
    "robot": robot_picture,
    "roll-table": lambda program: roll_table_picture(program, _TILES),
    "review": review_picture,
}

if __name__ == "__main__":
    sys.exit(main())
