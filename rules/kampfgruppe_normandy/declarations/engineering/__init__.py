"""Engineering tasks, and what a demolition charge does."""
