"""What one player does in a phase."""
