"""Training of the bots: learned from games that they play against each other."""
