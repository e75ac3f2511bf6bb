"""Table in the browser: games between people, bots and the robot."""
