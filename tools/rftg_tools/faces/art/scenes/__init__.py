"""Scenes of art by name; each is written once for all styles."""

from __future__ import annotations

from typing import Final

from rftg_tools.faces.art.scenes.ground import ANCIENT, GROUND, HIGH
from rftg_tools.faces.art.scenes.landscape import Scene
from rftg_tools.faces.art.scenes.orbit import ORBIT, WORKS
from rftg_tools.faces.art.scenes.signs import SIGNS

SCENES: Final[dict[str, Scene]] = {**ORBIT, **GROUND, **ANCIENT, **HIGH, **WORKS, **SIGNS}
