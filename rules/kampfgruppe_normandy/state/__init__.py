"""The record of a game and its events: positions, progress, and events that carry their own effect."""
