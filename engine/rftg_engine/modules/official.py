"""The modules of the published sets; at each moment they come in this order."""

from __future__ import annotations

from rftg_engine.modules.draft import Draft
from rftg_engine.modules.goals import Goals
from rftg_engine.modules.invasion.module import InvasionModule
from rftg_engine.modules.prestige import Prestige
from rftg_engine.modules.robot.module import RobotModule
from rftg_engine.modules.scenario import Scenario
from rftg_engine.modules.search import Search
from rftg_engine.modules.start_world_choice import StartWorldChoice
from rftg_engine.modules.takeovers import Takeovers
from rftg_engine.modules.tokens import Tokens
from rftg_engine.rules import register
from rftg_engine.setups.options import ModuleOption

_DRAFT = ModuleOption("Draft", "Each player drafts the cards to play with.")
_SCENARIO = ModuleOption("Scenario", "Two sides with fixed start worlds.", players=2)
_GOALS = ModuleOption("Goals", "Tiles for who is first to something, or has most.")
_TAKEOVERS = ModuleOption("Takeovers", "Military worlds can be taken from other players.")
_INVASION = ModuleOption("Invasion", "Invaders attack at the end of rounds; worlds are damaged.")

for _module in (
    RobotModule("robot"),
    Draft("draft", option=_DRAFT),
    Scenario("scenario", option=_SCENARIO),
    StartWorldChoice("start world choice"),
    Prestige("prestige", starts_rounds=True, gives_prestige=True),
    Search("search"),
    Goals("goals", option=_GOALS),
    Takeovers("takeovers", option=_TAKEOVERS),
    Tokens("tokens"),
    InvasionModule("invasion", option=_INVASION),
):
    register(_module)
