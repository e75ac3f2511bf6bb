"""Import of games that another engine recorded."""
