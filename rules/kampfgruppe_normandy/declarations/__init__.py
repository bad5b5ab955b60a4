"""The declarations of players, by chapter: offers, refusals and procedures."""
