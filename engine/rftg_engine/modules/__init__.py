"""Rules that sets bring or options switch on, a file or folder each."""
