"""The words of the language for people: how each is written, with an example and its English."""
