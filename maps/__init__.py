"""Boards and scenarios: documents read into values, and written back."""
