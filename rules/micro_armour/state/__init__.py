"""The state of a game: the options of the scenario, the stands on the table, the progress of play, and the events."""
