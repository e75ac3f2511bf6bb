"""The soak test of Roll: random games, all checked."""
