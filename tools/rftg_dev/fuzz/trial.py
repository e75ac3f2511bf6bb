"""Use of one random card file: words, games of all bots, balance and print, within a budget."""

from __future__ import annotations

import json
import tempfile
from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from itertools import chain
from pathlib import Path
from random import Random
from typing import Any, Final

from gamekit.work import TooMuchWork
from rftg_dev.fuzz.faces import find_violations as broken_faces
from rftg_dev.fuzz.files import write_file
from rftg_dev.fuzz.sandbox import Budget, Failure, Tell, within
from rftg_dev.fuzz.shrinking import smallest
from rftg_dev.harness import Tally
from rftg_dev.soak import roll
from rftg_dev.soak.invariants import find_violations
from rftg_dev.soak.modules import watchers
from rftg_dev.soak.race import in_words as setup_in_words
from rftg_dev.soak.race import legal_setups
from rftg_dsl.bundle import pack
from rftg_dsl.compiler import Compilation, compile_files
from rftg_dsl.games import GAMES as ALL_GAMES
from rftg_dsl.games import RACE
from rftg_dsl.model import Card
from rftg_dsl.sets.robot_file import shipped_robot
from rftg_dsl.syntax.ast import SCORE
from rftg_dsl.syntax.formatter import format_power
from rftg_dsl.syntax.parser import parse_power
from rftg_dsl.wording.english import describe_card, word_goal, word_search
from rftg_dsl.wording.icon_line import icon_line, icon_scoring
from rftg_engine.bots import LEVELS, make_bot, play_out
from rftg_engine.cards.table import Table
from rftg_engine.options import Options
from rftg_engine.race import new_game
from rftg_engine.rules import active_modules
from rftg_engine.state import State
from rftg_tools.balance.data import as_data
from rftg_tools.balance.experiment import Experiment, Lab, variant_of
from rftg_tools.balance.findings import findings
from rftg_tools.balance.games import Fork, Game, Setup, play
from rftg_tools.balance.holders import MANNERS
from rftg_tools.balance.playing import Seed
from rftg_tools.balance.study import Study
from rftg_tools.balance.words import in_words
from rftg_tools.faces.theme import load_theme, shipped_themes
from rftg_tools.simulation.games import patience_of
from rftg_tools.simulation.race import table_for
from rftg_tools.simulation.roll import table_for as tiles_for
from roll_engine import Options as TileOptions
from roll_engine import State as TileState
from roll_engine import Table as TileTable
from roll_engine import new_game as new_game_of_tiles
from roll_engine.bots import LEVELS as TILE_LEVELS
from roll_engine.bots import make_bot as make_tile_bot
from roll_engine.bots import play_out as play_out_tiles

MOST_ROUNDS: Final = 40
"""Rounds after which a game is broken off: with some cards it never ends."""
GAMES: Final = (*LEVELS, "random", "greedy")
"""Bots of the games that are played with a file, of one level each."""
IMAGINED: Final = 2
"""Games that a master plays out for an option."""
BALANCED: Final = 2
"""Seeds whose games are measured."""
MEASURED: Final = 5
"""Cards of a file that are measured."""
CHECKED: Final = 6
"""Games of random answers that are played with a file of tiles."""
STAGES: Final = ("words", "play", "balance", "print")
"""What is done with a file, in this order; each step's name begins with that of its stage."""


@dataclass(frozen=True, slots=True)
class Plan:
    """What every file is put through. seed: of the files. stages: of STAGES. game: its id."""

    seed: int
    budget: Budget
    stages: tuple[str, ...] = STAGES
    game: str = RACE.id


@dataclass(slots=True)
class Tried:
    """Outcome of a file. failure: why it failed, with the text of the file."""

    number: int
    tally: Tally = field(default_factory=Tally)
    failure: Failure | None = None
    text: str = ""


class Broken(AssertionError):
    """A promise that does not hold with a card file."""


def try_file(plan: Plan, number: int) -> Tried:
    """Make file `number` of a plan, and put it through everything, in a process of its own."""
    with tempfile.TemporaryDirectory(prefix="rftg-dsl-") as folder:
        path = Path(folder) / "fuzz.yaml"
        outcome = within(plan.budget, _make_and_use, plan, number, path)
        if isinstance(outcome, Tally):
            return Tried(number, outcome)
        tally = Tally()
        tally.counts["files"] += 1
        text = path.read_text(encoding="utf-8") if path.exists() else ""
        return Tried(number, tally, outcome, text)


def smallest_failing(plan: Plan, tried: Tried, failure: Failure) -> str:
    """Return the smallest file found that fails in the same way at the same stage."""
    stage = failure.step.partition(":")[0]
    narrow = replace(plan, stages=(stage,)) if stage in plan.stages else plan

    def fails(text: str) -> bool:
        with tempfile.TemporaryDirectory(prefix="rftg-dsl-") as folder:
            path = Path(folder) / "fuzz.yaml"
            path.write_text(text, encoding="utf-8")
            again = within(plan.budget, _read_and_use, narrow, tried.number, path)
            return isinstance(again, Failure) and again.kind == failure.kind

    return smallest(tried.text, fails)


def _make_and_use(tell: Tell, plan: Plan, number: int, path: Path) -> Tally:
    tell("check: making the file")
    compilation = write_file(Random(f"{plan.seed}/{number}"), path, ALL_GAMES[plan.game])
    return _use(tell, plan, number, path, compilation)


def _read_and_use(tell: Tell, plan: Plan, number: int, path: Path) -> Tally:
    tell("check: reading the file")
    return _use(tell, plan, number, path, compile_files([path], design=True))


def _use(tell: Tell, plan: Plan, number: int, path: Path, compilation: Compilation) -> Tally:
    """Use a file without errors; nothing is promised of others."""
    tally = Tally()
    tally.counts["files"] += 1
    if not compilation.has_errors:
        tally.counts["files without errors"] += 1
        tally.counts["files with warnings"] += bool(compilation.diagnostics)
        uses = CardUses if plan.game == RACE.id else TileUses
        uses(tell, f"{plan.seed}/{number}", path, compilation, tally).go(plan.stages)
    return tally


class Uses(ABC):
    """Use of one file that `check` accepts. Raises whatever goes wrong."""

    def __init__(
        self, tell: Tell, seed: str, path: Path, compilation: Compilation, tally: Tally
    ) -> None:
        self._tell, self._seed, self._path = tell, seed, path
        self._set, self._tally = compilation.sets[-1], tally
        self._rng = Random()

    def go(self, stages: tuple[str, ...]) -> None:
        """Go through some stages; what each draws does not depend on the others."""
        every: tuple[Callable[[], None], ...] = (self._word, self._play, self._measure, self._print)
        for stage, use in zip(STAGES, every, strict=True):
            if stage in stages:
                self._rng.seed(f"{self._seed}/{stage}")
                use()

    def _word(self) -> None:
        """Put everything into words, and write every line in its canonical text."""
        self._tell("words: cards")
        for card in self._set.cards:
            describe_card(card)
            _write_lines(card, ALL_GAMES[self._set.game].power)
        self._tell("words: goals and searches")
        for goal in self._set.goals:
            word_goal(goal)
        for category in self._set.search:
            word_search(category)

    def _play_out(self, play_out: Callable[..., int], game: Any, bots: Any, level: str) -> None:
        """Play a game of bots of a level out, and count what becomes of it."""
        self._tally.counts["games"] += 1
        try:
            decisions = play_out(game, bots, MOST_ROUNDS, patience_of([level]))
        except TooMuchWork:
            self._tally.counts["games stopped: too much work"] += 1
        else:
            self._tally.counts["decisions"] += decisions
            stalled = not game.over and game.state.round <= MOST_ROUNDS
            self._tally.counts["games without an end"] += stalled

    @abstractmethod
    def _play(self) -> None:
        """Play games with the cards."""

    @abstractmethod
    def _measure(self) -> None:
        """Measure games with the cards, if the game has that."""

    def _print(self) -> None:
        """Set the faces of all cards in one of the shipped themes."""
        name = self._rng.choice(sorted(shipped_themes()))
        self._tell(f"print: the theme {name}")
        problems = broken_faces(self._set, load_theme(name))
        if problems:
            raise Broken(problems[0])
        self._tally.counts["faces"] += len(self._set.cards)


def _write_lines(card: Card, start: str) -> None:
    for line in card.powers:
        text = format_power(line.power)
        read = parse_power(text, start)
        if read != line.power or format_power(read) != text:
            again = format_power(read)
            raise Broken(f"{card.title}: {line.text!r} is {again!r} when it is read again")
        if line.power.phase != SCORE:
            icon_line(line.power, card.kind or "")
        else:
            icon_scoring(line.power)


class CardUses(Uses):
    """Use of a file of cards."""

    def _play(self) -> None:
        """Play a game with each level of bots, with any set-up that the file allows."""
        self._tell("play: binding the cards")
        table = table_for(pack([str(self._path)]), shipped_robot())
        kinds = legal_setups(table)
        for number, level in enumerate(GAMES):
            options = self._rng.choice(kinds)
            self._tell(f"play: game {number}, {level} bots, {setup_in_words(options)}")
            self._play_game(table, options, level, f"{self._seed}/{number}")

    def _play_game(self, table: Table, options: Options, level: str, seed: str) -> None:
        watching = watchers(active_modules(table, options))

        def watch(step: str, state: State) -> None:
            looks = [watcher.find_violations(table, state, step) for watcher in watching]
            for problem in chain(find_violations(table, options, state, step), *looks):
                raise Broken(f"after {step}: {problem}")

        game = new_game(table, options, seed, watch)
        bots = [
            make_bot(level, table, f"{seed}/{seat}", IMAGINED) for seat in range(options.players)
        ]
        self._play_out(play_out, game, bots, level)

    def _measure(self) -> None:
        """Measure a few games with the cards beside those of the base set, and word them."""
        self._tell("balance: preparing it")
        setup = Setup(Options(2), self._rng.choice(LEVELS[1:]), 1)
        lab = Lab(Experiment(pack(["base", str(self._path)]), (self._set.id,), setup))
        self._rng.shuffle(lab.subjects)
        del lab.subjects[MEASURED:]
        study = Study(lab)
        for number in range(BALANCED):
            self._tell(f"balance: games of seed {number}")
            try:
                study.add(_seed(lab, number))
            except RuntimeError as error:
                if not isinstance(error.__cause__, TooMuchWork):
                    raise
                self._tally.counts["games stopped: too much work"] += 1
                return
        found = findings(study, 0.02)
        in_words(found)
        json.dumps(as_data(found))
        self._tally.counts["games measured"] += study.games


def _seed(lab: Lab, number: int) -> Seed:
    """Return the games of a seed, all variants among them. Raises what `play` raises."""
    table = lab.deck.table()
    ours, course = play(table, lab.setup, number, "")
    official, _course = play(lab.official.table(), lab.setup, number, "")
    controls: dict[str, tuple[str, Game]] = {}
    forced: dict[str, Game] = {}
    for subject in lab.subjects:
        seat, title = subject.drawer(ours), subject.card.title
        if seat < 0:
            continue
        before, other = course.before(subject.draw(ours)), lab.control(subject, number)
        replaced = lab.deck.with_instead(subject.numbers, other).table()
        game, _course = play(replaced, lab.setup, number, "", Fork(course, before))
        controls[title] = other.title, game
        for manner in MANNERS:
            fork = Fork(course, before, manner, seat, subject.numbers)
            forced[variant_of(title, manner)], _course = play(table, lab.setup, number, "", fork)
    return Seed(number, ours, official, controls, forced)


class TileUses(Uses):
    """Use of a file of tiles: games of random answers, all checked, and games of bots."""

    def _play(self) -> None:
        self._tell("play: binding the tiles")
        tiles = tiles_for(pack([str(self._path)]))
        for number in range(CHECKED):
            self._tell(f"play: game {number} of random answers")
            self._check_game(tiles, number)
        for level in TILE_LEVELS:
            self._tell(f"play: {level} bots")
            self._play_game(tiles, level)

    def _check_game(self, tiles: TileTable, number: int) -> None:
        check = roll.RollCheck(tiles, f"{self._seed}/{number}", number, MOST_ROUNDS)
        check.must_end = False
        try:
            checked = check.check()
        except TooMuchWork:
            self._tally.counts["games"] += 1
            self._tally.counts["games stopped: too much work"] += 1
            return
        if checked.failures:
            raise Broken(checked.failures[0])
        for name in ("games", "decisions"):
            self._tally.counts[name] += checked.counts[name]

    def _play_game(self, tiles: TileTable, level: str) -> None:
        def watch(step: str, state: TileState) -> None:
            for problem in roll.find_violations(tiles, state, step):
                raise Broken(f"after {step}: {problem}")

        seed = f"{self._seed}/{level}"
        game = new_game_of_tiles(tiles, TileOptions(2), seed, watch)
        bots = [make_tile_bot(level, tiles, f"{seed}/{seat}") for seat in range(2)]
        self._play_out(play_out_tiles, game, bots, level)

    def _measure(self) -> None:
        """Measure nothing: random tiles are not balanced."""
