"""Ways on the table: what bars them, what they cost, where they end, and how far a unit gets."""
