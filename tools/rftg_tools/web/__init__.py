"""Server, security headers, files and card images of the local pages."""
