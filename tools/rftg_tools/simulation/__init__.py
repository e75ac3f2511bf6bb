"""Many games between bots, of each game that is played here."""
