"""Words of the mine game."""

MODULES = ("amounts",)
