"""The record of a game: actions and events as documents, and corrections and agreements past the rules."""
