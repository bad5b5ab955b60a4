"""Which units may act, must act or have to wait, and how. Chapters 6 to 9, 14.6, 19.1 and 22."""
