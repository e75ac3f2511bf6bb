"""Keys of card tests for rule modules, in files named like the modules."""
