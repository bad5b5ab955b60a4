"""What the ground of a hex is. Chapters 2.4, 4.1 and 16."""
