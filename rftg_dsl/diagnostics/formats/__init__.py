"""Findings for programs, a format a file: each a function from findings and files to text."""
