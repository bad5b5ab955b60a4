"""Boards and scenarios: documents in, values out, and back."""
