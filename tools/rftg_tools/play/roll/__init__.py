"""Roll at the table: sessions, frames, questions and the log."""
