"""The benchmark: games and forks a second, plain and compiled, and how long commands take."""
