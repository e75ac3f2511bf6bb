"""Effects of Race for the Galaxy, in the order of MODULES and of the classes in each module."""

MODULES = ("placing", "military", "own", "cards", "goods")
