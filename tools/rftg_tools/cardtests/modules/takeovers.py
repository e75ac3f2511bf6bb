"""Takeovers in card tests: they are on where a set in use brings them."""

from __future__ import annotations

from rftg_tools.cardtests.module_keys import MODULE_KEYS, ModuleKey

MODULE_KEYS["takeovers"] = ModuleKey(brought=True)
