"""What was most likely meant by a text that cannot be read, with what to write in its place."""
