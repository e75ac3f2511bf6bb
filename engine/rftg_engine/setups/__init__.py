"""How a game is set up, and which set-ups the sets in use can serve."""
