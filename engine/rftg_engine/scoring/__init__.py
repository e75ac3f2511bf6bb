"""Points, tie-break and winners."""
