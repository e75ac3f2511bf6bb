"""Rules of Xeno Invasion: of the cards-only game, and of the invasion."""
