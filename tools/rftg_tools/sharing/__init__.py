"""A set to share with people who have no rftg-dsl: as one page, as a list, as a table."""
