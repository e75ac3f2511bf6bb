"""Games of Roll as their records, by which play keeps them: sets, seed, answers, digests."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final

from gamekit.driver import Driver
from gamekit.events import Observer
from gamekit.records import Note, RecordError, Recording, give_answers, give_waiting
from gamekit.work import MOST_OF_A_RECORD, Work
from rftg_dsl.bundle import SetBundle, unpack
from rftg_dsl.games import ROLL
from rftg_dsl.library import cards_in_use
from rftg_dsl.resources import shipped_ids
from roll_engine import new_game
from roll_engine.cards.table import Table
from roll_engine.flow import Options
from roll_engine.scoring.scoring import result
from roll_engine.state import State

FORMAT: Final = "roll-record/1"
_MEMBERS: Final[dict[str, type]] = {
    "sets": list,
    "players": list,
    "seats": list,
    "seed": str,
    "strict": bool,
    "answers": list,
    "steps": list,
    "result": dict,
}
"""What every record holds besides its format."""


class Recorder(Recording[State]):
    """Plays a game and keeps what its record needs. expected: as in Recording."""

    def __init__(
        self,
        table: Table,
        options: Options,
        seed: str,
        expected: Sequence[Sequence[str]] = (),
        observers: Sequence[Observer[State]] = (),
    ) -> None:
        self.table, self.options, self.seed = table, options, seed

        def begin(watch: Callable[[str, State], None]) -> Driver[State]:
            return new_game(table, options, seed, watch, observers=observers)

        super().__init__(begin, expected)

    def record(
        self, seats: Sequence[dict[str, str]], texts: Sequence[tuple[str, str]] = ()
    ) -> dict[str, Any]:
        """Return the record as JSON data. seats, texts: as in records of Race."""
        state = self.game.state
        over = self.game.over
        return {
            "format": FORMAT,
            "game": ROLL.id,
            "sets": [[one.id, one.digest] for one in self.table.sets],
            **({"texts": [list(text) for text in texts]} if texts else {}),
            "players": [seat["name"] for seat in seats],
            "seats": list(seats),
            "strict": self.options.strict,
            "seed": self.seed,
            **self.answers(),
            "result": {
                "over": over,
                "rounds": state.round,
                "scores": list(result(self.table, state).scores),
            },
        }


def table_of(sets: SetBundle) -> Table:
    """Return the tiles of packed sets, bound. Raise ValueError for sets of another game."""
    unpacked = unpack(sets)
    return Table(unpacked, cards_in_use(unpacked))


def resumed(
    record: dict[str, Any], note: Note | None = None, pause: Callable[[], None] | None = None
) -> Recorder:
    """Return the game of a record where it was left; every step is compared.

    note: is told of each answer, waiting ones last. pause: as in Work. Raise RecordError.
    """
    _check_form(record)
    try:
        table = table_of(_bundle(record))
        options = Options(len(record["players"]), record["strict"])
        recorder = Recorder(table, options, record["seed"], record["steps"])
        recorder.game.state.work = Work(MOST_OF_A_RECORD, pause)
        give_answers(recorder.game, record["answers"], note)
        give_waiting(recorder.game, record.get("waiting", ()), note)
        recorder.check_steps(record["steps"])
    except RecordError:
        raise
    except (LookupError, TypeError, ValueError, OSError) as error:
        raise RecordError(str(error)) from None
    return recorder


def _check_form(record: dict[str, Any]) -> None:
    """Raise RecordError for what is no record of Roll."""
    if record.get("format") != FORMAT:
        raise RecordError(f"its format is {record.get('format')!r:.60}, not {FORMAT}")
    for name, kind in _MEMBERS.items():
        if not isinstance(record.get(name), kind):
            raise RecordError(f"`{name}` is missing, or something else than it should be")


def _bundle(record: dict[str, Any]) -> SetBundle:
    """Return the sets that a record names, as it brings them or as they are shipped."""
    ids = tuple(name for name, _digest in record["sets"])
    texts = tuple((name, text) for name, text in record.get("texts", ()))
    for name in ids:
        if name not in dict(texts) and name not in shipped_ids(ROLL):
            raise RecordError(f"the set {name!r:.60} is not shipped")
    return SetBundle(ids, ids, texts)
