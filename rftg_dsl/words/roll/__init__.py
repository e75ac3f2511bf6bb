"""Effects of Roll for the Galaxy, in the order of MODULES and of the classes in each module."""

MODULES = ("workers", "tiles")
