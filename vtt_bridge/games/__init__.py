"""Games: set up, written as a log, played on and played back."""
