"""What modules of rules say: for each a file of its name, where it has something to say.

Such a file tells the module's events (step_log.begins, step_log.follows) and words its decisions
(choices.CHOICES and the like). A module from elsewhere does the same where it is made.
"""

from __future__ import annotations

from rftg_tools.module_parts import load_parts


def load_words() -> None:
    """Load what the modules that games can have say."""
    load_parts(__name__)
