"""Tables of cards: export to CSV, and import from CSV and workbooks into card files."""
