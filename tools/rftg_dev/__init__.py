"""What only the developers of this project run; it is in no wheel."""
