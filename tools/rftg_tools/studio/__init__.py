"""The studio: a page on which people edit, see, test, measure and play cards."""
