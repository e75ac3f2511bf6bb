"""The steps of a round, one file each."""
