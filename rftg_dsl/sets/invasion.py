"""The invasion of a set, read from its data."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rftg_dsl.model import OWN, Invasion, InvasionCard, Wave


def invasion_of(data: Mapping[str, Any]) -> Invasion:
    """Return the invasion of a set's data, which follows grammar/card-set.schema.json."""
    return Invasion(
        by=data["by"],
        repulse=_by_players(data["repulse"]),
        rewards=tuple(
            [(players, tuple(points)) for players, points in _by_players(data["rewards"])]
        ),
        waves=tuple([wave_of(wave) for wave in data["waves"]]),
        first_round=data.get("first round", 3),
        bunker=data.get("bunker", 2),
        award=data.get("award", 5),
    )


def card_of(text: str) -> InvasionCard:
    """Return the card that a card file names, such as `3` or `own+3`."""
    return InvasionCard(int(text.removeprefix(OWN)), text.startswith(OWN))


def wave_of(data: Mapping[str, Any]) -> Wave:
    """Return a wave of a set's data, its cards by their rank."""
    cards = [card_of(key) for key, copies in data["cards"].items() for _copy in range(copies)]
    cards.sort(key=lambda card: card.rank)
    return Wave(tuple(cards), _by_players(data.get("rounds", {})))


def _by_players(data: Mapping[str, Any]) -> tuple[tuple[int, Any], ...]:
    return tuple(sorted((int(players), value) for players, value in data.items()))
