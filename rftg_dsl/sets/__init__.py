"""Card files as checked sets: the parts of a file, and names across loaded sets."""
