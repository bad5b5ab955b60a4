"""What comes of things, shared by several chapters: hits, losses, morale, moves under way, the end of a turn."""
