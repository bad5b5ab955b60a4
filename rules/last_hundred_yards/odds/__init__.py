"""What a declaration can come to, with exact odds."""
