"""Card files as checked sets: the parts of one file, and the names across all that are loaded."""
