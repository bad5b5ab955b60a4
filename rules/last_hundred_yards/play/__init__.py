"""Last Hundred Yards as a game that can be played."""
