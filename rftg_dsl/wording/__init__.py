"""English and icon lines of powers, cards and goals, rendered from templates."""
