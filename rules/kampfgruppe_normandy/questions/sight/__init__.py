"""Lines of sight: what the eye of a model sees, what hides it, and the cover that this gives."""
