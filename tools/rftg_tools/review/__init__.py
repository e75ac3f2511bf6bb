"""Review of a recorded game: the alternatives to each choice, and their value."""
