"""Tables: what seats are sent, what a crash leaves, games by mail, the page and its pictures."""
