"""Lines of sight. Chapter 4.2."""
