"""What each code of a finding means: one module a series, each code with a file that has it."""
