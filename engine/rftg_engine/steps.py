"""Names of the steps of a game, in states, records and events.

Rule modules can add steps with other names (`RuleModule.steps`), so a step is a text.
"""

from __future__ import annotations

from typing import Final

Step = str

SETUP: Final = "setup"
ROUND_START: Final = "round start"
CHOOSE: Final = "choose"
"""All players choose actions; a new round starts with this step."""
SEARCH: Final = "search"
EXPLORE: Final = "explore"
DEVELOP: Final = "develop"
DEVELOP_2: Final = "develop 2"
"""The second Develop of the experienced game."""
SETTLE: Final = "settle"
SETTLE_2: Final = "settle 2"
CONSUME: Final = "consume"
PRODUCE: Final = "produce"
ROUND_END: Final = "round end"
