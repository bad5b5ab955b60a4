"""Work that engineers have begun, and what a demolition charge does."""
