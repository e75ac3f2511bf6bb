"""A third game for tests, written in the language: players dig mines for credits.

In each round, all players act at the same time. A player either digs, for 1 credit and the credits
of their mines, or opens a mine from their hand for its cost. The game ends when a player has three
mines, or after 12 rounds.

A real third game would change two entries of the project: rftg_dsl/games.py and
rftg_tools/games.py.
"""

from pathlib import Path
from typing import Final

from rftg_dsl.games import Game as Language
from rftg_tools.games import Game

FOLDER: Final = Path(__file__).parent
MINES: Final = FOLDER / "mines.yaml"
LANGUAGE: Final = Language(
    id="toy",
    title="Mines of the Galaxy",
    words="tests.toy.words",
    schema="toy-set.schema.json",
    starts={"power of a mine": "power"},
    power="power of a mine",
    phases=("produce",),
    moments=(),
    types=("mine",),
    nouns=("mine",),
    face="card",
    builder="tests.toy.language:MineBuilder",
    lowering="tests.toy.language:lower_mine",
    entry="tests.toy.language:mine_of",
    card_checker="tests.toy.language:check_mines",
    tests="tests.toy.language:check_tests",
    sets=("mines",),
    folder=FOLDER,
)
GAME: Final = Game(
    id="toy",
    first_set=str(MINES),
    engine="tests.toy.engine:TOY",
    table="tests.toy.engine:Table",
    options="tests.toy.engine:Options",
    figures="tests.toy.tools:Figures",
    fates="tests.toy.tools:MineFates",
    test_failures="tests.toy.tools:failures",
    trial="tests.toy.tools:no_trial",
    frames="tests.toy.tools:MineFrames",
    faces="tests.toy.tools:MineFaces",
    session="tests.toy.tools:MineSession",
)
