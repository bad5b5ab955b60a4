"""Sight on a table: what a line crosses, what a viewer sees of many spots, and the shadows that heights throw."""
