"""What a power line means: the cards it selects, and the hooks it lowers to."""
