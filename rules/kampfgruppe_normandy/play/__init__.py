"""The game as it is played and asked about: chapters, set-up, what a side knows, rulings on fire and sight."""
