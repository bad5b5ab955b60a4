"""What players declare, by chapter."""
