"""How long people wait at the page of play while a hundred games are played at once."""
