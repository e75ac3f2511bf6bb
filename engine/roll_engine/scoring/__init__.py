"""Points, and who has won."""
