"""The cards lying about when a line is compiled and played: some of every sort, each once.

They stand for all that selectors, counts, prices and conditions can be about. Their own powers are
few and simple, and those of consume and explore leave a choice, so that players can go without.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path
from tempfile import mkdtemp
from typing import Final

_HEAD: Final = """\
set: ground
title: Ground
players: 3
keywords: [alien, rebel, imperium]
modules: [prestige, takeovers]
tokens: {relic: 5, science artifact: 40}
cards:
"""
TOKENS: Final = {"relic": 5, "science artifact": 40}
"""The tokens of each class, as above."""
_START: Final = (
    "Blue Harbor | world 1 | windfall: novelty | start: {number: 1, colour: blue}",
    "Red Harbor | world 2 | windfall: rare | start: {number: 2, colour: red}",
    "Dry Harbor | military world 2 | start: {number: 3, colour: red} | keywords: [rebel]",
)
_WORLDS: Final = (
    "Copper Moon | world 2 | windfall: rare | keywords: [rebel]",
    "Silk Coast | world 1 | windfall: novelty",
    "Gene Pools | world 3 | windfall: genes | keywords: [imperium]",
    "Sunken Vault | world 4 | windfall: alien | keywords: [alien]",
    "Moss Ring | world 0 | windfall: genes",
    "Ore Belt | world 2 | produces: rare | produce: good",
    "Toy Works | world 1 | produces: novelty | produce: good",
    "Spore Farm | world 3 | produces: genes | keywords: [alien] | produce: good",
    "Machine Tomb | world 5 | produces: alien | produce: good",
    "Lamp Bazaar | world 2 | produces: novelty | keywords: [imperium] | produce: good",
    "Bare Rock | world 1 | consume: may spend 1 good -> draw 1",
    "Quiet Shore | world 3 | keywords: [rebel]",
    "Far Beacon | world 0 | prestige: 1",
    "Pilgrim Gate | world 4 | keywords: [alien] | explore: may discard 3 cards -> 1 vp",
    "Raider Nest | military world 2 | keywords: [rebel]",
    "Iron Camp | military world 1 | windfall: rare | keywords: [rebel]",
    "Broken Fleet | military world 4 | keywords: [imperium]",
    "Hive Cradle | military world 3 | windfall: genes",
    "Sentinel Shell | military world 2 | windfall: alien | keywords: [alien]",
    "Forge Keep | military world 1 | produces: rare | produce: good",
    "Drill Yards | military world 0 | keywords: [imperium] | settle: military +1",
    "Old Bastion | military world 5 | produces: alien | keywords: [alien, rebel] | produce: good",
)
_DEVELOPMENTS: Final = (
    "Old Archive | development 1",
    "Guild Hall | development 2 | trade: price +1",
    "Star Guard | development 3 | keywords: [rebel] | settle: military +2",
    "Peace League | development 2 | settle: military -1",
    "Frontier Maps | development 1 | explore: draw 1",
    "Ship Yards | development 3 | keywords: [imperium] | settle: cost -1",
    "Public Works | development 1 | develop: cost -1",
    "Alien Studies | development 4 | keywords: [alien]",
    "Pawn Shops | development 2 | keywords: [rebel] | consume: may spend 2 goods -> 3 vp",
    "Barter Ring | development 1 | consume: may spend 1 rare good -> 1 vp",
    "Grand Tribunal | development 6 | keywords: [imperium] | score: 1 per imperium card",
    "Deep Survey | development 6 | score: 1 per windfall world",
    "Border Forts | development 2 | settle: defense +1",
    "Press Gangs | development 3 | settle: may take over a rebel military world",
    "War Academy | development 5 | keywords: [rebel]",
    "Seed Bank | development 4",
    "Dust | development 4 | copies: 20",
    "Ash | development 5 | copies: 20",
)


@cache
def rows() -> dict[str, str]:
    """Return the card lying about by title, each as the item of a card file."""
    return {row.split(" | ")[0]: _item(row) for row in (*_START, *_WORLDS, *_DEVELOPMENTS)}


def _item(row: str) -> str:
    title, sort, *more = row.split(" | ")
    noun, number = sort.rsplit(" ", 1)
    lines = [f"  - title: {title}", f"    {noun}: {number}"]
    powers = [one for one in more if one.split(":")[0] in _PHASES]
    lines.append(f"    vp: {'variable' if 'score' in ''.join(powers) else 1}")
    lines += [f"    {one}" for one in more if one not in powers]
    if powers:
        lines += ["    powers: |", *[f"      {one}" for one in powers]]
    return "\n".join(lines) + "\n"


_PHASES: Final = ("explore", "develop", "settle", "trade", "consume", "produce", "score")


@cache
def folder() -> Path:
    """Return a folder with the file ground.yaml, made once in each process."""
    made = Path(mkdtemp(prefix="combinations-"))
    (made / "ground.yaml").write_text(_HEAD + "".join(rows().values()), encoding="utf-8")
    return made
