"""The words of the language: what each may be said of, and what it lowers to."""
