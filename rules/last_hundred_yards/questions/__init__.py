"""What can be asked of a position; nothing here changes it."""
