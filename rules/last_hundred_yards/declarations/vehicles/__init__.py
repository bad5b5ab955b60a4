"""Overrun, bypass and transport. Chapters 10.4.5 and 10.4.6."""
