"""One random card file: made, checked, put into words, played by all bots, measured and printed."""

from __future__ import annotations

import json
import tempfile
from itertools import chain
from pathlib import Path
from random import Random
from typing import Final

from gamekit.work import TooMuchWork
from rftg_dev.fuzz.cards.files import write_file
from rftg_dev.fuzz.cards.tile_trial import TileTrial
from rftg_dev.fuzz.cards.uses import Broken, Plan, Tried, Uses
from rftg_dev.fuzz.sandbox import Failure, Tell, within
from rftg_dev.soak.invariants import broken
from rftg_dev.soak.kinds import in_words as set_up_in_words
from rftg_dev.soak.kinds import kinds_of_game
from rftg_dev.soak.modules import watchers
from rftg_dsl.bundle import pack
from rftg_dsl.compiler import Compilation, compile_files
from rftg_dsl.games import GAMES as ALL_GAMES
from rftg_dsl.games import RACE
from rftg_dsl.sets.robot_file import shipped_robot
from rftg_dsl.wording.english import word_goal, word_search
from rftg_engine.bots import LEVELS, make_bot, play_out
from rftg_engine.cards.table import Table
from rftg_engine.race import new_game
from rftg_engine.rules import played
from rftg_engine.setups.options import Options
from rftg_engine.state import State
from rftg_tools.balance.data import as_data
from rftg_tools.balance.experiment import Experiment, Lab, variant_of
from rftg_tools.balance.findings import findings
from rftg_tools.balance.games import Fork, Game, Setup, play
from rftg_tools.balance.holders import MANNERS
from rftg_tools.balance.playing import Seed
from rftg_tools.balance.study import Study
from rftg_tools.balance.words import in_words
from rftg_tools.simulation.race import table_for

GAMES: Final = (*LEVELS, "random", "greedy")
"""The bots of the games that are played with a file, of one level each."""
IMAGINED: Final = 2
"""Games that a master plays out for an option."""
BALANCED: Final = 2
"""Seeds whose games are measured."""
MEASURED: Final = 5
"""Cards of a file that are measured."""


def try_number(plan: Plan, number: int) -> Tried:
    """Make file `number` of a plan, and put it through everything, in a process of its own."""
    with tempfile.TemporaryDirectory(prefix="rftg-dsl-") as folder:
        path = Path(folder) / "fuzz.yaml"
        found = within(plan.budget, _make_and_use, plan, number, path)
        if isinstance(found, Failure):
            text = path.read_text(encoding="utf-8") if path.exists() else ""
            return Tried(number, failure=found, text=text)
        assert isinstance(found, Tried)
        return found


def try_text(plan: Plan, number: int, text: str) -> Failure | None:
    """Put a text through what file `number` is put through; return None where all is well.

    A text with errors is nothing that anything is promised of.
    """
    with tempfile.TemporaryDirectory(prefix="rftg-dsl-") as folder:
        path = Path(folder) / "fuzz.yaml"
        path.write_text(text, encoding="utf-8")
        found = within(plan.budget, _read_and_use, plan, number, path)
        return found if isinstance(found, Failure) else None


def _make_and_use(tell: Tell, plan: Plan, number: int, path: Path) -> Tried:
    tell("check: making the file")
    compilation = write_file(Random(f"{plan.seed}/{number}"), path, ALL_GAMES[plan.game])
    return _use(tell, plan, number, path, compilation)


def _read_and_use(tell: Tell, plan: Plan, number: int, path: Path) -> Tried:
    tell("check: reading the file")
    return _use(tell, plan, number, path, compile_files([path], design=True))


def _use(tell: Tell, plan: Plan, number: int, path: Path, compilation: Compilation) -> Tried:
    tried = Tried(number)
    found = [diagnostic.severity for diagnostic in compilation.diagnostics]
    tried.errors, tried.warnings = found.count("error"), found.count("warning")
    if tried.clean:
        uses = _Trial if plan.game == RACE.id else TileTrial
        uses(tell, f"{plan.seed}/{number}", path, compilation.sets[-1], tried).go(plan.stages)
    return tried


class _Trial(Uses):
    """The use of a file of cards."""

    def _word(self) -> None:
        """Word what else there is, too."""
        super()._word()
        self._tell("words: goals and searches")
        for goal in self._set.goals:
            word_goal(goal)
        for category in self._set.search:
            word_search(category)

    def _play(self) -> None:
        """Play a game with each level of bots, with any set-up that the file allows."""
        self._tell("play: binding the cards")
        table = table_for(pack([str(self._path)]), shipped_robot())
        kinds = kinds_of_game(table)
        for nth, level in enumerate(GAMES):
            options = self._rng.choice(kinds)
            self._tell(f"play: game {nth}, {level} bots, {set_up_in_words(options)}")
            self._play_game(table, options, level, f"{self._seed}/{nth}")

    def _play_game(self, table: Table, options: Options, level: str, seed: str) -> None:
        watching = watchers(played(table, options))

        def watch(step: str, state: State) -> None:
            looks = [watcher.broken(table, state, step) for watcher in watching]
            for what in chain(broken(table, options, state, step), *looks):
                raise Broken(f"after {step}: {what}")

        game = new_game(table, options, seed, watch)
        bots = [
            make_bot(level, table, f"{seed}/{seat}", IMAGINED) for seat in range(options.players)
        ]
        self._play_out(play_out, game, bots, level)

    def _measure(self) -> None:
        """Measure a few games with the cards beside those of the base set, and tell of them."""
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
            except RuntimeError as told:
                if not isinstance(told.__cause__, TooMuchWork):
                    raise
                self._tried.stopped += 1
                return
        found = findings(study, 0.02)
        in_words(found)
        json.dumps(as_data(found))
        self._tried.measured += study.games


def _seed(lab: Lab, number: int) -> Seed:
    """Return the games of a seed, all variants among them. Raises what `play` raises."""
    table = lab.deck.table()
    ours, course = play(table, lab.setup, number, "")
    official, _course = play(lab.official.table(), lab.setup, number, "")
    controls: dict[str, tuple[str, Game]] = {}
    otherwise: dict[str, Game] = {}
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
            otherwise[variant_of(title, manner)], _course = play(table, lab.setup, number, "", fork)
    return Seed(number, ours, official, controls, otherwise)
