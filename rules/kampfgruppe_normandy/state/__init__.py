"""What a game keeps, and what happens to it: positions, progress, and events that carry their own effect."""
