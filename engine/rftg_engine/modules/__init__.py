"""Rule modules of sets and options."""
