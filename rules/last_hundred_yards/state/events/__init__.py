"""The events: for each kind a frozen dataclass of what happened, whose `on` gives the state after it."""
