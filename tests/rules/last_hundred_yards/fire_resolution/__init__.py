"""Fire that is resolved: what becomes of men and vehicles."""
