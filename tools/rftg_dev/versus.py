"""`python -m rftg_dev.versus REF`: wins of this checkout's bots against those of an earlier commit.

One bot of this checkout is at a table of earlier ones. Seats rotate, and the deals are the same for
each seat. Both play in one process by the present rules. If this engine is compiled, the earlier
bots are plain Python all the same; that is slower, but changes no answer.
"""

from __future__ import annotations

import importlib
import io
import json
import re
import subprocess
import sys
import tempfile
import zipfile
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from math import sqrt
from pathlib import Path
from types import ModuleType
from typing import Any, Final

from gamekit.work import TooMuchWork
from rftg_dev.bench.commands import CHECKOUT
from rftg_dev.harness import positive, run_parts, tool_parser
from rftg_dsl.library import SetBundle, pack
from rftg_engine.options import Options
from rftg_tools.balance.statistics import Moments
from rftg_tools.games import GAMES, Game
from rftg_tools.intervals import Z
from rftg_tools.simulation.games import FAULTS, MAX_ROUNDS, patience_of, table_for, win_shares
from roll_engine.flow import Options as RollOptions

KINDS: Final = ("base-2p", "base-4p", "arc1-2p", "arc1-4p", "xeno-4p")
"""Kinds of games that are played by default."""
_KIND: Final = re.compile(r"(base|arc1|xeno|roll)-([2-5])p")
_SETS: Final = {"base": "base", "arc1": "brink-of-war", "xeno": "xeno-invasion", "roll": "roll"}
_SWITCHES: Final[dict[str, dict[str, Any]]] = {
    "base": {},
    "arc1": {"goals": True, "takeovers": True},
    "xeno": {"modules": ("invasion",)},
}
_ENGINES: Final = {"race": "rftg_engine", "roll": "roll_engine"}
_UNFIT: Final = (*FAULTS, AttributeError, ImportError, SyntaxError)
"""What earlier bots raise if the engine has changed too much."""


class CannotCompare(RuntimeError):
    """Reason why games cannot be played."""


@dataclass(frozen=True, slots=True)
class Match:
    """Games of a kind, such as "base-2p". folder: of the earlier bots. bot: level of all bots."""

    kind: str
    folder: Path
    bot: str
    seed: int
    sets: SetBundle

    @property
    def players(self) -> int:
        """Number of players."""
        return int(self.kind[-2])

    @property
    def game(self) -> Game:
        """The game."""
        return GAMES["roll" if self.kind.startswith("roll") else "race"]

    @property
    def options(self) -> Any:
        """Options of each game."""
        switches = _SWITCHES.get(self.kind[:4])
        return RollOptions(self.players) if switches is None else Options(self.players, **switches)


def main(argv: Sequence[str] | None = None) -> int:
    """Play and print. Exit code 2: the games cannot be played."""
    args = _parser().parse_args(argv)
    figures = {}
    try:
        with tempfile.TemporaryDirectory() as name:
            folder = Path(name)
            write_packages(archive_of(args.ref), folder)
            for kind in args.kinds:
                match = Match(kind, folder, args.bot, args.seed, pack((_set_of(kind),)))
                deals = -(-args.games // match.players)
                shares = run_parts(play_deal, deals, args, f"deals of {kind}", match)
                figures[kind] = summarize(match, shares)
                if not args.json:
                    print(format_figures(kind, figures[kind]), flush=True)
    except (CannotCompare, OSError, ValueError) as reason:
        print(f"error: {reason}", file=sys.stderr)
        return 2
    if args.json:
        print(json.dumps({"ref": args.ref, "bot": args.bot, "kinds": figures}, indent=1))
    return 0


def _set_of(kind: str) -> str:
    """Return the set of a kind of games. Raises CannotCompare for other names."""
    match = _KIND.fullmatch(kind)
    if match is None:
        raise CannotCompare(f"{kind!r} is not a kind of game, such as base-2p or roll-3p")
    return _SETS[match[1]]


def archive_of(ref: str) -> bytes:
    """Return the engine of a commit as a zip archive. Raises CannotCompare and OSError."""
    command = ["git", "archive", "--format=zip", ref, "engine"]
    done = subprocess.run(command, cwd=CHECKOUT, capture_output=True, check=False)
    if done.returncode:
        raise CannotCompare(f"git archive: {done.stderr.decode(errors='replace').strip()}")
    return done.stdout


def write_packages(engine: bytes, folder: Path) -> None:
    """Write the bots in an archive of an engine as packages with other names.

    Their networks come with them, since compiled ones have no interpreted subclasses.
    """
    with zipfile.ZipFile(io.BytesIO(engine)) as archive:
        for name in archive.namelist():
            path = _NAMES.sub(_rename, name.removeprefix("engine/"))
            if not path.startswith("earlier_") or name.endswith("/"):
                continue
            content = archive.read(name)
            if name.endswith(".py"):
                content = _NAMES.sub(_rename, content.decode()).encode()
            file = folder / path
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_bytes(content)


_NAMES: Final = re.compile(
    r"\b(?:(rftg_engine|roll_engine)[./]bots|gamekit[./]learned|(from gamekit import learned))\b"
)
"""Packages of the bots and the module of their networks, in paths and in imports."""


def _rename(match: re.Match[str]) -> str:
    if match[1]:
        return _earlier(match[1])
    return "import earlier_learned as learned" if match[2] else "earlier_learned"


def _earlier(engine: str) -> str:
    return f"earlier_bots_of_{engine}"


def play_deal(match: Match, number: int) -> list[float | None]:
    """Return the new bot's win share in each seat; None for a game that did not end.

    Raises CannotCompare if the earlier bots do not fit the engine.
    """
    game, players, seed = match.game, match.players, f"{match.seed}/{number}"
    rules, table = game.rules, table_for(game, match.sets)
    shares: list[float | None] = []
    try:
        earlier = _import_earlier(match)
        for new_seat in range(players):
            driver = rules.new_game(table, match.options, seed, None, False)
            makers = [rules if seat == new_seat else earlier for seat in range(players)]
            bots = [
                maker.make_bot(match.bot, table, f"{seed}/bot {seat}")
                for seat, maker in enumerate(makers)
            ]
            with suppress(TooMuchWork):
                rules.play_out(driver, bots, MAX_ROUNDS, patience_of([match.bot]))
            winners = rules.result(table, driver.state).winners
            shares.append(win_shares(winners, players)[new_seat] if driver.over else None)
    except _UNFIT as error:
        reason = f"{type(error).__name__}: {error}"
        raise CannotCompare(f"the earlier bots do not fit this engine ({reason})") from error
    return shares


def _import_earlier(match: Match) -> ModuleType:
    """Import the earlier bots, once per process."""
    if str(match.folder) not in sys.path:
        sys.path.append(str(match.folder))
    return importlib.import_module(_earlier(_ENGINES[match.game.id]))


def summarize(match: Match, deals: Sequence[Sequence[float | None]]) -> dict[str, float]:
    """Return the new bot's share of the wins with its margin of error.

    The games of a deal count as one observation, because they are similar.
    """
    moments, games, ended = Moments(), 0, 0
    for deal in deals:
        shares = [share for share in deal if share is not None]
        games, ended = games + len(deal), ended + len(shares)
        if shares:
            moments.add(sum(shares) / len(shares))
    return {
        "games": games,
        "unfinished": games - ended,
        "share": moments.mean,
        "margin": Z * sqrt(moments.error) if moments.count > 1 else 1.0,
        "equal": 1 / match.players,
    }


def format_figures(kind: str, figures: dict[str, float]) -> str:
    """Return the figures of a kind of games as a line."""
    share, margin, equal = (100 * figures[name] for name in ("share", "margin", "equal"))
    return (
        f"{kind:8} {share:5.1f} % of wins ± {margin:.1f} (equal strength: {equal:.0f} %),"
        f" {figures['games']:.0f} games, {figures['unfinished']:.0f} did not end"
    )


def _parser() -> Any:
    parser = tool_parser("versus", __doc__)
    parser.add_argument("ref", metavar="REF", help="commit with the earlier bots, such as HEAD~20")
    parser.add_argument(
        "--kinds", nargs="+", default=KINDS, help=f"of games (default: {' '.join(KINDS)})"
    )
    parser.add_argument("--games", type=positive, default=400, help="per kind (default 400)")
    parser.add_argument("--bot", default="expert", help="level of all bots (default expert)")
    return parser


if __name__ == "__main__":
    raise SystemExit(main())
