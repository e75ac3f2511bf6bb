"""The modules of the published sets; at each moment they come in this order."""

from __future__ import annotations

from rftg_engine.modules.draft import Draft
from rftg_engine.modules.goals import Goals
from rftg_engine.modules.prestige import Prestige
from rftg_engine.modules.robot.module import RobotModule
from rftg_engine.modules.scenario import Scenario
from rftg_engine.modules.search import Search
from rftg_engine.modules.start_world_choice import StartWorldChoice
from rftg_engine.modules.takeovers import Takeovers
from rftg_engine.rules import register

for _module in (
    RobotModule("robot"),
    Draft("draft"),
    Scenario("scenario"),
    StartWorldChoice("start world choice"),
    Prestige("prestige", starts_rounds=True, gives_prestige=True),
    Search("search"),
    Goals("goals"),
    Takeovers("takeovers"),
):
    register(_module)
