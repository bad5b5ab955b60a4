"""The seats of a table, and the signed links by which players take them."""
