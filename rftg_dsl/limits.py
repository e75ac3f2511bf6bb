"""Limits for card files, documented in docs/safety.md."""

from __future__ import annotations

from typing import Final

FILE_BYTES: Final = 1_000_000
"""Maximum size of a card file in bytes."""
SETTINGS_BYTES: Final = 64_000
"""Maximum size of a settings file in bytes."""
IGNORED_CODES: Final = 200
"""Maximum number of codes in ignore comments of a file."""
LINE_LENGTH: Final = 2_000
"""Maximum length of a line of a card file in code points."""
FILES: Final = 64
"""Maximum number of files in one run."""
DEPTH: Final = 32
"""Maximum nesting depth of YAML lists and mappings."""
NODES: Final = 100_000
"""Maximum number of keys, values and lists in a file."""
FINDINGS: Final = 200
"""Maximum number of findings shown for a file; the rest are only counted."""
PAIRS: Final = 50_000
"""Maximum number of pairs of cards, and of titles, that the design lints of a file compare."""
ADVISED_FINDINGS: Final = 100
"""Maximum number of findings per file with suggestions, because suggestions take time."""
POWER_LENGTH: Final = 500
"""Maximum length of a power line in code points."""
POWERS: Final = 8
"""Maximum number of powers of a card, not counting `score` lines."""
POWER_LINES: Final = 16
"""Maximum number of power lines of a card."""
NUMBER: Final = 99
"""Maximum absolute value of a number in a power."""
SET_ID: Final = 40
"""Maximum length of a set id in code points. Keep in sync with grammar/card-set.schema.json."""
COST: Final = 20
"""Maximum cost or defense of a card. Keep in sync with grammar/card-set.schema.json."""
PICTURE_BYTES: Final = 20_000_000
"""Maximum size of a picture file in bytes."""
PICTURE_PIXELS: Final = 40_000_000
"""Maximum number of pixels of a picture, according to its header."""
PICTURE_SIDE: Final = 20_000
"""Maximum width or height of a picture in pixels, because decoders need memory for each line."""
PICTURE_SCANS: Final = 64
"""Maximum number of scans in a JPEG. Each takes as long to decode as the whole picture."""
PICTURE_DPI: Final = 150
"""Minimum resolution for good prints in pixels per inch."""
PICTURE_PATH: Final = 200
"""Maximum length of a picture's path in code points. Keep in sync with the schema."""
PICTURE_NAMES: Final = 1_000
"""Maximum number of file names that a missing picture's name is compared with."""
WORKBOOK_SECONDS: Final = 30
"""Timeout for reading a workbook in seconds."""
WORKBOOK_MEGABYTES: Final = 500
"""Memory limit for reading a workbook in megabytes."""

# Limits for individual values (titles, cards of a set) are in grammar/card-set.schema.json.
