"""The studio as a page of static files: the same applications, run by Python in the browser."""
