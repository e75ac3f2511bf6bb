"""Use of a random card file: wording, games of all bots, balance and print, within limits."""

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
from rftg_dev.fuzz.sandbox import Budget, Failure, StartStep, within
from rftg_dev.fuzz.shrinking import smallest
from rftg_dev.harness import Tally
from rftg_dev.soak import roll
from rftg_dev.soak.invariants import find_violations, watchers
from rftg_dev.soak.race import describe_options, legal_setups
from rftg_dsl.compiler import Compilation, compile_files
from rftg_dsl.games import GAMES as ALL_GAMES
from rftg_dsl.games import RACE
from rftg_dsl.library import pack
from rftg_dsl.model import Card
from rftg_dsl.sets.robot import shipped_robot
from rftg_dsl.syntax.ast import SCORE
from rftg_dsl.syntax.formatter import format_power
from rftg_dsl.syntax.parser import parse_power
from rftg_dsl.wording.english import describe_card, word_goal, word_search
from rftg_dsl.wording.icon_line import icon_line, icon_scoring
from rftg_engine.bots import LEVELS, make_bot, play_out
from rftg_engine.cards.table import Table
from rftg_engine.game import new_game
from rftg_engine.options import Options
from rftg_engine.rules import active_modules
from rftg_engine.state import State
from rftg_tools.balance.bots import FORCED_POLICIES
from rftg_tools.balance.data import as_data
from rftg_tools.balance.experiment import CompiledExperiment, Experiment, variant_of
from rftg_tools.balance.findings import findings
from rftg_tools.balance.games import Game, GameBranch, Setup, play
from rftg_tools.balance.playing import SeedGames
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

MAX_ROUNDS: Final = 40
"""Rounds after which a game is stopped, because with some cards it never ends."""
GAMES: Final = (*LEVELS, "random", "greedy")
"""Bot levels of the games that are played with a file."""
MASTER_SAMPLES: Final = 2
"""Games that `master` plays out per option."""
BALANCE_SEEDS: Final = 2
"""Seeds whose games are measured."""
MEASURED_CARDS: Final = 5
"""Cards per file that are measured."""
CHECKED_GAMES: Final = 6
"""Games of random answers per tile file."""
STAGES: Final = ("words", "play", "balance", "print")
"""Uses of a file, in order; the name of each step begins with its stage."""


@dataclass(frozen=True, slots=True)
class Plan:
    """Uses of every file. stages: of STAGES. game: its ID."""

    seed: int
    budget: Budget
    stages: tuple[str, ...] = STAGES
    game: str = RACE.id


@dataclass(slots=True)
class TriedFile:
    """Result for a file; with its text if it failed."""

    number: int
    tally: Tally = field(default_factory=Tally)
    failure: Failure | None = None
    text: str = ""


class Broken(AssertionError):
    """Broken promise about a card file."""


def try_file(plan: Plan, number: int) -> TriedFile:
    """Generate file `number` of a plan and use it, in a child process."""
    with tempfile.TemporaryDirectory(prefix="rftg-dsl-") as folder:
        path = Path(folder) / "fuzz.yaml"
        outcome = within(plan.budget, _make_and_use, plan, number, path)
        if isinstance(outcome, Tally):
            return TriedFile(number, outcome)
        tally = Tally()
        tally.counts["files"] += 1
        text = path.read_text(encoding="utf-8") if path.exists() else ""
        return TriedFile(number, tally, outcome, text)


def smallest_failing(plan: Plan, tried: TriedFile, failure: Failure) -> str:
    """Return the smallest file that fails in the same way at the same stage."""
    stage = failure.step.partition(":")[0]
    narrow = replace(plan, stages=(stage,)) if stage in plan.stages else plan

    def fails(text: str) -> bool:
        with tempfile.TemporaryDirectory(prefix="rftg-dsl-") as folder:
            path = Path(folder) / "fuzz.yaml"
            path.write_text(text, encoding="utf-8")
            again = within(plan.budget, _read_and_use, narrow, tried.number, path)
            return isinstance(again, Failure) and again.kind == failure.kind

    return smallest(tried.text, fails)


def _make_and_use(start_step: StartStep, plan: Plan, number: int, path: Path) -> Tally:
    start_step("check: making the file")
    compilation = write_file(Random(f"{plan.seed}/{number}"), path, ALL_GAMES[plan.game])
    return _use(start_step, plan, number, path, compilation)


def _read_and_use(start_step: StartStep, plan: Plan, number: int, path: Path) -> Tally:
    start_step("check: reading the file")
    return _use(start_step, plan, number, path, compile_files([path], design=True))


def _use(
    start_step: StartStep, plan: Plan, number: int, path: Path, compilation: Compilation
) -> Tally:
    """Use a file if it has no errors."""
    tally = Tally()
    tally.counts["files"] += 1
    if not compilation.has_errors:
        tally.counts["files without errors"] += 1
        tally.counts["files with warnings"] += bool(compilation.diagnostics)
        uses = CardUses if plan.game == RACE.id else TileUses
        uses(start_step, f"{plan.seed}/{number}", path, compilation, tally).run(plan.stages)
    return tally


class Uses(ABC):
    """Uses of one file that `check` accepts. All methods raise any error."""

    def __init__(
        self, start_step: StartStep, seed: str, path: Path, compilation: Compilation, tally: Tally
    ) -> None:
        self._start_step, self._seed, self._path = start_step, seed, path
        self._set, self._tally = compilation.sets[-1], tally
        self._rng = Random()

    def run(self, stages: tuple[str, ...]) -> None:
        """Run some stages; the random numbers of each do not depend on the others."""
        every: tuple[Callable[[], None], ...] = (self._word, self._play, self._measure, self._print)
        for stage, use in zip(STAGES, every, strict=True):
            if stage in stages:
                self._rng.seed(f"{self._seed}/{stage}")
                use()

    def _word(self) -> None:
        """Word everything, and format every line in its canonical form."""
        self._start_step("words: cards")
        for card in self._set.cards:
            describe_card(card)
            _write_lines(card, ALL_GAMES[self._set.game].power)
        self._start_step("words: goals and searches")
        for goal in self._set.goals:
            word_goal(goal)
        for category in self._set.search:
            word_search(category)

    def _play_out(self, play_out: Callable[..., int], game: Any, bots: Any, level: str) -> None:
        """Play a game of bots to its end, and count its outcome."""
        self._tally.counts["games"] += 1
        try:
            decisions = play_out(game, bots, MAX_ROUNDS, patience_of([level]))
        except TooMuchWork:
            self._tally.counts["games stopped: too much work"] += 1
        else:
            self._tally.counts["decisions"] += decisions
            stalled = not game.over and game.state.round <= MAX_ROUNDS
            self._tally.counts["games without an end"] += stalled

    @abstractmethod
    def _play(self) -> None:
        """Play games with the file."""

    @abstractmethod
    def _measure(self) -> None:
        """Measure games with the file, if the game supports it."""

    def _print(self) -> None:
        """Typeset all faces in a random shipped theme."""
        name = self._rng.choice(sorted(shipped_themes()))
        self._start_step(f"print: the theme {name}")
        problems = broken_faces(self._set, load_theme(name))
        if problems:
            raise Broken(problems[0])
        self._tally.counts["faces"] += len(self._set.cards)


def _write_lines(card: Card, start: str) -> None:
    for line in card.powers:
        text = format_power(line.power)
        parsed = parse_power(text, start)
        if parsed != line.power or format_power(parsed) != text:
            formatted = format_power(parsed)
            raise Broken(f"{card.title}: {line.text!r} becomes {formatted!r} when parsed again")
        if line.power.phase != SCORE:
            icon_line(line.power, card.kind or "")
        else:
            icon_scoring(line.power)


class CardUses(Uses):
    """Uses of a file of cards."""

    def _play(self) -> None:
        """Play a game with each level of bots and a random legal set-up."""
        self._start_step("play: binding the cards")
        table = table_for(pack([str(self._path)]), shipped_robot())
        setups = legal_setups(table)
        for number, level in enumerate(GAMES):
            options = self._rng.choice(setups)
            self._start_step(f"play: game {number}, {level} bots, {describe_options(options)}")
            self._play_game(table, options, level, f"{self._seed}/{number}")

    def _play_game(self, table: Table, options: Options, level: str, seed: str) -> None:
        watching = watchers(active_modules(table, options))

        def watch(step: str, state: State) -> None:
            problems = [watcher.find_violations(table, state, step) for watcher in watching]
            for problem in chain(find_violations(table, options, state, step), *problems):
                raise Broken(f"after {step}: {problem}")

        game = new_game(table, options, seed, watch)
        bots = [
            make_bot(level, table, f"{seed}/{seat}", MASTER_SAMPLES)
            for seat in range(options.players)
        ]
        self._play_out(play_out, game, bots, level)

    def _measure(self) -> None:
        """Measure a few games with the cards added to the base set, and format the results."""
        self._start_step("balance: preparing it")
        setup = Setup(Options(2), self._rng.choice(LEVELS[1:]), 1)
        lab = CompiledExperiment(
            Experiment(pack(["base", str(self._path)]), (self._set.id,), setup)
        )
        self._rng.shuffle(lab.subjects)
        del lab.subjects[MEASURED_CARDS:]
        study = Study(lab)
        for number in range(BALANCE_SEEDS):
            self._start_step(f"balance: games of seed {number}")
            try:
                study.add(_seed(lab, number))
            except RuntimeError as error:
                if not isinstance(error.__cause__, TooMuchWork):
                    raise
                self._tally.counts["games stopped: too much work"] += 1
                return
        result = findings(study, 0.02)
        in_words(result)
        json.dumps(as_data(result))
        self._tally.counts["games measured"] += study.games


def _seed(lab: CompiledExperiment, number: int) -> SeedGames:
    """Return the games of a seed with all their variants. Raises what `play` raises."""
    table = lab.deck.table()
    ours, course = play(table, lab.setup, number, "")
    official, _course = play(lab.official.table(), lab.setup, number, "")
    controls: dict[str, tuple[str, Game]] = {}
    forced: dict[str, Game] = {}
    for subject in lab.subjects:
        seat, title = subject.drawer(ours), subject.card.title
        if seat < 0:
            continue
        replacement = lab.control(subject, number)
        replaced = lab.deck.with_instead(subject.numbers, replacement).table()
        game, _course = play(replaced, lab.setup, number, "", GameBranch(course, subject.numbers))
        controls[title] = replacement.title, game
        for policy in FORCED_POLICIES:
            fork = GameBranch(course, subject.numbers, policy, seat)
            forced[variant_of(title, policy)], _course = play(table, lab.setup, number, "", fork)
    return SeedGames(number, ours, official, controls, forced)


class TileUses(Uses):
    """Uses of a file of tiles: checked games of random answers, and games of bots."""

    def _play(self) -> None:
        self._start_step("play: binding the tiles")
        tiles = tiles_for(pack([str(self._path)]))
        for number in range(CHECKED_GAMES):
            self._start_step(f"play: game {number} of random answers")
            self._check_game(tiles, number)
        for level in TILE_LEVELS:
            self._start_step(f"play: {level} bots")
            self._play_game(tiles, level)

    def _check_game(self, tiles: TileTable, number: int) -> None:
        check = roll.RollCheck(tiles, f"{self._seed}/{number}", number, MAX_ROUNDS)
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
        """Do nothing: the balance of random tiles is not measured."""
