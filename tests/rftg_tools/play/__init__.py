"""Games for the tests of play: forms, and people who answer what they are asked."""

from typing import Any

from rftg_dev.soak.play.wire import random_answer

__all__ = ["ANN", "BOB", "GREEDY", "RANDOM", "Data", "form", "random_answer"]

Data = dict[str, Any]
ANN: Data = {"kind": "human", "name": "Ann"}
BOB: Data = {"kind": "human", "name": "Bob"}
GREEDY: Data = {"kind": "bot", "level": "greedy", "name": ""}
RANDOM: Data = {"kind": "bot", "level": "random", "name": ""}


def form(*seats: Data, sets: tuple[str, ...] = ("base",), seed: str = "1", **options: bool) -> Data:
    """A form that is filled in."""
    return {"sets": list(sets), "seats": list(seats), "options": options, "seed": seed}
