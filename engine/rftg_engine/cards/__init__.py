"""Cards in use, and their bound powers."""
