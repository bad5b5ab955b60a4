"""An order to fire worked out: what it throws and needs, or why it is refused."""
