"""What a player does in a phase: powers, prices, placements."""
