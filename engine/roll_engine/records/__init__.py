"""Games as their records."""
