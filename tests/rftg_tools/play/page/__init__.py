"""The parts of the page in a real browser, by frames written by hand."""
