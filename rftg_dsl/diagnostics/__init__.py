"""Diagnostics: model, output formats, selection, fixes and explanations of codes."""
