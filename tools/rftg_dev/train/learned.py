"""A value from examples: the network fitted, judged by games that are held out, and as data."""

from __future__ import annotations

from array import array
from collections.abc import Iterable
from typing import Any

import numpy as np

from rftg_dev.train.chances import hand_known, log_loss, spread_of, typical_of
from rftg_dev.train.examples import GAME, NOTES, TAUGHT, WIDTH
from rftg_dev.train.fit import as_rows, fitted, held_out, root_mean_square
from rftg_dev.train.softsign import Floats, folded
from rftg_tools.progress import with_progress


def gathered(games: Iterable[array[float]], width: int, without: str) -> Floats:
    """Return the examples of games as a table of a width.

    Raises ValueError where there is none. without: why that is so.
    """
    rows = [np.frombuffer(game, np.float32).reshape(-1, width) for game in games if game]
    if not rows:
        raise ValueError(f"{without}: play more games")
    found: Floats = np.concatenate(rows)
    return found


def learn(
    games: Iterable[array[float]], units: int, epochs: int, seed: int
) -> tuple[dict[str, Any], str]:
    """Return the parts of a value file that are learned, and in words how good they are.

    Raises ValueError where there is nothing to learn from.
    """
    examples = gathered(games, WIDTH, "no game came to its end")
    apart = held_out(examples)
    if apart.all():
        raise ValueError("all games are held out to judge by: play more games")
    *_, (model, scale) = with_progress(fitted(examples, units, epochs, seed), epochs, "epochs")
    network = folded(model, scale)
    known = hand_known(examples[~apart])
    of_teacher = known[:, GAME] == TAUGHT
    if of_teacher.any():  # others stray on purpose, so that less is sure than between good players
        known = known[of_teacher]
    spread = spread_of(known, network.foretold(known[:, NOTES:]))
    data = {
        "spread": [spread.last, spread.growth],
        **as_rows(network, typical_of(examples)),
    }
    said = f"{len(examples)} examples"
    if apart.any():
        judges = examples[apart]
        error, seen = root_mean_square(network, judges), hand_known(judges)
        loss = log_loss(seen, network.foretold(seen[:, NOTES:]), spread.last, spread.growth)
        said += f"; games held out: leads are off by {error:.2f} points, log loss {loss:.4f}"
    return data, said
