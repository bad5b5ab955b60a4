"""Who sits at the table, and the signed links by which they come to their seats."""
