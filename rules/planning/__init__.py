"""Advice from any book: from where a unit can be seen and shot on its way, and which ways trade time against it."""
