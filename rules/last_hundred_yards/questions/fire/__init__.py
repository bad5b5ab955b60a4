"""What bears on fire: aim, range, front, modifiers and targets. Chapters 1.8, 11 and 12.1."""
