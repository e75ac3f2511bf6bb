"""What the standard library has too, in a form that a short run has sooner."""
