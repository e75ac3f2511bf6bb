"""Every limit that a card file must keep, in one place (docs/safety.md states them)."""

from __future__ import annotations

from typing import Final

FILE_BYTES: Final = 1_000_000
"""Largest card file, in bytes."""
SETTINGS_BYTES: Final = 64_000
"""Largest file with settings, in bytes."""
IGNORED: Final = 200
"""Most codes in the comments of a file that ignore warnings."""
LINE_LENGTH: Final = 2_000
"""Longest line of a card file, in code points."""
FILES: Final = 64
"""Most files in one run."""
DEPTH: Final = 32
"""Deepest nesting of YAML lists and mappings."""
NODES: Final = 100_000
"""Most keys, values and lists in one file."""
FINDINGS: Final = 200
"""Most findings shown for one file; the rest are counted."""
PAIRS: Final = 50_000
"""Most pairs of cards, and of titles, that the design lints of a file compare."""
ADVISED: Final = 100
"""Findings of one file for which advice is looked for, which takes longer than finding them."""
POWER_LENGTH: Final = 500
"""Longest power line, in code points."""
POWERS: Final = 8
"""Most powers of a card, not counting lines of scoring."""
POWER_LINES: Final = 16
"""Most power lines of a card in all."""
NUMBER: Final = 99
"""Largest number in a power; the smallest is its negative."""
SET_ID: Final = 40
"""Longest id of a set, in code points; grammar/card-set.schema.json says so."""
COST: Final = 20
"""Highest cost or defense of a card; grammar/card-set.schema.json says so."""
PICTURE_BYTES: Final = 20_000_000
"""Largest picture of a card, in bytes."""
PICTURE_PIXELS: Final = 40_000_000
"""Most pixels of a picture, as its header says."""
PICTURE_SIDE: Final = 20_000
"""Most pixels of a side of a picture: decoders take memory for each line, however short."""
PICTURE_SCANS: Final = 64
"""Most scans of a JPEG: each takes as long to decode as a whole picture."""
PICTURE_DPI: Final = 150
"""Fewest pixels an inch of a picture that is printed well."""
PICTURE_PATH: Final = 200
"""Longest path of a picture, in code points; grammar/card-set.schema.json says so."""
PICTURE_NAMES: Final = 1_000
"""Most pictures that the name of a missing one is compared with."""
WORKBOOK_SECONDS: Final = 30
"""Time in which a workbook is read at most."""
WORKBOOK_MEGABYTES: Final = 500
"""Memory that reading a workbook takes at most."""

# Lengths and counts of single values (titles, cards of a set) are in grammar/card-set.schema.json.
