"""The words of Roll for the Galaxy, one file each or a family of them."""
