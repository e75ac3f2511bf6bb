"""The effects of the language, one file a word or a family of words; verbs.py finds them."""
