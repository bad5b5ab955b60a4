"""Games that are played: set up, kept as a log, played on and played back."""
