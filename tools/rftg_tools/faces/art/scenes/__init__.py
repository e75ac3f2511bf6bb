"""Scenes: what a card's art shows, by name. Each is written once, for both styles."""

from __future__ import annotations

from typing import Final

from rftg_tools.faces.art.scenes.ancient import ANCIENT
from rftg_tools.faces.art.scenes.common import Scene
from rftg_tools.faces.art.scenes.ground import GROUND
from rftg_tools.faces.art.scenes.high import HIGH
from rftg_tools.faces.art.scenes.orbit import ORBIT
from rftg_tools.faces.art.scenes.signs import SIGNS
from rftg_tools.faces.art.scenes.works import WORKS

SCENES: Final[dict[str, Scene]] = {**ORBIT, **GROUND, **ANCIENT, **HIGH, **WORKS, **SIGNS}
