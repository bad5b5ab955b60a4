"""Effects that several chapters share: hits, losses, morale, moves under way, the end of a turn."""
