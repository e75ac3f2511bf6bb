"""What card tests may say of modules of rules: for each a file of its name, where there is any."""
