"""A small set for the tests of the preview, and ways to write it."""

from pathlib import Path

HEAD = "set: ice\ntitle: Ice and Steam\ncards:\n"
GEYSER = """  - title: Geyser Prospectors
    development: 2
    vp: 1
    powers: |
      settle: cost -1 for rare worlds
"""
MOON = """  - title: Steam Moon
    world: 2
    vp: 1
    windfall: rare
"""
SEA = """  - title: Boiling Sea
    world: 4
    vp: 2
    produces: genes
    powers: |
      produce: good
"""
ALL = HEAD + GEYSER + MOON + SEA
WRONG = GEYSER.replace("cost -1", "cost-less")
PIXEL = bytes.fromhex(
    "89504e470d0a1a0a0000000d49484452000000010000000108060000001f15c489"
    "0000000d49444154789c6360606060000000050001a5f645400000000049454e44ae426082"
)
"""A picture of one pixel, as PNG."""


def save(folder: Path, text: str, name: str = "ice.yaml") -> Path:
    """Save a card file as editors do that put a new file in the place of the old one."""
    path = folder / name
    new = path.with_suffix(".new")
    new.write_text(text, encoding="utf-8")
    return new.replace(path)
