"""The two sides of an assault. Chapter 13.4."""
