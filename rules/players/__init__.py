"""Players that decide for a side: on what that side knows, by the seam of any book, and with their reasons."""
