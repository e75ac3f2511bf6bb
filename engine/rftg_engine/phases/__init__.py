"""Steps of a round, written to read like the rulebook."""
