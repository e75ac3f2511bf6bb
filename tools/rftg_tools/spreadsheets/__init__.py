"""Cards as rows of a table: written as CSV, read from CSV and workbooks, made into card files."""
