"""Questions about a position, which change nothing."""
