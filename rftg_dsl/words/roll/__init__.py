"""The effects of Roll for the Galaxy, in the order of these modules and of the classes in them."""

MODULES = ("workers", "tiles", "points")
