"""What a step costs, what bars it, and how far a unit can go. Chapter 10."""
