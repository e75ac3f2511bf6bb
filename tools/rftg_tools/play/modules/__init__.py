"""What modules of rules show of a game: for each a file of its name, where it shows something."""
