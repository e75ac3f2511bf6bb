"""Pages and lists of a set, for people who do not have rftg-dsl."""
