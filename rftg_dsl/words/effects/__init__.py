"""The effects of Race for the Galaxy, in the order of these modules and of the classes in them."""

MODULES = ("placing", "military", "cards", "goods", "points")
