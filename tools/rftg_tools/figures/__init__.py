"""What modules of rules add to the figures of many games: a file each, found by its name."""
