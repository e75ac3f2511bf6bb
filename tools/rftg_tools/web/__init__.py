"""What the local pages share: the guard before all routes, the server, and their files."""
