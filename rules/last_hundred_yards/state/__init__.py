"""The state of a game: its mission, the progress of play, the units by hex, and the events."""
