"""Missions, set-up and starting forces. Chapters 17 and 20."""
