"""What positions are worth: by weights that were thought up, or by a network that has learned."""

from __future__ import annotations

from typing import Final

from gamekit.learned.network import Network
from roll_engine.bots.features import COUNT, NAMES

STAGE_NAMES: Final = (
    "players",
    "chips left",
    "squares left",
    "least squares left",
    "round",
)
"""How far a game is; the second to fourth are parts of the whole."""
INPUTS: Final[tuple[str, ...]] = (
    *NAMES,
    *[f"others: {name}" for name in NAMES],
    *STAGE_NAMES,
)
"""What a network is given, by number."""
NEVER_HARMFUL: Final = tuple(
    [
        nth
        for nth, name in enumerate(NAMES)
        if name not in ("score", "squares", "missing for development", "missing for world")
        and not name.startswith(("developers", "settlers"))
    ]
)
"""Features of which more is never worse for a player, whatever else there is."""
_CHIPS_LEFT: Final = 1
_LEAST_SQUARES_LEFT: Final = 3


class Judge:
    """Says by how many points a lead will still change."""

    def still(self, mine: list[float], others: list[float], stage: list[float]) -> float:
        """Return it. mine, others: features of the player, and the mean of all others."""
        raise NotImplementedError


GUESSED: Final[dict[str, float]] = {
    "credits": 0.25,
    "cup": 1.1,
    "citizenry": 0.6,
    "goods": 0.9,
    "price of goods": 0.15,
    "points of goods": 0.35,
    "room for goods": 0.4,
    "squares": 0.3,
    "developers": 1.4,
    "settlers": 1.4,
    "tiles of developments": 0.3,
    "tiles of worlds": 0.3,
    "worth of development": 0.25,
    "worth of world": 0.25,
    "worth of tiles below": 0.12,
    "missing for development": -0.1,
    "missing for world": -0.1,
    "military dice": 0.15,
    "consumption dice": 0.2,
    "novelty dice": 0.15,
    "rare dice": 0.15,
    "genes dice": 0.3,
    "alien dice": 0.45,
    "after explore": 0.4,
    "after develop": 0.4,
    "after settle": 0.4,
    "after produce": 0.4,
    "after ship": 0.4,
    "reassigns": 0.6,
    "dictates": 0.4,
    "extra explorers": 0.9,
    "extra developers": 1.5,
    "extra settlers": 1.5,
    "extra producers": 1.0,
    "extra shippers": 1.2,
    "discount on developments": 1.8,
    "discount on worlds": 1.8,
    "price of goods more": 0.5,
    "gained by scouting": 0.3,
    "gained by stocking": 0.3,
    "gained by completing": 0.5,
    "workers back from completing": 0.4,
    "gained by trading": 0.4,
    "gained by consuming": 1.0,
    "tiles drawn after exploring": 0.3,
    "new tiles on top": 0.3,
    "tiles rearranged": 0.3,
    "more goods on a world": 1.0,
    "points for faces": 2.0,
    "points for goods and chips": 1.0,
    "points for dice": 1.5,
}
"""What more of something is worth in points, at the beginning of a game."""
_LAST: Final = 0.05
"""The part of that which is left at its end."""


class Guess(Judge):
    """By weights that were thought up, which fall as the end of the game comes near."""

    def __init__(self) -> None:
        for name in GUESSED:
            assert name in NAMES, f"{name!r} is none of the features"
        self.weights: Final = [GUESSED.get(name, 0.0) for name in NAMES]

    def vary(self, factors: list[float]) -> None:
        """Multiply the weights."""
        for nth, factor in enumerate(factors):
            self.weights[nth] *= factor

    def still(self, mine: list[float], others: list[float], stage: list[float]) -> float:
        """Return it (see Judge)."""
        left = _LAST + (1.0 - _LAST) * min(stage[_CHIPS_LEFT], 1.6 * stage[_LEAST_SQUARES_LEFT])
        total = 0.0
        for nth, weight in enumerate(self.weights):
            if weight:
                total += weight * (mine[nth] - others[nth])
        return left * total


class Learned(Judge):
    """By a network."""

    def __init__(self, network: Network) -> None:
        self.network: Final = network
        self._others: list[float] = []
        self._reached: list[float] = []

    def still(self, mine: list[float], others: list[float], stage: list[float]) -> float:
        """Return it (see Judge)."""
        layer = self.network.layer
        if others is not self._others:
            self._others = others
            self._reached = layer.more(layer.biases, list(range(COUNT, 2 * COUNT)), others)
        used = [nth for nth, amount in enumerate(mine) if amount]
        amounts = [mine[nth] for nth in used]
        used += range(2 * COUNT, 2 * COUNT + len(stage))
        return self.network.reached(layer.more(self._reached, used, amounts + stage))


class Mixed(Judge):
    """The learned and the guessed together. share: of what was learned."""

    def __init__(self, learned: Judge, guess: Judge, share: float) -> None:
        self.learned: Final = learned
        self.guess: Final = guess
        self.share: Final = share

    def still(self, mine: list[float], others: list[float], stage: list[float]) -> float:
        """Return it (see Judge)."""
        learned = self.learned.still(mine, others, stage)
        return self.share * learned + (1.0 - self.share) * self.guess.still(mine, others, stage)
