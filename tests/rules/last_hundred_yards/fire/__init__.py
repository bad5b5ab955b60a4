"""Fire, its modifiers and results. Chapters 1, 11 and 12."""
