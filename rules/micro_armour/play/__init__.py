"""The book as a game: its chapters together, outcomes in words, and questions about fire and movement."""
