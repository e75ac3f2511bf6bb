"""docs/play.md explains the robot's file."""

import re
from pathlib import Path

from rftg_dsl.sets.robot import robot_schema

PAGE = (Path(__file__).parents[3] / "docs" / "play.md").read_text(encoding="utf-8")


def test_every_key_of_the_file_is_explained() -> None:
    explained = set(re.findall(r"`([^`\n]+)`", PAGE))
    definitions = robot_schema()["$defs"]
    phases = {"explore", "develop", "settle", "consume", "produce"}
    for name in ("row", "start"):
        assert set(definitions[name]["properties"]) - phases <= explained
