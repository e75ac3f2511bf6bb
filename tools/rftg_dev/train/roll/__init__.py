"""What the bots of Roll for the Galaxy learn."""
