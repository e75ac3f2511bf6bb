"""Development tools of this project, not part of the wheel."""
