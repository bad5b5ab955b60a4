"""Who may act, and how. Chapters 6 to 9, 14.6 and 19.1."""
