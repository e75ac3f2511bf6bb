"""Games as their records: what one must look like, and how it is played again."""
