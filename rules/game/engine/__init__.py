"""The one engine of play: declarations, what comes of them, and every way they can end."""
