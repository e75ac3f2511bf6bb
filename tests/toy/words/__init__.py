"""The words of mines."""

MODULES = ("amounts",)
