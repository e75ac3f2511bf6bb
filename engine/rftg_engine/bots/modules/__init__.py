"""Heuristics for modules of rules, in a file or folder with the module's name."""
